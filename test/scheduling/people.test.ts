import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { PeopleError, type PersonProblem } from "../../src/scheduling/index.ts";
import { choosePeople } from "../../src/scheduling/rank/people.ts";

const crowd = [
  { id: "p1", name: "Ada Lovelace", email: "ada@example.com" },
  { id: "p2", name: "Grace Hopper", email: "Grace@Example.com" },
  { id: "p3", name: "José Núñez", email: null },
  { id: "p4", name: "Anna", email: "anna.one@example.com" },
  { id: "p5", name: "anna ", email: "anna.two@example.com" },
  { id: "p6", name: "田中 太郎", email: null },
  { id: "p7", name: "ada@example.com", email: "mallory@example.com" },
];

function choose(required: string[], exclude: string[] = [], people = crowd) {
  const chosen = choosePeople(people, required, exclude);
  return [chosen.required.map(({ id }) => id), chosen.excluded.map(({ id }) => id)];
}

function getProblems(required: string[], exclude: string[] = [], people = crowd): readonly PersonProblem[] {
  try {
    choosePeople(people, required, exclude);
  } catch (error) {
    if (error instanceof PeopleError) return error.problems;
    throw error;
  }
  throw new Error("was not refused");
}

describe("a person is found", () => {
  it.each([
    ["by full name in any case", "ada LOVELACE", "p1"],
    ["with any spacing", "  Grace   Hopper ", "p2"],
    ["by email in any case", "grace@example.COM", "p2"],
    ["with any Unicode composition", "Jose\u0301 Nu\u0301n\u0303ez", "p3"],
    ["with invisible characters", "Ada\u200b Love\u202elace", "p1"],
    ["in any script", "田中\u3000太郎", "p6"],
    ["by participant id", "p5", "p5"],
    ["without accents", "jose nunez", "p3"],
    ["with the family name first", "Lovelace, Ada", "p1"],
    ["by the address of a mailbox", "Countess <ada@example.com>", "p1"],
    ["by the name of a mailbox if the participant has no email", "Jose Nunez <jose@example.com>", "p3"],
    ["by email rather than by a name that is the same address", "ada@example.com", "p1"],
  ])("%s", (_, query, id) => {
    expect(choose([query])).toEqual([[id], []]);
    expect(choose([], [query])).toEqual([[], [id]]);
  });

  it("by the exact spelling rather than without accents", () => {
    const people = ["Zoe", "Zoë"].map((name) => ({ id: name, name, email: null }));
    expect(choose(["Zoë"], [], people)).toEqual([["Zoë"], []]);
    expect(choose(["Zoe"], [], people)).toEqual([["Zoe"], []]);
  });

  it("by an address that the participant typed as the name", () => {
    const people = [{ id: "a", name: "Ada@Example.com", email: null }];
    for (const query of ["ada@example.com", "Ada Lovelace <ada@example.com>"])
      expect(choose([query], [], people)).toEqual([["a"], []]);
  });

  it("by the last of two responses, and is excluded with both", () => {
    const twice = ["first", "second"].map((id) => ({ id, name: "Ada", email: "ADA@example.com" }));
    for (const query of ["Ada", "ada@example.com"]) {
      expect(choose([query], [], twice)).toEqual([["second"], []]);
      expect(choose([], [query], twice)).toEqual([[], ["first", "second"]]);
    }
  });

  it("once if named several times", () => {
    expect(choose(["Ada Lovelace", "ada@example.com", "p1"])).toEqual([["p1"], []]);
  });
});

