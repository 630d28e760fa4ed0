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

function refuse(required: string[], exclude: string[] = [], people = crowd): readonly PersonProblem[] {
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
    ["whatever the spacing", "  Grace   Hopper ", "p2"],
    ["by e-mail in any case", "grace@example.COM", "p2"],
    ["whatever the composition", "Jose\u0301 Nu\u0301n\u0303ez", "p3"],
    ["without regard to what cannot be seen", "Ada\u200b Love\u202elace", "p1"],
    ["in any script", "田中\u3000太郎", "p6"],
    ["by participant id", "p5", "p5"],
    ["without accents", "jose nunez", "p3"],
    ["with the family name first", "Lovelace, Ada", "p1"],
    ["by the address of a mailbox", "Countess <ada@example.com>", "p1"],
    ["by the name of a mailbox when they gave no address", "Jose Nunez <jose@example.com>", "p3"],
    ["by an address rather than by someone's name that looks like it", "ada@example.com", "p1"],
  ])("%s", (_, query, id) => {
    expect(choose([query])).toEqual([[id], []]);
    expect(choose([], [query])).toEqual([[], [id]]);
  });

  it("as written rather than without accents", () => {
    const people = ["Zoe", "Zoë"].map((name) => ({ id: name, name, email: null }));
    expect(choose(["Zoë"], [], people)).toEqual([["Zoë"], []]);
    expect(choose(["Zoe"], [], people)).toEqual([["Zoe"], []]);
  });

  it("by an address that somebody typed as the name", () => {
    const people = [{ id: "a", name: "Ada@Example.com", email: null }];
    for (const query of ["ada@example.com", "Ada Lovelace <ada@example.com>"])
      expect(choose([query], [], people)).toEqual([["a"], []]);
  });

  it("by the last answer of somebody who answered twice, and left out with both answers", () => {
    const twice = ["first", "second"].map((id) => ({ id, name: "Ada", email: "ADA@example.com" }));
    for (const query of ["Ada", "ada@example.com"]) {
      expect(choose([query], [], twice)).toEqual([["second"], []]);
      expect(choose([], [query], twice)).toEqual([[], ["first", "second"]]);
    }
  });

  it("once, however often named", () => {
    expect(choose(["Ada Lovelace", "ada@example.com", "p1"])).toEqual([["p1"], []]);
  });
});

describe("a person is refused", () => {
  it("when a namesake has another address than the one asked for", () => {
    const mallory = [{ id: "m", name: "Ada@Example.com", email: "mallory@example.com" }];
    expect(refuse(["Ada Lovelace <lovelace@example.com>"])).toMatchObject([{ kind: "unknown" }]);
    for (const query of ["ada@example.com", "Ada <ada@example.com>"])
      expect(refuse([query], [], mallory)).toMatchObject([{ kind: "unknown", close: [{ id: "m" }] }]);
  });

  it("when nobody is called that, with the close names", () => {
    expect(refuse(["Ada Lovelance"])).toMatchObject([
      {
        list: "required",
        index: 0,
        query: "Ada Lovelance",
        kind: "unknown",
        close: [{ id: "p1" }, { id: "p7" }],
      },
    ]);
    expect(refuse(["Hopper"])[0]?.close.map(({ id }) => id)).toContain("p2");
    expect(refuse(["jose nuniez"])[0]?.close.map(({ id }) => id)).toContain("p3");
    expect(refuse(["太郎"])[0]?.close.map(({ id }) => id)).toContain("p6");
    expect(refuse(["ada@exmple.com"])[0]?.close.slice(0, 2)).toMatchObject([{ id: "p1" }, { id: "p7" }]);
  });

  it("when nobody is called anything like that", () => {
    expect(refuse(["Xqzw"])).toMatchObject([{ kind: "unknown", close: [] }]);
    expect(refuse([" "])).toMatchObject([{ kind: "unknown", close: [] }]);
    expect(refuse(["Ada"], [], [])).toMatchObject([{ kind: "unknown", close: [] }]);
  });

  it("when several are called that, with all of them", () => {
    expect(refuse(["Anna"])).toMatchObject([{ kind: "ambiguous", close: [{ id: "p4" }, { id: "p5" }] }]);
    expect(choose(["anna.two@example.com"])).toEqual([["p5"], []]);
  });

  it("when both required and excluded", () => {
    expect(refuse(["Ada Lovelace"], ["ada@example.com"])).toMatchObject([
      { list: "exclude", index: 0, kind: "contradiction", close: [{ id: "p1" }] },
    ]);
  });

  it("together with every other, and without a participant's name in the message", () => {
    const problems = refuse(["Nobody", "Ada Lovelace", "Anna"], ["Someone"]);
    expect(problems.map(({ list, index, kind }) => [list, index, kind])).toEqual([
      ["required", 0, "unknown"],
      ["required", 2, "ambiguous"],
      ["exclude", 0, "unknown"],
    ]);
    const { message } = new PeopleError(problems);
    expect(message).toMatch(
      /^required\.0: nobody of that name.*; required\.2: several people.*; exclude\.0: nobody/,
    );
    for (const { name } of crowd) expect(message).not.toContain(name);
  });

  it("with five suggestions at most, and none after the tenth mistake", () => {
    const clones = Array.from({ length: 50 }, (_, index) => ({
      id: `c${index}`,
      name: "Ada Lovelace",
      email: null,
    }));
    expect(refuse(["Ada Lovelace"], [], clones)[0]?.close).toHaveLength(5);
    const problems = refuse(Array(12).fill("Ada Lovelance"), [], clones);
    expect(problems.map(({ close }) => close.length)).toEqual([...Array(10).fill(5), 0, 0]);
    expect(new PeopleError(problems).message).toMatch(/; and 2 more$/);
  });

  it("without the work growing with what a stranger typed", () => {
    const flood = [{ id: "x", name: "a".repeat(100_000), email: null }];
    expect(refuse(["b".repeat(100_000)], [], flood)).toMatchObject([{ kind: "unknown", close: [] }]);
    expect(inspect(refuse(["a".repeat(50)], [], flood)[0]?.close.length)).toBe("1");
  });
});
