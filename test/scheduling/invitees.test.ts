import { describe, expect, it } from "vitest";
import { compareInvitees } from "../../src/scheduling/index.ts";

const person = (id: string, name: string, email: string | null = null) => ({ id, name, email });

const ada = person("p1", "Ada Lovelace", "ada@example.com");
const ben = person("p2", "Ben");
const people = [ada, ben];

/** The names or addresses in each group. */
const compare = (
  queries: string[],
  everybody: ReturnType<typeof person>[] = people,
  options?: Parameters<typeof compareInvitees>[2],
) => {
  const { answered, missing, ambiguous, extra } = compareInvitees(queries, everybody, options);
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

describe("people who share an address", () => {
  const queries = ["Ana <home@example.com>", "Ben <home@example.com>"];
  const home = (id: string, name: string) => person(id, name, "home@example.com");

  it("are two people: one is missing when the other answered", () => {
    expect(compare(queries, [home("p1", "Ben")])).toMatchObject({
      answered: [`${queries[1]}: p1`],
      missing: [queries[0]],
    });
    expect(compare(queries, [])).toMatchObject({ missing: queries });
  });

  it("are ambiguous when the response has neither name", () => {
    expect(compare(queries, [home("p1", "The Silvas")])).toMatchObject({
      answered: [],
      missing: [],
      ambiguous: queries.map((query) => `${query}: p1`),
    });
  });

  it("are one person when their names have a word in common or one has no name", () => {
    const same = ["home@example.com", "Ana Silva <home@example.com>", "Ana <HOME@example.com>"];
    expect(compare(same, []).missing).toEqual([same[1]]);
    expect(compare(same, [home("p1", "A. S.")]).answered).toEqual([`${same[1]}: p1`]);
  });
});

describe("compareInvitees with parts of names", () => {
  const silva = person("p1", "Ana Maria Silva");
  const lee = person("p2", "Bruce Lee", "bruce@example.com");
  const comparePart = (queries: string[], everybody = [silva, lee]) =>
    compare(queries, everybody, { acceptParts: true });

  it.each(["Ana", "ana maria", "Ana Silva", "Silva, Ana", "Aná"])(
    "takes %j for the one longer name",
    (query) => {
      expect(comparePart([query])).toMatchObject({
        answered: [`${query}: p1`],
        ambiguous: [],
        extra: ["p2"],
      });
    },
  );

  it.each([
    ["a middle name", "Maria", "p1"],
    ["a family name", "Lee", "p2"],
    ["a family name that is another person's first name", "Silva", "p1"],
  ])("asks about %s alone", (_, query, candidate) => {
    expect(comparePart([query])).toMatchObject({ answered: [], ambiguous: [`${query}: ${candidate}`] });
  });

  it.each([
    ["a longer name", "Ana Lopez"],
    ["a longer name with an address", "Ana Lopez <lopez@example.com>"],
    ["an address that begins with the name", "ana.lopez@example.com"],
  ])("asks when the part may be another entry: %s", (_, other) => {
    for (const queries of [
      ["Ana", other],
      [other, "Ana"],
    ])
      expect(comparePart(queries)).toMatchObject({ answered: [], missing: [other], ambiguous: ["Ana: p1"] });
  });

  it("asks when another entry may have sent the response", () => {
    expect(comparePart(["Ana", "Maria"])).toMatchObject({
      answered: [],
      ambiguous: ["Ana: p1", "Maria: p1"],
    });
    const withAddress = person("p1", "Ana Maria Silva", "ana@home.example");
    expect(comparePart(["Ana", "Maria Silva <silva@work.example>"], [withAddress])).toMatchObject({
      answered: [],
      ambiguous: ["Ana: p1", "Maria Silva <silva@work.example>: p1"],
    });
  });

  it("asks when several people have the part in their names", () => {
    const lopez = person("p3", "Ana Lopez");
    expect(comparePart(["Ana"], [silva, lopez])).toMatchObject({ answered: [], ambiguous: ["Ana: p1,p3"] });
    expect(comparePart(["Ana", "Ana Lopez"], [silva, lopez])).toMatchObject({
      answered: ["Ana Lopez: p3"],
      ambiguous: ["Ana: p1,p3"],
    });
  });
});
