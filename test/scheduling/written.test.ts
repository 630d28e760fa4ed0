/** What the readers of written values take in both front ends. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOptionFormat } from "../../mcp/output/display.ts";
import { type FormatKind, writtenFormats } from "../../src/scheduling/written/formats.ts";
import {
  dateFormats,
  readClock,
  readLength,
  readTime,
  readTimes,
  readTimeZone,
  settleTime,
} from "../../src/scheduling/written/index.ts";
import { addDays, formatOption } from "../../src/time/index.ts";
import { toLocal } from "../../src/time/zones.ts";

describe("a date in a format", () => {
  it.each(dateFormats.map(([example]) => example))("%s is read", (example) => {
    const rules = { today: "2027-02-28", dateOrder: "month_first" } as const;
    expect(readTime(example, rules)).toMatchObject({ value: { start: { date: "2027-03-01" } } });
  });
});

describe("a value in the table of formats", () => {
  /** Whether a text of a kind has one meaning, for a poll in New York. */
  const isRead: Record<FormatKind, (text: string) => boolean> = {
    Day: (text) => isValue(readTime(text)),
    Time: (text) => isValue(readClock(text)),
    Range: (text) => isTime(`2027-03-01 ${text}`),
    Offset: isTime,
    Duration: (text) => isValue(readLength(text)),
    "Time Zone": (text) => isValue(readTimeZone(text)),
  };
  const isValue = (read: object | undefined) => read !== undefined && "value" in read;
  function isTime(text: string): boolean {
    const read = readTime(text);
    if (read === undefined || "problem" in read) return false;
    return "start" in settleTime(read.value, { timeZone: "America/New_York" });
  }

  it.each(writtenFormats.flatMap(({ kind, accepted }) => accepted.map((text) => [kind, text] as const)))(
    "%s %s is accepted",
    (kind, text) => {
      expect(isRead[kind](text)).toBe(true);
    },
  );

  it.each(writtenFormats.flatMap(({ kind, refused }) => refused.map((text) => [kind, text] as const)))(
    "%s %s is refused",
    (kind, text) => {
      expect(isRead[kind](text)).toBe(false);
    },
  );
});

describe("a range of days", () => {
  it.each([
    "2027-03-22/2027-04-02",
    "2027-03-22 - 2027-04-02",
    "22 March - 2 April 2027",
    "March 22 – April 2, 2027",
    "Mon 2027-03-22–Fri 2027-04-02",
  ])("is read with both days: %s", (text) => {
    const [item] = readTimes([text], {}) ?? [];
    expect(item?.read).toMatchObject({
      value: { start: { date: "2027-03-22" }, end: { date: "2027-04-02" } },
    });
  });

  it.each(["1 - 5 March 2027", "1.-5. March 2027", "March 1-5, 2027", "March 1 – 5, 2027"])(
    "has its month once: %s",
    (text) => {
      const [item] = readTimes([text], {}) ?? [];
      expect(item?.read).toMatchObject({
        value: { start: { date: "2027-03-01" }, end: { date: "2027-03-05" } },
      });
    },
  );
});

describe("an option", () => {
  const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC", null];
  const slot = fc.record({
    startTime: fc
      .integer({ min: Date.parse("2027-01-01") / 900_000, max: Date.parse("2028-01-01") / 900_000 })
      .map((quarter) => new Date(quarter * 900_000).toISOString().replace(".000Z", "Z")),
    duration: fc.integer({ min: 15, max: 1439 }),
  });
  const day = fc.integer({ min: 0, max: 700 }).map((count) => ({ date: addDays("2027-01-01", count) }));

  /** The option that a text means in a zone, as instants. */
  function readBack(text: string, timeZone: string | null) {
    const [item, ...others] = readTimes([text], {}) ?? [];
    expect(others).toEqual([]);
    if (item?.read === undefined || "problem" in item.read) return item?.read ?? text;
    const { start } = item.read.value;
    if (start.clock === undefined) return { date: start.date };
    const settled = settleTime(item.read.value, { timeZone });
    if ("problem" in settled) return settled.problem;
    return [settled.start, settled.end].map((moment) => moment && moment.local + (moment.offset ?? ""));
  }

  it("is read back from every text that a tool or a step shows", () => {
    fc.assert(
      fc.property(slot, fc.constantFrom(...zones), (option, timeZone) => {
        const zone = timeZone ?? "UTC";
        const end = new Date(Date.parse(option.startTime) + option.duration * 60_000).toISOString();
        const [from, to] = [option.startTime, end].map((instant) => toLocal(instant, zone));
        const show = (moment = from) =>
          `${moment?.date}T${moment?.time}${timeZone === null ? "" : moment?.offset}`;
        const format = createOptionFormat([option, { ...option, duration: option.duration + 1 }], timeZone);
        for (const text of [
          formatOption(option, timeZone),
          formatOption(option, timeZone, { style: "iso" }),
          format.format(option),
          `12: ${format.format(option)} | 3 yes, 1 if need be`,
        ]) {
          expect([text, readBack(text, timeZone)]).toEqual([text, [show(), show(to)]]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("that is a day is read back in each style", () => {
    fc.assert(
      fc.property(day, (option) => {
        for (const style of ["long", "short", "iso"] as const)
          expect(readBack(formatOption(option, null, { style }), null)).toEqual(option);
      }),
      { numRuns: 100 },
    );
  });
});
