/** What programs give and people write, through Create Poll to the request that it sends. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../../src/time/index.ts";
import { createPoll, createPollForm, planPollForm } from "../creates/create-poll.ts";
import { listTimeZoneChoices } from "../input/values.ts";
import { startHarness, today } from "./harness.ts";
import { type Kind, written } from "./written.ts";

const harness = startHarness();

const newYork = "America/New_York";

interface Body {
  timeZone?: string;
  duration?: number;
  options: { date?: string; startTime?: string; duration?: number }[];
}

/** Runs the step. Returns the body that was sent and the notes, or the message of the error if nothing was sent. */
async function create(form: Record<string, unknown>, timezone: string | null = newYork) {
  const before = harness.sandbox.requests.length;
  const inputData = { title: "Call", ...form };
  try {
    const { notes } = await harness.run<{ notes: string }>(createPoll, { inputData, meta: { timezone } });
    return { sent: harness.sandbox.requests[before]?.body as Body, notes };
  } catch (error) {
    expect(harness.sandbox.requests).toHaveLength(before);
    return { sent: (JSON.parse((error as Error).message) as { message: string }).message, notes: "" };
  }
}

const send = async (form: Record<string, unknown>, timezone: string | null = newYork) =>
  (await create(form, timezone)).sent;

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

const march = { option_type: "hours", first_day: "2027-03-01", last_day: "2027-03-07", duration: "30" };
const morning = { ...march, last_day: "2027-03-01", first_slot_starts: "09:00", last_slot_ends: "10:00" };
const inZone = (time_zone: string) => ({
  option_type: "times",
  times: "2027-03-01 09:00",
  duration: 30,
  time_zone,
});

const refusalOr = (sent: Body | string, show: (body: Body) => string | undefined): string =>
  typeof sent === "string" ? `! ${sent}` : (show(sent) ?? "");
const clockOf = (startTime: string | undefined) => startTime?.slice(11, 16);
const zoneOf = (sent: Body | string) => refusalOr(sent, ({ timeZone }) => timeZone);
/** The name of the zone in this program: programs differ in the older and the newer name. */
const sameZone = (name: string): string =>
  name.startsWith("!") ? name : new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;

/** What is sent for a value of a kind. */
const outcomes: Record<Kind, (value: unknown, form?: object) => Promise<string>> = {
  time: async (times, form) => optionsOf(await send({ option_type: "times", times, duration: 30, ...form })),
  day: async (dates, form) => optionsOf(await send({ option_type: "days", dates, ...form })),
  row: async (row, form) =>
    optionsOf(await send({ option_type: "rows", rows: [row], duration: 30, ...form })),
  length: async (duration) =>
    refusalOr(await send({ option_type: "times", times: "2027-03-01 09:00", duration }), ({ duration }) =>
      String(duration),
    ),
  "first slot": async (first_slot_starts) =>
    refusalOr(
      await send({ ...morning, first_slot_starts, last_slot_ends: "24:00", time_zone: "UTC" }),
      ({ options }) => clockOf(options[0]?.startTime),
    ),
  "last slot": async (last_slot_ends) =>
    refusalOr(
      await send({ ...morning, first_slot_starts: "08:00", last_slot_ends, time_zone: "UTC" }),
      ({ options }) => clockOf(options.at(-1)?.startTime),
    ),
  weekdays: async (weekdays) =>
    refusalOr(await send({ ...march, first_slot_starts: "9:00", last_slot_ends: "9:30", weekdays }), (sent) =>
      sent.options.map(({ startTime }) => startTime?.slice(9, 10)).join(""),
    ),
  zone: async (zone) => sameZone(zoneOf(await send(inZone(String(zone))))),
};

describe.each(
  Object.entries(written).flatMap(([source, values]) =>
    Object.entries(values).map((rows) => [source, ...rows] as const),
  ),
)("what %s gives as a %s", (_source, kind, rows) => {
  it.each(rows)("%j is %s", async (value, expected, form) => {
    // One value also arrives as a list, and a list as JSON in text.
    const shapes =
      typeof value === "object" && kind !== "row" ? [value, [value], JSON.stringify(value)] : [value];
    for (const shape of shapes)
      expectOutcome(
        await outcomes[kind as Kind](shape, form),
        kind === "zone" ? sameZone(expected) : expected,
      );
  });
});

