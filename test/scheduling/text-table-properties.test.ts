/** A text table agrees with its ranking for any number of people and options. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTextTable, rankOptions } from "../../src/scheduling/index.ts";
import { before, dayOption, person, slot } from "./people-in-polls.ts";

type Options = (ReturnType<typeof slot> | ReturnType<typeof dayOption>)[];

function draw(names: string[], width: number, options: Options) {
  const participants = names.map((name) => person(name, "2", options));
  const ranking = rankOptions({ poll: { options }, participants, now: before });
  return formatTextTable(ranking, { timeZone: "UTC", width }).split("\n");
}

const people = (count: number) => Array.from({ length: count }, (_, who) => `P${who}`);

describe("a text table", () => {
  it("has a cell for each person if they fit", () => {
    const [header, row, , names] = draw(people(15), 80, [slot(9)]);
    expect(header).toBe(`${" ".repeat(44)}A B C D E F G H I J K L M N O`);
    expect(row).toBe(`> 1. Mon 1 Mar 2027, 09:00-10:00  15 of 15  ${"# ".repeat(15).trim()}`);
    expect(names).toMatch(/^A P0 {3}B P1 /);
  });

  it("has a bar for all people if they do not fit", () => {
    const [row, , bar, ...rest] = draw(people(40), 80, [slot(9)]);
    expect(row).toBe(`> 1. Mon 1 Mar 2027, 09:00-10:00  40 of 40  ${"#".repeat(36)}`);
    expect(bar).toBe("Each bar stands for all 40 people.");
    expect(rest).toEqual([]);
  });

  it("has room for more people where labels are shorter", () => {
    expect(draw(people(25), 80, [slot(9)]).join("\n")).toContain("Each bar");
    expect(draw(people(25), 80, [dayOption(1)]).join("\n")).not.toContain("Each bar");
  });

  it("puts names on one line up to the last column", () => {
    const names = (second: number) => ["a".repeat(30), "b".repeat(20), "c".repeat(second)];
    const short = `A ${"a".repeat(22)}..   B ${"b".repeat(20)}`;
    expect(draw(names(15), 72, [dayOption(1)]).slice(3)).toEqual([`${short}   C ${"c".repeat(15)}`]);
    expect(draw(names(19), 72, [dayOption(1)]).slice(3)).toEqual([short, `C ${"c".repeat(19)}`]);
  });
});

/** Polls with one to six options and up to 300 people, some of them required. */
const polls = fc
  .tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 21, max: 300 })),
    fc.infiniteStream(fc.constantFrom("2", "2", "1", "0")),
    fc.nat({ max: 2 }),
    fc.integer({ min: 40, max: 120 }),
    fc.boolean(),
  )
  .map(([size, count, votes, required, width, days]) => {
    const options = Array.from({ length: size }, (_, index) =>
      days ? dayOption(index + 1) : slot(index * 2),
    );
    const nextVote = () => votes.next().value ?? "0";
    // The share of available people differs between options, so that all lengths of bars occur.
    const shares = options.map((_, index) => (index * count) / size);
    const participants = people(count).map((name, who) =>
      person(
        name,
        options.map((_, index) => (who >= (shares[index] ?? 0) ? nextVote() : "0")).join(""),
        options,
      ),
    );
    const wanted = participants.slice(0, required).map(({ id }) => id);
    const ranking = rankOptions({ poll: { options }, participants, required: wanted, now: before });
    return { ranking, count, width, text: formatTextTable(ranking, { timeZone: "UTC", width }) };
  });

const rowPattern =
  /^([> ]) +(\d+)\. .*?2027.*? {2}(\d+) of (\d+)(?:, (\d+)~)?(?:, (\d+)\/\d+ required)?(?: {2,}([#~. ]+))?$/;

function readRows(text: string) {
  return text.split("\n").flatMap((line) => {
    const found = rowPattern.exec(line);
    if (found === null) return [];
    const [, mark, rank, available, of, ifNeedBe = "0", required = "0", picture = ""] = found;
    const cells = picture.replaceAll(" ", "");
    const lengthOf = (symbol: string) => cells.split(symbol).length - 1;
    return [
      {
        leads: mark === ">",
        rank: Number(rank),
        available: Number(available),
        people: Number(of),
        ifNeedBe: Number(ifNeedBe),
        required: Number(required),
        line,
        length: cells.length,
        filled: lengthOf("#") + lengthOf("~"),
        yes: lengthOf("#"),
      },
    ];
  });
}

describe("every row of a text table", () => {
  it("shows the rank, the counts and the leaders of the ranking", () => {
    fc.assert(
      fc.property(polls, ({ ranking, text }) => {
        const byTime = ranking.options.toSorted((one, other) => one.index - other.index);
        expect(
          readRows(text).map(({ leads, rank, available, people, ifNeedBe, required }) => ({
            leads,
            rank,
            available,
            people,
            ifNeedBe,
            required,
          })),
        ).toEqual(
          byTime.map((option) => ({
            leads: ranking.leaders.includes(option),
            rank: option.rank,
            available: option.available,
            people: ranking.people,
            ifNeedBe: option.byVote.ifNeedBe.length,
            required: option.required,
          })),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("fills its bar by the share of available people, fully only for everybody", () => {
    fc.assert(
      fc.property(polls, ({ text, count }) => {
        for (const { length, filled, yes, available, ifNeedBe } of readRows(text)) {
          if (length === 0) continue;
          expect(Math.abs(filled / length - available / count)).toBeLessThanOrEqual(1 / length);
          expect(Math.abs(yes / length - (available - ifNeedBe) / count)).toBeLessThanOrEqual(1 / length);
          expect(filled === length).toBe(available === count);
          expect(filled === 0).toBe(available === 0);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("has a bar no shorter than a row with fewer people, of the same length", () => {
    fc.assert(
      fc.property(polls, ({ text }) => {
        const rows = readRows(text).sort((one, other) => one.available - other.available);
        expect(new Set(rows.map(({ length }) => length)).size).toBeLessThanOrEqual(1);
        rows.slice(1).forEach((row, index) => {
          expect(row.filled).toBeGreaterThanOrEqual(rows[index]?.filled ?? 0);
        });
      }),
      { numRuns: 200 },
    );
  });

  it("differs from a row of another rank apart from the date", () => {
    fc.assert(
      fc.property(polls, ({ text }) => {
        const rows = readRows(text);
        for (const one of rows)
          for (const other of rows)
            if (one.rank !== other.rank)
              expect(one.line.replace(/2027.*? {2}/, "")).not.toBe(other.line.replace(/2027.*? {2}/, ""));
      }),
      { numRuns: 200 },
    );
  });

  it("is no wider than asked for", () => {
    fc.assert(
      fc.property(polls, ({ text, width }) => {
        for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(Math.max(72, width));
      }),
      { numRuns: 200 },
    );
  });
});
