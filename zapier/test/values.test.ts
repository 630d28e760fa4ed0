/** Every table of values, through Create Poll to the request that it sends. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../../src/time/index.ts";
import { createPoll, planPollForm } from "../creates/create-poll.ts";
import { listTimeZoneChoices } from "../input/values.ts";
import { startHarness, today } from "./harness.ts";
import { days, instants } from "./tables/days.ts";
import { clocks, closings, lengths, weekdays } from "./tables/lengths.ts";
import { dayLists, lists, rows } from "./tables/line-items.ts";
import { times } from "./tables/times.ts";
import { windowsMenu, zones } from "./tables/zones.ts";

const harness = startHarness();

const newYork = "America/New_York";

interface Body {
  timeZone?: string;
  duration?: number;
  options: { date?: string; startTime?: string; duration?: number }[];
}

/** Runs the step. Returns the body that was sent, or the message of the error if nothing was. */
async function send(
  form: Record<string, unknown>,
  timezone: string | null = newYork,
): Promise<Body | string> {
  const before = harness.sandbox.requests.length;
  const inputData = { title: "Call", ...form };
  const run = harness.run(createPoll, { inputData, meta: { timezone } });
  const error = await run.then(
    () => undefined,
    (caught: Error) => caught.message,
  );
  const [request] = harness.sandbox.requests.slice(before);
  if (error === undefined) return request?.body as Body;
  expect(request).toBeUndefined();
  return (JSON.parse(error) as { message: string }).message;
}

/** The options that were sent, as instants with their minutes or days. */
const optionsOf = (sent: Body | string) =>
  typeof sent === "string"
    ? `! ${sent}`
    : sent.options
        .map(
          ({ date, startTime, duration = sent.duration }) => date ?? `${startTime?.slice(0, 16)} ${duration}`,
        )
        .join(" | ");

function expectOutcome(outcome: string, expected: string) {
  if (expected.startsWith("! ")) {
    expect(outcome).toMatch(/^! /);
    expect(outcome).toContain(expected.slice(2));
  } else expect(outcome).toBe(expected);
}

const offerTimes = (times: unknown, form?: object) =>
  send({ option_type: "times", times, duration: "30", ...form });
const offerDays = (dates: unknown, zone?: string | null, form?: object) =>
  send({ option_type: "days", dates, ...form }, zone);
const march = { option_type: "hours", first_day: "2027-03-01", last_day: "2027-03-07", duration: "30" };
const morning = { ...march, last_day: "2027-03-01", first_slot_starts: "09:00", last_slot_ends: "10:00" };
/** Every shape in which one value arrives: as it is, as a list, and as JSON in text. */
const shapesOf = (value: unknown) => [value, [value], JSON.stringify(value)];

