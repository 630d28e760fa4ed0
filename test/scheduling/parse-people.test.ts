/** Lists of people, as forms, spreadsheets, calendars, mail and chat programs write them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareInvitees, findPeople, parsePeople } from "../../src/scheduling/index.ts";

const person = (name: string, email: string | null = null) => ({ id: `id of ${name} ${email}`, name, email });

describe("one person", () => {
  it.each([
    ["Samantha Reed <samantha@x.org>", "Samantha Reed", "samantha@x.org"],
    ["Samantha Reed<samantha@x.org>", "Samantha Reed", "samantha@x.org"],
    ['"Reed, Samantha" <samantha@x.org>', "Reed, Samantha", "samantha@x.org"],
    ["'Doe, Kim' <kim@x.org>", "Doe, Kim", "kim@x.org"],
    ['"sam@work" <samantha@x.org>', "sam@work", "samantha@x.org"],
    ["Samantha Reed (samantha@x.org)", "Samantha Reed", "samantha@x.org"],
    ["samantha@x.org (Samantha Reed)", "Samantha Reed", "samantha@x.org"],
    ["Samantha Reed samantha@x.org", "Samantha Reed", "samantha@x.org"],
    ["<samantha@x.org>", "", "samantha@x.org"],
    ["MAILTO:samantha@x.org", "", "samantha@x.org"],
    ["<mailto:samantha@x.org|samantha@x.org>", "", "samantha@x.org"],
    ['"Doe, Kim"', "Doe, Kim", null],
  ])("is read from %j", (text, name, email) => {
    expect(parsePeople(text)).toMatchObject({ people: [{ text, name, email }], problems: [] });
  });
});

describe("a list of people", () => {
  it.each<[unknown, string]>([
    ['"Reed, Samantha" <samantha@x.org>, Ben', '"Reed, Samantha" <samantha@x.org> | Ben'],
    [
      "Müller, Jörg <joerg.mueller@x.org>, Dow, Dora <d.dow@x.org>",
      "Müller, Jörg <joerg.mueller@x.org> | Dow, Dora <d.dow@x.org>",
    ],
    ["- Cleo\n* Dora\n• Ben\n1. Eve\n2) Joanna\n[x] Fay", "Cleo | Dora | Ben | Eve | Joanna | Fay"],
    ["Cleo <c@x.org>Dora <d@x.org>", "Cleo <c@x.org> | Dora <d@x.org>"],
    ["c@x.org (Cleo Day), Ben", "c@x.org (Cleo Day) | Ben"],
    ["Ann\t\ta@x.org\nDora\t<d@x.org>", "Ann <a@x.org> | Dora <d@x.org>"],
    ['["Ben","Cleo"]', "Ben | Cleo"],
    [{ name: "Reed, Sam", email: "sam@x.org", id: 7 }, '"Reed, Sam" <sam@x.org>'],
    [[{ displayName: "c@x.org", email: "c@x.org" }], "c@x.org"],
    [{ attendees: [{ Email: "a@x.org" }, { email: "b@x.org" }] }, "a@x.org | b@x.org"],
    [{ first_name: "Cleo", last_name: "Day", note: "late" }, '"Cleo Day"'],
    [{ name: ["Cleo", "Dora"], email: ["c@x.org", ""] }, '"Cleo" <c@x.org> | "Dora"'],
    [{ name: ["Cleo", "Dora"], email: "c@x.org,d@x.org" }, '"Cleo" <c@x.org> | "Dora" <d@x.org>'],
    [["Alle Berg", "All Saints"], "Alle Berg | All Saints"],
    [["Participants", "Email", "Cleo"], "Participants | Email | Cleo"],
    [[{ user: "c@x.org" }, { value: "Cleo" }], "c@x.org | Cleo"],
    [
      { ok: true, members: [{ name: "cleo", profile: { real_name: "Cleo Day", email: "c@x.org" } }] },
      '"Cleo Day" <c@x.org>',
    ],
    [
      { names: [{ displayName: "Cleo" }], emailAddresses: [{ value: "c@x.org" }, { value: "d@x.org" }] },
      '"Cleo" <c@x.org>',
    ],
    [[{ emailAddress: { name: "Cleo", address: "c@x.org" }, type: "required" }], '"Cleo" <c@x.org>'],
    [[{ givenName: "Cleo", familyName: "Day" }, { name: "" }], '"Cleo Day"'],
    ['Name,Email\nAda Lovelace,ada@x.org\n"Hopper, Grace",', '"Ada Lovelace" <ada@x.org> | "Hopper, Grace"'],
    ["Email addresses\nc@x.org\nd@x.org", "c@x.org | d@x.org"],
    [{ emails: ["c@x.org", "d@x.org"] }, "c@x.org | d@x.org"],
    [{ name: "", email: ["c@x.org", "d@x.org"] }, "c@x.org | d@x.org"],
    [undefined, ""],
    ["First,Last\nCleo,Day\nDora,Dow", '"Cleo Day" | "Dora Dow"'],
    ["Vorname;Nachname;E-Mail\nCleo;Day;c@x.org", '"Cleo Day" <c@x.org>'],
    ["Name,Vorname\nMüller,Jörg", '"Jörg Müller"'],
    ["## Invited:\n- Cleo\n- Dora", "Cleo | Dora"],
    ["Cleo,c@x.org\nDora,d@x.org", "Cleo <c@x.org> | Dora <d@x.org>"],
    ["Cleo Day; day@x.org; Dora; dora.dow@x.org", "Cleo Day | day@x.org | Dora | dora.dow@x.org"],
    ["Cleo Day\nada.low@x.org\nDora\neve@x.org", "Cleo Day | ada.low@x.org | Dora | eve@x.org"],
    ["Cleo Day\nhello@x.org", "Cleo Day | hello@x.org"],
    [["Name\nCleo\nDora"], "Cleo | Dora"],
    [["Name,Email\nCleo Day,c@x.org"], '"Cleo Day" <c@x.org>'],
    [["Cleo", "c@x.org"], "Cleo | c@x.org"],
    ['"Cleo Day", "Dora Dow"', '"Cleo Day" | "Dora Dow"'],
    ["سارة محمد، أحمد علي؛ Cleo", "سارة محمد | أحمد علي | Cleo"],
    ["bo@example.com (accepted); Ann Bar [needsAction]", "bo@example.com | Ann Bar"],
  ])("%j is read as %s", (value, expected) => {
    const { people, problems } = parsePeople(value);
    expect([people.map(({ text }) => text).join(" | "), problems]).toEqual([expected, []]);
  });

  it.each<[unknown, string]>([
    ["Lovelace, Ada", "one-or-two"],
    ["Reed, Samantha <samantha@x.org>", "one-or-two"],
    ["Sam, Samantha Doe <sam.doe@x.org>", "one-or-two"],
    ['6" Ben, Joanna, Cleo', "not-a-name"],
    ["Ada Lovelace, samantha@x.org", "one-or-two"],
    ["Cleo und Dora et Ben, and Eve", "several"],
    ["Cleo|Dora\tBen<br>Joanna<br/>Eve", "one-or-two"],
    [{ COL$A: ["Cleo", "Dora"], COL$B: ["c@x.org", "d@x.org"] }, "fields"],
    ["Cleo, Dora, e@x.org", "several"],
    ["invitee,status\nCleo Day,accepted", "one-or-two"],
    [{ name: ["Cleo", "Dora"], email: "c@x.org" }, "data"],
    [{ name: "Cleo", email: ["c@x.org", "d@x.org"] }, "data"],
    ["Cleo &lt;c@x.org&gt;;&nbsp;Dora &amp;lt;d@x.org&amp;gt;", "not-a-name address"],
    ["|Name|Email|\n|---|---|\n|Cleo|c@x.org|", "not-a-name address"],
    ["Cleo Day\tSales\tc@x.org\nDora\tIT\td@x.org", "several"],
    ["To: Doe, Jane <jane.doe@x.org>;\n Roe, Rick\n <rick.roe@x.org>", "not-a-name one-or-two"],
    ["Cleo Day\n<cday@x.org>,\nDora\n<day@x.org>", "one-or-two"],
    ["Name: Cleo Day\nEmail: c@x.org\n\nName: Dora\nEmail: d@x.org", "not-a-name"],
    ["Cleo Day\n+49 (30) 12-34\ninfo@x.org\nDora\nx7k2@x.org", "not-a-name"],
    ["Cleo Day\ncleo92@x.org\nDora", "one-or-two"],
    ["c@x.org\nCleo Day\nd7@x.org\nDora Dow", "one-or-two"],
    [[["Cleo", "IT", "c@x.org"]], "several"],
    ["Herr und Frau Day", "several"],
    ["To: Cleo Day <c@x.org>\nSubject: Lunch\nDate: Mon, 1 Mar", "not-a-name"],
    ["An:\nCleo; Dora\nKopie: Eve", "not-a-name"],
    ["„Day, Cleo“; “Dow, Dora”", "not-a-name"],
    ["@cleo @dora", "not-a-name"],
    ["[Cleo](mailto:c@x.org) + [d@x.org](mailto:d@x.org) + mailto:e@x.org?cc=f", "address"],
    ["<ul><li>Cleo</li><li>Dora</li></ul>", "not-a-name"],
    ["1 Cleo\n2\tDora\nc) Eve • Fay", "one-or-two not-a-name"],
    ["Cleo · Dora", "not-a-name"],
    ["Soprano (3): Cleo, Dora, Eve Day\nGuests (1): Ben", "several not-a-name"],
    ["Soprano: Day, Cleo\nAlto: Dow, Dora", "one-or-two"],
    ["Ada Lee & Bob", "several"],
    ["Lee or Kim", "several"],
    ["Ada Lee / Bob Day", "several"],
    ["García López, María José <m@x.org>\nAnna Schmidt\nPeter Klein, Eva", "one-or-two"],
  ])("%j is refused: %s", (value, reasons) => {
    const { problems } = parsePeople(value);
    expect([...new Set(problems.map(({ reason }) => reason))].join(" ")).toBe(reasons);
  });

  it.each([
    ["ada@example", "address"],
    ["ada@example..com", "address"],
    ["ada@example.c", "address"],
    ["Ada <ada@localhost>", "address"],
    ["a@b@x.org", "address"],
    ["<@U1>", "chat-id"],
    ["<!here>", "chat-id"],
    ["everyone", "everyone"],
    ["everyone but Ben", "everyone"],
    ["all", "everyone"],
    ["the team", "everyone"],
    ["me", "everyone"],
    ["N/A", "nobody"],
    ["#N/A", "nobody"],
    ["TBD", "nobody"],
    ["none", "nobody"],
    ["true", "nobody"],
    ["???", "not-a-name"],
  ])("has %j as a problem: %s", (text, reason) => {
    expect(parsePeople(`Ben; ${text}`)).toMatchObject({
      people: [{ text: "Ben", name: "Ben", email: null }],
      problems: [{ text, reason }],
    });
  });

  it.each([
    [[true, null, "Ben"], [{ text: "true", reason: "nobody" }]],
    [[{ company: "Example", id: 7 }, "Ben"], [{ text: "company, id", reason: "fields" }]],
    [" , ;\n", [{ text: ", ;", reason: "not-a-name" }]],
    ['[{"name":"Ben"},]', [{ text: '[{"name":"Ben"},]', reason: "data" }]],
  ])("names what it did not read: %j", (value, problems) => {
    expect(parsePeople(value).problems).toEqual(problems);
  });

  // A text that is refused ends with a question mark.
  it.each([
    [["Fuchs, Uwe", "Kern, Sabine", "Lis, Tomasz"], "Fuchs, Uwe | Kern, Sabine | Lis, Tomasz"],
    [["Lovelace, Ada; Hopper, Grace"], "Lovelace, Ada | Hopper, Grace"],
    [["Ada, Ben, Cem"], "Ada | Ben | Cem"],
    [["Anna Schmidt, Peter Klein\nUwe Fuchs, Eva Lang"], "Anna Schmidt | Peter Klein | Uwe Fuchs | Eva Lang"],
    [
      ["García López, María José", "Pérez, Luis", "Gil, Eva"],
      "García López, María José? | Pérez, Luis? | Gil, Eva?",
    ],
    [["Fuchs, Uwe", "Anna Schmidt", "Peter Klein"], "Anna Schmidt | Peter Klein | Fuchs, Uwe?"],
    [["Fuchs, Uwe"], "Fuchs, Uwe?"],
    [["Ada Lovelace, Zoe"], "Ada Lovelace, Zoe?"],
    [["van der Berg, Jan"], "van der Berg, Jan?"],
    [["김철수, 이영희"], "김철수, 이영희?"],
    [["Uwe Fuchs, Bass"], "Uwe Fuchs, Bass?"],
    [["King, Martin, Jr."], "King, Martin, Jr.?"],
    [["Ada Lovelace, PhD"], "Ada Lovelace, PhD?"],
    [["Ada Lovelace, PhD, Ben, Cem"], "Ada Lovelace, PhD, Ben, Cem?"],
    [["Ada <ada@x.org>, Ben, Cem"], "Ada <ada@x.org> | Ben, Cem?"],
    [["García López, María José <maria.garcia@x.org>"], "García López, María José <maria.garcia@x.org>"],
  ])("%j is %s", (list, expected) => {
    const { people, problems } = parsePeople(list);
    const read = [...people.map(({ text }) => text), ...problems.map(({ text }) => `${text}?`)];
    expect(read.join(" | ")).toBe(expected);
  });

  it.each([
    [
      "names-many-commas",
      ["Ferro, Nadia T - Turin, IT <nadia.ferro@x.org>", "Holm, Ann - Bergen, NO <ann.holm@x.org>"],
      "; ",
    ],
    [
      "names-comma-in-brackets",
      ["Doe, Jane (Finance, Berlin) <jane.doe@x.org>", "Roe, Rick (IT, Bonn) <rick.roe@x.org>"],
      "; ",
    ],
    ["names-title-behind", ["Doe, Jane, Dr. <jane.doe@x.org>"], ""],
    ["names-quoted-commas-stays", ['"Doe, Jane, Dr., Finance" <jd@x.org>', '"Roe, Rick" <rr@x.org>'], ", "],
    ["names-family-address-stays", ["Doe, Jane <jane.doe@x.org>", "Roe, Rick <rick.roe@x.org>"], "; "],
    ["names-lines-stays", ["Jane Doe", "Rick Roe", "Sam Poe"], "\n"],
    ["names-zoom", ["Jane Doe (Host, me)", "Rick Roe (Guest)"], ", "],
    ["names-pronouns-stays", ["Jane Doe (she/her)", "Rick Roe (he/him)"], ", "],
  ])("%s", (_, texts, separator) => {
    const { people, problems } = parsePeople(texts.join(separator));
    expect([people.map(({ text }) => text), problems]).toEqual([texts, []]);
  });

  it.each([
    ["names-slash-behind", "Doe, Jane / Finance <jane.doe@x.org>"],
    [
      "names-header-folded",
      "To: Doe, Jane <jane.doe@x.org>; Roe, Rick\n <rick.roe@x.org>; Smith, John\n<j@x.org>",
    ],
    ["names-header-folded-in-name", 'To: "Doe, Jane" <jane.doe@x.org>,\n Rick\n Roe <rick.roe@x.org>'],
    ["keys-name-parts", "first_name: Bo\nlast_name: Ek\nemail: bo@x.org"],
    ["keys-semicolon", "Name: Bo Ek; Email: bo@x.org"],
    [
      "keys-two-objects",
      "email: bo@x.org\nresponseStatus: accepted\n\nemail: ann@x.org\nresponseStatus: needsAction",
    ],
    ["nobody-words", "No attendees"],
  ])("%s is refused", (_, value) => {
    expect(parsePeople(value).problems).not.toEqual([]);
  });

  it.each([
    ["room-google", { email: "c_1@resource.calendar.google.com", displayName: "Room 5", resource: true }],
    ["room-address", "c_188abc@resource.calendar.google.com"],
  ])("%s is left out and named, and alone it is refused", (_, room) => {
    expect(parsePeople([room, "Bo Ek (required)"])).toMatchObject({
      people: [{ text: "Bo Ek" }],
      problems: [],
      rooms: [expect.stringContaining("c_1")],
    });
    expect(parsePeople([room]).problems).toMatchObject([{ reason: "room" }]);
  });

  it("of N different lines has N people, each in one group of the comparison", () => {
    const word = fc.stringMatching(/^[A-ZÄÖÜ][a-zäöüßé]{1,8}$/);
    const line = fc.tuple(
      fc.constantFrom("", "Dr. ", "Frau ", "Herr ", "Oma "),
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("", " Jr.", " III", " (Bass)", " 7", " <us@x.org>", " <x@y.org>"),
    );
    const lines = fc.uniqueArray(
      line.map(([title, words, end]) => `${title}${words.join(" ")}${end}`),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(lines, lines, (list, voted) => {
        const voters = voted.map((name, index) => ({ ...person(name), id: `${index}` }));
        const { answered, missing, unclear } = compareInvitees(list.join("\n"), voters);
        const texts = [...answered, ...missing, ...unclear].flatMap(({ text, repeated = [] }) => [
          text,
          ...repeated,
        ]);
        expect(texts.sort()).toEqual(list.sort());
      }),
    );
  });

  it("keeps every person with any separator", () => {
    const names = ["Ann Lee", "Lee, Ann", "Ólafur Þór", "Bo", "Jean-Luc Picard", "Reed, Samantha"];
    const crowd = names.map((name, index) => person(name, `p${index}@x.org`));
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
          const { people, problems } = parsePeople(text);
          // What is refused is no guess.
          if (problems.length > 0) return;
          const found = findPeople(people, crowd);
          expect(found.map((match) => match.kind === "found" && match.person.email)).toEqual(
            list.map(({ email }) => email),
          );
        },
      ),
    );
  });
});