const inBerlin = { time_zone: "Europe/Berlin", duration: "30" };
const inNewYork = { time_zone: "America/New_York", duration: "30" };
const row = (date: string, start: string, end = "") => ({
  option_type: "rows",
  rows: [{ row_date: date, row_start: start, row_end: end }],
  ...inBerlin,
});
const rows = (rows: unknown, form: object = inBerlin) => ({ option_type: "rows", rows, ...form });
const times = (text: string, form: object = inBerlin) => ({ option_type: "times", times: text, ...form });
const days = (dates: string, form?: object) => ({ option_type: "days", dates, ...form });

const bothDays = "2027-03-01 | 2027-03-02";
const nine = "2027-03-01T08:00 30";
/** A row whose date is not the day of its start: both cells are named. */
const contradicting = (date: string) => {
  const start = "2027-03-01 09:00";
  return [row(date, start), `! "${date}, ${start}" contradict each other`] as const;
};
describe("Create Poll reads", () => {
  it.each<[id: string, form: Record<string, unknown>, expected: string, note?: string | RegExp]>([
    ["row-other-day", ...contradicting("March 2")],
    ["row-other-weekday", ...contradicting("Tuesday")],
    ["row-short-year", ...contradicting("02.03.27")],
    ["row-no-year", ...contradicting("3/2")],
    ["row-clock-as-date", ...contradicting("10:00")],
    ["row-word-as-date", ...contradicting("cancelled")],
    ["row-date-decided", row("3/1/2027", "2027-03-01 09:00"), nine],
    ["row-two-equal", row("2027-03-01", "2027-03-01 09:00"), nine],
    ["row-two-iso-days", ...contradicting("2027-03-02")],
    ["row-same-weekday", ...contradicting("Monday")],
    ["row-date-at-midnight", row("2027-03-01T00:00:00", "09:00"), nine],
    ["row-date-moved", row("2027-03-01 +7d", "09:00"), "2027-03-08T08:00 30"],
    ["row-start-moved", row("2027-03-01", "9:00 AM +7d"), "2027-03-08T08:00 30"],
    ["row-relative", row("tomorrow", "09:00"), "! is not a date"],
    ["row-end-moved", row("2027-03-01", "09:00", "10:00 +7d"), "! ends 10140 minutes after"],
    [
      "row-start-z-end-plain",
      rows([{ row_start: "2027-03-01T09:00:00Z", row_end: "10:00" }], { time_zone: "UTC", duration: "30" }),
      "2027-03-01T09:00 60",
    ],
    ["row-html-cell", row("<b>2027-05-11</b>", "15:00"), "2027-05-11T13:00 30"],
    ["rows-json-names", rows('[{"Date":"2027-03-01","Start":"09:00"}]'), nine],
    ["rows-names-small", rows([{ date: "2027-05-11", start: "15:00", end: "16:30" }]), "2027-05-11T13:00 90"],
    [
      "rows-names-duration",
      rows([{ Date: "2027-05-11", Start: "15:00", Duration: "45" }], { time_zone: "Europe/Berlin" }),
      "2027-05-11T13:00 45",
    ],
    ["rows-unknown-names", rows([{ foo: "x" }]), "! Map Date and Start"],
    ["moved-instant", times("2027-03-22T09:00:00+01:00 +7d"), "2027-03-29T07:00 30"],
    ["moved-utc", times("2027-03-22T08:00:00Z +1w"), "2027-03-29T07:00 30"],
    ["moved-utc-attached", times("2027-03-22T08:00:00.000Z+7d"), "2027-03-29T07:00 30"],
    [
      "moved-back",
      times("2027-04-05T16:00:00+10:00 -7d", { time_zone: "Australia/Sydney", duration: "30" }),
      "2027-03-29T05:00 30",
    ],
    ["moved-local", times("2027-03-22 09:00 +7d"), "2027-03-29T07:00 30"],
    ["moved-no-change", times("2027-03-01T09:00:00+01:00 +7d"), "2027-03-08T08:00 30"],
    ["est-short", times("2027-11-07 01:30 EST", inNewYork), "2027-11-07T06:30 30", /^$/],
    [
      "est-long",
      times("Sunday, November 7, 2027 at 1:30:00 AM Eastern Standard Time", inNewYork),
      "2027-11-07T06:30 30",
      /^$/,
    ],
    ["est-ctime", times("Sun Nov 7 01:30:00 EST 2027", inNewYork), "2027-11-07T06:30 30"],
    [
      "est-denver",
      times("2027-11-07 01:30 MST", { time_zone: "America/Denver", duration: "30" }),
      "2027-11-07T08:30 30",
    ],
    ["edt-note", times("2027-11-07 01:30 EDT", inNewYork), "2027-11-07T05:30 30", /^$/],
    ["est-winter", times("2027-01-15 09:00 EST", inNewYork), "2027-01-15T14:00 30"],
    ["est-each-side", times("2027-11-07 1:30 AM EDT - 1:30 AM EST", inNewYork), "! ends when it starts"],
    ["est-both-sides", times("2027-11-07 12:30 AM EDT - 2:30 AM EST", inNewYork), "2027-11-07T04:30 180"],
    [
      "est-in-july",
      times("2027-07-01 09:00 EST", inNewYork),
      "! which is not known to be that of America/New_York then",
    ],
    [
      "windows-name-in-july",
      times("2027-07-01 09:00 Eastern Standard Time", inNewYork),
      "! is not known to be that of America/New_York then",
    ],
    [
      "est-other-zone",
      times("2027-01-15 09:00 EST", { time_zone: "America/Chicago", duration: "30" }),
      "! which is not known to be that of America/Chicago then",
    ],
    ["twice-no-name", times("2027-11-07 01:30", inNewYork), "2027-11-07T05:30 30", "taken as the earlier"],
    ["graph-digits", times("2027-03-15T13:00:00.0000000", inNewYork), "! Microsoft writes times in UTC"],
    ["graph-digits-z", times("2027-03-15T13:00:00.0000000Z", inNewYork), "2027-03-15T13:00 30"],
    ["utc-behind-minus", times("2027-03-01 09:00 -0500 UTC", inNewYork), "! has the offset -05:00 and UTC"],
    ["ms-minus-0500", times("2027-03-01 09:00:00.000 -0500", inNewYork), "2027-03-01T14:00 30"],
    [
      "list-one-zone",
      times("2027-03-01 9:00 and 2027-03-02 9:00 Europe/Berlin", inNewYork),
      "! on some of its times",
    ],
    ["clock-dots", times("1.3.2027 14.00.00"), "2027-03-01T13:00 30"],
    [
      "row-one-offset",
      rows([{ row_start: "2027-03-01T14:00:00Z", row_end: "2027-03-01T15:00:00" }], inNewYork),
      "! has a zone or an offset on one side only",
    ],
    [
      "hours-with-zone",
      { ...morning, first_slot_starts: "9:00 EST", ...inNewYork },
      "! is not a time of day",
    ],
    [
      "hours-with-place",
      { ...morning, last_slot_ends: "10:00 Europe/Berlin", ...inNewYork },
      "! is not a time of day",
    ],
    ["join-colon", times("2027-03-01: 09:00"), nine],
    [
      "list-quoted",
      times("March 1, 2027 9am, March 2, 2027 25:00"),
      '! "March 2, 2027 25:00" has a time of day',
    ],
    [
      "row-whole-day-times",
      row("", "2027-03-01", "2027-03-02"),
      "! Map a start with its time, or choose Whole Days under Option Type",
    ],
    ["six-digits", times("2027-03-01 09:00:00.000000"), nine],
    ["range-half-day", times("2027-03-01 14:00-1:00"), "! ends before it starts"],
    ["range-night", times("2027-03-01 22:00-02:00"), "2027-03-01T21:00 240", "ends on the next day"],
    ["relative", times("Tomorrow 9am"), "! is not a date and time"],
    [
      "zone-json",
      times("2027-07-01 09:00", { ...inBerlin, time_zone: '["Europe/Berlin"]' }),
      "2027-07-01T07:00 30",
    ],
    ["list-fence", days('```json\n["2027-03-01","2027-03-02"]\n```'), bothDays],
    ["list-numbered", days("1. 2027-03-01\n2. 2027-03-02"), bothDays],
    ["list-bold", days("* **March 1, 2027**\n* **March 2, 2027**"), bothDays],
    ["list-paragraphs", days("<p>March 1, 2027</p><p>March 2, 2027</p>"), bothDays],
    ["list-breaks", days("2027-03-01<br>2027-03-02"), bothDays],
    ["list-amp", days("2027-03-01 &amp; 2027-03-02"), bothDays],
    ["list-ordinal-dot", days("1. April 2027\n2. April 2027"), "2027-04-01 | 2027-04-02"],
    ["list-day-month-dot", days("1.5.2027\n2.5.2027"), "2027-05-01 | 2027-05-02"],
    ["list-dashes", days("- 2027-03-01\n- 2027-03-02"), bothDays],
    ["list-bullet-colon", times("• Monday, March 1, 2027: 9:00 AM"), nine],
    ["list-nbsp", times("2027-03-01&nbsp;09:00"), nine],
    ["list-one-paren", times("1) 2027-03-01 09:00"), nine],
    [
      "list-tags-times",
      times("<li>2027-03-01 09:00</li><li>2027-03-02 09:00</li>"),
      "2027-03-01T08:00 30 | 2027-03-02T08:00 30",
    ],
    [
      "list-weekdays",
      {
        ...{ ...march, ...inBerlin, duration: "60", weekdays: "<li>Monday</li><li>Tuesday</li>" },
        ...{ first_slot_starts: "09:00", last_slot_ends: "10:00" },
      },
      "2027-03-01T08:00 60 | 2027-03-02T08:00 60",
    ],
    ["duration-minutes", times("2027-03-01 09:00"), nine],
    ["range-of-days", days("22 March - 2 April 2027"), "! has no year"],
  ])("%s", async (_id, form, expected, note = "") => {
    const { sent, notes } = await create(form);
    expectOutcome(optionsOf(sent), expected);
    expect(optionsOf(sent)).not.toContain('""');
    expect(notes).toMatch(note);
  });

  it("list-settings", async () => {
    const form = days("2027-03-01", { settings: "- Require Email\n- Hide Scores" });
    expect(await send(form)).toMatchObject({ requireEmail: true, hideScores: true });
  });
});

