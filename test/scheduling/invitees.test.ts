import { describe, expect, it } from "vitest";
import { compareInvitees } from "../../src/scheduling/index.ts";

const person = (id: string, name: string, email: string | null = null) => ({ id, name, email });

const ada = person("p1", "Ada Lovelace", "ada@example.com");
const ben = person("p2", "Ben");
const people = [ada, ben];

/** The names or addresses in each group. */
const compare = (queries: string[], everybody: ReturnType<typeof person>[] = people) => {
  const { answered, missing, ambiguous, extra } = compareInvitees(queries, everybody);
  return {
    answered: answered.map(({ query, response }) => `${query}: ${response.id}`),
    missing: missing.map(({ query }) => query),
    ambiguous: ambiguous.map(({ query, candidates }) => `${query}: ${candidates.map(({ id }) => id)}`),
    extra: extra.map(({ id }) => id),
  };
};

describe("compareInvitees", () => {
  it("splits the list into those who answered, those who are missing and those who were not invited", () => {
    expect(compare(["ada@example.com", "Cleo <cleo@example.com>"])).toEqual({
      answered: ["ada@example.com: p1"],
      missing: ["Cleo <cleo@example.com>"],
      ambiguous: [],
      extra: ["p2"],
    });
  });

  it.each(["ADA@example.com", "Lovelace, Ada", "Somebody Else <ada@example.com>", "p1", "ada  lovelace"])(
    "finds a person who answered as %j",
    (query) => {
      expect(compare([query]).answered).toEqual([`${query}: p1`]);
    },
  );

  it("finds nobody in an empty poll, and everybody extra for an empty list", () => {
    expect(compare(["Ada"], [])).toEqual({ answered: [], missing: ["Ada"], ambiguous: [], extra: [] });
    expect(compare([])).toEqual({ answered: [], missing: [], ambiguous: [], extra: ["p1", "p2"] });
  });

  it("counts repeated entries once, and keeps the one with a name", () => {
    const queries = ["cleo@example.com", "Cleo <CLEO@example.com>", "Dan", "dan", "cleo@example.com", " "];
    expect(compare(queries).missing).toEqual(["Cleo <CLEO@example.com>", "Dan"]);
  });

  it.each([
    ["the same name with another address", "Ada Lovelace <ada@work.example>", "p1"],
    ["a part of the name", "Ada", "p1"],
  ])("has as ambiguous %s, and does not call the response extra", (_name, query, candidate) => {
    expect(compare([query])).toEqual({
      answered: [],
      missing: [],
      ambiguous: [`${query}: ${candidate}`],
      extra: ["p2"],
    });
  });

  it("has as ambiguous a name that several people have", () => {
    const namesakes = [person("p1", "Sam Reed", "sam@example.com"), person("p2", "Sam Reed")];
    expect(compare(["Sam Reed"], namesakes)).toMatchObject({ ambiguous: ["Sam Reed: p1,p2"], extra: [] });
    expect(compare(["sam@example.com"], namesakes)).toMatchObject({
      answered: ["sam@example.com: p1"],
      extra: ["p2"],
    });
  });

  it("has as ambiguous two entries of one name and one response", () => {
    const queries = ["Ben", "Ben <ben@example.com>"];
    expect(compare(queries)).toMatchObject({
      answered: [],
      ambiguous: ["Ben: p2", "Ben <ben@example.com>: p2"],
    });
  });

  it("gives a response to the entry with its address: an entry with the same name and another address is missing", () => {
    expect(compare(["Ada Lovelace <other@example.com>", "Ada <ada@example.com>"])).toMatchObject({
      answered: ["Ada <ada@example.com>: p1"],
      missing: ["Ada Lovelace <other@example.com>"],
      ambiguous: [],
    });
  });

  it("has as ambiguous a name beside the address of a person with that name: both may be one person", () => {
    expect(compare(["Ada Lovelace", "ada@example.com"])).toMatchObject({
      answered: ["ada@example.com: p1"],
      missing: [],
      ambiguous: ["Ada Lovelace: p1"],
    });
  });

  it("takes the last of several responses with one email, and calls none of them extra", () => {
    const twice = [ada, person("p3", "Ada L.", "ADA@example.com")];
    expect(compare(["ada@example.com"], twice)).toMatchObject({
      answered: ["ada@example.com: p3"],
      extra: [],
    });
    expect(compare([], twice).extra).toEqual(["p3"]);
  });
});
