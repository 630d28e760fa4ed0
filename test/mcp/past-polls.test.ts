/** A poll about the past closes as soon as it exists, so it is created only when that is meant. */
import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost } from "./harness.ts";

// The current time is Friday, 12 February 2027, 09:00 UTC.
const slots = (timeZone: string, ...starts: string[]) => ({
  title: "Late",
  timeZone,
  duration: 60,
  times: starts.map((start) => ({ start })),
});
const window = (startDate: string, endDate: string) => ({
  title: "Late",
  timeZone: "Europe/Berlin",
  duration: 60,
  windows: [{ startDate, endDate, from: "09:00", to: "12:00" }],
});
const days = (...dates: string[]) => ({ title: "Late", dates });

const over: [name: string, given: Record<string, unknown>, place: string][] = [
  ["days of last year", days("2026-03-01", "2026-03-02"), "dates"],
  ["a day that is over even where it ends last", days("2027-02-10"), "dates"],
  ["yesterday in the zone that was given", { ...days("2027-02-11"), timeZone: "Europe/Berlin" }, "dates"],
  ["slots of last year", slots("Europe/Berlin", "2026-03-01T09:00", "2026-03-02T09:00"), "times"],
  ["a slot that ended a moment ago", slots("Europe/Berlin", "2027-02-12T09:00"), "times"],
  ["a slot that ended in its own zone", slots("Pacific/Auckland", "2027-02-12T20:00"), "times"],
  ["floating slots that are over", slots("floating", "2027-02-12T07:00"), "times"],
  ["windows of last year", window("2026-03-01", "2026-03-05"), "windows"],
  ["windows up to yesterday", window("2027-02-08", "2027-02-11"), "windows"],
];

const coming: [name: string, given: Record<string, unknown>][] = [
  ["today", days("2027-02-12")],
  ["yesterday, which is still today somewhere", days("2027-02-11")],
  ["today in the zone that was given", { ...days("2027-02-11"), timeZone: "Pacific/Honolulu" }],
  ["one day that is to come", days("2026-03-01", "2027-02-12")],
  ["a slot in progress", slots("Europe/Berlin", "2027-02-12T09:30")],
  ["a slot later today", slots("America/New_York", "2027-02-12T09:00")],
  ["windows from last year to today", window("2027-02-08", "2027-02-12")],
];

describe("create_poll in the past", () => {
  it.each(over)("rejects %s without a request", async (_, given, place) => {
    const { host, sandbox } = await openHost();
    const text = await failTool(host, "create_poll", given);
    expect(text).toContain(`- ${place}: all options are in the past, the last `);
    expect(text).toContain("it is now Fri 2027-02-12 ");
    expect(text).toContain("allowPast");
    expect(sandbox.requests).toEqual([]);
  });

  it.each(over)("creates %s with allowPast, and notes that the poll closes", async (_, given) => {
    const { host, sandbox } = await openHost();
    const { text, data } = await callTool(host, "create_poll", { ...given, allowPast: true });
    expect(text).toContain("All options are in the past, so the service closes the poll at once.");
    expect(data["created"]).toBe(true);
    expect(JSON.stringify(sandbox.requests)).not.toContain("allowPast");
  });

  it.each(over)("previews %s, and notes that it will be refused", async (_, given) => {
    const { host } = await openHost();
    const preview = await callTool(host, "create_poll", { ...given, dryRun: true });
    expect(preview.text).toContain(
      "All options are in the past: check the year. Without dryRun this is refused",
    );
    expect(preview.text).not.toContain("Call again without dryRun");
    expect(preview.data["notes"]).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(\d+) of \1 options are in the past: check the year$/),
      ]),
    );
    const meant = await callTool(host, "create_poll", { ...given, dryRun: true, allowPast: true });
    expect(meant.text).toContain("closes the poll at once. Call again without dryRun to create it.");
  });

  it.each(coming)("creates %s", async (_, given) => {
    const { host } = await openHost();
    const { text, data } = await callTool(host, "create_poll", given);
    expect(text).toMatch(/^Created poll /);
    expect(text).not.toContain("already over");
    expect(data["created"]).toBe(true);
  });

  it("notes options that are past, in progress, or past in most zones", async () => {
    const { host } = await openHost();
    const notes = async (given: Record<string, unknown>) =>
      (await callTool(host, "create_poll", { ...given, dryRun: true })).data["notes"];
    expect(await notes(days("2026-03-01", "2027-03-01"))).toEqual([
      "1 of 2 options are in the past: check the year",
    ]);
    expect(await notes(days("2027-02-11", "2027-02-12"))).toEqual([
      "1 of 2 options are before today (2027-02-12 in UTC) and may be in the past: check the date",
    ]);
    expect(await notes(slots("Europe/Berlin", "2027-02-12T09:30", "2027-02-12T11:00"))).toEqual([
      "1 of 2 options are in progress: they have already started",
    ]);
    expect(await notes(days("2027-03-01"))).toBeUndefined();
  });
});
