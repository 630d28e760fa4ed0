import { describe, expect, it } from "vitest";
import { loadBusyCheck } from "../../../mcp/calendar/load.ts";
import { type BusyCheck, PlanError } from "../../../src/scheduling/index.ts";
import { eventText, google } from "./calendars.ts";

type Busy = Parameters<typeof loadBusyCheck>[0];

const zone = "Europe/Berlin";
/** A slot of half an hour in March 2027, in UTC. */
const slot = (start: string, duration = 30) => ({ startTime: `2027-03-${start}:00Z`, duration });

/** The dropped options, each with the start of what it collides with. */
async function drop(busy: Busy, options: Parameters<BusyCheck>[0], timeZone: string | null = zone) {
  const { free, dropped, notes } = (await loadBusyCheck(busy))(options, timeZone);
  expect(free.length + dropped.length).toBe(options.length);
  return {
    dropped: dropped.map(({ option }) => ("date" in option ? option.date : option.startTime).slice(8, 16)),
    with: dropped.map(({ busy }) => busy.start.slice(8, 16)),
    notes: notes.map(({ path, message }) => `${path}: ${message}`),
  };
}

async function problemsOf(busy: Busy) {
  const call = loadBusyCheck(busy).then((check) => check([slot("01T09:00")], zone));
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PlanError);
  return error instanceof PlanError ? error.problems.map(({ path, message }) => `${path}: ${message}`) : [];
}

describe("an .ics text", () => {
  it("drops the options that collide with its events, and gives their titles", async () => {
    const options = ["01T09:30", "01T10:00", "15T09:00", "22T09:00", "23T13:30"].map((at) => slot(at));
    const { free, dropped, notes } = (await loadBusyCheck([google]))(options, zone);
    expect(free).toEqual([options[1], options[2], options[3]]);
    expect(dropped.map(({ option, busy }) => [option, busy.title])).toEqual([
      [options[0], "Team sync"],
      [options[4], "Team sync (moved)"],
    ]);
    expect(notes.map(({ message }) => message)).toEqual(["1 free or canceled event was ignored"]);
  });

  it("drops the days of a poll about days that its whole days block, and counts the rest", async () => {
    const result = await drop([google], [{ date: "2027-03-31" }, { date: "2027-04-02" }], null);
    expect(result.dropped).toEqual(["02"]);
    expect(result.notes).toContain(
      "busy: 1 of 2 had a time of day and was not compared: only whole days block a day",
    );
  });

  it("counts together with other texts and busy times, each option once", async () => {
    const busy = [google, { start: "2027-03-01T10:30", end: "2027-03-01T11:30" }, google];
    const result = await drop(busy, [slot("01T09:30"), slot("01T10:00"), slot("01T10:30")]);
    expect(result).toMatchObject({ dropped: ["01T09:30", "01T10:00"], with: ["01T09:00", "01T10:30"] });
  });

  it("is read for no options", async () => {
    expect(await drop([eventText("DTSTART:20270301T090000Z", "RRULE:FREQ=DAILY")], [])).toMatchObject({
      dropped: [],
    });
  });

  const url = "is a URL, and nothing is fetched: pass the text of the .ics file, or a list of busy times";
  const broken = "is neither {start, end} nor the text of an .ics file, from its BEGIN:VCALENDAR to its END";
  it.each([
    ["https://calendar.example.com/ada.ics", url],
    ["webcal://calendar.example.com/ada.ics", url],
    ["every Monday", broken],
  ])("is needed instead of %s", async (text, problem) => {
    expect(await problemsOf([text])).toEqual([`busy.0: ${problem}`]);
  });
});
