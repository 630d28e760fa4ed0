import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
const create = (inputData: Record<string, unknown>) =>
  harness.run(App.creates.create_poll, { inputData, meta: { timezone: "Europe/Berlin" } });

const days = { title: "Lunch", kind: "date", dates: ["2027-03-01"] };
const slots = { title: "Call", kind: "time", duration: 30, times: ["2027-03-01 09:00"] };
const window = {
  ...slots,
  times: undefined,
  start_date: "2027-03-01",
  end_date: "2027-03-02",
  from: "09:00",
  to: "12:00",
};
const many = Array.from({ length: 101 }, (_, index) =>
  new Date(Date.UTC(2027, 2, 1 + index)).toISOString().slice(0, 10),
);

const forms: [string, Record<string, unknown>, RegExp][] = [
  ["no title", { ...days, title: "" }, /Title: is required/],
  ["a title too long", { ...days, title: "x".repeat(256) }, /Title: must have from 1 to 255 characters\./],
  [
    "a location too long",
    { ...days, location: "x".repeat(256) },
    /Location: must have at most 255 characters\./,
  ],
  ["no kind", { ...days, kind: null }, /Kind of Poll: is required/],
  [
    "a kind that is none",
    { ...days, kind: "week" },
    /Kind of Poll: .*week.* not one of the choices: .*"Whole days.*, .*"Times of day/,
  ],
  ["no dates", { ...days, dates: ["", null] }, /Dates: needs at least one/],
  [
    "an ambiguous date",
    { ...days, dates: ["2027-03-01", "1/3/2027"] },
    /Dates: .*1\/3\/2027.*could be 1 March or 3 January/,
  ],
  ["a digit run for a date", { ...days, dates: ["1803891600"] }, /Dates: .*1803891600.*is a number/],
  ["over a hundred dates", { ...days, dates: many }, /Dates: has 101 values. A poll takes at most 100/],
  ["over a hundred dates, joined", { ...days, dates: many.join(",") }, /Dates: has 101 values/],
  [
    "a window of too many slots, with changes that fit",
    { ...window, end_date: "2027-03-20", to: "17:00" },
    /First Day: makes 320 options in all; a poll takes at most 100: they fit with Minutes Between Starts 120 \(80 options\) or with Last Day 2027-03-06 \(96 options\)\./,
  ],
  ["no times and no window", { ...slots, times: [] }, /Times: needs at least one/],
  ["a day without a time", { ...slots, times: ["2027-03-01"] }, /Times: .*has no time of day/],
  [
    "the current time for a time",
    { ...slots, times: ["2027-01-15T11:00:10+01:00"] },
    /Times: .*is the current time/,
  ],
  ["a time gone by", { ...slots, times: ["2027-01-14 09:00"] }, /Times: .*is in the past/],
  ["a zone that is none", { ...slots, time_zone: "EST" }, /Time Zone: .*EST/],
  ["an offset for a zone", { ...slots, time_zone: "+02:00" }, /Time Zone: /],
  ["no duration", { ...slots, duration: "" }, /Duration \(Minutes\)/],
  ["a duration in words", { ...slots, duration: "half an hour" }, /Duration \(Minutes\): .*half an hour/],
  [
    "a duration too short",
    { ...slots, duration: 10 },
    /Duration \(Minutes\): must be a whole number of minutes from 15 to 1440\./,
  ],
  [
    "no duration for one of the times",
    { ...slots, duration: "", times: ["2027-03-01 09:00-10:00", "2027-03-01 9am"] },
    /Duration \(Minutes\): is required, because Times .*"2027-03-01 9am.* has no end/,
  ],
  [
    "no duration for a window",
    { ...window, duration: null },
    /Duration \(Minutes\): is required for a window/,
  ],
  [
    "a window that ends before its first day",
    { ...window, start_date: "2027-03-05" },
    /Last Day: is before First Day \(2027-03-05\)\./,
  ],
  [
    "a window of more than a year",
    { ...window, end_date: "2028-03-05" },
    /Last Day: must be less than 366 days after First Day/,
  ],
  [
    "a slot whose own end makes it too short",
    { ...slots, times: ["2027-03-01 09:00 - 09:10"] },
    /Times: .*2027-03-01 09:00 - 09:10.* lasts 10 minutes. A slot lasts from 15 minutes to 24 hours/,
  ],
  [
    "a slot that the change of the clocks makes too long",
    { ...slots, times: ["2027-10-30 12:00 - 2027-10-31 12:00"], time_zone: "Europe/Berlin" },
    /Times: .*2027-10-30 12:00 - 2027-10-31 12:00.* lasts 1500 minutes/,
  ],
  [
    "a window that lacks its end",
    { ...window, to: "", end_date: null },
    /Last Day: is required.*To: is required/,
  ],
  [
    "a window that ends before it starts",
    { ...window, to: "08:00" },
    /To: must be later than From \(09:00\)\./,
  ],
  [
    "a window too short for one slot",
    { ...window, to: "09:15" },
    /To: leaves 15 minutes after From, less than one slot of 30\./,
  ],
  [
    "a window with none of its weekdays",
    { ...window, days: ["sun"] },
    /Weekdays: none of Sunday lies between/,
  ],
  ["a weekday that is none", { ...window, days: ["monday", "someday"] }, /Weekdays: .*someday/],
  ["a time of day that is none", { ...window, from: "early" }, /From: .*early/],
  [
    "a window in the past",
    { ...window, start_date: "2027-01-01", end_date: "2027-01-02" },
    /First Day: .*in the past/,
  ],
  [
    "a window whose slots of today are all over",
    { ...window, start_date: "2027-01-15", end_date: "2027-01-15", from: "06:00", to: "11:00" },
    /First Day: all of its slots are in the past/,
  ],
  ["an interval too short", { ...window, interval: 5 }, /Minutes Between Starts: /],
  ["a window of over a hundred slots", { ...window, end_date: "2027-04-30" }, /100/],
  ["a setting that is neither", { ...days, hide_scores: "maybe" }, /Hide Scores: .*maybe/],
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://a.example",
    "meet.example.com",
    "https://",
    "https:// a.example",
  ].map((conferencing_link): [string, Record<string, unknown>, RegExp] => [
    `a video call whose link is ${conferencing_link}`,
    { ...days, conferencing: "custom", conferencing_label: "Call", conferencing_link },
    /Video Call Link: .*is not a web link\. Write it as https:/,
  ]),
  [
    "a video call with a long name",
    { ...days, conferencing: "custom", conferencing_label: "x".repeat(101) },
    /Video Call Name: must have from 1 to 100 characters\./,
  ],
  ["a video call without a name", { ...days, conferencing: "custom" }, /Video Call Name: is required/],
  ["two titles", { ...days, title: ["Lunch", "Dinner"] }, /Title: has several values/],
  [
    "an organizer that is no address",
    { ...days, organizer: "grace" },
    /Organizer Email: must be an email address such as/,
  ],
  [
    "a description too long",
    { ...days, description: "x".repeat(1001) },
    /Description: must have at most 1,000 characters\./,
  ],
];

