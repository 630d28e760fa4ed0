import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();

/** The notes of a poll of half hours made from a form, one per entry. */
async function notesOf(inputData: Record<string, unknown>, meta: Record<string, unknown> | undefined) {
  const form = { title: "Call", kind: "time", duration: 30, ...inputData };
  const poll = await harness.run<Record<string, unknown>>(App.creates.create_poll, { inputData: form, meta });
  return { poll, notes: String(poll["notes"]).split("\n").filter(Boolean) };
}

const berlin = { timezone: "Europe/Berlin" };
const unasked =
  "Time Zone: it is empty, and your Zapier account has none, so the poll has no time zone. Everyone sees the same clock times, wherever they are.";
const floating =
  "Time Zone: it is floating, so the poll has no time zone. Everyone sees the same clock times, wherever they are.";

describe("the notes of Create Poll", () => {
  it.each([
    ["the account names none", { timezone: null }],
    ["the account names an empty one", { timezone: "" }],
    ["nothing is known of the account", {}],
    ["Zapier says nothing at all", undefined],
  ])("say that a poll became floating because %s", async (_, meta) => {
    const { poll, notes } = await notesOf({ times: ["2027-03-01 09:00"] }, meta);
    expect(poll).toMatchObject({ is_floating: true, time_zone: null });
    expect(notes).toEqual([unasked]);
  });

  it("say nothing of a zone that was given, was the account's, or was not wanted", async () => {
    const times = ["2027-03-01 09:00"];
    expect((await notesOf({ times, time_zone: "Asia/Tokyo" }, { timezone: null })).notes).toEqual([]);
    expect((await notesOf({ times }, berlin)).notes).toEqual([]);
    const days = { kind: "date", dates: ["2027-03-01"] };
    expect((await notesOf(days, { timezone: null })).notes).toEqual([]);
  });

  it("say that a poll has no time zone when it was asked to be floating, also by a window", async () => {
    const window = { start_date: "2027-03-01", end_date: "2027-03-01", from: "09:00", to: "10:00" };
    for (const form of [{ times: ["2027-03-01 09:00"] }, window])
      expect((await notesOf({ ...form, time_zone: "Floating" }, berlin)).notes).toEqual([floating]);
  });

  it("tell which times end on the next day", async () => {
    const { poll, notes } = await notesOf(
      { times: ["2027-03-01 22:00-02:00", "2027-03-01 22:00-24:00"] },
      berlin,
    );
    expect(poll["options"]).toMatchObject([
      { end: "2027-03-02T00:00:00+01:00" },
      { end: "2027-03-02T02:00:00+01:00" },
    ]);
    expect(notes).toEqual(['Times "2027-03-01 22:00-02:00": ends on the next day, 2027-03-02.']);
  });

  it("tell which day today was taken as", async () => {
    const dates = ["today", "tomorrow", "2027-01-15T10:00:31Z"];
    const { poll, notes } = await notesOf({ kind: "date", dates }, { timezone: "Pacific/Kiritimati" });
    expect(poll["options"]).toMatchObject([
      { date: "2027-01-15" },
      { date: "2027-01-16" },
      { date: "2027-01-17" },
    ]);
    expect(notes).toEqual(['Dates "today": used 2027-01-16.', 'Dates "tomorrow": used 2027-01-17.']);
  });

  // It is 11:00:30 in Berlin.
  it.each([
    ["2027-01-15", "2027-01-15", 1, "2 slots were left out, since their start is in the past"],
    ["2027-01-15", "2027-01-16", 4, "2 slots were left out, since their start is in the past"],
    ["2027-01-15T10:00:31Z", "now +1d", 4, "2 slots were left out, since their start is in the past"],
    ["today", "2027-01-16", 4, "2 slots were left out, since their start is in the past"],
  ])(
    "tell what is over of a window that began today: %s to %s",
    async (start_date, end_date, count, words) => {
      const window = { duration: 60, start_date, end_date, from: "10:00", to: "13:00" };
      const { poll, notes } = await notesOf(window, berlin);
      expect(poll["option_count"]).toBe(count);
      expect(poll["options"]).toMatchObject([
        { start: "2027-01-15T12:00:00+01:00" },
        ...Array(count - 1).fill({}),
      ]);
      expect(notes).toContain(`First Day: ${words}.`);
    },
  );

  it("tell nothing of a window that begins later today", async () => {
    const window = { start_date: "2027-01-15", end_date: "2027-01-15", from: "12:00", to: "13:00" };
    expect(await notesOf(window, berlin)).toMatchObject({ poll: { option_count: 2 }, notes: [] });
  });

  it("count a floating window's hour as over only when it is over everywhere", async () => {
    const window = {
      duration: 60,
      start_date: "2027-01-14",
      end_date: "2027-01-14",
      from: "21:00",
      to: "24:00",
    };
    const { poll, notes } = await notesOf({ ...window, time_zone: "floating" }, berlin);
    expect(poll["options"]).toMatchObject([{ start: "2027-01-14 23:00" }]);
    expect(notes).toEqual([floating, "First Day: 2 slots were left out, since their start is in the past."]);
  });

  it("show both texts of one slot as they were written, never one text against itself", async () => {
    const times = [
      "2027-03-01 09:00",
      "2027-03-01 9am",
      "2027-03-01 09:00 - 09:30",
      "2027-03-01T08:00:00Z",
      "2027-03-01 09:00",
    ];
    const { poll, notes } = await notesOf({ times }, berlin);
    expect(poll["option_count"]).toBe(1);
    expect(notes).toEqual(
      ["2027-03-01 9am", "2027-03-01 09:00 - 09:30", "2027-03-01T08:00:00Z"].map(
        (text) => `Times "${text}": is the same slot as Times "2027-03-01 09:00", so it was left out.`,
      ),
    );
  });

  it("tell of a window's slots that were asked for before", async () => {
    const window = { start_date: "2027-03-01", end_date: "2027-03-01", from: "09:00", to: "10:00" };
    const { poll, notes } = await notesOf({ times: ["2027-03-01 09:00"], ...window }, berlin);
    expect(poll["option_count"]).toBe(2);
    expect(notes).toEqual(["First Day: 1 of its slots was asked for before, so it was left out."]);
  });

  it("tell which of two clock times was taken, in a list and at the edge of a window", async () => {
    const newYork = { time_zone: "America/New_York" };
    const day = { start_date: "2027-11-07", end_date: "2027-11-07" };
    expect((await notesOf({ ...newYork, times: ["2027-11-07 1:30am"] }, berlin)).notes).toEqual([
      expect.stringMatching(/^Times "2027-11-07 1:30am": 01:30 happens twice .*UTC-04:00.*\.$/),
    ]);
    expect((await notesOf({ ...newYork, ...day, from: "01:30", to: "04:00" }, berlin)).notes).toEqual([
      expect.stringMatching(/^From: 01:30 happens twice on 2027-11-07 in America\/New_York/),
    ]);
  });
});
