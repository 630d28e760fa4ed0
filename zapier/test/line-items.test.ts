/** Line items of sheets, forms and calendars: which columns are paired, and which time zone and length a row has. */
import { describe, expect, it } from "vitest";
import { normalizeInput } from "../../zapier/input/form-values.ts";
import { InputError } from "../../zapier/input/input-error.ts";
import { planInput } from "../../zapier/input/plan.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const newYork = "America/New_York";
const [a, b, c] = ["2027-03-01 09:00", "2027-03-02 09:00", "2027-03-03 09:00"] as const;

/** The options of a poll with the slots or days of one field, as short texts, or the message of the error. */
function plan(field: Record<string, unknown>, zone: string | null = newYork): unknown {
  const form = { title: "Call", kind: "dates" in field ? "date" : "time", duration: 30, ...field };
  try {
    const { body } = planInput(normalizeInput(form), zone, now);
    return (body.options ?? []).map((option) =>
      "date" in option
        ? option.date
        : `${option.startTime.slice(5, 16)}Z ${option.duration ?? body["duration" as keyof typeof body]}`,
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message;
  }
}

/** Every shape in which one value arrives: as it is, as a list, and as JSON in text. */
const shapesOf = (times: unknown) => [times, [times], JSON.stringify(times), [JSON.stringify(times)]];

function expectTimes(times: unknown, expected: unknown) {
  for (const shape of shapesOf(times)) expect(plan({ times: shape })).toEqual(expected);
}

function expectRefused(times: unknown, words: RegExp, key = "times") {
  for (const shape of shapesOf(times)) expect(plan({ [key]: shape })).toMatch(words);
}

describe("columns of a line item", () => {
  const slots = ["03-01T14:00Z 30", "03-02T14:00Z 60"];
  it.each<[string, unknown, unknown]>([
    ["an end", { start: [a, b], end: ["", "2027-03-02 10:00"] }, slots],
    ["a duration", { start: [a, b], duration: [null, "60"] }, slots],
    ["a duration of spaces", { start: [a, b], duration: [" ", "1 h"] }, slots],
    ["an invisible end", { start: [a, b], end: ["\u200b", "10:00"] }, slots],
    ["a whole row", { start: [a, "", b], end: ["", null, "10:00"] }, slots],
    ["the last cells", { start: [a, b, ""], end: ["09:30", "10:00", ""] }, slots],
    ["a time", { date: ["2027-03-01", "", "2027-03-02"], time: ["09:00", "", "09:00-10:00"] }, slots],
    ["a time zone", { start: [a, b], end: ["", "10:00"], timeZone: ["", newYork] }, slots],
    ["extra rows", { start: [a, b], end: ["", "10:00", "", null] }, slots],
  ])("keep their rows together when %s is blank", (_name, times, expected) => {
    expectTimes(times, expected);
  });

  it.each<[string, unknown, RegExp]>([
    [
      "an end without a start",
      { start: [a, "", c], end: ["10:00", "11:00", "12:00"] },
      /"11:00" is an end without a start/,
    ],
    [
      "fewer ends than starts",
      { start: [a, b], end: ["10:00"] },
      /"start, end" have different numbers of rows/,
    ],
    ["fewer starts than ends", { start: [a], end: ["10:00", "11:00"] }, /different numbers of rows/],
    ["fewer time zones", { start: [a, b], timeZone: ["Europe/Berlin"] }, /different numbers of rows/],
    ["an end alone", { end: "2027-03-01 10:00", title: "x" }, /is an end without a start/],
    ["several starts", { "Start 1": a, "Start 2": b }, /are several values in one line item/],
    ["a list in one cell", { start: { one: a, two: b } }, /"start" has several values/],
    ["two starts by other names", { start: a, begin: b }, /are several values/],
    ["a start on two days", { start_date: "2027-03-02", start_time: a }, /are different days for one start/],
  ])("are refused with %s", (_name, times, words) => {
    expectRefused(times, words);
  });

  it.each<[string, Record<string, unknown>]>([
    ["startAt, endAt", { startAt: a, endAt: "2027-03-01 10:00" }],
    ["begin, finish", { begin: a, finish: "2027-03-01 10:00" }],
    ["from, to", { from: a, to: "10:00" }],
    ["starts_at, ends_at", { starts_at: a, ends_at: "2027-03-01T10:00:00" }],
    ["dtstart, dtend", { dtstart: "20270301T140000Z", dtend: "20270301T150000Z" }],
    [
      "Start Date, Start Time",
      {
        "Start Date": "2027-03-01",
        "Start Time": "9:00 AM",
        "End Date": "2027-03-01",
        "End Time": "10:00 AM",
      },
    ],
    [
      "start_date, start_time",
      { start_date: "March 1, 2027", start_time: "09:00", end_date: "March 1, 2027", end_time: "10:00" },
    ],
    ["one date with two times", { start_date: "2027-03-01", start_time: "09:00", end_time: "10:00" }],
    ["a start day and a time", { start: "2027-03-01", time: "09:00", duration: 60 }],
    ["Event Begins, Event Ends", { "Event Begins": a, "Event Ends": "10:00" }],
    [
      "a weekday beside the date",
      { date: "2027-03-01", day: "Monday", start_time: "09:00", end_time: "10:00" },
    ],
    ["dates only with times in them", { start_date: a, end_date: "2027-03-01 10:00" }],
    ["the same start twice", { start: a, start_at: "2027-03-01T09:00", end: "10:00" }],
    ["the time of the entry", { created_at: "2027-02-01T10:00:00Z", slot: `${a}-10:00` }],
    ["a timestamp", { Timestamp: "2/13/2027 10:00:00", answer: `${a}-10:00` }],
    ["a submission date", { "Submission Date": "2027-02-01", "Preferred slot": { start: a, end: "10:00" } }],
  ])("are known by the names %s", (_name, times) => {
    expectTimes(times, ["03-01T14:00Z 60"]);
    const columns = Object.fromEntries(
      Object.entries(times).map(([key, cell]) => [key, typeof cell === "object" ? cell : [cell]]),
    );
    if (!("Preferred slot" in times || "answer" in times)) expectTimes(columns, ["03-01T14:00Z 60"]);
  });

  it.each<[string, string, unknown, RegExp]>([
    [
      "two times by unknown names",
      "times",
      { one: a, two: b },
      /"2027-03-01 09:00, 2027-03-02 09:00" is a line item with several dates or times/,
    ],
    [
      "two days by unknown names",
      "dates",
      { one: "2027-03-01", two: "2027-03-02" },
      /several dates or times/,
    ],
    [
      "two slots by unknown names",
      "times",
      { one: { start: a }, two: { start: b } },
      /several dates or times/,
    ],
    [
      "only the time of the entry",
      "times",
      { created_at: a, updated_at: b },
      /has only the time when an entry was created or changed/,
    ],
    ["an unknown name with other text", "times", { one: a, two: "soon" }, /"soon" is not a date/],
  ])("are refused when their names are unknown: %s", (_name, key, value, words) => {
    expectRefused(value, words, key);
  });

  it("give the day of the answer, not the day of the entry", () => {
    const row = { created_at: "2027-02-01", answer: "2027-03-01", modified: "2027-02-02" };
    for (const dates of shapesOf(row)) expect(plan({ dates })).toEqual(["2027-03-01"]);
    expect(plan({ dates: [{ submitted_at: "2027-03-05" }] })).toEqual(["2027-03-05"]);
  });
});

describe("the time zone of a line item", () => {
  it.each<[string, unknown, string]>([
    [
      "beside a date and a time",
      { date: "2027-03-01", time: "09:00", timeZone: "Europe/Berlin" },
      "03-01T08:00Z 30",
    ],
    ["beside a range", { start: `${a}-10:00`, timeZone: "Europe/Berlin" }, "03-01T08:00Z 60"],
    ["beside a start", { start: a, timezone: "europe/berlin" }, "03-01T08:00Z 30"],
    ["of a start and an end", { start: a, end: "10:00", tz: "Europe/Berlin" }, "03-01T08:00Z 60"],
    [
      "of each end",
      {
        start: { dateTime: "2027-03-01T09:00:00", timeZone: "Europe/Berlin" },
        end: { dateTime: "2027-03-01T10:00:00", timeZone: "Europe/London" },
      },
      "03-01T08:00Z 120",
    ],
    [
      "of each end as columns",
      { start: a, start_timezone: "Europe/Berlin", end: "10:00", end_timezone: "Europe/London" },
      "03-01T08:00Z 120",
    ],
    [
      "of the end alone",
      { start: a, end: { dateTime: "2027-03-01T15:00:00", timeZone: "Europe/London" } },
      "03-01T14:00Z 60",
    ],
    [
      "beside an offset",
      { start: "2027-03-01T09:00:00-05:00", timeZone: "Europe/Berlin" },
      "03-01T14:00Z 30",
    ],
    [
      "of the end beside an offset of the start",
      {
        start: "2027-03-01T09:00:00+01:00",
        end: { dateTime: "2027-03-01T10:00:00", timeZone: "Europe/London" },
      },
      "03-01T08:00Z 120",
    ],
    ["with a space", { start: a, timeZone: "America/Los Angeles" }, "03-01T17:00Z 30"],
    [
      "that repeats the one in the text",
      { start: `${a} (Europe/Berlin)`, timeZone: "Europe/Berlin" },
      "03-01T08:00Z 30",
    ],
    [
      "that is unknown beside an offset",
      { start: "2027-03-01T14:00:00Z", timeZone: "Eastern Standard Time" },
      "03-01T14:00Z 30",
    ],
  ])("counts %s", (_name, times, expected) => {
    expectTimes(times, [expected]);
  });

  it("keeps two line items with the same clock time apart", () => {
    const times = ["Europe/Berlin", "Europe/London"].map((timeZone) => ({ start: a, timeZone }));
    expect(plan({ times })).toEqual(["03-01T08:00Z 30", "03-01T09:00Z 30"]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      "unknown",
      { start: { dateTime: "2027-03-01T09:00:00", timeZone: "EST" } },
      /has the time zone "EST", which is ambiguous\. Write America\/New_York or/,
    ],
    [
      "unknown for the end",
      { start: a, end: "10:00", end_tz: "Mars/Olympus" },
      /"Mars\/Olympus", which is not a time zone/,
    ],
    [
      "another one than in the text",
      { start: `${a} (Europe/Berlin)`, timeZone: "Europe/London" },
      /has two time zones/,
    ],
    ["given twice", { start: a, timeZone: "Europe/Berlin", tz: "Europe/London" }, /several values/],
  ])("is refused when it is %s", (_name, times, words) => {
    expectRefused(times, words);
  });

  it("never moves a day", () => {
    for (const dates of shapesOf({ date: "2027-03-01", timeZone: "Asia/Tokyo" }))
      expect(plan({ dates })).toEqual(["2027-03-01"]);
  });
});

describe("the duration of a line item", () => {
  it.each<[string, unknown, string]>([
    ["in seconds", { start: a, duration_seconds: "2700" }, "03-01T14:00Z 45"],
    ["in hours", { start: a, duration_hours: 1.5 }, "03-01T14:00Z 90"],
    ["in minutes", { start: a, "Duration (Minutes)": "45" }, "03-01T14:00Z 45"],
    ["in words", { start: a, length: "1 h 15 min" }, "03-01T14:00Z 75"],
    ["equal to the length up to the end", { start: a, end: "10:00", duration: "1 hour" }, "03-01T14:00Z 60"],
  ])("counts %s", (_name, times, expected) => {
    expectTimes(times, [expected]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      "not understood",
      { start: a, duration: "soon" },
      /has the length "soon" \(duration\), which is not a duration/,
    ],
    [
      "of an unknown unit",
      { start: a, duration_ms: "2700000" },
      /"2700000" \(duration_ms\), which is not a duration/,
    ],
    [
      "other than the length up to the end",
      { start: a, end: "10:00", duration: "45" },
      /lasts 60 minutes from its start to its end, but its duration is 45 minutes/,
    ],
    ["other than the length of a range", { start: `${a}-10:00`, duration: "45" }, /lasts 60 minutes/],
    ["of two lengths", { start: a, duration: "45", duration_hours: "1" }, /has several lengths/],
    ["too short", { start: a, duration: "5" }, /from 15 to 1440/],
  ])("is refused when it is %s", (_name, times, words) => {
    expectRefused(times, words);
  });

  it("is ignored by days", () => {
    expect(plan({ dates: [{ date: "2027-03-01", duration: "soon" }] })).toEqual(["2027-03-01"]);
  });
});

describe("a poll without a time zone", () => {
  it.each<[string, unknown, RegExp]>([
    ["an offset", "2027-03-01T09:00:00-05:00", /has an offset, but the poll has no time zone/],
    ["an instant", "2027-03-01T14:00:00.000Z", /has an offset, but the poll has no time zone/],
    [
      "a range with offsets",
      "2027-03-01T14:00:00Z/2027-03-01T15:00:00Z",
      /has an offset, but the poll has no time zone/,
    ],
    ["a zone in the text", `${a} (Europe/Berlin)`, /has a time zone, but the poll has no time zone/],
    [
      "a zone of a line item",
      { start: a, timeZone: "Europe/Berlin" },
      /has a time zone, but the poll has no time zone/,
    ],
  ])("refuses %s, and a Time Zone makes it usable", (_name, times, words) => {
    expect(plan({ times: [times] }, null)).toMatch(words);
    expect(plan({ times: [times], time_zone: "floating" })).toMatch(words);
    expect(plan({ times: [times], time_zone: "America/Chicago" }, null)).toHaveLength(1);
  });
});
