/** Days and times in the arguments of tools, as people and programs write them. */
import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost } from "../harness.ts";
import { preview, problem } from "./create-poll-requests.ts";
import { openVotes } from "./votes.ts";

const berlin = { title: "Call", timeZone: "Europe/Berlin", duration: 60 };
const window = (change: object) => ({
  ...berlin,
  windows: [{ startDate: "2027-03-01", endDate: "2027-03-07", from: "09:00", to: "10:00", ...change }],
});
const nine = "Mon 2027-03-01 09:00 +01:00";

describe("create_poll reads", () => {
  it.each<[id: string, args: object, options: string[]]>([
    ["time-short", { ...berlin, times: ["2027-03-01 9:00"] }, [nine]],
    ["time-half-day", { ...berlin, times: ["March 1, 2027 9am"] }, [nine]],
    [
      "time-range",
      { ...berlin, duration: undefined, times: ["March 1, 2027 9:00 - 10:30"] },
      ["Mon 2027-03-01 09:00 +01:00"],
    ],
    [
      "time-with-end",
      { ...berlin, duration: undefined, times: [{ start: "2027-03-01T09:00", end: "2027-03-01T10:00" }] },
      [nine],
    ],
    ["time-end-clock", { ...berlin, times: [{ start: "2027-03-01 09:00", end: "10:00" }] }, [nine]],
    ["time-moved", { ...berlin, times: ["2027-02-22T09:00:00+01:00 +7d"] }, [nine]],
    ["time-tomorrow", { ...berlin, times: ["tomorrow 10:00"] }, ["Sat 2027-02-13 10:00 +01:00"]],
    ["time-zone-ends-in-z", { ...berlin, times: ["1 July 2027 9:00 MESZ"] }, ["Thu 2027-07-01 09:00 +02:00"]],
    ["time-zone-name", { ...berlin, times: ["2027-03-01 09:00 CET"] }, [nine]],
    [
      "day-midnight",
      { title: "Offsite", dates: ["2027-03-01T00:00:00.0000000", "2027-03-02T00:00:00Z"] },
      ["Mon 2027-03-01", "Tue 2027-03-02"],
    ],
    ["day-short", { title: "Offsite", dates: ["2027-3-1"] }, ["Mon 2027-03-01"]],
    [
      "day-words",
      { title: "Offsite", dates: ["1. März 2027", "2 March 2027"] },
      ["Mon 2027-03-01", "Tue 2027-03-02"],
    ],
    ["window-clock", window({ from: "9am", to: "10:00", endDate: "1 March 2027" }), [nine]],
    ["window-weekday", window({ days: ["Monday"] }), [nine]],
    ["window-weekdays-text", window({ days: "Mon, Tue" }), [nine, "Tue 2027-03-02 09:00 +01:00"]],
    ["window-weekdays", window({ days: ["Mon-Tue"] }), [nine, "Tue 2027-03-02 09:00 +01:00"]],
    [
      "busy-range",
      {
        ...{ title: "Offsite", windows: [{ startDate: "2027-03-01", endDate: "2027-03-05" }] },
        busy: ["2 - 4 March 2027"],
      },
      ["Mon 2027-03-01", "Fri 2027-03-05"],
    ],
    [
      "busy-range-start",
      {
        ...{ title: "Offsite", windows: [{ startDate: "2027-03-01", endDate: "2027-03-05" }] },
        busy: [{ start: "2 - 3 March 2027" }, { start: "2027-03-04", end: "2027-03-05" }],
      },
      ["Mon 2027-03-01", "Fri 2027-03-05"],
    ],
  ])("%s", async (_id, args, options) => {
    const shown = await preview(args);
    expect(shown).toMatchObject({ options });
  });

  it.each([
    ["Eastern Time (US & Canada)", "America/New_York"],
    ["(UTC-05:00) Eastern Time", "America/New_York"],
    ["W. Europe Standard Time", "Europe/Berlin"],
    ["Tokyo", "Asia/Tokyo"],
    ["america/new york", "America/New_York"],
  ])("the zone %s, and shows it as %s in every tool", async (written, timeZone) => {
    const args = { ...berlin, timeZone: written, times: ["2027-03-01 09:00"] };
    expect(await preview(args)).toMatchObject({ timeZone });
    const second = { ...berlin, timeZone: "Asia/Kolkata", times: ["2027-03-01 09:00"] };
    const inSecondZones = { [timeZone]: [expect.any(String)] };
    expect(await preview({ ...second, secondTimeZone: [written] })).toMatchObject({ inSecondZones });
    const { host } = await openHost();
    const { data } = await callTool(host, "get_poll", { poll: "DemoPoll0005", timeZone: written });
    expect(data["shownIn"] ?? data["timeZone"]).toBe(timeZone);
  });

  it.each([
    "2027-03-22/2027-04-02",
    "2027-03-22 - 2027-04-02",
    "22 March - 2 April 2027",
    "22 de marzo – 2 de abril de 2027",
    "March 22 – April 2, 2027",
    "Mon 2027-03-22–Fri 2027-04-02",
    "22 - 31 March 2027, April 1, 2027 and 2 April 2027",
    "March 22-31, 2027; 1. - 2. 4. 2027",
  ])("except-range: leaves out every day of %s", async (range) => {
    const windows = [{ startDate: "2027-03-20", endDate: "2027-04-05" }];
    expect(await preview({ title: "Offsite", windows, except: [range] })).toMatchObject({ optionCount: 5 });
  });

  it("range-night: an end after midnight, with a note", async () => {
    expect(
      await preview({ ...berlin, duration: undefined, times: ["2027-03-01 22:00-02:00"] }),
    ).toMatchObject({
      duration: 240,
      notes: ["times.0.start: ends on the next day, 2027-03-02"],
    });
  });

  it("second-zone: shows local times, and no difference that looks like an offset", async () => {
    const { inSecondZones } = (await preview({
      ...{ ...berlin, duration: 45, secondTimeZone: ["America/New_York", "Asia/Kolkata"] },
      windows: [{ startDate: "2027-12-03", endDate: "2027-12-04", from: "15:00", to: "17:15" }],
    })) as { inSecondZones?: Record<string, string[]> };
    expect(inSecondZones?.["America/New_York"]?.[0]).toMatch(/15:00 = 09:00/);
    expect(inSecondZones?.["Asia/Kolkata"]?.[0]).toMatch(/15:00 = 19:30/);
    expect(JSON.stringify(inSecondZones)).not.toMatch(/[+-]\d\d:\d\d/);
  });

  it.each<[id: string, args: object, message: string, next: string]>([
    [
      "text-slashes",
      { title: "X", dates: ["03/01/2027"] },
      "could be 3 January or 1 March",
      "which day they mean",
    ],
    [
      "range-half-day",
      { ...berlin, times: ["2027-03-01 14:00-1:00"] },
      "ends before it starts",
      "when it ends",
    ],
    [
      "offset-of-another-zone",
      { ...berlin, times: ["2027-03-01T09:00:00-05:00[Europe/Berlin]"] },
      "has the offset -05:00, but Europe/Berlin is at +01:00 then",
      "Correct",
    ],
    [
      "one-half-day-in-two-fields",
      { ...berlin, times: [{ start: "2027-03-01T09:00", end: "10pm" }] },
      "has am or pm on one side only",
      "Write it on both sides",
    ],
    [
      "est-elsewhere",
      { ...berlin, times: ["2027-03-01 09:00 EST"] },
      "not known to be that of Europe/Berlin",
      "Correct",
    ],
    ["seconds", { ...berlin, times: ["2027-03-01 09:00:30"] }, "has seconds", "Correct"],
    [
      "no-date",
      { ...berlin, times: ["half past three on March 3rd"] },
      "it is now Fri 2027-02-12",
      "Correct",
    ],
    [
      "overlap-in-named-zone",
      { ...berlin, times: ["2027-11-07 01:30 America/New_York"] },
      "01:30 happens twice",
      "which of the two",
    ],
    ["cancelled", { title: "X", dates: ["cancelled"] }, "today is 20", "Correct"],
  ])("refuses %s", async (_id, args, message, next) => {
    const text = await problem(args);
    expect(text).toContain(message);
    expect(text).toContain(next);
  });
});

describe("list_participants reads", () => {
  it("an option by a date that its options decide, or by its weekday", async () => {
    const { call } = await openVotes(
      { Ada: "y" },
      {
        ...{ title: "Trial", kind: "date" },
        options: [{ date: "2027-03-01" }, { date: "2027-03-02" }],
      },
    );
    for (const option of ["3/2/2027", "March 2", "Tuesday", "2.", "2027-3-2"]) {
      const { data } = await call("list_participants", { option });
      expect([option, data["options"]]).toEqual([option, [expect.stringContaining("2027-03-02")]]);
    }
  });

  it("since-future: a moment ahead, and says so", async () => {
    const { host } = await openHost();
    const { text } = await callTool(host, "list_participants", { poll: "DemoPoll0025", since: "2099-01-01" });
    expect(text).toMatch(/that is in the future: it is now \w{3} 2027-02-12/);
    expect(await failTool(host, "list_participants", { poll: "DemoPoll0025", since: "yesterday" })).toMatch(
      /it is now \w{3} 2027-02-12/,
    );
  });
});
