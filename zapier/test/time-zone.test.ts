import { describe, expect, it } from "vitest";
import { normalizeTimeZone } from "../../src/time/index.ts";
import App from "../../zapier/index.ts";
import { listTimeZoneChoices, parseTimeZone } from "../../zapier/input/time-zone.ts";
import { chooseInputs } from "./app-definition.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();

const create = (form: Record<string, unknown>, timezone = "America/New_York") =>
  harness.run<Record<string, unknown>>(App.creates.create_poll, {
    inputData: { title: "Call", kind: "time", duration: "30", ...form },
    meta: { timezone },
  });

describe("a time zone", () => {
  it.each([
    ["America/New_York", "America/New_York"],
    ["america/new york", "America/New_York"],
    ["UTC", "UTC"],
    ["America/New_York (Eastern Time)", "America/New_York"],
    ["UTC (Coordinated Universal Time)", "UTC"],
    ["America/Argentina/Buenos_Aires (Argentina Time)", "America/Argentina/Buenos_Aires"],
    ["Etc/GMT+5", "Etc/GMT+5"],
  ])("is taken by its name or its row, without a note: %s", (text, timeZone) => {
    expect(parseTimeZone(text)).toEqual({ timeZone });
  });

  it.each([
    ["Eastern Time (US & Canada)", "America/New_York"],
    ["(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"],
    ["(GMT-08:00) Pacific Time (US and Canada)", "America/Los_Angeles"],
    ["(GMT-05:00) Eastern Time - New York", "America/New_York"],
    ["Hawaii", "Pacific/Honolulu"],
    ["W. Europe Standard Time", "Europe/Berlin"],
    ["w. europe standard time", "Europe/Berlin"],
    ["Eastern Standard Time", "America/New_York"],
    ["GMT Standard Time", "Europe/London"],
    ["India Standard Time", "Asia/Kolkata"],
    ["Berlin", "Europe/Berlin"],
    [" berlin ", "Europe/Berlin"],
    ["New York", "America/New_York"],
    ["S\u00e3o Paulo", "America/Sao_Paulo"],
    ["St. John's", "America/St_Johns"],
    ["Port-au-Prince", "America/Port-au-Prince"],
    ["Kolkata", "Asia/Kolkata"],
    ["Istanbul", "Europe/Istanbul"],
    ["Nicosia", "Asia/Nicosia"],
  ])("is taken by another name, with a note: %s", (text, timeZone) => {
    const parsed = parseTimeZone(text);
    const found = "timeZone" in parsed ? parsed.timeZone : parsed.problem;
    expect([normalizeTimeZone(found), parsed]).toEqual([
      normalizeTimeZone(found),
      { timeZone: found, note: `used ${found}.` },
    ]);
    const sameNow = (zone: string) => new Date(0).toLocaleString("en", { timeZone: zone });
    expect(sameNow(found)).toBe(sameNow(timeZone));
  });

  it.each([
    ["EST", "is ambiguous. Write America/New_York or America/Panama or Australia/Sydney."],
    ["est", "is ambiguous. Write America/New_York or America/Panama or Australia/Sydney."],
    ["E.S.T.", "is ambiguous. Write America/New_York or America/Panama or Australia/Sydney."],
    ["Eastern Time", "is ambiguous. Write America/New_York or America/Panama or Australia/Sydney."],
    ["IST", "is ambiguous. Write Asia/Kolkata or Europe/Dublin or Asia/Jerusalem."],
    ["CET", "is ambiguous. Write Europe/Berlin or Europe/Paris or Africa/Algiers."],
    ["JST", "is ambiguous. Write Asia/Tokyo."],
  ])("is refused as an abbreviation, with the zones that it may mean: %s", (text, problem) => {
    expect(parseTimeZone(text)).toEqual({ problem });
  });

  it.each([
    "+01:00",
    "UTC+1",
    "UTC-08",
    "Cordoba",
    "La Paz",
    "San Juan",
    "Victoria",
    "North",
    "Springfield",
    "Europe",
    "Europe/Atlantis",
    "Europe/Atlantis (Central European Time)",
    "toString",
    "constructor",
    "../Europe/Berlin",
    "x".repeat(1_000_000),
    `(${"GMT".repeat(30)})`,
  ])("is refused when nothing says which one is meant: %.40s", (text) => {
    expect(parseTimeZone(text)).toEqual({
      problem: "is not a time zone. Write it as Europe/Berlin or America/New_York.",
    });
  });

  it("has a name in every abbreviation's message that can be used", () => {
    for (const text of ["ET", "CT", "MT", "PT", "AST", "BST", "WET", "EET", "AEST", "ACST", "SST", "ART"]) {
      const parsed = parseTimeZone(text);
      const [, names = ""] = /Write (.+)\.$/.exec("problem" in parsed ? parsed.problem : "") ?? [];
      for (const name of names.split(" or ")) expect(parseTimeZone(name)).toEqual({ timeZone: name });
    }
  });
});