describe("a time", () => {
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
});

/** Days given as instants: the zone of the account, and the day that is sent or both days of the refusal. */
const instants: [string, string | null, string][] = [
  ["2027-03-01T23:30:00Z", "America/New_York", "2027-03-01"],
  ["2027-03-01T04:00:00Z", "America/New_York", "! 1 March 2027 in UTC, but Sunday, 28 February 2027"],
  ["20270301T040000Z", "America/New_York", "! 1 March 2027 in UTC, but Sunday, 28 February 2027"],
  ["2027-03-01T23:30:00.000Z", "Europe/Berlin", "! 1 March 2027 in UTC, but Tuesday, 2 March 2027"],
  ["2027-03-01T22:30:00.000Z", "Europe/Berlin", "2027-03-01"],
  ["2027-03-01T00:00:00Z", "Pacific/Auckland", "2027-03-01"],
  ["2027-03-01T00:00:00+00:00", "America/Los_Angeles", "2027-03-01"],
  ["2027-03-01T23:59:00-11:00", "Pacific/Auckland", "2027-03-01"],
  ["Mon, 01 Mar 2027 23:00:00 GMT", "Asia/Kolkata", "! is Monday, 1 March 2027 in UTC"],
  ["2027-03-01T23:00:00Z", null, "2027-03-01"],
];

