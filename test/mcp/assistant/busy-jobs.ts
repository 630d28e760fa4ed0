import { createBarePoll, localStart, parseLines } from "./bare.ts";
import type { Job } from "./job.ts";

interface Created {
  options: string[];
  dropped: { title?: string }[];
}

/** A calendar: daily at ten, but not on Monday, and later on Wednesday; and once on Wednesday. */
const calendar = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
BEGIN:VEVENT
UID:review
DTSTAMP:20270201T090000Z
DTSTART;TZID=Europe/Berlin:20270201T100000
DTEND;TZID=Europe/Berlin:20270201T103000
RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR
EXDATE;TZID=Europe/Berlin:20270215T100000
SUMMARY:Daily review
END:VEVENT
BEGIN:VEVENT
UID:review
DTSTAMP:20270201T090000Z
RECURRENCE-ID;TZID=Europe/Berlin:20270217T100000
DTSTART;TZID=Europe/Berlin:20270217T160000
DTEND;TZID=Europe/Berlin:20270217T163000
SUMMARY:Daily review
END:VEVENT
BEGIN:VEVENT
UID:dentist
DTSTAMP:20270201T090000Z
DTSTART:20270217T100000Z
DTEND:20270217T103000Z
SUMMARY:Dentist
END:VEVENT
END:VCALENDAR
`;

/** New polls without the times at which the person is busy. */
export const busyJobs: Job[] = [
  {
    question: "An hour with the supplier on Thursday or Friday afternoon, but avoid my busy times",
    calls: 1,
    answer: ["2027-02-18 13:00", "2027-02-18 16:00", "2027-02-19 13:00", "2027-02-19 14:00"],
    made: ["Supplier"],
    async run({ call }) {
      const made = await call<Created>("create_poll", {
        title: "Supplier",
        timeZone: "Europe/Lisbon",
        duration: 60,
        windows: [{ startDate: "2027-02-18", endDate: "2027-02-19", from: "13:00", to: "17:00" }],
        busy: [
          { start: "2027-02-18T14:00", end: "2027-02-18T16:00" },
          { start: "2027-02-19T15:00Z", end: "2027-02-19T17:00Z" },
        ],
      });
      return parseLines(made.options);
    },
    async bare(api) {
      const starts = ["2027-02-18T13:00", "2027-02-18T16:00", "2027-02-19T13:00", "2027-02-19T14:00"];
      const options = starts.map((startTime) => ({ startTime }));
      const input = { title: "Supplier", kind: "time", timeZone: "Europe/Lisbon", duration: 60, options };
      const made = await createBarePoll(api, input);
      return made.options.map((option) => localStart(made, option));
    },
  },
  {
    question: "Half an hour with Pat at ten or eleven next week; here is my calendar as an .ics file",
    calls: 1,
    answer: {
      options: ["2027-02-15 10:00", "2027-02-15 11:00", "2027-02-16 11:00", "2027-02-17 10:00"],
      dropped: ["Daily review", "Dentist"],
    },
    made: ["Half an hour with Pat"],
    async run({ call }) {
      const made = await call<Created>("create_poll", {
        title: "Half an hour with Pat",
        timeZone: "Europe/Berlin",
        duration: 30,
        windows: [
          { startDate: "2027-02-15", endDate: "2027-02-17", from: "10:00", to: "11:30", interval: 60 },
        ],
        busy: calendar,
      });
      return { options: parseLines(made.options), dropped: made.dropped.map(({ title }) => title) };
    },
    async bare(api) {
      // A recurring event with an exception on Monday and one that moved on Wednesday, and a single one on Wednesday.
      const starts = [
        "2027-02-15T10:00:00",
        "2027-02-15T11:00:00",
        "2027-02-16T11:00:00",
        "2027-02-17T10:00:00",
      ];
      const options = starts.map((startTime) => ({ startTime }));
      const input = { title: "Half an hour with Pat", kind: "time", timeZone: "Europe/Berlin", duration: 30 };
      const made = await createBarePoll(api, { ...input, options });
      const local = made.options.map((option) => localStart(made, option));
      return { options: local, dropped: ["Daily review", "Dentist"] };
    },
  },
];
