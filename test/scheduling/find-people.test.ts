import { describe, expect, it } from "vitest";
import { foldText } from "../../src/fold-text.ts";
import {
  compareInvitees,
  findPeople,
  lookUpPerson,
  type Person,
  PlanError,
} from "../../src/scheduling/index.ts";
import { groupResponses } from "../../src/scheduling/people/identity.ts";

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
  person("p9", "Mallory@Example.com", "other@example.org"),
  person("p10", "zoe@example.com"),
];

/** `p1` for one person, `? p1 p2` for an unclear entry, `- p1` for a missing one with suggestions. */
function find(query: string, people: readonly Person[] = crowd): string {
  const [match] = findPeople([query], people);
  if (match?.kind === "found") return match.person.id;
  const ids = match?.candidates.map(({ id }) => id) ?? [];
  return [match?.kind === "unclear" ? "?" : "-", ...ids].join(" ");
}

describe("a person", () => {
  it.each([
    ["is found by full name in any case", "ada LOVELACE", "p1"],
    ["is found by email in any case", "grace@example.COM", "p2"],
    ["is found with any Unicode composition", "Jose\u0301 Nu\u0301n\u0303ez", "p3"],
    ["is found with invisible characters", "Ada\u200b Love\u202elace", "p1"],
    ["is found by participant id", "p5", "p5"],
    ["is found with another apostrophe and hyphen", "siobhan o'neill‐lukasz", "p7"],
    ["is found by the address of a mailbox", "Countess <ada@example.com>", "p1"],
    ["without an email is found by the name of a mailbox", "Jose Nunez <jose@example.com>", "p3"],
    ["is unclear if a text may name another one, too", "Ada Lovelace & Bob", "? p1"],
    ["who typed an address as the name is found by it", "Zoe Doe <zoe@example.com>", "p10"],
    ["is unclear if several people have the name", "Anna", "? p4 p5"],
    ["is unclear if that word has another email", "Ada <other@example.com>", "? p1"],
    ["is unclear if the address is somebody's name", "mallory@example.com", "? p9"],
  ])("%s", (_, query, expected) => {
    expect(find(query)).toBe(expected);
  });

  it("is found by email rather than by a name that is the same address", () => {
    expect(find("ada@example.com", [person("m", "ada@example.com", "m@example.com"), ...crowd])).toBe("p1");
  });

  it("is the last of two responses with one email, and has both", () => {
    const twice = ["first", "second"].map((id) => person(id, "Ada", "ADA@example.com"));
    for (const query of ["Ada", "ada@example.com"])
      expect(findPeople([query], twice)).toMatchObject([
        { kind: "found", person: { id: "second" }, responses: twice },
      ]);
  });
});

describe("a missing person", () => {
  it.each(["velace", "e", "example.com", "-", "\u200b", "", "nobody@example.com"])(
    "is %j: neither a name nor whole words of one",
    (query) => {
      expect(find(query)).toMatch(/^-/);
    },
  );

  const office = ["Anna Kowalska", "Jon Smith", "John Smyth", "Mohammed Ali", "Muhamad Aly", "J Brown"].map(
    (name, index) => person(`${index}`, name),
  );

  it.each([
    ["a word is the same", "Peter Smith", "- 1 2"],
    ["another word is alike", "Mohamad Alli", "- 4"],
    ["it is an address of no participant", "ana.kowalska@example.com", "- 0"],
    ["it has only an initial in common", "J Black", "-"],
  ])("gets suggestions when %s", (_, query, expected) => {
    expect(find(query, office)).toBe(expected);
  });

  it("gets at most five suggestions", () => {
    const clones = Array.from({ length: 50 }, (_, index) =>
      person(`c${index}`, "Ada Lovelace", `c${index}@x.org`),
    );
    expect(find("Adda Lovelace", clones)).toBe("- c0 c1 c2 c3 c4");
  });

  it.each([
    ["the tenors", "Ada Lovelace", true],
    ["Adda Lovelace", "Ada Lovelace", false],
    ["tenors@x.org", "Ada Lovelace", false],
    ["Ada Lovelace", "Ada King", false],
  ])("is perhaps a group or another name: %s beside %s is %s", (text, voter, expected) => {
    expect(findPeople([text], [person("p1", voter)])).toMatchObject([{ mayBeGroup: expected }]);
  });
});

