/** Mailboxes, lists of mailboxes and names with commas, as forms, calendars and mail programs write them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  exceedsPeople,
  extractAddress,
  foldText,
  parseMailbox,
  searchPeople,
  splitPeople,
} from "../../src/scheduling/index.ts";
import { choosePeople } from "../../src/scheduling/rank/people.ts";

const person = (name: string, email: string | null = null) => ({ id: `id of ${name} ${email}`, name, email });

const team = [
  person("Samantha Reed", "samantha@example.com"),
  person("Lovelace, Ada"),
  person("Ben", "ben@example.com"),
  person("Siobhán O’Neill-Łukasz"),
  person("Joanna"),
];

describe("parseMailbox", () => {
  it.each([
    ["Samantha Reed <samantha@example.com>", "Samantha Reed", "samantha@example.com"],
    ["Samantha Reed<samantha@example.com>", "Samantha Reed", "samantha@example.com"],
    ['"Reed, Samantha" <samantha@example.com>', "Reed, Samantha", "samantha@example.com"],
    ["'Reed, Samantha' <samantha@example.com>", "Reed, Samantha", "samantha@example.com"],
    ['"sam@work" <samantha@example.com>', "sam@work", "samantha@example.com"],
    ["Samantha Reed (samantha@example.com)", "Samantha Reed", "samantha@example.com"],
    ["Samantha Reed samantha@example.com", "Samantha Reed", "samantha@example.com"],
    ["<samantha@example.com>", "", "samantha@example.com"],
    [" samantha@example.com; ", "", "samantha@example.com"],
    ["MAILTO:samantha@example.com", "", "samantha@example.com"],
    ["<mailto:samantha@example.com|samantha@example.com>", "", "samantha@example.com"],
    ["Samantha Reed", "Samantha Reed", null],
    ['"Reed, Samantha"', "Reed, Samantha", null],
    ["Ada @ Work", "Ada @ Work", null],
    ["@samantha", "@samantha", null],
    ["A <a@example.com>, B <b@example.com>", "A <a@example.com>, B <b@example.com>", null],
    ["a@example.com <a@example.com>", "a@example.com", "a@example.com"],
    ["a@example.com b@example.com", "a@example.com b@example.com", null],
    ["", "", null],
  ])("parses %j", (text, name, address) => {
    expect(parseMailbox(text)).toEqual({ name, address });
  });

  it("extracts the address, or returns the text", () => {
    expect(extractAddress('"Reed, Samantha" <samantha@example.com>')).toBe("samantha@example.com");
    expect(extractAddress("Samantha Reed")).toBe("Samantha Reed");
  });
});

describe("splitPeople", () => {
  const split = (...texts: string[]) => splitPeople(texts, team);

  it.each([
    ["Lovelace, Ada", ["Lovelace, Ada"]],
    ["Reed, Samantha", ["Reed, Samantha"]],
    ["Lovelace, Ada, Ben", ["Lovelace, Ada", "Ben"]],
    ["Ben, Lovelace, Ada", ["Ben", "Lovelace, Ada"]],
    ["Ben, Joanna", ["Ben", "Joanna"]],
    ["Ben,Joanna;\nLovelace, Ada;", ["Ben", "Joanna", "Lovelace, Ada"]],
    ['"Reed, Samantha" <samantha@example.com>, Ben', ['"Reed, Samantha" <samantha@example.com>', "Ben"]],
    ["Reed, Samantha <samantha@example.com>", ["Reed, Samantha <samantha@example.com>"]],
    ["Ben, Samantha <samantha@example.com>", ["Ben", "Samantha <samantha@example.com>"]],
    ["Carl, Samantha <samantha@example.com>", ["Carl", "Samantha <samantha@example.com>"]],
    ["Who, Ever <ever@example.com>; Ben", ["Who, Ever <ever@example.com>", "Ben"]],
    ["Ben, Ever <ever@example.com>; Joanna", ["Ben", "Ever <ever@example.com>", "Joanna"]],
    [
      "Sam <samantha@example.com>\r\nBen <ben@example.com>",
      ["Sam <samantha@example.com>", "Ben <ben@example.com>"],
    ],
    ["'Reed, Sam' <samantha@example.com>, Ben", ["'Reed, Sam' <samantha@example.com>", "Ben"]],
    ["'Ben, Joanna", ["'Ben", "Joanna"]],
    ["Joanna, cleo@example.com", ["Joanna", "cleo@example.com"]],
    ["Dora, cleo@example.com; Joanna", ["Dora", "cleo@example.com", "Joanna"]],
    ["Ada Lovelace, samantha@example.com", ["Ada Lovelace", "samantha@example.com"]],
    ["Nobody, Known", ["Nobody", "Known"]],
    ['6" Ben, Joanna', ['6" Ben', "Joanna"]],
    [" , ;\n", []],
  ])("splits %j", (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it("keeps every person of a list with any separator", () => {
    const names = ["Ann Lee", "Lee, Ann", "Ólafur Þór", "Bo", "Jean-Luc Picard", "Reed, Samantha"];
    const written = fc.record({
      number: fc.nat(names.length - 1),
      form: fc.constantFrom(
        (name: string, email: string) => `"${name}" <${email}>`,
        (name: string, email: string) => `${name.replace(",", "")} <${email}>`,
        (_name: string, email: string) => email,
        (_name: string, email: string) => `<${email}>`,
        (_name: string, email: string) => `mailto:${email}`,
      ),
    });
    const crowd = names.map((name, index) => person(name, `p${index}@example.com`));
    fc.assert(
      fc.property(
        fc.array(written, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(",", ", ", ";", " ; ", "\n", "\r\n", ",\n"),
        (list, separator) => {
          const text = list
            .map(({ number, form }) => form(names[number] ?? "", `p${number}@example.com`))
            .join(separator);
          const { required } = choosePeople(crowd, splitPeople([text], crowd));
          expect(required.map(({ email }) => email)).toEqual([
            ...new Set(list.map(({ number }) => `p${number}@example.com`)),
          ]);
        },
      ),
    );
  });
});

describe("exceedsPeople", () => {
  it.each([
    ["as many texts as people", Array(10).fill("Ada"), false],
    ["more texts", Array(11).fill("Ada"), true],
    ["three parts for each person", ["a,".repeat(29)], false],
    ["more parts", ["a;b\nc,".repeat(10)], true],
    ["a hundred characters for each person", ["x".repeat(1_000)], false],
    ["more characters", ["x".repeat(1_000), "y"], true],
  ])("decides about %s before they are split", (_, texts, expected) => {
    expect(exceedsPeople(texts, 10)).toBe(expected);
  });
});

describe("searchPeople", () => {
  const find = (text: string) => {
    const { exact, partial } = searchPeople(team, text);
    return [exact.map(({ name }) => name), partial.map(({ name }) => name)];
  };

  it.each([
    ["Ada Lovelace", ["Lovelace, Ada"], []],
    ["siobhan o'neill-lukasz", ["Siobhán O’Neill-Łukasz"], []],
    ["SIOBHAN", [], ["Siobhán O’Neill-Łukasz"]],
    ["ada", [], ["Lovelace, Ada"]],
    ["Reed S.", [], []],
    ["Samantha", [], ["Samantha Reed"]],
    ["Ann", [], []],
    ["e", [], []],
    ["O", [], []],
    ["Neill", [], []],
    ["", [], []],
    ["\u200b", [], []],
    ["-", [], []],
    ["samantha@example.com", ["Samantha Reed"], []],
    ["amantha@example.com", [], []],
    ["example.com", [], []],
    ["Somebody <SAMANTHA@example.com>", ["Samantha Reed"], []],
    ["Samantha Reed <other@example.com>", [], []],
    ["Lovelace, Ada <ada@example.com>", ["Lovelace, Ada"], []],
  ])("finds %j by full names, then by whole words", (text, exact, partial) => {
    expect(find(text)).toEqual([exact, partial]);
  });

  it("does not find a person by a part of a word", () => {
    const word = fc.stringMatching(/^[a-zäé]{2,8}$/u);
    fc.assert(
      fc.property(word, word, fc.nat(7), fc.integer({ min: 1, max: 7 }), (first, last, start, length) => {
        const part = first.slice(start, start + length);
        fc.pre(part !== "" && foldText(part) !== foldText(first) && foldText(part) !== foldText(last));
        expect(searchPeople([person(`${first} ${last}`)], part)).toEqual({ exact: [], partial: [] });
      }),
    );
  });
});

it("folds case, accents, width, white space and invisible characters", () => {
  for (const title of ["Café du\u00a0Monde", "CAFE\u0301  DU MONDE", "ｃａｆé du mon\u200bde"])
    expect(foldText(title)).toBe("cafe du monde");
  expect(foldText("が")).not.toBe(foldText("か"));
  expect(foldText(`${"a".repeat(254)}b`)).not.toBe(foldText(`${"a".repeat(254)}c`));
});