describe("a time", () => {
  it.each(times)("%s is %s", async (text, expected, form) => {
    expectOutcome(optionsOf(await offerTimes(text, form)), expected);
  });

  it("is an instant that shows the written clock in the zone of the poll", async () => {
    const day = fc.integer({ min: 0, max: 700 }).map((count) => addDays("2027-02-01", count));
    const clock = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
      return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
    });
    const zone = fc.constantFrom(newYork, "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland");
    const property = fc.asyncProperty(day, clock, zone, async (date, time, timeZone) => {
      const sent = await send({
        option_type: "times",
        times: `${date} ${time}`,
        duration: 30,
        time_zone: timeZone,
      });
      // Only a time that the change to summer time leaves out is refused.
      if (typeof sent === "string") {
        expect(sent).toContain("does not exist");
        return;
      }
      const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
      expect(format.format(new Date(sent.options[0]?.startTime ?? ""))).toBe(`${date} ${time}`);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it.each([
    ["America/New_York", "2027-03-14 09:00", "2027-03-14T13:00 30"],
    ["Europe/Berlin", "2027-03-28 09:00", "2027-03-28T07:00 30"],
    ["Europe/Berlin", "2027-03-28 02:30", "! 02:30 does not exist"],
    ["Europe/Berlin", "2027-10-31 09:00", "2027-10-31T08:00 30"],
    ["Europe/Berlin", "2027-10-30 23:00 - 04:00", "2027-10-30T21:00 360"],
    ["Europe/Berlin", "2027-03-28 01:00 - 04:00", "2027-03-28T00:00 120"],
    ["Europe/Berlin", "2027-03-28 01:00 - 02:00", "2027-03-28T00:00 60"],
    ["Europe/Berlin", "2027-03-28 01:00 - 02:30", "! 02:30 does not exist"],
    ["Europe/Berlin", "2027-10-30 12:00 - 2027-10-31 12:00", "! ends 1500 minutes after its start"],
    ["Pacific/Auckland", "2027-04-03 15:00", "2027-04-03T02:00 30"],
    ["Pacific/Auckland", "2027-09-26 09:00", "2027-09-25T20:00 30"],
    ["Asia/Kolkata", "2027-03-28 02:30", "2027-03-27T21:00 30"],
    ["America/New_York", "2027-11-07 01:30", "2027-11-07T05:30 30"],
    ["floating", "2027-01-15 06:00", "2027-01-15T06:00 30"],
    ["floating", "2027-01-14 06:00", "! is in the past"],
    ["floating", "2027-03-01T09:00:00-05:00", "! has an offset, but the poll has no time zone"],
    ["floating", "2027-03-01 09:00 (Europe/Berlin)", "! has a time zone, but the poll has no time zone"],
  ])("near a clock change or without a zone: %s, %s", async (time_zone, times, expected) => {
    expectOutcome(optionsOf(await send({ option_type: "times", times, time_zone, duration: 30 })), expected);
  });
});

describe("a day", () => {
  it.each(days)("%s is %s", async (text, expected, form) => {
    expectOutcome(optionsOf(await offerDays(text, newYork, form)), expected);
  });

  it.each(instants)(
    "given as an instant is refused where another day is meant: %s in %s",
    async (text, zone, expected) => {
      expectOutcome(optionsOf(await offerDays(text, zone)), expected);
      if (zone === null) return;
      const hours = { ...march, first_slot_starts: "09:00", last_slot_ends: "09:30", time_zone: zone };
      const first = await send({ ...hours, first_day: text, last_day: "2027-03-07" }, "UTC");
      const last = await send({ ...hours, first_day: "2027-02-27", last_day: text }, "UTC");
      if (expected.startsWith("!"))
        for (const [label, sent] of [
          ["First Day", first],
          ["Last Day", last],
        ] as const)
          expect(sent).toMatch(new RegExp(`^${label}: .*${expected.slice(2)}`));
      else expect([first, last].map((sent) => typeof sent)).toEqual(["object", "object"]);
    },
  );

  it.each([
    ["today", "Pacific/Honolulu", "2027-01-15"],
    ["now", "Pacific/Niue", "2027-01-14"],
    ["Today", "Pacific/Kiritimati", "2027-01-16"],
    ["today +7d", "Europe/Berlin", "2027-01-22"],
    ["today", null, "! depends on a time zone"],
    ["2027-01-15", "Europe/Berlin", "2027-01-15"],
    ["2027-01-14", "Europe/Berlin", "! is in the past"],
    ["2027-01-15", "Pacific/Kiritimati", "! is in the past"],
    ["2027-01-14", null, "2027-01-14"],
    ["17 lip 2027", "Europe/Warsaw", "! could be 17 June or 17 July"],
    ["10. listopada 2027.", "Europe/Zagreb", "! could be 10 October or 10 November"],
  ])("%s is read in the zone of the account: %s", async (text, zone, expected) => {
    expectOutcome(optionsOf(await offerDays(text, zone)), expected);
  });
});

describe("a date in the words of a language", () => {
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 17 + month, 9, 5));
  const [day, year] = ["numeric", "numeric"] as const;
  const isoOf = (moment: number) => new Date(moment).toISOString().slice(0, 16);

  /** What Create Poll plans for a time in UTC, or the reason why it refuses it. */
  function plan(field: "dates" | "times", text: string, zone = "UTC"): string {
    const option_type = field === "dates" ? "days" : field;
    const form = { title: "Call", option_type, [field]: text, duration: 30 };
    try {
      const { body } = planPollForm({ ...form, time_zone: zone }, zone, Date.parse(today));
      return (body.options ?? []).map((option) => ("date" in option ? option.date : option.startTime)).join();
    } catch (error) {
      return `! ${(error as Error).message}`;
    }
  }

  it.each("en de fr es it pt nl sv da nb pl".split(" "))("is read as Intl writes it: %s", (language) => {
    const write = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
    const styles = [
      { dateStyle: "full" },
      { dateStyle: "long" },
      { day, year, month: "short", weekday: "short" },
      { day, year, month: "long", weekday: "short" },
    ] as const;
    for (const moment of months) {
      const expectMeaning = (read: string, text: string, meaning: string) => {
        // Without a weekday the Polish July and November may be the Croatian June and October.
        if (/^\d+ lis/.test(text)) expect(read).toContain("could be");
        else expect(read).toContain(meaning);
      };
      for (const style of styles) {
        const text = write(style).format(moment);
        expectMeaning(plan("dates", text), text, isoOf(moment).slice(0, 10));
      }
      for (const dateStyle of ["full", "long"] as const) {
        const text = write({ dateStyle, timeStyle: "short" }).format(moment);
        expectMeaning(plan("times", text), text, isoOf(moment));
      }
    }
  });

  // Written in Latin letters, with names of months like those of the eleven languages.
  const others =
    "af az bs ca cs cy en-CA es-MX et eu fi fo fr-CA fy ga gd gl hr hsb hu id ig is ku lb lt lv ms mt nn oc pt-PT rm ro sc sk sl sq sr-Latn sw tr uz vi wo yo zu";
  it.each(others.split(" "))("of another language is that day or refused: %s", (language) => {
    for (const month of ["long", "short"] as const)
      for (const weekday of [undefined, "short", "long"] as const)
        for (const moment of months) {
          const format = new Intl.DateTimeFormat(language, { day, month, year, weekday, timeZone: "UTC" });
          const text = format.format(moment);
          const planned = plan("dates", text);
          if (!planned.startsWith("!")) expect([text, planned]).toEqual([text, isoOf(moment).slice(0, 10)]);
        }
  });
});

