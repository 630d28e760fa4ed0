/** Events are expanded as ical.js expands them, which shares no code with the expansion here. */
import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { type ComparedPoll, readIcsBusy } from "../../src/scheduling/calendar/ics-busy.ts";
import { calendarText, google } from "./calendars.ts";

const dayMs = 86_400_000;
const berlin = google
  .slice(google.indexOf("BEGIN:VTIMEZONE"), google.indexOf("BEGIN:VEVENT"))
  .trim()
  .split("\r\n");
const from = Date.parse("2027-03-15T00:00Z");
const poll: ComparedPoll = { kind: "time", timeZone: "Europe/Berlin", from, to: from + 30 * dayMs };
const compact = (time: number) => new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, "");

/** The starts of the occurrences in the range, by ical.js. */
function expandWithIcal(text: string): number[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent("vtimezone") as ICAL.Component);
  const events = calendar.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each));
  const master = events.find((event) => !event.isRecurrenceException()) as ICAL.Event;
  const starts = new Set<number>();
  const iterator = master.iterator();
  for (let count = 0; count < 5_000; count++) {
    const next = iterator.next() as ICAL.Time | undefined;
    if (next === undefined || next.toUnixTime() * 1000 > poll.to + 2 * dayMs) break;
    const { startDate } = master.getOccurrenceDetails(next);
    starts.add(startDate.convertToZone(zone).toUnixTime() * 1000);
  }
  return [...starts].sort((one, other) => one - other).filter((time) => time >= from && time < poll.to);
}

function expand(text: string): number[] {
  const starts = readIcsBusy(text, poll).busy.map((busy) => ("start" in busy ? busy.start : Number.NaN));
  return [...new Set(starts)]
    .sort((one, other) => one - other)
    .filter((time) => time >= from && time < poll.to);
}

const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const weekdays = fc.subarray(weekdayNames, { minLength: 1 });
const interval = fc.integer({ min: 1, max: 4 }).map((count) => `;INTERVAL=${count}`);
const rule = fc.oneof(
  interval.map((each) => `FREQ=DAILY${each}`),
  fc.tuple(interval, weekdays).map(([each, days]) => `FREQ=WEEKLY${each};BYDAY=${days.join(",")}`),
  fc.integer({ min: 1, max: 28 }).map((day) => `FREQ=MONTHLY;BYMONTHDAY=${day}`),
  fc
    .tuple(fc.constantFrom("1", "2", "3", "4", "-1"), fc.constantFrom(...weekdayNames))
    .map(([nth, day]) => `FREQ=MONTHLY;BYDAY=${nth}${day}`),
  fc
    .tuple(fc.constantFrom("2", "-1"), fc.constantFrom(...weekdayNames))
    .map(([nth, day]) => `FREQ=YEARLY;BYMONTH=3;BYDAY=${nth}${day}`),
);
const end = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 1, max: 300 }).map((count) => `;COUNT=${count}`),
  fc.integer({ min: 0, max: 60 }).map((days) => `;UNTIL=${compact(from + days * dayMs)}Z`),
);
/** A start that its rule gives, because RFC 5545 leaves open what another one means. Not in the hours of a clock change. */
const start = fc
  .record({ day: fc.integer({ min: 0, max: 700 }), hour: fc.integer({ min: 5, max: 22 }) })
  .map(({ day, hour }) => Date.parse("2025-04-01T00:00Z") + day * dayMs + hour * 3_600_000);

describe("recurring events", () => {
  it("have the starts that ical.js finds, with excluded and moved dates, over a clock change", () => {
    let found = 0;
    fc.assert(
      fc.property(
        rule,
        end,
        start,
        fc.nat(20),
        fc.nat(20),
        fc.integer({ min: -30, max: 30 }),
        (freq, until, seed, first, second, hours) => {
          const at = (time: number) => `;TZID=Europe/Berlin:${compact(time)}`;
          const event = (...lines: string[]) => [
            "BEGIN:VEVENT",
            "UID:1",
            "DURATION:PT1H",
            ...lines,
            "END:VEVENT",
          ];
          const text = (begin: number, ...more: string[]) =>
            calendarText([...berlin, ...event(`DTSTART${at(begin)}`, `RRULE:${freq}${until}`), ...more]);
          const iterator = ICAL.Recur.fromString(freq).iterator(
            ICAL.Time.fromDateTimeString(new Date(seed).toISOString().slice(0, 19)),
          );
          const begin = Date.parse(`${String(iterator.next())}Z`);
          // DTSTART after UNTIL counts here, and not in ical.js. RFC 5545 leaves it open.
          fc.pre(begin < from);
          const plain = expand(text(begin));
          expect(plain).toEqual(expandWithIcal(text(begin)));
          found += plain.length;
          const [excluded, moved] = [plain[first % plain.length], plain[second % plain.length]];
          if (excluded === undefined || moved === undefined || excluded === moved) return;
          const utc = (time: number) => `${compact(time)}Z`;
          const changed = text(begin).replace("UID:1", `UID:1\r\nEXDATE:${utc(excluded)}`);
          const withMove = changed.replace(
            "END:VCALENDAR",
            [
              ...event(`RECURRENCE-ID:${utc(moved)}`, `DTSTART:${utc(moved + hours * 3_600_000)}`),
              "END:VCALENDAR",
            ].join("\r\n"),
          );
          const expected = plain.filter((time) => time !== excluded && time !== moved);
          const to = moved + hours * 3_600_000;
          const all = [...new Set([...expected, to])]
            .filter((time) => time >= from && time < poll.to)
            .sort((one, other) => one - other);
          expect(expand(withMove)).toEqual(all);
        },
      ),
      { numRuns: 200 },
    );
    expect(found).toBeGreaterThan(500);
  });
});

describe("zones of the text", () => {
  it("give the same instants as the IANA zone with these rules", () => {
    const minutes = fc.integer({ min: Date.UTC(1999, 0) / 60_000, max: Date.UTC(2036, 0) / 60_000 });
    // Half of the times are near a clock change.
    const changes = [Date.UTC(2027, 2, 28, 2), Date.UTC(2027, 9, 31, 3), Date.UTC(2028, 2, 26, 2)];
    const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -180, max: 180 }));
    const times = fc.oneof(
      minutes,
      near.map(([change, offset]) => change / 60_000 + offset),
    );
    fc.assert(
      fc.property(times, (time) => {
        const wall = time * 60_000;
        const read = (name: string) =>
          readIcsBusy(
            calendarText([
              ...berlin.map((line) => line.replace("TZID:Europe/Berlin", "TZID:Customized Time Zone")),
              ...["BEGIN:VEVENT", `DTSTART;TZID=${name}:${compact(wall)}`, "DURATION:PT1H", "END:VEVENT"],
            ]),
            { ...poll, from: wall - dayMs, to: wall + dayMs },
          ).busy;
        expect(read("Customized Time Zone")).toEqual(read("Europe/Berlin"));
        expect(read("Europe/Berlin")).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });
});
