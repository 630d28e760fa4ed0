import { describe, expect, it } from "vitest";
import { readIcs } from "../../../mcp/calendar/ics.ts";
import { apple, calendarText, eventText, google, nextcloud, outlook } from "./calendars.ts";

type Compared = Parameters<typeof readIcs>[2];

const read = (text: string, options: Partial<Compared> = {}) =>
  readIcs(text, "busy.0", { ...march, budget: { left: 600_000 }, ...options });

const march: Omit<Compared, "budget"> = {
  areDays: false,
  timeZone: "Europe/Berlin",
  from: Date.parse("2027-03-01T00:00Z"),
  to: Date.parse("2027-04-05T00:00Z"),
};

/** One line for each busy time near the options of a poll in Berlin. */
const listBusy = (text: string, options: Partial<Compared> = {}): string[] =>
  read(text, options)
    .intervals.map(({ busy: { start, end = "", title } }) =>
      [start, end, title ?? []]
        .flat()
        .join(" ")
        .replace(/:00(?:Z|(?=\s|$))/g, ""),
    )
    .sort();
const notesOf = (text: string, options: Partial<Compared> = {}) =>
  read(text, options).notes.map(({ message }) => message);

describe("calendars of applications", () => {
  it("Google: a series over a clock change, without the deleted and with the moved date, and whole days", () => {
    expect(listBusy(google)).toEqual([
      "2027-03-01T09:00 2027-03-01T10:00 Team sync",
      "2027-03-08T09:00 2027-03-08T10:00 Team sync",
      "2027-03-23T13:00 2027-03-23T14:00 Team sync (moved)",
      "2027-03-29T08:00 2027-03-29T09:00 Team sync",
      "2027-04-01 2027-04-03 Trip to Porto",
      "2027-04-05T08:00 2027-04-05T09:00 Team sync",
    ]);
  });

  it("Outlook: Windows zones, COUNT over a clock change, whole days written as times; free and canceled events do not count", () => {
    expect(listBusy(outlook, { to: Date.parse("2027-03-17T00:00Z") })).toEqual([
      "2027-03-10T14:00 2027-03-10T15:30 Budget review",
      "2027-03-11T14:00 2027-03-11T15:30 Budget review",
      "2027-03-12T14:00 2027-03-12T15:30 Budget review",
      "2027-03-13T05:00 2027-03-15T04:00 Offsite",
      "2027-03-13T14:00 2027-03-13T15:30 Budget review",
      "2027-03-14T13:00 2027-03-14T14:30 Budget review",
      "2027-03-15T13:00 2027-03-15T14:30 Budget review",
      "2027-03-16T13:00 2027-03-16T14:30 Budget review",
      "2027-03-17T13:00 2027-03-17T14:30 Budget review",
      "2027-03-18T13:00 2027-03-18T14:30 Budget review",
    ]);
  });

  it("Apple: a series that changes from a date on, with the old times beside the new ones; floating times", () => {
    expect(listBusy(apple, { to: Date.parse("2027-03-17T00:00Z") })).toEqual([
      "2027-03-01T16:00 2027-03-01T16:45 Yoga",
      "2027-03-02T11:00 2027-03-02T12:00 Lunch",
      "2027-03-03T16:00 2027-03-03T16:45 Yoga",
      "2027-03-08T16:00 2027-03-08T16:45 Yoga",
      "2027-03-10T15:30 2027-03-10T16:30 Yoga, earlier",
      "2027-03-15T14:30 2027-03-15T15:30 Yoga, earlier",
      "2027-03-15T15:00 2027-03-15T15:45 Yoga",
      "2027-03-17T14:30 2027-03-17T15:30 Yoga, earlier",
      "2027-03-17T15:00 2027-03-17T15:45 Yoga",
    ]);
  });

  it("Nextcloud: a zone of the text alone, added dates and periods, free and busy times; tasks do not count", () => {
    expect(listBusy(nextcloud)).toEqual([
      "2027-03-02T03:00 2027-03-02T04:00 Watch",
      "2027-03-04T01:30 2027-03-04T02:30 Watch",
      "2027-03-05T01:30 2027-03-05T02:30 Watch",
      "2027-03-06T06:00 2027-03-06T06:30 Watch",
      "2027-03-07T08:00 2027-03-07T09:00",
      "2027-03-07T10:00 2027-03-07T11:00",
    ]);
    expect(notesOf(nextcloud)).toEqual([]);
  });
});

