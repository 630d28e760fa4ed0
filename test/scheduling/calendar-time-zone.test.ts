/** The definitions of time zones in calendar files. */
import { describe, expect, it } from "vitest";
import { formatCalendarEntry } from "../../src/scheduling/index.ts";
import { resolveLocal } from "../../src/time/index.ts";
import { parseWithIcalJs, parseWithNodeIcal, parseWithTsIcs, poll, slot } from "./calendar-files.ts";

/** Moves the event to another wall-clock time, as a calendar would. */
function moveEvent(text: string, local: string): string {
  return text
    .replace(/(DTSTART;TZID=[^:]+:)\d+T\d+/, `$1${local.replace(/[-:]/g, "")}`)
    .replace(/DTEND;.*\r\n/, "");
}

describe("the time zone of a calendar entry", () => {
  // The rules of Casablanca, New York, Gaza, Apia and Santiago change within the years around these events.
  const cases: [timeZone: string, day: string][] = [
    ["Europe/Berlin", "2027-03-27"],
    ["America/New_York", "2006-11-20"],
    ["America/Santiago", "2027-09-10"],
    ["America/Santiago", "2016-02-10"],
    ["Africa/Casablanca", "2025-03-10"],
    ["Pacific/Apia", "2011-12-20"],
    ["Europe/Dublin", "2027-12-01"],
    ["Antarctica/Troll", "2027-07-01"],
    ["Asia/Gaza", "2027-03-10"],
    ["Asia/Kolkata", "2027-03-10"],
    ["America/Nuuk", "2027-03-10"],
    ["Asia/Jerusalem", "2027-03-10"],
    ["Australia/Lord_Howe", "2027-04-10"],
    ["Africa/Cairo", "2050-04-10"],
  ];

  it.each(cases)("%s is right around %s, and after the event is moved", async (timeZone, day) => {
    const startTime = `${day}T15:00:00Z`;
    const text = await formatCalendarEntry({ ...poll, timeZone }, { id: "o1", startTime, duration: 30 });
    expect(Number(parseWithNodeIcal(text).start)).toBe(Date.parse(startTime));
    expect(Number(parseWithTsIcs(text).start.date)).toBe(Date.parse(startTime));
    // A name that the parsers do not know, so that they must use the definition.
    const renamed = text.replaceAll(timeZone, "Poll");
    let moves = 0;
    for (let days = -360; days < 4 * 365; days += 5) {
      const date = new Date(Date.parse(startTime) + days * 86_400_000).toISOString().slice(0, 10);
      const resolved = resolveLocal(`${date}T12:30:00`, timeZone);
      if (resolved.kind !== "exact") continue;
      const moved = moveEvent(renamed, `${date}T12:30:00`);
      const instant = Date.parse(resolved.instant);
      expect([date, parseWithIcalJs(moved).event.startDate.toJSDate().getTime()]).toEqual([date, instant]);
      // ts-ics is wrong within days of some changes, which are never in the middle of these months.
      if (!/-(?:01|06|07|12)-1\d$/.test(date)) continue;
      expect([date, Number(parseWithTsIcs(moved).start.date)]).toEqual([date, instant]);
      moves++;
    }
    expect(moves).toBeGreaterThan(20);
  });

  it("stays right for 30 years where the rules are yearly", async () => {
    const text = await formatCalendarEntry(poll, slot);
    for (let year = 2027; year < 2057; year++) {
      for (const day of ["03-24", "03-31", "10-24", "11-01"]) {
        const local = `${year}-${day}T12:30:00`;
        const { event } = parseWithIcalJs(moveEvent(text.replaceAll("Europe/Berlin", "Poll"), local));
        const { instant } = resolveLocal(local, "Europe/Berlin");
        expect(event.startDate.toJSDate().getTime()).toBe(Date.parse(instant));
      }
    }
  });
});