describe("a person is refused", () => {
  it("if a participant of that name has another email", () => {
    const mallory = [{ id: "m", name: "Ada@Example.com", email: "mallory@example.com" }];
    expect(getProblems(["Ada Lovelace <lovelace@example.com>"])).toMatchObject([{ kind: "unknown" }]);
    for (const query of ["ada@example.com", "Ada <ada@example.com>"])
      expect(getProblems([query], [], mallory)).toMatchObject([{ kind: "unknown", similar: [{ id: "m" }] }]);
  });

  it("if nobody has that name, with similar names", () => {
    expect(getProblems(["Ada Lovelance"])).toMatchObject([
      {
        list: "required",
        index: 0,
        query: "Ada Lovelance",
        kind: "unknown",
        similar: [{ id: "p1" }, { id: "p7" }],
      },
    ]);
    expect(getProblems(["Hopper"])[0]?.similar.map(({ id }) => id)).toContain("p2");
    expect(getProblems(["jose nuniez"])[0]?.similar.map(({ id }) => id)).toContain("p3");
    expect(getProblems(["太郎"])[0]?.similar.map(({ id }) => id)).toContain("p6");
    expect(getProblems(["ada@exmple.com"])[0]?.similar.slice(0, 2)).toMatchObject([
      { id: "p1" },
      { id: "p7" },
    ]);
  });

  it("without suggestions if no name is similar", () => {
    expect(getProblems(["Xqzw"])).toMatchObject([{ kind: "unknown", similar: [] }]);
    expect(getProblems([" "])).toMatchObject([{ kind: "unknown", similar: [] }]);
    expect(getProblems(["Ada"], [], [])).toMatchObject([{ kind: "unknown", similar: [] }]);
  });

  it("if several people have that name, with all of them", () => {
    expect(getProblems(["Anna"])).toMatchObject([
      { kind: "ambiguous", similar: [{ id: "p4" }, { id: "p5" }] },
    ]);
    expect(choose(["anna.two@example.com"])).toEqual([["p5"], []]);
  });

  it("if both required and excluded", () => {
    expect(getProblems(["Ada Lovelace"], ["ada@example.com"])).toMatchObject([
      { list: "exclude", index: 0, kind: "contradiction", similar: [{ id: "p1" }] },
    ]);
    expect(new PeopleError(getProblems(["p1"], ["p1"])).message).toBe(
      "exclude.0: is both required and excluded",
    );
  });

  it("as ambiguous only, if one of several excluded people of a name is required", () => {
    const problems = getProblems(["anna.one@example.com"], ["Anna"]);
    expect(problems.map(({ list, kind }) => [list, kind])).toEqual([["exclude", "ambiguous"]]);
  });

  it("for a blank name, even if a participant has a blank name", () => {
    const blank = [{ id: "p3", name: "\u200b", email: null }];
    expect(getProblems(["\u200b"], [], blank)).toEqual([
      { list: "required", index: 0, query: "\u200b", kind: "unknown", similar: [] },
    ]);
  });

  it("with all other problems, without a participant's name in the message", () => {
    const problems = getProblems(["Nobody", "Ada Lovelace", "Anna"], ["Someone"]);
    expect(problems.map(({ list, index, kind }) => [list, index, kind])).toEqual([
      ["required", 0, "unknown"],
      ["required", 2, "ambiguous"],
      ["exclude", 0, "unknown"],
    ]);
    const { name, message } = new PeopleError(problems);
    expect(name).toBe("PeopleError");
    expect(message).toBe(
      [
        "required.0: not found among the people who answered this poll",
        "required.2: several people who answered this poll have this name; use the email address",
        "exclude.0: not found among the people who answered this poll",
      ].join("; "),
    );
    for (const { name } of crowd) expect(message).not.toContain(name);
  });

  it("with at most five suggestions, and none after the tenth problem", () => {
    const clones = Array.from({ length: 50 }, (_, index) => ({
      id: `c${index}`,
      name: "Ada Lovelace",
      email: null,
    }));
    expect(getProblems(["Ada Lovelace"], [], clones)[0]?.similar).toHaveLength(5);
    const problems = getProblems(Array(12).fill("Ada Lovelance"), [], clones);
    expect(problems.map(({ similar }) => similar.length)).toEqual([...Array(10).fill(5), 0, 0]);
    const listed = new PeopleError(problems).message.split("; ").map((part) => part.split(":")[0]);
    expect(listed).toEqual([...[...Array(10).keys()].map((index) => `required.${index}`), "and 2 more"]);
    expect(new PeopleError(problems.slice(0, 10)).message).not.toContain("more");
  });

  it("in bounded time for long names", () => {
    const flood = [{ id: "x", name: "a".repeat(100_000), email: null }];
    expect(getProblems(["b".repeat(100_000)], [], flood)).toMatchObject([{ kind: "unknown", similar: [] }]);
    expect(inspect(getProblems(["a".repeat(50)], [], flood)[0]?.similar.length)).toBe("1");
  });
});