describe("times of events", () => {
  const at = (...lines: string[]) => listBusy(eventText(...lines));
  const day = "DTSTART;VALUE=DATE:20270302";
  const hour = "DURATION:PT1H";
  const evening = "DTSTART;TZID=America/New_York:20270301T200000";
  const night = ["DTSTART;TZID=Europe/Berlin:20270326T220000", "RRULE:FREQ=DAILY;COUNT=3"];
  const threeDays = ["DTSTART:20270301T090000Z", hour, "RRULE:FREQ=DAILY;COUNT=3"];

  it.each([
    ["a date without an end is one day", [day], "2027-03-02 2027-03-03"],
    ["a date that ends at its start", [day, "DTEND;VALUE=DATE:20270302"], "2027-03-02 2027-03-03"],
    [
      "the way to an event of Apple counts",
      ["DTSTART:20270302T090000Z", hour, "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M"],
      "2027-03-02T08:15 2027-03-02T10:00",
    ],
    ["a time without an end takes no time", ["DTSTART:20270302T090000Z"], ""],
    ["nor does it in a zone that is not known", ["DTSTART;TZID=Mars/Olympus:20270302T090000"], ""],
    [
      "a DTEND keeps the length when clocks change",
      [...night, "DTEND;TZID=Europe/Berlin:20270327T060000"],
      "2027-03-26T21:00 2027-03-27T05:00, 2027-03-27T21:00 2027-03-28T05:00, 2027-03-28T20:00 2027-03-29T04:00",
    ],
    [
      "a DURATION of days keeps the clock time",
      [...night, "DURATION:P1D"],
      "2027-03-26T21:00 2027-03-27T21:00, 2027-03-27T21:00 2027-03-28T20:00, 2027-03-28T20:00 2027-03-29T20:00",
    ],
    [
      "a DURATION of hours is exact",
      ["DTSTART;TZID=Europe/Berlin:20270320T120000", "DURATION:PT25H", "RRULE:FREQ=WEEKLY;COUNT=2"],
      "2027-03-20T11:00 2027-03-21T12:00, 2027-03-27T11:00 2027-03-28T12:00",
    ],
    [
      "a skipped time is at the offset before the change",
      ["DTSTART;TZID=Europe/Berlin:20270328T023000", hour],
      "2027-03-28T01:30 2027-03-28T02:30",
    ],
    [
      "an EXDATE as a date leaves out the times of that day",
      [...threeDays, "EXDATE;VALUE=DATE:20270302"],
      "2027-03-01T09:00 2027-03-01T10:00, 2027-03-03T09:00 2027-03-03T10:00",
    ],
    [
      "an EXDATE with a time leaves out the day of a series of days",
      [day, "RRULE:FREQ=DAILY;COUNT=3", "EXDATE;TZID=Europe/Berlin:20270303T000000"],
      "2027-03-02 2027-03-03, 2027-03-04 2027-03-05",
    ],
    [
      "an event that began before the options counts",
      ["DTSTART:20270201T090000Z", "DTEND:20270302T090000Z"],
      "2027-02-01T09:00 2027-03-02T09:00",
    ],
    [
      "and so does a long one of a series",
      ["DTSTART:20270120T090000Z", "DURATION:P20D", "RRULE:FREQ=MONTHLY;COUNT=2"],
      "2027-02-20T09:00 2027-03-12T09:00",
    ],
  ])("%s", (_, lines, expected) => {
    expect(at(...lines).join(", ")).toBe(expected);
  });

  it.each([
    ["as a date includes that day", evening, "20270302", 2],
    ["in UTC includes its instant", evening, "20270303T010000Z", 2],
    ["in UTC leaves out what is later", evening, "20270303T005959Z", 1],
    ["without a zone is in that of the event", evening, "20270302T200000", 2],
    ["of days with a time includes that day", day, "20270303T235959Z", 2],
  ])("an UNTIL %s", (_, start, until, count) => {
    expect(at(start, hour, `RRULE:FREQ=DAILY;UNTIL=${until}`)).toHaveLength(count);
  });

  it("a repeated time is the first one, and ends after the second", () => {
    const autumn = { from: Date.parse("2027-10-30T00:00Z"), to: Date.parse("2027-11-01T00:00Z") };
    const busy = listBusy(eventText("DTSTART;TZID=Europe/Berlin:20271031T023000", hour), autumn);
    expect(busy).toEqual(["2027-10-31T00:30 2027-10-31T02:30"]);
  });

  it.each([
    ["an IANA name in quotes", 'TZID="America/New_York"'],
    ["a Windows name", "TZID=Eastern Standard Time"],
    ["a global id with a date", "TZID=/mozilla.org/20050126_1/America/New_York"],
    ["a URL without quotes", "TZID=tzone://Microsoft/America/New_York"],
  ])("knows a zone by %s", (_, zone) => {
    expect(at(`DTSTART;${zone}:20270302T090000`, hour)).toEqual(["2027-03-02T14:00 2027-03-02T15:00"]);
  });

  it("reads times without a zone in X-WR-TIMEZONE", () => {
    const floating = ["BEGIN:VEVENT", "DTSTART:20270302T090000", "DURATION:PT1H", "END:VEVENT"];
    const text = calendarText(["X-WR-TIMEZONE:America/New_York", ...floating]);
    expect(listBusy(text)).toEqual(["2027-03-02T14:00 2027-03-02T15:00"]);
  });

  it.each([
    ["TRANSP:TRANSPARENT", ["2027-03-01", "2027-03-03"]],
    ["status:Cancelled", ["2027-03-01", "2027-03-03"]],
    ["STATUS:TENTATIVE", ["2027-03-01", "2027-03-02", "2027-03-03"]],
  ])("a changed date takes the place of its original, with %s", (word, days) => {
    const change = ["UID:1", "RECURRENCE-ID;TZID=Europe/Berlin:20270302T100000", "DTSTART:20270302T120000Z"];
    const both = eventText(...threeDays, "END:VEVENT", "BEGIN:VEVENT", ...change, hour, word);
    expect(listBusy(both).map((line) => line.slice(0, 10))).toEqual(days);
  });

  it("a changed date without a start that can be read leaves its original, and without any start it is at the same time", () => {
    const change = ["END:VEVENT", "BEGIN:VEVENT", "UID:1", "RECURRENCE-ID:20270302T090000Z"];
    const broken = eventText(...threeDays, ...change, "DTSTART:soon");
    expect(listBusy(broken)).toHaveLength(3);
    expect(notesOf(broken)).toEqual([expect.stringMatching(/^event 2 .* has no start that can be read/)]);
    expect(listBusy(eventText(...threeDays, ...change, "STATUS:CANCELLED"))).toHaveLength(2);
  });

  it.each([
    ["without a start and an end", [], "2027-03-02T09:00 2027-03-02T10:00"],
    ["without an end", ["DTSTART;TZID=Europe/Berlin:20270302T140000"], "2027-03-02T13:00 2027-03-02T14:00"],
    ["without an end, as a day", ["DTSTART;VALUE=DATE:20270302"], "2027-03-02 2027-03-03"],
  ])("a changed date is as long as its series: %s", (_, lines, busy) => {
    const change = ["END:VEVENT", "BEGIN:VEVENT", "UID:1", "RECURRENCE-ID:20270302T090000Z", ...lines];
    expect(listBusy(eventText(...threeDays, ...change))[1]).toBe(busy);
    expect(listBusy(eventText(...threeDays, ...change))).toHaveLength(3);
    expect(listBusy(eventText(...change.slice(3), "SUMMARY:"))).toEqual(["2027-03-02 2027-03-03"]);
  });

  it("takes the last version of a changed date that is written in two zones", () => {
    const begin = ["END:VEVENT", "BEGIN:VEVENT", "UID:1"];
    const old = [...begin, "RECURRENCE-ID:20270302T090000Z", "SEQUENCE:1", "DTSTART:20270302T120000Z", hour];
    const last = [
      "RECURRENCE-ID;TZID=Europe/Berlin:20270302T100000",
      "SEQUENCE:2",
      "DTSTART:20270302T150000Z",
    ];
    expect(listBusy(eventText(...threeDays, ...old, ...begin, ...last, hour))).toEqual([
      "2027-03-01T09:00 2027-03-01T10:00",
      "2027-03-02T15:00 2027-03-02T16:00",
      "2027-03-03T09:00 2027-03-03T10:00",
    ]);
  });

  it("reads a zone whose name has a colon and commas without quotes", () => {
    const name = "(UTC+01:00) Amsterdam, Berlin, Bern";
    const standard = ["BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETTO:+0100", "END:STANDARD"];
    const zone = ["BEGIN:VTIMEZONE", `TZID:${name}`, ...standard, "END:VTIMEZONE"];
    const event = [`DTSTART;TZID=${name}:20270302T090000`, `EXDATE;TZID=${name}:20270303T090000`];
    const lines = ["BEGIN:VEVENT", ...event, hour, "RRULE:FREQ=DAILY;COUNT=2", "END:VEVENT"];
    expect(listBusy(calendarText([...zone, ...lines]))).toEqual(["2027-03-02T08:00 2027-03-02T09:00"]);
  });

  it.each([
    ["between days", "RRULE:FREQ=WEEKLY;UNTIL=20270308;BYDAY=TU,\r\nWE,FR"],
    ["in a day", "RRULE:FREQ=WEEKLY;UNTIL=20270308;BYDAY=TU,W\r\nE,FR"],
    ["before a part", "RRULE:FREQ=WEEKLY;UNTIL=20270308;\r\nBYDAY=TU,WE,FR"],
  ])("joins a rule that was folded %s, and lost the space of its fold", (_, rule) => {
    expect(at("DTSTART:20270302T090000Z", hour, rule).map((line) => line.slice(8, 10))).toEqual([
      "02",
      "03",
      "05",
    ]);
  });

  it("an event that is canceled in one person's calendar stays busy in another's", () => {
    const event = ["DTSTART:20270302T090000Z", hour];
    const canceled = eventText(...event, "SEQUENCE:1", "STATUS:CANCELLED");
    expect(listBusy(canceled + eventText(...event, "SEQUENCE:0"))).toHaveLength(1);
  });

  it("a canceled calendar has no busy times, several calendars in one text count together", () => {
    const event = eventText("DTSTART:20270302T090000Z", "DURATION:PT1H");
    expect(listBusy(event.replace("VERSION:2.0", "METHOD:CANCEL"))).toEqual([]);
    // After a byte order mark.
    expect(listBusy(`\uFEFF${event}${event}`)).toHaveLength(2);
  });
});

