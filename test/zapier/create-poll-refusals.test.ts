import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const create = (inputData: Record<string, unknown>) =>
  stage.run(App.creates.create_poll, { inputData, meta: { timezone: "Europe/Berlin" } });

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
  ["no title", { ...days, title: "" }, /Title: is needed/],
  ["a title too long", { ...days, title: "x".repeat(256) }, /Title: /],
  ["no kind", { ...days, kind: null }, /Kind of Poll: is needed/],
  ["a kind that is none", { ...days, kind: "week" }, /Kind of Poll: .*week/],
  ["no dates", { ...days, dates: ["", null] }, /Dates: needs at least one/],
  ["a date in another notation", { ...days, dates: ["2027-03-01", "1.3.2027"] }, /Dates: .*1\.3\.2027/],
  ["a digit run for a date", { ...days, dates: ["1803891600"] }, /Dates: .*1803891600.*is a number/],
  ["over a hundred dates", { ...days, dates: many }, /Dates: holds 101 values; a poll takes 100 at most/],
  ["over a hundred dates, joined", { ...days, dates: many.join(",") }, /Dates: holds 101 values/],
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
  ["a duration too short", { ...slots, duration: 10 }, /Duration \(Minutes\)/],
  [
    "a slot whose own end makes it too short",
    { ...slots, times: ["2027-03-01 09:00 - 09:10"] },
    /Times: .*2027-03-01 09:00 - 09:10.* lasts 10 minutes; a slot lasts from 15 minutes to 24 hours/,
  ],
  [
    "a slot that the change of the clocks makes too long",
    { ...slots, times: ["2027-10-30 12:00 - 2027-10-31 12:00"], time_zone: "Europe/Berlin" },
    /Times: .*2027-10-30 12:00 - 2027-10-31 12:00.* lasts 1500 minutes/,
  ],
  [
    "a window that lacks its end",
    { ...window, to: "", end_date: null },
    /Last Day: is needed.*To: is needed/,
  ],
  ["a window that ends before it starts", { ...window, to: "08:00" }, /To: /],
  ["a window too short for one slot", { ...window, to: "09:15" }, /To: |Duration \(Minutes\): /],
  ["a window with none of its weekdays", { ...window, days: ["sun"] }, /Weekdays: /],
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
  ["a video call that is none", { ...days, conferencing: "skype" }, /Video Call: .*skype/],
  ["a video call without a name", { ...days, conferencing: "custom" }, /Video Call Name: is needed/],
  ["two titles", { ...days, title: ["Lunch", "Dinner"] }, /Title: takes one value/],
  ["an organizer that is no address", { ...days, organizer: "grace" }, /Organizer Email: /],
  ["a description too long", { ...days, description: "x".repeat(1001) }, /Description: /],
];

describe("Create Poll refuses, names the field in the words of the form, and sends nothing", () => {
  it.each(forms)("%s", async (_name, form, reason) => {
    const requests = await stage.requestsOf(() => expect(create(form)).rejects.toThrow(reason));
    expect(requests).toEqual([]);
  });

  it.each(["Mars/Phobos", "EST"])(
    "the zone of the account, when no slot can be placed in it: %s",
    async (timezone) => {
      const made = stage.run(App.creates.create_poll, { inputData: slots, meta: { timezone } });
      await expect(made).rejects.toThrow(/Time Zone: .*the one of your Zapier account, is not a time zone/);
    },
  );

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
      /Organizer Email: .*no member/,
    ],
    ["a provider that is not available", { ...days, conferencing: "teams" }, /Video Call: .*not available/],
    ["a provider that is not connected", { ...days, conferencing: "zoom" }, /Video Call: connect/],
  ];
  it.each(refusals)("%s", async (_name, form, reason) => {
    await expect(create(form)).rejects.toThrow(reason);
  });
});