describe("Create Poll refuses, names the field in the words of the form, and sends nothing", () => {
  it.each(forms)("%s", async (_name, form, reason) => {
    const requests = await harness.requestsOf(() => expect(create(form)).rejects.toThrow(reason));
    expect(requests).toEqual([]);
  });

  it.each(["Mars/Phobos", "EST"])(
    "the zone of the account, when no slot can be placed in it: %s",
    async (timezone) => {
      const made = harness.run(App.creates.create_poll, { inputData: slots, meta: { timezone } });
      await expect(made).rejects.toThrow(
        /Time Zone: .*the time zone of your Zapier account, is (not a time zone|ambiguous)/,
      );
    },
  );

  it("without words of the API or of a library", async () => {
    for (const [, form] of forms) {
      const error: unknown = await create(form).catch((caught: unknown) => caught);
      expect(String(error)).not.toMatch(
        /startDate|endDate|timeZone|options\.|windows|conferencing|organizer\.|Too (?:big|small)|expected|Invalid|undefined|null/,
      );
    }
  });

  it("with every problem at once", async () => {
    const form = { title: "", kind: "time", duration: "long", times: ["soon"], hide_scores: "?" };
    await expect(create(form)).rejects.toThrow(/Title: .*Hide Scores: .*Times: .*Duration/);
  });
});

describe("Create Poll says what the service refused, in the words of the form", () => {
  const refusals: [string, Record<string, unknown>, RegExp][] = [
    [
      "an organizer of another space",
      { ...days, organizer: "nobody@example.com" },
      /Organizer Email: .*not a member/,
    ],
    ["a provider that is not available", { ...days, conferencing: "teams" }, /Video Call: .*not available/],
    [
      "a provider that is not connected",
      { ...days, conferencing: "zoom" },
      /Video Call: this provider is not connected/,
    ],
  ];
  it.each(refusals)("%s", async (_name, form, reason) => {
    await expect(create(form)).rejects.toThrow(reason);
  });
});
