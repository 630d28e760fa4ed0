import { describe, expect, it } from "vitest";
import { preview, problem } from "./create-poll-requests.ts";

const berlin = { title: "B", timeZone: "Europe/Berlin", duration: 60 };
const september = { startDate: "2027-09-01", endDate: "2027-09-30", from: "10:00", to: "11:00" };
const night = { ...berlin, duration: 120 };
const nights = { startDate: "2028-01-17", endDate: "2028-01-18" };

describe("a window of every second week starts with the first week that has a chosen day", () => {
  it.each<[id: string, window: object, days: string[]]>([
    ["every-weeks-first", { ...september, days: ["tue"] }, ["Tue 2027-09-07", "Tue 2027-09-21"]],
    [
      "every-weeks-two-days-stays",
      { ...september, days: ["mon", "thu"] },
      ["Thu 2027-09-02", "Mon 2027-09-13", "Thu 2027-09-16", "Mon 2027-09-27", "Thu 2027-09-30"],
    ],
    [
      "every-weeks-monday-stays",
      { ...september, startDate: "2027-03-01", endDate: "2027-03-31", days: ["tue"] },
      ["Tue 2027-03-02", "Tue 2027-03-16", "Tue 2027-03-30"],
    ],
  ])("%s", async (_, window, days) => {
    const text = JSON.stringify({
      ...(await preview({ ...berlin, windows: [{ ...window, everyWeeks: 2 }] })),
      now: undefined,
    });
    expect(text.match(/\w{3} \d{4}-\d\d-\d\d(?= 10:00 \+0[12]:00["\]])/g)).toEqual(days);
  });
});

describe("a window that gives no slot", () => {
  it.each<[id: string, window: object, advice: RegExp]>([
    [
      "over-midnight",
      { from: "23:00", to: "01:00" },
      /is on the next day: give slots over midnight in times, each with its start/,
    ],
    ["from-without-to", { from: "09:00" }, /windows\.0\.to: is missing.* For one slot a day write 11:00/],
    [
      "window-shorter",
      { from: "09:00", to: "10:00" },
      /leaves 60 minutes after from, less than one slot of 120/,
    ],
  ])("%s", async (id, window, advice) => {
    const text = await problem({ ...night, windows: [{ ...nights, ...window }] });
    expect(text).toMatch(advice);
    expect(text).not.toContain("two windows");
    expect(text.includes("midnight")).toBe(id === "over-midnight");
  });

  it("over-midnight-times-stays: a slot over midnight is one of times", async () => {
    const text = JSON.stringify(await preview({ ...night, times: ["2028-01-17T23:00"] }));
    expect(text).toContain("Mon 2028-01-17 23:00");
  });
});