describe("a day", () => {
  it.each(instants)(
    "given as an instant is refused where another day is meant: %s in %s",
    async (text, zone, expected) => {
      expectOutcome(optionsOf(await send({ option_type: "days", dates: text }, zone)), expected);
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
    ["today", "Europe/Berlin", "! is not a date"],
    ["2027-01-15", "Europe/Berlin", "2027-01-15"],
    ["2027-01-14", "Europe/Berlin", "! is in the past"],
    ["2027-01-15", "Pacific/Kiritimati", "! is in the past"],
    ["2027-01-14", null, "2027-01-14"],
    ["17 lip 2027", "Europe/Warsaw", "! could be 17 June or 17 July"],
    ["10. listopada 2027.", "Europe/Zagreb", "! could be 10 October or 10 November"],
  ])("%s is read in the zone of the account: %s", async (text, zone, expected) => {
    expectOutcome(optionsOf(await send({ option_type: "days", dates: text }, zone)), expected);
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
      const context = { accountZone: zone, now: Date.parse(today), notes: [] };
      const { body } = planPollForm(createPollForm.read({ ...form, time_zone: zone }, context), context);
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

describe("rows", () => {
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
  it("can be chosen by every value and label of the dropdown", async () => {
    const [floating = [], ...labels] = Object.entries(listTimeZoneChoices());
    expect(labels.length).toBeGreaterThan(400);
    for (const text of floating) expect(zoneOf(await send(inZone(text)))).toBe("");
    for (const [value, label] of labels.filter(([, label], index) => index % 9 === 0 || /Canada/.test(label)))
      expect(zoneOf(await send(inZone(label)))).toBe(value);
  });
});