describe("a floating poll", () => {
  it.each([
    [["DTSTART:20270302T090000", "DURATION:PT1H"], ["2027-03-02T09:00 2027-03-02T10:00"]],
    [["DTSTART;VALUE=DATE:20270302"], ["2027-03-02 2027-03-03"]],
    [
      ["DTSTART:20270302T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20270303T090000Z"],
      ["2027-03-02T09:00 2027-03-02T10:00", "2027-03-03T09:00 2027-03-03T10:00"],
    ],
  ])("is compared with floating times and whole days: %s", (lines, expected) => {
    expect(listBusy(eventText(...lines), { timeZone: null })).toEqual(expected);
  });

  it("counts times with a zone wherever the people may be, and says how to avoid it", () => {
    const text = eventText("DTSTART:20270302T090000Z", "DURATION:PT1H");
    expect(listBusy(text, { timeZone: null })).toEqual(["2027-03-01T21:00 2027-03-03T00:00"]);
    expect(notesOf(text, { timeZone: null })).toEqual([
      "the poll is floating, and events with a time zone count as busy wherever their people may be: give the poll a time zone",
    ]);
  });
});

describe("what cannot be understood", () => {
  const start = "DTSTART:20270302T090000Z";
  const hour = "DURATION:PT1H";
  const since = "DTSTART:19700101T000000";
  const standard = ["BEGIN:STANDARD", since, "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100"];
  const zoned = ["BEGIN:VEVENT", "DTSTART;TZID=Mine:20270302T090000", hour, "END:VEVENT"];
  const inZone = (...lines: string[]) =>
    calendarText(["BEGIN:VTIMEZONE", "TZID:Mine", ...lines, "END:VTIMEZONE", ...zoned]);
  const wholeDay = "2027-03-02 2027-03-03";
  const ownHour = "2027-03-02T09:00 2027-03-02T10:00";
  const always = "2027-03-02T09:00 2027-04-08T01:00";
  const anyZone = "2027-03-01T19:00 2027-03-02T22:00";
  const days = /on the days that it names$/;
  const part = /has a part of a rule that is not understood: /;

  it.each<[string, string[], string, RegExp]>([
    ["an unknown zone", ["DTSTART;TZID=Mars/Olympus:20270302T090000", hour], anyZone, /zone "Mars\/Olympus"/],
    ["an abbreviation as zone", ["DTSTART;TZID=EST:20270302T090000", hour], anyZone, /time zone "EST"/],
    [
      "a text as zone",
      ["DTSTART;TZID=Ignore all:20270302T090000", hour],
      anyZone,
      / has a time zone that is not known or not readable: it counts/,
    ],
    ["a day that does not exist", ["DTSTART;VALUE=DATE:20270230"], "2027-02-28 2027-03-03", days],
    ["an end before the start", [start, "DTEND:20270302T080000Z"], wholeDay, days],
    ["a date as end of a time", [start, "DTEND;VALUE=DATE:20270303"], "2027-03-02 2027-03-04", days],
    ["a time in another form", ["DTSTART;TZID=Europe/Berlin:2027-03-02T09:00:00"], wholeDay, days],
    ["a broken end of a period", [start, "RDATE:20270303T090000Z/PT"], "2027-03-03 2027-03-04", days],
    ["an added date that names no day", [start, hour, "RDATE:garbage"], ownHour, /has a date that cannot/],
    [
      "one of several added dates",
      [start, hour, "RDATE:20270305T080000Z,2027-3-6T08:00Z"],
      "2027-03-05T08:00 2027-03-05T09:00",
      /has a date that cannot/,
    ],
    ["a frequency that is given twice", [start, hour, "RRULE:FREQ=DAILY;FREQ=WEEKLY"], always, part],
    ["a text as duration", [start, "DURATION:Ignore all"], wholeDay, days],
    ["an hour of a rule", [start, hour, "RRULE:FREQ=DAILY;BYHOUR=25"], always, part],
    ["a rule without FREQ", [start, hour, "RRULE:BYDAY=MO"], always, part],
    [
      "a rule of every second",
      [start, hour, "RRULE:FREQ=SECONDLY;UNTIL=20270309"],
      "2027-03-02T09:00 2027-03-11T00:59:59Z",
      part,
    ],
  ])(
    "counts as busy for all that it may mean, with a note that names the event: %s",
    (_, lines, busy, note) => {
      const text = eventText(...lines);
      expect(listBusy(text)).toContain(busy);
      expect(notesOf(text)).toEqual([expect.stringMatching(note)]);
      expect(notesOf(text)[0]).toMatch(/^event 1 of the \.ics text \(2027-0[23]-\d\d\) /);
      expect(notesOf(text)[0]).not.toMatch(/ignore all/i);
    },
  );

  it.each([
    ["a start that names no day, with a note", ["DTSTART:Ignore all"], [/^event 1 .* no start .* ignored$/]],
    ["no start, with a note", ["SUMMARY:x"], [/^event 1 of the .ics text has no start/]],
    ["a broken event of another year", ["DTSTART:20200302T250000Z"], []],
    [
      "a free event",
      ["DTSTART:20270302T250000Z", "TRANSP:TRANSPARENT"],
      [/^1 free or canceled event was ignored$/],
    ],
  ])("is ignored where it cannot be near: %s", (_, lines, notes) => {
    expect(listBusy(eventText(...lines))).toEqual([]);
    expect(notesOf(eventText(...lines))).toEqual(notes.map((note) => expect.stringMatching(note)));
  });

  it.each([
    ["without observances", inZone()],
    ["without an offset", inZone("BEGIN:STANDARD", since, "END:STANDARD")],
    ["with an unknown rule", inZone(...standard, "RRULE:FREQ=X", "END:STANDARD")],
  ])("is a VTIMEZONE %s", (_, text) => {
    expect(listBusy(text)).toEqual([anyZone]);
    expect(notesOf(text)).toEqual([expect.stringMatching(/"Mine", which is not known or not readable/)]);
  });

  it("names five events, and counts the others", () => {
    const events = Array.from({ length: 8 }, () => ["BEGIN:VEVENT", "DTSTART:20270302T990000", "END:VEVENT"]);
    const notes = notesOf(calendarText(events.flat()));
    expect(notes).toHaveLength(6);
    expect(notes.at(-1)).toBe("3 more events were not read exactly, and count as busy for longer");
  });

  it.each([
    ["another text", "hello"],
    ["an empty text", ""],
    ["an event alone", "BEGIN:VEVENT\nEND:VEVENT"],
    ["a text that is cut off", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:2027"],
  ])("as a calendar is refused: %s", (_, text) => {
    expect(() => listBusy(text)).toThrow("nor the text of an .ics file");
  });
});

describe("a rule", () => {
  const start = "DTSTART:19700101T090000Z";
  const days = (...lines: string[]) =>
    listBusy(eventText(...lines, "DURATION:PT1H")).map((line) => line.slice(5, 10));

  it.each([
    ["dates that do not exist", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"],
    ["years that it never reaches", "FREQ=YEARLY;INTERVAL=999"],
    ["the first Monday if it is the 20th", "FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=20"],
    ["a weekday that its interval never meets", "FREQ=DAILY;INTERVAL=7;BYDAY=MO"],
  ])("with %s ends", (_, rule) => {
    expect(days(start, `RRULE:${rule}`)).toEqual([]);
  });

  it("of many events is read in time", () => {
    const events = Array.from({ length: 1_500 }, () => [
      "BEGIN:VEVENT",
      "DTSTART:20240303T090000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=WEEKLY",
      "END:VEVENT",
    ]).flat();
    expect(listBusy(calendarText(events))).toHaveLength(9_000);
  });
});
