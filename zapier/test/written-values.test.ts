/** What people map into the fields of times, as the programs and AI steps before write it. */
import { describe, expect, it } from "vitest";
import { createPoll } from "../creates/create-poll.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
const berlin = { time_zone: "Europe/Berlin", duration: "30" };
const newYork = { time_zone: "America/New_York", duration: "30" };
const row = (date: string, start: string, end = "") => ({
  option_type: "rows",
  rows: [{ row_date: date, row_start: start, row_end: end }],
  ...berlin,
});
const rows = (rows: unknown, form: object = berlin) => ({ option_type: "rows", rows, ...form });
const times = (text: string, form: object = berlin) => ({ option_type: "times", times: text, ...form });
const days = (dates: string, form?: object) => ({ option_type: "days", dates, ...form });

/** The options that Create Poll sends, and its notes, or the message of its error behind "! ". */
async function create(
  form: object,
): Promise<{ options: string; notes: string; body: Record<string, unknown> }> {
  const before = harness.sandbox.requests.length;
  try {
    const { notes } = await harness.run<{ notes: string }>(createPoll, {
      inputData: { title: "Call", ...form },
      meta: { timezone: "America/New_York" },
    });
    const body = harness.sandbox.requests[before]?.body as Record<string, unknown>;
    const options = body["options"] as { date?: string; startTime?: string; duration?: number }[];
    const shown = options.map(
      ({ date, startTime, duration = body["duration"] }) => date ?? `${startTime?.slice(0, 16)} ${duration}`,
    );
    return { options: shown.join(" | "), notes, body };
  } catch (error) {
    expect(harness.sandbox.requests).toHaveLength(before);
    return { options: `! ${JSON.parse((error as Error).message).message}`, notes: "", body: {} };
  }
}

const bothDays = "2027-03-01 | 2027-03-02";
const nine = "2027-03-01T08:00 30";
const contradict = "! contradict each other";

describe("Create Poll reads", () => {
  it.each<[id: string, form: object, expected: string, note?: string | RegExp]>([
    ["row-other-day", row("March 2", "2027-03-01 09:00"), contradict],
    ["row-other-weekday", row("Tuesday", "2027-03-01 09:00"), contradict],
    ["row-short-year", row("02.03.27", "2027-03-01 09:00"), contradict],
    ["row-no-year", row("3/2", "2027-03-01 09:00"), contradict],
    ["row-clock-as-date", row("10:00", "2027-03-01 09:00"), contradict],
    ["row-word-as-date", row("cancelled", "2027-03-01 09:00"), contradict],
    ["row-date-decided", row("3/1/2027", "2027-03-01 09:00"), contradict],
    ["row-two-equal", row("2027-03-01", "2027-03-01 09:00"), nine],
    ["row-two-iso-days", row("2027-03-02", "2027-03-01 09:00"), contradict],
    ["row-same-weekday", row("Monday", "2027-03-01 09:00"), "! contradict each other"],
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
    ["est-short", times("2027-11-07 01:30 EST", newYork), "2027-11-07T06:30 30", /^$/],
    [
      "est-long",
      times("Sunday, November 7, 2027 at 1:30:00 AM Eastern Standard Time", newYork),
      "2027-11-07T06:30 30",
      /^$/,
    ],
    ["est-ctime", times("Sun Nov 7 01:30:00 EST 2027", newYork), "2027-11-07T06:30 30"],
    [
      "est-denver",
      times("2027-11-07 01:30 MST", { time_zone: "America/Denver", duration: "30" }),
      "2027-11-07T08:30 30",
    ],
    ["edt-note", times("2027-11-07 01:30 EDT", newYork), "2027-11-07T05:30 30", /^$/],
    ["est-winter", times("2027-01-15 09:00 EST", newYork), "2027-01-15T14:00 30"],
    ["est-each-side", times("2027-11-07 1:30 AM EDT - 1:30 AM EST", newYork), "! ends when it starts"],
    ["est-both-sides", times("2027-11-07 12:30 AM EDT - 2:30 AM EST", newYork), "2027-11-07T04:30 180"],
    [
      "est-in-july",
      times("2027-07-01 09:00 EST", newYork),
      "! which is not known to be that of America/New_York then",
    ],
    [
      "windows-name-in-july",
      times("2027-07-01 09:00 Eastern Standard Time", newYork),
      "! is not known to be that of America/New_York then",
    ],
    [
      "est-other-zone",
      times("2027-01-15 09:00 EST", { time_zone: "America/Chicago", duration: "30" }),
      "! which is not known to be that of America/Chicago then",
    ],
    ["twice-no-name", times("2027-11-07 01:30", newYork), "2027-11-07T05:30 30", "taken as the earlier"],
    ["graph-digits", times("2027-03-15T13:00:00.0000000", newYork), "! Microsoft writes times in UTC"],
    ["graph-digits-z", times("2027-03-15T13:00:00.0000000Z", newYork), "2027-03-15T13:00 30"],
    ["utc-behind-minus", times("2027-03-01 09:00 -0500 UTC", newYork), "! has the offset -05:00 and UTC"],
    ["ms-minus-0500", times("2027-03-01 09:00:00.000 -0500", newYork), "2027-03-01T14:00 30"],
    ["join-colon", times("2027-03-01: 09:00"), nine],
    [
      "list-quoted",
      times("March 1, 2027 9am, March 2, 2027 9am ET"),
      '! "March 2, 2027 9am ET" has the time zone ET',
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
      times("2027-07-01 09:00", { ...berlin, time_zone: '["Europe/Berlin"]' }),
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
        ...{
          option_type: "hours",
          first_day: "2027-03-01",
          last_day: "2027-03-07",
          ...berlin,
          duration: "60",
        },
        ...{
          first_slot_starts: "09:00",
          last_slot_ends: "10:00",
          weekdays: "<li>Monday</li><li>Tuesday</li>",
        },
      },
      "2027-03-01T08:00 60 | 2027-03-02T08:00 60",
    ],
    ["duration-minutes", times("2027-03-01 09:00"), nine],
    ["range-of-days", days("22 March - 2 April 2027"), "! has no year"],
  ])("%s", async (_id, form, expected, note = "") => {
    const { options, notes } = await create(form);
    if (expected.startsWith("! ")) {
      expect(options).toMatch(/^! /);
      expect(options).toContain(expected.slice(2));
    } else expect(options).toBe(expected);
    expect(options).not.toContain('""');
    expect(notes).toMatch(note);
  });

  it("list-settings", async () => {
    const { body } = await create(days("2027-03-01", { settings: "- Require Email\n- Hide Scores" }));
    expect(body).toMatchObject({ requireEmail: true, hideScores: true });
  });

  it("both cells of a row that contradict each other are named", async () => {
    for (const date of ["March 2", "02.03.27", "3/2", "10:00", "cancelled"]) {
      const { options } = await create(row(date, "2027-03-01 09:00"));
      expect(options).toContain(`"${date}, 2027-03-01 09:00"`);
    }
  });
});