it.each([
  ["one word that one name has", "hopper", "p2"],
  ["one word that several names have", "Grace", "? p2 p8"],
  ["a beginning of a word", "Hop", "? p2"],
  ["a word of another person beside it", "Hopper & Bob", "? p2"],
])("A person who is looked up is named by %s", (_, query, expected) => {
  const match = lookUpPerson(query, crowd);
  const ids = match.kind === "found" ? [match.person.id] : ["?", ...match.candidates.map(({ id }) => id)];
  expect(ids.join(" ")).toBe(expected);
});

// People are the digits of their responses.
it.each([
  ["with one address are one person", "Sam, sam@x.org; Lena; Samuel, SAM@x.org", "02 1"],
  ["of one name without an address are one person", "Kim Holt; Lena Ott; Kim  HOLT", "02 1"],
  ["of one name of which one has an address are one person", "Kim Holt; Lena Ott; Kim Holt, k@x.org", "02 1"],
  [
    "of one name with two addresses are several people",
    "Kim Holt, a@x.org; Kim Holt, b@x.org; Kim Holt",
    "0 1 2",
  ],
  ["of one word are several people", "Anna; Anna", "0 1"],
  ["of other brackets are several people", "Hans Müller (Bass); Hans Müller (Tenor); Hans Müller", "0 1 2"],
  ["in another order of words are several people", "Kim Lee; Lee Kim", "0 1"],
  ["are one person through a third one", "Kim Holt; K., k@x.org; Kim Holt, k@x.org", "012"],
])("Responses %s", (_, list, expected) => {
  const people = list.split("; ").map((text, index) => {
    const [name = "", email = null] = text.split(", ");
    return person(`${index}`, name, email);
  });
  const groups = groupResponses(people).map((own) => own.map(({ id }) => id).join(""));
  expect(groups.join(" ")).toBe(expected);
});

/** A word of its own for each number. */
const spell = (index: number) =>
  [...`${index}`.padStart(4, "0")].map((digit) => "bdfgklmnpr"[+digit]?.repeat(3)).join("");

