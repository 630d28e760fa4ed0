/** Times on a machine whose zone data are of 2025, played by zones that kept the rules which others gave up in 2026. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diagnose } from "../../cli/doctor.ts";
import { readEnvironment } from "../../cli/options.ts";
import { planPoll } from "../../src/scheduling/index.ts";
import { listStaleZones, resolveLocal, toLocal } from "../../src/time/index.ts";
import { openSandbox } from "../mcp/harness.ts";
import { preview } from "../mcp/tools/create-poll-requests.ts";

const oldRules: Record<string, string> = {
  "America/Vancouver": "America/Los_Angeles",
  "Canada/Pacific": "America/Los_Angeles",
  "America/Edmonton": "America/Denver",
  "America/Yellowknife": "America/Denver",
  "Canada/Mountain": "America/Denver",
  "Africa/Casablanca": "Africa/Lagos",
  "Africa/El_Aaiun": "Africa/Lagos",
};
const { DateTimeFormat } = Intl;

class OldFormat extends DateTimeFormat {
  readonly #zone: string | undefined;

  constructor(locale?: string, options: Intl.DateTimeFormatOptions = {}) {
    const { timeZone } = options;
    super(locale, { ...options, ...(timeZone && { timeZone: oldRules[timeZone] ?? timeZone }) });
    this.#zone = timeZone && oldRules[timeZone] ? timeZone : undefined;
  }

  override resolvedOptions(): Intl.ResolvedDateTimeFormatOptions {
    const { timeZone, ...options } = super.resolvedOptions();
    return { ...options, timeZone: this.#zone ?? timeZone };
  }
}

beforeAll(() => {
  Intl.DateTimeFormat = Object.assign(OldFormat, DateTimeFormat);
});
afterAll(() => {
  Intl.DateTimeFormat = DateTimeFormat;
});

const call = { title: "x", kind: "time", duration: 60 } as const;
const vancouver = { title: "x", timeZone: "America/Vancouver", duration: 60 };

describe("with old zone data", () => {
  it("the zones are named whose times are wrong without the table", () => {
    expect(listStaleZones()).toEqual(Object.keys(oldRules));
  });

  it.each([
    ["stale-zone", "America/Vancouver", "2027-01-15T09:00", "2027-01-15T16:00:00Z"],
    ["stale-zone of an older name", "canada/pacific", "2027-01-15T09:00", "2027-01-15T16:00:00Z"],
    ["stale-zone of Alberta", "America/Edmonton", "2027-01-15T09:00", "2027-01-15T15:00:00Z"],
    ["stale-zone of Morocco", "Africa/Casablanca", "2027-01-15T09:00", "2027-01-15T09:00:00Z"],
    ["stale-zone in summer", "America/Vancouver", "2027-07-15T09:00", "2027-07-15T16:00:00Z"],
    ["stale-zone before the change", "America/Vancouver", "2026-02-01T09:00", "2026-02-01T17:00:00Z"],
    ["stale-other-zone-stays", "Europe/Berlin", "2027-01-15T09:00", "2027-01-15T08:00:00Z"],
  ])("%s: planPoll in %s takes %s as %s", (_, timeZone, start, startTime) => {
    const { body } = planPoll({ ...call, timeZone, times: [{ start }] }, { now: 0 });
    expect(body.options).toEqual([{ startTime }]);
  });

  it("the hour that clocks no longer repeat is one time, and the one that they repeat for the last time is two", () => {
    expect(resolveLocal("2026-11-01T01:30", "America/Vancouver").instants).toHaveLength(1);
    expect(resolveLocal("2027-03-14T02:30", "America/Vancouver").instants).toHaveLength(1);
    expect(resolveLocal("2026-09-20T01:30", "Africa/Casablanca").instants).toHaveLength(2);
    expect(toLocal("2026-11-01T08:59:59Z", "America/Vancouver").offset).toBe("-07:00");
  });

  it("stale-zone-window: create_poll shows a window in the new offset", async () => {
    const window = { startDate: "2028-01-14", endDate: "2028-01-14", from: "09:00", to: "10:00" };
    const text = JSON.stringify(await preview({ ...vancouver, windows: [window] }));
    expect(text).toMatch(/2028-01-14 09:00.*-07:00/);
  });

  it("stale-zone-offset: create_poll takes the new offset with a time", async () => {
    const text = JSON.stringify(await preview({ ...vancouver, times: ["2028-01-14T09:00-07:00"] }));
    expect(text).toMatch(/2028-01-14 09:00.*-07:00/);
  });

  it("stale-zone-doctor: the doctor says that the data are old, and which Node has newer ones", async () => {
    const { apiKey, url } = await openSandbox({ now: undefined });
    const environment = readEnvironment({ RALLLY_API_KEY: apiKey, RALLLY_BASE_URL: url });
    let text = "";
    expect(await diagnose([], environment, (part) => (text += part))).toBe(0);
    const line = /^warning +Time zones .*$/m.exec(text)?.[0];
    expect(line).toContain(process.versions["tz"]);
    expect(line).toMatch(/is old: .*America\/Vancouver.*Node 24\.21 or later/);
  });
});
