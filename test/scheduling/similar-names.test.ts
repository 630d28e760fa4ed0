/** The people who are suggested for misspelt names, most similar first. */
import { describe, expect, it } from "vitest";
import { choosePeople, PeopleError } from "../../src/scheduling/rank/people.ts";

const office = [
  "Anna Kowalska",
  "Anne Keller",
  "Hannah Arendt",
  "Jon Smith",
  "John Smyth",
  "Joan Smith-Meyer",
  "Mohammed Ali",
  "Muhamad Aly",
  "Katharina Schmidt",
  "Catherine Schmitt",
  "Jürgen Müller",
  "Siobhán O'Neill",
  "Xin Li",
  "Theo",
  "Theodora Papadopoulou-Konstantinidou",
  "J Brown",
  "Bo",
];

function suggest(query: string, names: readonly string[]): string[] {
  const people = names.map((name) =>
    name.includes("@")
      ? { id: `of ${name}`, name: "-", email: name }
      : { id: `of ${name}`, name, email: null },
  );
  try {
    choosePeople(people, [query]);
  } catch (error) {
    if (!(error instanceof PeopleError)) throw error;
    return error.problems.flatMap(({ similar }) => similar.map(({ name, email }) => email ?? name));
  }
  throw new Error("was found");
}

describe("a misspelt name", () => {
  it.each([
    ["two letters changed places", "Jhon Smith", ["Jon Smith", "Joan Smith-Meyer", "John Smyth"]],
    ["a doubled letter is single", "Ana Kowalska", ["Anna Kowalska"]],
    ["a mute letter is missing", "Hanna Arendt", ["Hannah Arendt"]],
    ["it is spelt in several ways", "Mohamed Ali", ["Mohammed Ali", "Muhamad Aly"]],
    ["two people have a similar name", "Katarina Schmid", ["Katharina Schmidt", "Catherine Schmitt"]],
    ["its umlauts are written out", "Juergen Mueller", ["Jürgen Müller", "Anne Keller"]],
    ["its accents and its apostrophe are missing", "Siobhan ONeill", ["Siobhán O'Neill"]],
    [
      "it is long, with two slips",
      "Theodora Papadopulu-Konstantinidu",
      ["Theodora Papadopoulou-Konstantinidou"],
    ],
    ["the family name comes first", "Kowalsk, Anna", ["Anna Kowalska", "Anne Keller"]],
    ["an address stands beside it", "Anna Kowalsk <ak@example.com>", ["Anna Kowalska"]],
    ["it is an address of no participant", "anna.kowalska@example.com", ["Anna Kowalska"]],
  ])("gets suggestions when %s", (_, query, expected) => {
    expect(suggest(query, office)).toEqual(expected);
  });

  it("gets names with a whole word in common before similar names", () => {
    expect(suggest("Smith", office)).toEqual(["Jon Smith", "Joan Smith-Meyer", "John Smyth"]);
    expect(suggest("Lee", ["Annalee", "Leeds", "Anna Lee"])).toEqual(["Anna Lee", "Leeds", "Annalee"]);
    expect(suggest("mary", ["Marya", "jo.mary@example.com", "jo_mary@example.com"])).toEqual([
      "jo.mary@example.com",
      "jo_mary@example.com",
      "Marya",
    ]);
  });

  it("gets names that differ by single letters before names with one word in common", () => {
    const [near, bearer] = ["Anna Kowalski", "Maria Teresa Kowalska-Majewska"];
    expect(suggest("Ana Kowalska", [bearer, near])).toEqual([near, bearer]);
  });

  it("gets a long name by its short form, and a short name by its long form", () => {
    const long = "Theodora Papadopoulou-Konstantinidou";
    expect(suggest("Papadop", [long])).toEqual([long]);
    expect(suggest("Theodora Papadopoulou", ["Theo"])).toEqual(["Theo"]);
    expect(suggest("Bart", ["Baart", "Bartholomew"])).toEqual(["Baart", "Bartholomew"]);
  });

  it("gets no suggestion for a shared initial or a single letter", () => {
    expect(suggest("J Smith", ["J Brown"])).toEqual([]);
    expect(suggest("o", ["Leo"])).toEqual([]);
    expect(suggest("Leo", ["O"])).toEqual([]);
  });

  it("gets the name with the fewest wrong letters first, and none with half of them wrong", () => {
    expect(suggest("Katarina", ["Katharine", "Catarine", "Katharina"])).toEqual([
      "Katharina",
      "Katharine",
      "Catarine",
    ]);
    expect(suggest("Anja", ["Arne", "Anke"])).toEqual([]);
    expect(suggest("Nina", ["Inan", "Nino"])).toEqual(["Nino"]);
  });

  it("gets a full name by one misspelt word of it", () => {
    expect(suggest("Smiht", ["Jon Smith", "Anna Brown"])).toEqual(["Jon Smith"]);
    expect(suggest("Smit", ["Anna Brown", "John Smyth", "Jon Smith"])).toEqual(["Jon Smith", "John Smyth"]);
    expect(suggest("Jon", ["John Smyth"])).toEqual(["John Smyth"]);
  });

  it("is compared with the part of an address before the @", () => {
    expect(suggest("greta@example.com", ["zoltan@example.com", "grete@elsewhere.org"])).toEqual([
      "grete@elsewhere.org",
    ]);
  });

  it("gets no suggestion when it is blank, not even a blank name", () => {
    for (const blank of ["", "  ", "\u200b", "@example.com"])
      expect(suggest(blank, ["\u200b", "\u2060"])).toEqual([]);
  });
});

it("reads the first two hundred characters of a name", () => {
  const long = (last: string, letter = "a") => ({
    id: `id-${last}`,
    name: letter.repeat(199) + last,
    email: null,
  });
  for (const letter of ["a", "ä"]) {
    const people = [long("b", letter), long("c", letter)];
    const { required } = choosePeople(people, [`${letter.repeat(199)}c and much more`]);
    expect(required).toEqual([people[1]]);
  }
});
