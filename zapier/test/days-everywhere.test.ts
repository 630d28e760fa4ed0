/** A day is a day: whatever the zone of the account, and whatever that of the machine that runs the Zap. */
import { afterEach, describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
const { creates, searches, triggers } = App;

const machine = process.env["TZ"];
afterEach(() => {
  if (machine === undefined) delete process.env["TZ"];
  else process.env["TZ"] = machine;
});

/** Each zone with the minutes by which its clocks are behind UTC in January. */
const zones: [string, number][] = [
  ["Etc/GMT+12", 720],
  ["Pacific/Niue", 660],
  ["America/Los_Angeles", 480],
  ["UTC", 0],
  ["Asia/Kolkata", -330],
  ["Pacific/Auckland", -780],
  ["Pacific/Kiritimati", -840],
];

// With a time they are on other days in UTC: the day before and the day after. The last two are days of a clock change.
const written = ["2027-03-01T23:30:00-11:00", "2027-03-03T00:30:00+14:00", "2027-03-14", "2027-03-28"];
const days = ["2027-03-01", "2027-03-03", "2027-03-14", "2027-03-28"];
const texts = [
  "Monday, 1 March 2027",
  "Wednesday, 3 March 2027",
  "Sunday, 14 March 2027",
  "Sunday, 28 March 2027",
];
const shown = days.map((date, index) => ({ date, start: date, all_day: true, text: texts[index] }));

describe("the days of a poll, from the form to every output", () => {
  it.each(zones)("stay the same in every output: %s", async (zone, behind) => {
    process.env["TZ"] = zone;
    expect(new Date("2027-01-15T12:00:00Z").getTimezoneOffset()).toBe(behind);
    const run = <Result>(step: unknown, inputData: Record<string, unknown> = {}) =>
      harness.run<Result>(step, { inputData, meta: { timezone: zone } });

    const form = { title: `Days in ${zone}`, offer: "days", dates: written };
    const made = await run<{ id: string }>(creates.create_poll, form);
    expect(harness.sandbox.requests.at(-1)?.body).toMatchObject({ options: days.map((date) => ({ date })) });
    expect(made).toMatchObject({
      options: shown,
      options_text: texts.join("\n"),
      time_zone: null,
      is_floating: false,
    });
    const poll = made.id;
    harness.sandbox.vote(poll, { name: "Ada", choices: { "2027-03-03": "yes", "2027-03-14": "ifNeedBe" } });

    expect((await run<unknown[]>(triggers.new_poll))[0]).toMatchObject({
      id: poll,
      options: shown.map(({ start, text }) => ({ start, text })),
    });
    const [response] = await run<unknown[]>(triggers.new_response, { poll });
    expect(response).toMatchObject({
      availability: [
        { text: texts[1], answer: "yes" },
        { text: texts[2], answer: "if need be" },
      ],
      option_2027_03_03: "yes",
      option_2027_03_14: "if need be",
    });
    expect(await run(searches.find_response, { poll, person: "Ada" })).toMatchObject([
      { ...(response as object), availability: [shown[1], shown[2]] },
    ]);
    const [results] = await run<Record<string, unknown>[]>(searches.find_poll_results, { poll });
    expect(results).toMatchObject({
      leading_start: "2027-03-03",
      leading_end: "2027-03-04",
      leading_text: texts[1],
    });
    const [best] = await run<unknown[]>(searches.find_best_time, { poll });
    expect(best).toMatchObject({ start: "2027-03-03", end: "2027-03-04", all_day: true, start_time: null });
  });
});

describe("the first and the last day that can still be meant", () => {
  it.each(zones)("are the same for all: %s", async (zone) => {
    process.env["TZ"] = zone;
    const create = (dates: string) =>
      harness.run(creates.create_poll, {
        inputData: { title: "Edge", offer: "days", dates },
        meta: { timezone: zone },
      });
    // It is 10:00 UTC on the fifteenth, and still the fourteenth where the day ends last.
    await expect(create("2027-01-14")).resolves.toMatchObject({ option_count: 1 });
    await expect(create("2027-01-13")).rejects.toThrow(/in the past/);
  });
});
