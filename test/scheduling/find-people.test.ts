import { describe, expect, it } from "vitest";
import { compareInvitees, findPeople, foldText, type Person } from "../../src/scheduling/index.ts";

const person = (id: string, name: string, email: string | null = null) => ({ id, name, email });

const crowd = [
  person("p1", "Ada Lovelace", "ada@example.com"),
  person("p2", "Grace Hopper", "Grace@Example.com"),
  person("p3", "José Núñez"),
  person("p4", "Anna", "anna.one@example.com"),
  person("p5", "anna ", "anna.two@example.com"),
  person("p6", "田中 太郎"),
  person("p7", "Siobhán O’Neill-Łukasz"),
  person("p8", "Grace Kelly"),
];

/** `p1` for one person, `? p1 p2` for an ambiguous entry, `- p1` for a missing one with suggestions. */
const find = (query: string, people: readonly Person[] = crowd): string => {
  const [match] = findPeople([query], people);
  if (match?.kind === "found") return match.person.id;
  return [match?.kind === "ambiguous" ? "?" : "-", ...(match?.candidates ?? []).map(({ id }) => id)].join(
    " ",
  );
};

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
    ["with another apostrophe and hyphen", "siobhan o'neill‐lukasz", "p7"],
    ["with the family name first", "Lovelace, Ada", "p1"],
    ["by the address of a mailbox", "Countess <ada@example.com>", "p1"],
    ["by the name of a mailbox if the participant has no email", "Jose Nunez <jose@example.com>", "p3"],
    ["by a whole word that one participant has", "hopper", "p2"],
    ["by several whole words in any order", "Lovelace Ada", "p1"],
  ])("%s", (_, query, id) => {
    expect(find(query)).toBe(id);
  });

  it.each([
    ["several people have the name", "Anna", "? p4 p5"],
    ["several people have the word", "Grace", "? p2 p8"],
    ["the person of that name has another email", "Ada Lovelace <other@example.com>", "? p1"],
    ["a person with another email typed the address as the name", "mallory@example.com", "? m"],
  ])("not, but ambiguous, if %s", (_, query, expected) => {
    const mallory = person("m", "mallory@example.com", "other@example.org");
    expect(find(query, [...crowd, mallory])).toBe(expected);
  });

  it("by the exact spelling rather than without accents", () => {
    const people = ["Zoe", "Zoë"].map((name) => person(name, name));
    expect(find("Zoë", people)).toBe("Zoë");
    expect(find("Zoe", people)).toBe("Zoe");
  });

  it("by an address that the participant typed as the name", () => {
    const people = [person("a", "Ada@Example.com")];
    for (const query of ["ada@example.com", "Ada Lovelace <ada@example.com>"])
      expect(find(query, people)).toBe("a");
  });

  it("by email rather than by a name that is the same address", () => {
    expect(find("ada@example.com", [person("m", "ada@example.com", "m@example.com"), ...crowd])).toBe("p1");
  });

  it("by the last of two responses with one email, and has both", () => {
    const twice = ["first", "second"].map((id) => person(id, "Ada", "ADA@example.com"));
    for (const query of ["Ada", "ada@example.com"])
      expect(findPeople([query], twice)).toMatchObject([
        { kind: "found", person: { id: "second" }, responses: twice },
      ]);
  });
});

describe("a missing person", () => {
  it.each(["ann", "ovelace", "e", "example.com", "-", "\u200b", "", "nobody@example.com"])(
    "is %j: neither a name nor whole words of one",
    (query) => {
      expect(find(query)).toMatch(/^-/);
    },
  );

  it.each([
    ["two letters changed places", "Jhon Smith", ["Jon Smith", "Joan Smith-Meyer", "John Smyth"]],
    ["a doubled letter is single", "Ana Kowalska", ["Anna Kowalska"]],
    ["it is spelt in several ways", "Mohamed Ali", ["Mohammed Ali", "Muhamad Aly"]],
    ["its umlauts are written out", "Juergen Mueller", ["Jürgen Müller", "Anne Keller"]],
    ["its accents and its apostrophe are missing", "Siobhan ONeill", ["Siobhán O'Neill"]],
    ["the family name comes first", "Kowalsk, Anna", ["Anna Kowalska", "Anne Keller"]],
    ["an address stands beside it", "Anna Kowalsk <ak@example.com>", ["Anna Kowalska"]],
    ["it is an address of no participant", "anna.kowalska@example.com", ["Anna Kowalska"]],
    ["one word is misspelt", "Smiht", ["Jon Smith"]],
    ["it has only an initial in common", "J Black", []],
    ["it is blank", "\u200b", []],
  ])("gets suggestions when %s", (_, query, expected) => {
    const office = [
      ...["Anna Kowalska", "Anne Keller", "Hannah Arendt", "Jon Smith", "John Smyth", "Joan Smith-Meyer"],
      ...["Mohammed Ali", "Muhamad Aly", "Jürgen Müller", "Siobhán O'Neill", "Xin Li", "J Brown", "Bo"],
    ].map((name) => person(name, name));
    expect(find(query, office)).toBe(["-", ...expected].join(" "));
  });

  it("gets at most five suggestions, and the eleventh none", () => {
    const clones = Array.from({ length: 50 }, (_, index) => person(`c${index}`, "Ada Lovelace"));
    const found = findPeople(Array(11).fill("Ada Lovelance"), clones);
    expect(found.map((match) => match.kind === "missing" && match.candidates.length)).toEqual([
      ...Array(10).fill(5),
      0,
    ]);
  });
});

