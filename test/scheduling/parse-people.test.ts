/** Lists of people, as forms, spreadsheets, calendars, mail and chat programs write them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractAddress, findPeople, parseMailbox, parsePeople } from "../../src/scheduling/index.ts";

const person = (name: string, email: string | null = null) => ({ id: `id of ${name} ${email}`, name, email });

const team = [
  person("Samantha Reed", "samantha@example.com"),
  person("Lovelace, Ada"),
  person("Ben", "ben@example.com"),
  person("Anderson and Sons"),
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
  ])("parses %j", (text, name, email) => {
    expect(parseMailbox(text)).toEqual({ name, email });
  });

  it("gives extractAddress its address, which else returns the text", () => {
    expect(extractAddress('"Reed, Samantha" <samantha@example.com>')).toBe("samantha@example.com");
    expect(extractAddress("Samantha Reed")).toBe("Samantha Reed");
  });
});

describe("a list of people", () => {
  const texts = (value: unknown) => parsePeople(value, team).people.map(({ text }) => text);

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
    ["Sam <samantha@example.com>\r\nBen", ["Sam <samantha@example.com>", "Ben"]],
    ["'Reed, Sam' <samantha@example.com>, Ben", ["'Reed, Sam' <samantha@example.com>", "Ben"]],
    ["'Ben, Joanna", ["'Ben", "Joanna"]],
    ["Joanna, cleo@example.com", ["Joanna", "cleo@example.com"]],
    ["Dora, cleo@example.com; Joanna", ["Dora", "cleo@example.com", "Joanna"]],
    ["Ada Lovelace, samantha@example.com", ["Ada Lovelace", "samantha@example.com"]],
    ['6" Ben, Joanna', ['6" Ben', "Joanna"]],
    ["Cleo / Dora & Ben and Joanna", ["Cleo", "Dora", "Ben", "Joanna"]],
    ["Cleo und Dora et Ben", ["Cleo", "Dora", "Ben"]],
    ["Cleo, Dora, and Ben", ["Cleo", "Dora", "Ben"]],
    ["Anderson and Sons", ["Anderson and Sons"]],
    ["Anderson and Sons; Ben", ["Anderson and Sons", "Ben"]],
    ["Sandy Anders", ["Sandy Anders"]],
    ["c@example.com, d@example.com and e@example.com", ["c@example.com", "d@example.com", "e@example.com"]],
    ["Cleo <c@example.com>Dora <d@example.com>", ["Cleo <c@example.com>", "Dora <d@example.com>"]],
    [
      { attendees: [{ email: "c@example.com" }, { email: "d@example.com" }] },
      ["c@example.com", "d@example.com"],
    ],
    [
      "Day, Cleo <c@example.com>, Dow, Dora <d@example.com>",
      ["Day, Cleo <c@example.com>", "Dow, Dora <d@example.com>"],
    ],
    ["Day, Cleo <cleo.day@example.com>", ["Day, Cleo <cleo.day@example.com>"]],
    ["cleo@example.com (Cleo Day), Ben", ["cleo@example.com (Cleo Day)", "Ben"]],
    ["Cleo|Dora\tBen<br>Joanna<br/>Eve", ["Cleo", "Dora", "Ben", "Joanna", "Eve"]],
    ["- Cleo\n* Dora\n• Ben\n1. Eve\n2) Joanna\n[x] Fay", ["Cleo", "Dora", "Ben", "Eve", "Joanna", "Fay"]],
    ["1. Cleo, 2. Dora", ["Cleo", "Dora"]],
    ["cleo@example.com dora@example.com", ["cleo@example.com", "dora@example.com"]],
    [
      "Cleo <cleo@example.com> Dora <dora@example.com>",
      ["Cleo <cleo@example.com>", "Dora <dora@example.com>"],
    ],
    [
      "Cleo (cleo@example.com) Dora (dora@example.com)",
      ["Cleo (cleo@example.com)", "Dora (dora@example.com)"],
    ],
    ["Cleo\tcleo@example.com\nDora\tdora@example.com", ["Cleo cleo@example.com", "Dora dora@example.com"]],
    [
      ["Ben", "Joanna, Cleo"],
      ["Ben", "Joanna", "Cleo"],
    ],
    ['["Ben","Cleo"]', ["Ben", "Cleo"]],
    [{ name: "Reed, Sam", email: "sam@example.com", id: 7 }, ['"Reed, Sam" <sam@example.com>']],
    [
      [{ displayName: "Cleo", responseStatus: "accepted", email: "c@example.com" }],
      ['"Cleo" <c@example.com>'],
    ],
    [{ Email: "a@example.com" }, ["a@example.com"]],
    [{ first_name: "Cleo", last_name: "Day", note: "late" }, ['"Cleo Day"']],
    [{ name: ["Cleo", "Dora"], email: ["c@example.com", ""] }, ['"Cleo" <c@example.com>', '"Dora"']],
    [" , ;\n", []],
    [undefined, []],
    [{ company: "Example" }, []],
  ])("%j is read as %j", (value, expected) => {
    expect(texts(value)).toEqual(expected);
    expect(parsePeople(value, team).problems).toEqual([]);
  });

  it.each([
    ["ada@example", "address"],
    ["Ada <ada@localhost>", "address"],
    ["a@b@example.com", "address"],
    ["<@U1>", "chat-id"],
    ["<!here>", "chat-id"],
    ["everyone", "everyone"],
    ["@channel", "everyone"],
    ["???", "not-a-name"],
  ])("has %j as a problem: %s", (text, reason) => {
    expect(parsePeople(`Ben; ${text}`, team)).toEqual({
      people: [{ text: "Ben", name: "Ben", email: null }],
      problems: [{ text, reason }],
    });
  });

  it("takes a word for all people as the name of a participant who typed it", () => {
    expect(parsePeople("everyone", [person("Everyone")]).problems).toEqual([]);
  });

  it("keeps every person with any separator", () => {
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
        fc.constantFrom(",", ", ", ";", " ; ", "\n", "\r\n", ",\n", " ", "\t", " and ", " / ", "<br>"),
        (list, separator) => {
          const text = list
            .map(({ number, form }) => form(names[number] ?? "", `p${number}@example.com`))
            .join(separator);
          const found = findPeople(parsePeople(text, crowd).people, crowd);
          expect(found.map((match) => match.kind === "found" && match.person.email)).toEqual(
            list.map(({ number }) => `p${number}@example.com`),
          );
        },
      ),
    );
  });
});
