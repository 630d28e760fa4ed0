/** Lists of people, as forms, spreadsheets, calendars, mail and chat programs write them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareInvitees, findPeople, parsePeople } from "../../src/scheduling/index.ts";

const person = (name: string, email: string | null = null) => ({ id: `id of ${name} ${email}`, name, email });

const team = [
  person("Samantha Reed", "samantha@example.com"),
  person("Lovelace, Ada"),
  person("Ben", "ben@example.com"),
  person("Anderson and Sons"),
  person("Joanna"),
];

describe("one person", () => {
  it.each([
    ["Samantha Reed <samantha@example.com>", "Samantha Reed", "samantha@example.com"],
    ["Samantha Reed<samantha@example.com>", "Samantha Reed", "samantha@example.com"],
    ['"Reed, Samantha" <samantha@example.com>', "Reed, Samantha", "samantha@example.com"],
    ["'Doe, Kim' <kim@example.com>", "Doe, Kim", "kim@example.com"],
    ['"sam@work" <samantha@example.com>', "sam@work", "samantha@example.com"],
    ["Samantha Reed (samantha@example.com)", "Samantha Reed", "samantha@example.com"],
    ["samantha@example.com (Samantha Reed)", "Samantha Reed", "samantha@example.com"],
    ["Samantha Reed samantha@example.com", "Samantha Reed", "samantha@example.com"],
    ["<samantha@example.com>", "", "samantha@example.com"],
    ["MAILTO:samantha@example.com", "", "samantha@example.com"],
    ["<mailto:samantha@example.com|samantha@example.com>", "", "samantha@example.com"],
    ["Cleo\tcleo@example.com", "Cleo", "cleo@example.com"],
    ['"Doe, Kim"', "Doe, Kim", null],
    ["Ada @ Work", "Ada @ Work", null],
    ["@samantha", "@samantha", null],
  ])("is read from %j", (text, name, email) => {
    expect(parsePeople(text, team)).toMatchObject({
      people: [{ text, name, email }],
      problems: [],
      pairs: [],
    });
  });
});

describe("a list of people", () => {
  it.each<[unknown, string[]]>([
    ["Lovelace, Ada", ["Lovelace, Ada"]],
    ["Lovelace, Ada, Ben", ["Lovelace, Ada", "Ben"]],
    ["Ben, Lovelace, Ada", ["Ben", "Lovelace, Ada"]],
    ["Ben,Joanna;\nLovelace, Ada;", ["Ben", "Joanna", "Lovelace, Ada"]],
    ["Anderson and Sons; Ben", ["Anderson and Sons", "Ben"]],
    ['"Reed, Samantha" <samantha@example.com>, Ben', ['"Reed, Samantha" <samantha@example.com>', "Ben"]],
    ["Reed, Samantha <samantha@example.com>", ["Reed, Samantha <samantha@example.com>"]],
    [
      "Reed, Sam <sam.reed@example.com>; Doe, Ann <adoe@example.com>; kim@example.com",
      ["Reed, Sam <sam.reed@example.com>", "Doe, Ann <adoe@example.com>", "kim@example.com"],
    ],
    [
      "Müller, Jörg <joerg.mueller@example.com>, Dow, Dora <d.dow@example.com>",
      ["Müller, Jörg <joerg.mueller@example.com>", "Dow, Dora <d.dow@example.com>"],
    ],
    ["Ben, Samantha <samantha@example.com>", ["Ben", "Samantha <samantha@example.com>"]],
    ["Carl, Ever <ever@example.com>; Joanna", ["Carl", "Ever <ever@example.com>", "Joanna"]],
    [
      "Reed, Kim <kim@example.com>; Doe, Max <max@example.com>",
      ["Reed, Kim <kim@example.com>", "Doe, Max <max@example.com>"],
    ],
    ["Sam, Samantha Doe <sam.doe@example.com>", ["Sam", "Samantha Doe <sam.doe@example.com>"]],
    ["Sam <samantha@example.com>\r\nBen", ["Sam <samantha@example.com>", "Ben"]],
    ["'Ben, Joanna", ["'Ben", "Joanna"]],
    ['6" Ben, Joanna, Cleo', ['6" Ben', "Joanna", "Cleo"]],
    ["Dora, cleo@example.com; Joanna", ["Dora", "cleo@example.com", "Joanna"]],
    ["Ada Lovelace, samantha@example.com", ["Ada Lovelace", "samantha@example.com"]],
    ["Cleo und Dora et Ben, and Eve", ["Cleo", "Dora", "Ben", "Eve"]],
    ["Cleo|Dora\tBen<br>Joanna<br/>Eve", ["Cleo", "Dora", "Ben", "Joanna", "Eve"]],
    ["- Cleo\n* Dora\n• Ben\n1. Eve\n2) Joanna\n[x] Fay", ["Cleo", "Dora", "Ben", "Eve", "Joanna", "Fay"]],
    ["1. Cleo, 2. Dora", ["Cleo", "Dora"]],
    ["Cleo <c@example.com>Dora <d@example.com>", ["Cleo <c@example.com>", "Dora <d@example.com>"]],
    ["Cleo (c@example.com) Dora (d@example.com)", ["Cleo (c@example.com)", "Dora (d@example.com)"]],
    ["c@example.com (Cleo Day), Ben", ["c@example.com (Cleo Day)", "Ben"]],
    ["Ann\t\ta@example.com\nDora\t<d@example.com>", ["Ann\t\ta@example.com", "Dora\t<d@example.com>"]],
    [
      ["Ben", "Joanna, Cleo"],
      ["Ben", "Joanna", "Cleo"],
    ],
    ['["Ben","Cleo"]', ["Ben", "Cleo"]],
    [{ name: "Reed, Sam", email: "sam@example.com", id: 7 }, ['"Reed, Sam" <sam@example.com>']],
    [[{ displayName: "c@example.com", email: "c@example.com" }], ["c@example.com"]],
    [
      { attendees: [{ Email: "a@example.com" }, { email: "b@example.com" }] },
      ["a@example.com", "b@example.com"],
    ],
    [{ first_name: "Cleo", last_name: "Day", note: "late" }, ['"Cleo Day"']],
    [{ name: ["Cleo", "Dora"], email: ["c@example.com", ""] }, ['"Cleo" <c@example.com>', '"Dora"']],
    [
      [{ user: "c@example.com" }, { value: "Cleo" }],
      ["c@example.com", "Cleo"],
    ],
    [
      { ok: true, members: [{ name: "cleo", profile: { real_name: "Cleo Day", email: "c@example.com" } }] },
      ['"Cleo Day" <c@example.com>'],
    ],
    [
      {
        names: [{ displayName: "Cleo" }],
        emailAddresses: [{ value: "c@example.com" }, { value: "d@x.org" }],
      },
      ['"Cleo" <c@example.com>'],
    ],
    [
      [{ emailAddress: { name: "Cleo", address: "c@example.com" }, type: "required" }],
      ['"Cleo" <c@example.com>'],
    ],
    [[{ givenName: "Cleo", familyName: "Day" }, { name: "" }], ['"Cleo Day"']],
    [
      'Name,Email\nAda Lovelace,ada@example.com\n"Hopper, Grace",',
      ['"Ada Lovelace" <ada@example.com>', '"Hopper, Grace"'],
    ],
    [["E-Mail", "ada@example.com"], ["ada@example.com"]],
    ["Email addresses\nc@example.com\nd@example.com", ["c@example.com", "d@example.com"]],
    [{ emails: ["c@example.com", "d@example.com"] }, ["c@example.com", "d@example.com"]],
    [{ name: "Cleo", email: ["c@example.com", "d@x.org"] }, ['"Cleo" <c@example.com>']],
    [{ name: "", email: ["c@example.com", "d@example.com"] }, ["c@example.com", "d@example.com"]],
    [{ name: ["Cleo", "Dora"], email: "c@example.com" }, ['"Cleo"', '"Dora"']],
    [
      "Cleo &lt;c@example.com&gt;;&nbsp;Dora &amp;lt;d@example.com&amp;gt;",
      ["Cleo <c@example.com>", "Dora <d@example.com>"],
    ],
    [undefined, []],
    ["First,Last\nCleo,Day\nDora,Dow", ['"Cleo Day"', '"Dora Dow"']],
    ["Vorname;Nachname;E-Mail\nCleo;Day;c@example.com", ['"Cleo Day" <c@example.com>']],
    ["Name,Vorname\nMüller,Jörg", ['"Jörg Müller"']],
    ["Namen\nCleo, Eve\nDora", ["Cleo", "Eve", "Dora"]],
    [
      ["Participants", "Cleo", "Dora"],
      ["Cleo", "Dora"],
    ],
    ["## Invited:\n- Cleo\n- Dora", ["Cleo", "Dora"]],
    ["|Name|Email|\n|---|---|\n|Cleo|c@example.com|", ['"Cleo" <c@example.com>']],
    ["Cleo,c@example.com\nDora,d@x.org", ['"Cleo" <c@example.com>', '"Dora" <d@x.org>']],
    [
      ["c@example.com; Cleo", "d@x.org; Dora"],
      ['"Cleo" <c@example.com>', '"Dora" <d@x.org>'],
    ],
    ["Cleo\tDay\tc@x.org\nDora\tDow\td@x.org", ['"Cleo Day" <c@x.org>', '"Dora Dow" <d@x.org>']],
    ["Cleo Day\tSales\tc@x.org\nDora\tIT\td@x.org", ['"Cleo Day" <c@x.org>', '"Dora" <d@x.org>']],
    [
      "Cleo, Ben, ben@x.org\nDora, Eve Day, eve@x.org",
      ["Cleo", "Ben, ben@x.org", "Dora", "Eve Day, eve@x.org"],
    ],
    ["Cleo Day, cleo@example.com", ["Cleo Day, cleo@example.com"]],
    [
      "Cleo Day\n<cday@example.com>,\nDora\n<day@example.com>",
      ["Cleo Day, <cday@example.com>", "Dora", "<day@example.com>"],
    ],
    ["Cleo Day; day@example.com", ["Cleo Day", "day@example.com"]],
    ['To: "Müller, Jörg" <joerg@example.com>', ['"Müller, Jörg" <joerg@example.com>']],
    ["An:\nCleo; Dora\nKopie: Eve", ["Cleo", "Dora", "Eve"]],
    ['"Cleo Day", "Dora Dow"', ['"Cleo Day"', '"Dora Dow"']],
    ["„Day, Cleo“; “Dow, Dora”", ['"Day, Cleo"', '"Dow, Dora"']],
    ["@cleo @dora", ["@cleo", "@dora"]],
    [
      "[Cleo](mailto:c@example.com) + [d@x.org](mailto:d@x.org) + mailto:e@x.org?cc=f",
      ["Cleo <c@example.com>", "<d@x.org>", "mailto:e@x.org?cc=f"],
    ],
    ["<ul><li>Cleo</li><li>Dora</li></ul>", ["Cleo", "Dora"]],
    ["1 Cleo\n2\tDora\nc) Eve • Fay", ["Cleo", "Dora", "Eve", "Fay"]],
    ["Cleo, Luis y Marta", ["Cleo", "Luis", "Marta"]],
    ["Ortega y Gasset, José", ["Ortega y Gasset, José"]],
    ["سارة محمد، أحمد علي؛ Cleo", ["سارة محمد", "أحمد علي", "Cleo"]],
  ])("%j is read as %j", (value, expected) => {
    const { people, problems } = parsePeople(value, team);
    expect([people.map(({ text }) => text), problems]).toEqual([expected, []]);
  });

  it.each([
    ["ada@example", "address"],
    ["ada@example..com", "address"],
    [".ada@example.com", "address"],
    ["ada@-example.com", "address"],
    ["ada@example.c", "address"],
    ["Ada <ada@localhost>", "address"],
    ["a@b@example.com", "address"],
    ["<@U1>", "chat-id"],
    ["<!here>", "chat-id"],
    ["everyone", "everyone"],
    ["everybody from sales", "everyone"],
    ["???", "not-a-name"],
  ])("has %j as a problem: %s", (text, reason) => {
    expect(parsePeople(`Ben; ${text}`, team)).toMatchObject({
      people: [{ text: "Ben", name: "Ben", email: null }],
      problems: [{ text, reason }],
    });
  });

  it.each([
    [[{ company: "Example", id: 7 }, "Ben"], [{ text: "company, id", reason: "fields" }]],
    [" , ;\n", [{ text: ", ;", reason: "not-a-name" }]],
    ['[{"name":"Ben"},]', [{ text: '[{"name":"Ben"},]', reason: "data" }]],
  ])("names what it did not read: %j", (value, problems) => {
    expect(parsePeople(value, team).problems).toEqual(problems);
  });

  // A text that may be one person or two ends with a question mark.
  it.each<[string[], voters: string[], people: string[]]>([
    [["Fuchs, Uwe", "Kern, Sabine", "Lis, Tomasz"], ["Uwe"], ["Fuchs, Uwe", "Kern, Sabine", "Lis, Tomasz"]],
    [["Lovelace, Ada; Hopper, Grace"], [], ["Lovelace, Ada", "Hopper, Grace"]],
    [["Smith, John; Doe, Jane"], ["Dr. Ann Smith"], ["Smith, John", "Doe, Jane"]],
    [["Ada, Ben, Cem"], [], ["Ada", "Ben", "Cem"]],
    [
      ["Anna Schmidt, Peter Klein\nUwe Fuchs, Eva Lang"],
      [],
      ["Anna Schmidt", "Peter Klein", "Uwe Fuchs", "Eva Lang"],
    ],
    [
      ["García López, María José", "Pérez, Luis", "Gil, Eva"],
      [],
      ["García López, María José", "Pérez, Luis", "Gil, Eva"],
    ],
    [
      ["Fuchs, Uwe", "Anna Schmidt", "Peter Klein"],
      [],
      ["Fuchs", "Uwe", "Anna Schmidt", "Peter Klein", "Fuchs, Uwe?"],
    ],
    [["Fuchs, Uwe"], [], ["Fuchs", "Uwe", "Fuchs, Uwe?"]],
    [["Fuchs, Uwe"], ["Uwe", "Fuchs"], ["Fuchs", "Uwe"]],
    [["김철수, 이영희"], [], ["김철수", "이영희"]],
    [["Uwe Fuchs, Bass"], [], ["Uwe Fuchs, Bass"]],
    [["King, Martin, Jr."], [], ["King, Martin, Jr."]],
    [["Ada Lovelace, PhD"], [], ["Ada Lovelace, PhD"]],
    [["Ada Lovelace, PhD, Ben, Cem"], [], ["Ada Lovelace, PhD", "Ben", "Cem"]],
    [["Nagy, Anna"], ["Anna Nagy"], ["Nagy, Anna"]],
    [["Ada <ada@x.org>, Ben, Cem"], [], ["Ada <ada@x.org>", "Ben", "Cem"]],
  ])("%j with the voters %j is %j", (list, voters, expected) => {
    const { people, pairs } = parsePeople(
      list,
      voters.map((name) => person(name)),
    );
    expect([...people.map(({ text }) => text), ...pairs.map((text) => `${text}?`)]).toEqual(expected);
  });

  it("of 30 people with the family name first has 30", () => {
    const names = Array.from({ length: 30 }, (_, index) => `Family${index}, Given${index}`);
    const voters = names.slice(0, 21).map((name) => person(name.replace(/(\S+), (\S+)/, "$2 $1")));
    for (const list of [names, names.join("\n"), names.join("; ")]) {
      const { people } = parsePeople(list, voters);
      expect(people).toHaveLength(30);
      expect(compareInvitees(people, voters)).toMatchObject({
        answered: { length: 21 },
        missing: { length: 9 },
      });
    }
  });

  it("takes a word for all people as the name of a participant who typed it", () => {
    expect(parsePeople("everyone", [person("Everyone")]).problems).toEqual([]);
  });

  it("keeps every person with any separator", () => {
    const names = ["Ann Lee", "Lee, Ann", "Ólafur Þór", "Bo", "Jean-Luc Picard", "Reed, Samantha"];
    const crowd = names.map((name, index) => person(name, `p${index}@example.com`));
    const written = fc.constantFrom(
      ...crowd.flatMap(({ name, email }) =>
        [
          `"${name}" <${email}>`,
          `${name.replace(",", "")} <${email}>`,
          `${email}`,
          `<${email}>`,
          `mailto:${email}`,
        ].map((text) => ({ text, email })),
      ),
    );
    fc.assert(
      fc.property(
        fc.array(written, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(",", ", ", ";", " ; ", "\n", "\r\n", ",\n", " ", "\t", " and ", " / ", "<br>"),
        (list, separator) => {
          const text = list.map(({ text }) => text).join(separator);
          const found = findPeople(parsePeople(text, crowd).people, crowd);
          expect(found.map((match) => match.kind === "found" && match.person.email)).toEqual(
            list.map(({ email }) => email),
          );
        },
      ),
    );
  });
});