describe("the Time Zone dropdown", () => {
  it("offers floating, UTC and all real zones, each of which can be chosen by value and by label", () => {
    const rows = listTimeZoneChoices();
    expect(rows.length).toBeGreaterThan(400);
    expect(rows.slice(0, 2).map(({ value }) => value)).toEqual(["floating", "UTC"]);
    expect(new Set(rows.map(({ value }) => value)).size).toBe(rows.length);
    for (const { value, label } of rows.slice(1))
      for (const text of [value, label]) expect(parseTimeZone(text)).toEqual({ timeZone: value });
    expect(rows.map(({ label }) => label)).toEqual(
      expect.arrayContaining([
        "America/New_York (Eastern Time)",
        "Europe/Berlin (Central European Time)",
        "Asia/Kolkata (India Standard Time)",
        "Europe/Kyiv (Eastern European Time)",
      ]),
    );
  });

  it("is shown for times, and not for days", async () => {
    const find = async (kind: string) =>
      (await chooseInputs({ type: "creates", key: "create_poll" }, { kind })).find(
        ({ key }) => key === "time_zone",
      );
    expect((await find("time"))?.choices).toHaveLength(listTimeZoneChoices().length);
    expect((await find("{{1__kind}}"))?.choices).toHaveLength(listTimeZoneChoices().length);
    expect(await find("date")).toBeUndefined();
  });
});

describe("Create Poll in a zone by another name", () => {
  it("uses it and says so in the notes", async () => {
    const poll = await create({ time_zone: "W. Europe Standard Time", times: ["2027-03-01 09:00"] });
    expect(poll).toMatchObject({
      time_zone: "Europe/Berlin",
      options: [{ start: "2027-03-01T09:00:00+01:00" }],
      notes: 'Time Zone "W. Europe Standard Time": used Europe/Berlin.',
    });
  });

  it("takes the row of a floating poll", async () => {
    const [{ label = "" } = {}] = listTimeZoneChoices();
    const poll = await create({ time_zone: label, times: ["2027-03-01 09:00"] });
    expect(poll).toMatchObject({ is_floating: true, time_zone: null });
  });

  it("takes the Windows zones of events that Outlook gives", async () => {
    const event = {
      start: { dateTime: "2027-03-01T09:00:00.0000000", timeZone: "W. Europe Standard Time" },
      end: { dateTime: "2027-03-01T10:00:00.0000000", timeZone: "W. Europe Standard Time" },
    };
    const poll = await create({ times: [event] });
    expect(poll["options"]).toMatchObject([{ start: "2027-03-01T03:00:00-05:00", duration_minutes: 60 }]);
  });

  it("names the field, the value and the zones that it may mean", async () => {
    await expect(create({ time_zone: "EST", times: ["2027-03-01 09:00"] })).rejects.toThrow(
      /Time Zone: \\"EST\\" is ambiguous\. Write America\/New_York or/,
    );
    await expect(create({ times: ["2027-03-01 09:00 IST"] })).rejects.toThrow(
      "has the time zone IST, which is ambiguous. Write Asia/Kolkata or Europe/Dublin or Asia/Jerusalem, or remove it",
    );
    await expect(create({ times: ["2027-03-01 09:00 Eastern Standard Time"] })).rejects.toThrow(
      "which is ambiguous. Write a name such as America/New_York, or remove it and fill in Time Zone.",
    );
    await expect(create({ times: ["2027-03-01 09:00"] }, "Mars/Olympus")).rejects.toThrow(
      /Time Zone: \\"Mars\/Olympus\\", the time zone of your Zapier account, is not a time zone/,
    );
  });
});