describe("the comparison of a list with a poll", () => {
  const ada = person("p1", "Ada Lovelace", "ada@x.test");
  const ben = person("p2", "Ben");
  const lopez = person("p2", "Ana Lopez");
  const home = (...names: string[]) => names.map((name, index) => person(`p${index}`, name, "us@x.test"));

  // Each entry with its outcome as in `find`, and those who were not invited.
  it.each<[string, Person[], Record<string, string>]>([
    ["finds nobody if nobody answered", [], { Ada: "-" }],
    ["may be empty", [ada, ben], { extra: "p1 p2" }],
    ["asks about two entries for one response", [ben], { Ben: "? p2", "Ben <b@x.test>": "? p2" }],
    ["prefers the entry with the email", [ada], { "Ada Lovelace <a@y.test>": "-", "Ada <ada@x.test>": "p1" }],
    ["asks about a name beside its email", [ada], { "Ada Lovelace": "? p1", "ada@x.test": "p1" }],
    ["prefers the entry with the full name", [lopez], { Ana: "-", "Ana Lopez": "p2" }],
    [
      "tells apart a family that shares an email",
      home("Ana Silva"),
      { "Ana Silva <us@x.test>": "p0", "Ben Silva <us@x.test>": "-" },
    ],
    [
      "asks about those who share an email if the response has neither name",
      home("The Silvas"),
      { "Ana <us@x.test>": "? p0", "Ben <us@x.test>": "? p0" },
    ],
    [
      "gives those who share an email a response by name, and asks about the one that is left",
      home("Ana", "Benny"),
      { "Ana <us@x.test>": "p0", "Ben <us@x.test>": "? p1" },
    ],
  ])("%s", (_, people, { extra = "", ...outcomes }) => {
    const list = (some: readonly Person[]) => some.map(({ id }) => id).join(" ");
    const compared = compareInvitees(Object.keys(outcomes), people);
    expect(list(compared.extra)).toBe(extra);
    expect(
      Object.fromEntries([
        ...compared.answered.map((match) => [match.text, match.person.id]),
        ...compared.missing.map(({ text }) => [text, "-"]),
        ...compared.unclear.map(({ text, candidates }) => [text, `? ${list(candidates)}`]),
      ]),
    ).toEqual(outcomes);
  });

  it.each<[string, unknown, string[]]>([
    ["an entry without a name", [{ text: "Ada" }, {}], ["invited.0", "invited.1"]],
    ["unknown names of fields", [{ nmae: "Ada" }, { email: "ada@x.test" }], ["invited.0.nmae", "invited.0"]],
    ["a text that names nobody", "Ada\nN/A\nFuchs, Uwe", ["invited", "invited"]],
    ["elements that name nobody", ["N/A", "Ada", "", "Fuchs, Uwe", "everyone"], ["invited", "invited"]],
  ])("refuses %s as problems", (_, invited, paths) => {
    try {
      expect.unreachable(JSON.stringify(compareInvitees(invited as string, [ada])));
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      expect(error.problems.map(({ path }) => path)).toEqual(paths);
    }
  });

  const building = "Faculty of Applied Sciences Building ".repeat(3);
  const department = (index: number) => `Departm${spell(index)[0]}nt `.repeat(18);
  it.each<[string, (index: number) => string]>([
    ["share all words but one", (index) => `${building} ${spell(index)}`],
    ["differ by letters", (index) => `Sam ${department(index)}${spell(index)}`],
  ])("has an end for a thousand long entries that %s", (_, write) => {
    const list = Array.from({ length: 1_000 }, (_, index) => write(index));
    const people = Array.from({ length: 1_000 }, (_, index) => person(`p${index}`, write(2_000 + index)));
    const { answered, missing, unclear } = compareInvitees(list, people);
    expect(answered.length + missing.length + unclear.length).toBe(1_000);
  });

  it("takes a text of people, and objects with a name or an email", () => {
    expect(compareInvitees("Ada Lovelace; Ben\nCleo; Dan", [ada, ben])).toMatchObject({
      answered: [{ text: "Ada Lovelace" }, { text: "Ben" }],
      missing: [{ text: "Cleo" }, { text: "Dan" }],
      fitsNobody: false,
    });
    expect(compareInvitees(["Cleo", "Dan"], [ada]).fitsNobody).toBe(true);
    expect(compareInvitees(["Cleo", "Dan"], []).fitsNobody).toBe(false);
    expect(compareInvitees([{ email: "ada@x.test" }, { name: "Ben" }], [ada, ben]).answered).toHaveLength(2);
  });

  it("counts repeated entries once, and keeps the one with a name", () => {
    const repeated = ["cleo@example.com", "Cleo Day <CLEO@example.com>", "Cleo <cleo@example.com>"];
    const { missing } = compareInvitees([...repeated, "Dan", "dan", "cleo@example.com", " "], [ada]);
    expect(missing.map(({ text }) => text)).toEqual(["Cleo Day <CLEO@example.com>", "Dan"]);
  });
});

it("foldText folds case, accents, width, white space and invisible characters", () => {
  for (const title of ["Café du\u00a0Monde", "CAFE\u0301  DU MONDE", "ｃａｆé du mon\u200bde"])
    expect(foldText(title)).toBe("cafe du monde");
  expect(["Straße", "IŞIK", "Łódź", "Þór"].map(foldText)).toEqual(["strasse", "isik", "lodz", "thor"]);
  expect(foldText("が")).not.toBe(foldText("か"));
  expect(foldText(`${"a".repeat(254)}b`)).not.toBe(foldText(`${"a".repeat(254)}c`));
});