describe("a list of invited people", () => {
  const ada = person("p1", "Ada Lovelace", "ada@example.com");
  const ben = person("p2", "Ben");

  const compare = (queries: string[], people: ReturnType<typeof person>[] = [ada, ben]) => {
    const { answered, missing, ambiguous, extra } = compareInvitees(queries, people);
    return {
      answered: answered.map(({ text, person: { id } }) => `${text}: ${id}`),
      missing: missing.map(({ text }) => text),
      ambiguous: ambiguous.map(({ text, candidates }) => `${text}: ${candidates.map(({ id }) => id)}`),
      extra: extra.map(({ id }) => id),
    };
  };

  it("is split into those who answered, those who are missing, and those who were not invited", () => {
    expect(compare(["ada@example.com", "Cleo <cleo@example.com>"])).toEqual({
      answered: ["ada@example.com: p1"],
      missing: ["Cleo <cleo@example.com>"],
      ambiguous: [],
      extra: ["p2"],
    });
    expect(compare(["Ada"], [])).toEqual({ answered: [], missing: ["Ada"], ambiguous: [], extra: [] });
    expect(compare([])).toEqual({ answered: [], missing: [], ambiguous: [], extra: ["p1", "p2"] });
  });

  it("counts repeated entries once, and keeps the one with a name", () => {
    const queries = ["cleo@example.com", "Cleo <CLEO@example.com>", "Dan", "dan", "cleo@example.com", " "];
    expect(compare(queries).missing).toEqual(["Cleo <CLEO@example.com>", "Dan"]);
  });

  const namesakes = [person("p1", "Sam Reed", "sam@example.com"), person("p2", "Sam Reed")];
  const silva = [person("p1", "Ana Maria Silva"), person("p3", "Ana Lopez")];
  const home = (name: string) => [person("p1", name, "home@example.com")];
  const family = ["Ana <home@example.com>", "Ben <home@example.com>"];

  it.each<[string, string[], ReturnType<typeof person>[] | undefined, Partial<ReturnType<typeof compare>>]>([
    [
      "does not call a person extra who may be one of the list",
      ["Ada Lovelace <ada@work.example>"],
      undefined,
      { ambiguous: ["Ada Lovelace <ada@work.example>: p1"], extra: ["p2"] },
    ],
    ["takes a word of one name", ["Ada"], undefined, { answered: ["Ada: p1"], ambiguous: [] }],
    ["asks about namesakes", ["Sam Reed"], namesakes, { ambiguous: ["Sam Reed: p1,p2"], extra: [] }],
    [
      "tells namesakes apart by email",
      ["sam@example.com"],
      namesakes,
      { answered: ["sam@example.com: p1"], extra: ["p2"] },
    ],
    [
      "asks when two entries may be one response",
      ["Ben", "Ben <ben@example.com>"],
      undefined,
      { answered: [], ambiguous: ["Ben: p2", "Ben <ben@example.com>: p2"] },
    ],
    [
      "gives a response to the entry with its email",
      ["Ada Lovelace <other@example.com>", "Ada <ada@example.com>"],
      undefined,
      { answered: ["Ada <ada@example.com>: p1"], missing: ["Ada Lovelace <other@example.com>"] },
    ],
    [
      "asks whether a name beside the email of that person is the same person",
      ["Ada Lovelace", "ada@example.com"],
      undefined,
      { answered: ["ada@example.com: p1"], ambiguous: ["Ada Lovelace: p1"] },
    ],
    [
      "gives a response to the entry with its full name",
      ["Ana", "Ana Lopez"],
      silva.slice(1),
      { answered: ["Ana Lopez: p3"], ambiguous: ["Ana: p3"] },
    ],
    ["asks when several have a word", ["Ana"], silva, { answered: [], ambiguous: ["Ana: p1,p3"] }],
    [
      "asks when two entries are words of one name",
      ["Silva", "Maria"],
      silva,
      { answered: [], ambiguous: ["Silva: p1", "Maria: p1"], extra: ["p3"] },
    ],
    [
      "tells people who share an email apart by their names",
      family,
      home("Ben"),
      { answered: [`${family[1]}: p1`], missing: [family[0] ?? ""] },
    ],
    ["has both people who share an email as missing", family, [], { missing: family }],
    [
      "asks about people who share an email if the response has neither name",
      family,
      home("The Silvas"),
      { ambiguous: family.map((text) => `${text}: p1`), missing: [] },
    ],
    [
      "takes entries with one email and a common word as one person",
      ["home@example.com", "Ana Silva <home@example.com>", "Ana <HOME@example.com>"],
      home("A. S."),
      { answered: ["Ana Silva <home@example.com>: p1"] },
    ],
  ])("%s", (_, queries, people, expected) => {
    expect(compare(queries, people)).toMatchObject(expected);
  });
});

it("foldText folds case, accents, width, white space and invisible characters", () => {
  for (const title of ["Café du\u00a0Monde", "CAFE\u0301  DU MONDE", "ｃａｆé du mon\u200bde"])
    expect(foldText(title)).toBe("cafe du monde");
  expect(foldText("が")).not.toBe(foldText("か"));
  expect(foldText(`${"a".repeat(254)}b`)).not.toBe(foldText(`${"a".repeat(254)}c`));
});