describe("lists and line items", () => {
  it.each(lists)("of times: %j", async (item, expected) => {
    for (const shape of shapesOf(item)) expectOutcome(optionsOf(await offerTimes(shape)), expected);
  });

  it.each(dayLists)("of days: %j", async (item, expected) => {
    for (const shape of shapesOf(item)) expectOutcome(optionsOf(await offerDays(shape)), expected);
  });

  it.each(rows)("of rows: %j", async (row, expected, form) => {
    expectOutcome(
      optionsOf(await send({ option_type: "rows", rows: [row], duration: 30, ...form })),
      expected,
    );
  });

  it("of blank rows are left out, and a hundred rows are taken", async () => {
    const row = (index: number) => ({
      row_date: addDays("2027-03-01", index),
      row_start: "09:00",
      row_end: "09:30",
    });
    const blank = { row_date: "", row_start: " ", row_end: null, row_duration: undefined };
    const all = Array.from({ length: 100 }, (_, index) => row(index));
    const sent = await send({ option_type: "rows", rows: [blank, ...all, blank] });
    expect(typeof sent === "string" ? sent : sent.options.length).toBe(100);
    expect(await send({ option_type: "rows", rows: [...all, row(100)] })).toMatch(/^Rows: has 101 values/);
    expect(await send({ option_type: "rows", rows: [blank] })).toBe(
      "Rows: needs at least one row with a date and a start.",
    );
  });
});

