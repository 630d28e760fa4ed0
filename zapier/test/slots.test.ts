/** The line items of Create Poll: one slot for each row of a sheet or event of a calendar. */
import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();

type Option = { start: string; duration_minutes: number };

const create = (form: Record<string, unknown>) =>
  harness.run<Record<string, unknown> & { options: Option[] }>(App.creates.create_poll, {
    inputData: { title: "Call", kind: "time", ...form },
    meta: { timezone: "America/New_York" },
  });

const slotsOf = async (slots: unknown, form: Record<string, unknown> = {}) =>
  (await create({ slots, ...form })).options.map(
    ({ start, duration_minutes }) => `${start.slice(0, 16)} ${duration_minutes}`,
  );

describe("Slots", () => {
  it("takes a date with a start and an end, or with a duration", async () => {
    const rows = [
      { slot_date: "2027-03-01", slot_start: "9:00 am", slot_end: "10:30 am", slot_duration: "" },
      { slot_date: "March 2, 2027", slot_start: "14:00", slot_end: null, slot_duration: "45" },
    ];
    expect(await slotsOf(rows)).toEqual(["2027-03-01T09:00 90", "2027-03-02T14:00 45"]);
  });

  it("takes one event as one slot, not two", async () => {
    const event = { slot_start: "2027-03-01T09:00:00-05:00", slot_end: "2027-03-01T10:00:00-05:00" };
    expect(await slotsOf([event])).toEqual(["2027-03-01T09:00 60"]);
    expect(await slotsOf(event)).toEqual(["2027-03-01T09:00 60"]);
    expect(await slotsOf([{ slot_date: "2027-03-01", ...event }])).toEqual(["2027-03-01T09:00 60"]);
  });

  it("takes columns as lists, as some steps give them", async () => {
    const columns = {
      slot_date: ["2027-03-01", "2027-03-02"],
      slot_start: ["09:00", "14:00"],
      slot_duration: ["30", "1:30"],
    };
    expect(await slotsOf(columns)).toEqual(["2027-03-01T09:00 30", "2027-03-02T14:00 90"]);
  });

  it("uses the duration of the poll for rows without an end, and counts with Times and the window", async () => {
    const rows = [{ slot_date: "2027-03-01", slot_start: "09:00" }];
    const form = {
      duration: "30",
      times: ["2027-03-02 09:00"],
      start_date: "2027-03-03",
      end_date: "2027-03-03",
      from: "09:00",
      to: "10:00",
    };
    expect(await slotsOf(rows, form)).toEqual([
      "2027-03-01T09:00 30",
      "2027-03-02T09:00 30",
      "2027-03-03T09:00 30",
      "2027-03-03T09:30 30",
    ]);
  });

  it("takes a single row, and the most rows that a poll takes", async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        slot_date: new Date(Date.UTC(2027, 2, 1) + index * 86_400_000).toISOString().slice(0, 10),
        slot_start: "09:00",
        slot_end: "09:30",
      }));
    expect(await slotsOf(rows(1))).toHaveLength(1);
    expect(await slotsOf(rows(100))).toHaveLength(100);
    await expect(create({ slots: rows(101) })).rejects.toThrow("Slots: has 101 values");
    await expect(
      create({ slots: rows(60), times: rows(100).slice(60).concat(rows(1)) }),
    ).resolves.toBeTruthy();
    await expect(create({ slots: rows(100), times: ["2028-03-01 09:00 - 10:00"] })).rejects.toThrow(
      "makes 101 options in all",
    );
  });

  it("ignores rows that are blank, as an empty row of a sheet is", async () => {
    const blank = { slot_date: "", slot_start: " ", slot_end: null, slot_duration: undefined };
    const row = { slot_date: "2027-03-01", slot_start: "09:00", slot_end: "10:00" };
    expect(await slotsOf([blank, row, blank])).toEqual(["2027-03-01T09:00 60"]);
    for (const slots of [[], [blank], {}, "", null])
      await expect(create({ slots })).rejects.toThrow("Times: needs at least one time, a row in Slots");
  });

  it.each([
    [{ slot_date: "2027-03-01" }, /Slots: \\"2027-03-01\\" has no time of day/],
    [{ slot_start: "09:00", slot_end: "10:00" }, /Slots: \\"09:00 - 10:00\\" has no date/],
    [
      { slot_date: "2027-03-01", slot_end: "10:00" },
      /Slots: \\"2027-03-01, 10:00\\" has an end without a start/,
    ],
    [{ slot_duration: "30" }, /Slots: \\"slot_duration: 30\\" is in a line item without a date and a start/],
    [
      { slot_date: "2027-03-01", slot_start: "09:00", slot_end: "10:00", slot_duration: "30" },
      /lasts 60 minutes from its start to its end, but its duration is 30/,
    ],
    [{ slot_date: "2027-03-01", slot_start: "2027-03-02 09:00", slot_duration: 30 }, /different days/],
    [{ slot_date: "03/04/2027", slot_start: "09:00", slot_duration: 30 }, /could be 3 April or 4 March/],
    [{ slot_date: "2027-03-01", slot_start: "09:00" }, /Duration \(Minutes\): is required, because Slots/],
    [{ slot_date: "2027-03-01", slot_start: "09:00", slot_end: "09:05" }, /lasts 5 minutes/],
  ])("refuses %j and names the field", async (row, message) => {
    const before = harness.sandbox.requests.length;
    await expect(create({ slots: [row] })).rejects.toThrow(message);
    expect(harness.sandbox.requests).toHaveLength(before);
  });

  it("is named in notes about its rows", async () => {
    const rows = [
      { slot_date: "2027-03-01", slot_start: "22:00", slot_end: "02:00" },
      { slot_date: "2027-11-07", slot_start: "01:30", slot_end: "05:00" },
    ];
    const { notes } = await create({ slots: rows });
    expect(notes).toContain('Slots "2027-03-01 22:00 - 02:00": ends on the next day, 2027-03-02.');
    expect(notes).toContain('Slots "2027-11-07 01:30 - 05:00": 01:30 happens twice on 2027-11-07');
  });

  it("does not count when the poll is of whole days", async () => {
    const poll = await create({ kind: "date", dates: ["2027-03-01"], slots: [{ slot_start: "x" }] });
    expect(poll.options).toMatchObject([{ start: "2027-03-01" }]);
  });
});
