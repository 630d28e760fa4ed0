import { describe, expect, it } from "vitest";
import { formatTextTable, type RankablePerson, rankOptions } from "../../src/scheduling/index.ts";
import { before, dayOption, person, slot } from "./people-in-polls.ts";

const options = [slot(14), slot(15), slot(16)];

function draw(people: RankablePerson[], request: { required?: string[]; rows?: number; now?: number } = {}) {
  const { required, now = before, ...size } = request;
  const ranking = rankOptions({ poll: { options, timeZone: "UTC" }, participants: people, now, required });
  return formatTextTable(ranking, { timeZone: "America/New_York", ...size });
}

describe("a text table", () => {
  it("has a row for each option, a column for each person, counts, leaders and names", () => {
    const votes = { Ada: "220", "Grace Hopper": "120", Lin: "010" };
    const people = Object.entries(votes).map(([name, digits]) => person(name, digits, options));
    expect(draw(people, { required: ["Lin"], now: Date.parse("2027-03-01T14:30:00Z") })).toBe(
      [
        "                                                                 A B C",
        "  1. Mon 1 Mar 2027, 09:00-10:00  2 of 3, 1~, 0/1 required past  . # ~",
        "> 2. Mon 1 Mar 2027, 10:00-11:00  3 of 3, 1~, 1/1 required       ~ # #",
        "  3. Mon 1 Mar 2027, 11:00-12:00  0 of 3, 0/1 required           . . .",
        "# yes   ~ if need be   . no or unanswered",
        "A Lin (required)   B Ada   C Grace Hopper",
      ].join("\n"),
    );
  });

  it("shows days without a time zone, and votes without counts", () => {
    const days = [dayOption(1), dayOption(2)];
    const ranking = rankOptions({
      poll: { options: days, timeZone: null },
      participants: [person("Ada", "02", days)],
      now: before,
    });
    for (const timeZone of [null, "Pacific/Kiritimati", "America/Los_Angeles"]) {
      expect(formatTextTable(ranking, { timeZone }).split("\n").slice(1, 3)).toEqual([
        "  1. Mon 1 Mar 2027  0 of 1  .",
        "> 2. Tue 2 Mar 2027  1 of 1  #",
      ]);
    }
    const votes = formatTextTable(ranking, { timeZone: null, counts: false });
    expect(votes.split("\n").slice(1, 3)).toEqual(["Mon 1 Mar 2027  .", "Tue 2 Mar 2027  #"]);
  });

  it("has no columns of people without participants", () => {
    expect(draw([], { rows: 1 })).toBe(
      "  1. Mon 1 Mar 2027, 09:00-10:00  0 of 0\nand 2 more options, none of them better",
    );
    const none = rankOptions({ poll: { options: [], timeZone: null }, participants: [], now: before });
    expect(formatTextTable(none, { timeZone: null })).toBe("");
  });

  it("has only counts if the people do not fit, no line over 80 columns, and the best options only", () => {
    const people = Array.from({ length: 200 }, (_, who) =>
      person(`Person with a long name ${who}`, "2".repeat(who / 60), options),
    );
    const text = draw(people, { required: ["Person with a long name 199"], rows: 2 });
    expect(text).toBe(
      [
        "> 1. Mon 1 Mar 2027, 09:00-10:00  140 of 200, 1/1 required",
        "  2. Mon 1 Mar 2027, 10:00-11:00  80 of 200, 1/1 required",
        "and 1 more option, none of them better",
      ].join("\n"),
    );
    for (const count of [10, 15, 17, 20])
      for (const line of draw(people.slice(0, count)).split("\n"))
        expect(line.length).toBeLessThanOrEqual(80);
  });

  it("sanitizes names and cuts long ones", () => {
    const hostile = [
      "\u001b[31mred\u001b[0m",
      "line\nbreak\r\ttab",
      "\u202eesrever\u2066",
      "zero\u200bwidth\u{e0041}",
      "Z\u0300\u0301\u0302\u0303\u0304algo",
      "\u0000",
      "x".repeat(30),
    ];
    const text = draw(hostile.map((name) => person(name, "222", options)));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\p{Cf}]/u);
    expect(text).toContain("B line break tab");
    expect(text).toContain("F (no name)");
    expect(text).toContain(`G ${"x".repeat(23)}…`);
  });
});