describe("a time zone", () => {
  const offer = (time_zone: string) =>
    send({ option_type: "times", times: "2027-03-01 09:00", duration: 30, time_zone });
  const zoneOf = (sent: Body | string) => (typeof sent === "string" ? `! ${sent}` : (sent.timeZone ?? ""));

  it.each(zones)("%s is %s", async (text, expected) => {
    const zone = zoneOf(await offer(text));
    // Programs differ in the older and the newer name of a zone.
    const sameZone = (name: string) =>
      new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    expectOutcome(
      zone.startsWith("!") ? zone : sameZone(zone),
      expected.startsWith("!") ? expected : sameZone(expected),
    );
  });

  it.each(windowsMenu)("has its offset in the menu of Windows: %s", async (row) => {
    const zone = zoneOf(await offer(row));
    const [, offset = "+00:00"] = /^\(UTC([+-]\d\d:\d\d)?\)/.exec(row) ?? [];
    const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
    const offsets = [0, 6].map(
      (month) => `${format.format(Date.UTC(2027, month, 15)).split("GMT")[1] || "+00:00"}`,
    );
    expect(offsets).toContain(offset);
  });

  it("can be chosen by every value and label of the dropdown", async () => {
    const [floating = [], ...labels] = Object.entries(listTimeZoneChoices());
    expect(labels.length).toBeGreaterThan(400);
    for (const text of floating) expect(zoneOf(await offer(text))).toBe("");
    for (const [value, label] of labels.filter(([, label], index) => index % 9 === 0 || /Canada/.test(label)))
      expect(zoneOf(await offer(label))).toBe(value);
  });
});

describe("a length of time", () => {
  it.each(lengths)("%j is %s", async (duration, expected) => {
    const sent = await send({ option_type: "times", times: "2027-03-01 09:00", duration });
    if (typeof expected === "number") expect(sent).toMatchObject({ duration: expected });
    else expectOutcome(typeof sent === "string" ? `! ${sent}` : "sent", expected);
  });
});

describe("the same hours on several days", () => {
  const startsOf = (sent: Body | string) =>
    typeof sent === "string"
      ? [`! ${sent}`]
      : sent.options.map(({ startTime }) => startTime?.slice(11, 16) ?? "");

  it.each(clocks)("start at %s: %s", async (from, expected) => {
    const sent = await send({
      ...morning,
      first_slot_starts: from,
      last_slot_ends: "24:00",
      time_zone: "UTC",
    });
    expectOutcome(startsOf(sent)[0] ?? "", expected);
  });

  it.each(closings)("end at %s: %s", async (to, expected) => {
    const sent = await send({ ...morning, first_slot_starts: "08:00", last_slot_ends: to, time_zone: "UTC" });
    expectOutcome(startsOf(sent).at(-1) ?? "", expected);
  });

  it.each(weekdays)("are offered on %j: %s", async (text, expected) => {
    const sent = await send({
      ...march,
      first_slot_starts: "09:00",
      last_slot_ends: "09:30",
      weekdays: text,
    });
    const found = optionsOf(sent).replace(/2027-03-0(\d)T14:00 30(?: \| )?/g, "$1");
    expectOutcome(found, expected);
  });

  it("have slots at the interval, or one after the other", async () => {
    expect(
      startsOf(await send({ ...morning, last_slot_ends: "12:00", minutes_between_starts: "1 h" })),
    ).toHaveLength(3);
    expect(startsOf(await send({ ...morning, last_slot_ends: "12:00" }))).toHaveLength(6);
    expect(await send({ ...morning, minutes_between_starts: "often" })).toContain(
      'Minutes Between Starts: "often" is not',
    );
  });
});
