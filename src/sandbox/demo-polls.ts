import type { StoredConferencing, StoredPollStatus, StoredSettings } from "./model.ts";

/** A demo poll. Days count from the current day of the sandbox's clock. */
export interface DemoPoll {
  /** The number in its ids, and its place in the order of creation. */
  number: number;
  title: string;
  description?: string;
  location?: string;
  conferencing?: StoredConferencing;
  /** Days of a date poll. */
  days?: readonly number[];
  /** Day, wall-clock time and duration in minutes of each slot of a time poll. */
  slots?: readonly (readonly [day: number, time: string, duration: number])[];
  timeZone?: string;
  status?: StoredPollStatus;
  settings?: Partial<StoredSettings>;
  /** `Name <email>`, and a letter for each option: y(es), i(f need be), n(o); any other letter is no vote. */
  votes?: Readonly<Record<string, string>>;
  createdDaysAgo?: number;
  /** Whether the organizer has left the space. */
  organizerLeft?: boolean;
  space?: string;
}

/** The number of the newest poll. */
export const newestDemoPoll = 27;

const daily = (times: readonly string[], days: readonly number[], duration: number) =>
  days.flatMap((day) => times.map((time) => [day, time, duration] as const));

const fiveTimes = ["09:00", "10:00", "11:00", "13:00", "14:00"];
const manyPeople = Object.fromEntries(
  Array.from({ length: 40 }, (_, person) => [
    `Guest ${String(person + 1).padStart(2, "0")} <guest${person + 1}@example.com>`,
    [0, 1, 2, 3].map((option) => "yinny-".charAt((person * 5 + option * 2) % 6)).join(""),
  ]),
);

/** The demo polls, oldest first. */
export const demoPolls: readonly DemoPoll[] = [
  {
    number: 1,
    title: "Autumn hackathon (over)",
    days: [-40, -39],
    status: "closed",
    createdDaysAgo: 60,
    votes: { "Ada Lovelace <ada@example.com>": "yy", "Grace Hopper <grace@example.com>": "ny" },
  },
  {
    number: 2,
    title: "Kick-off call",
    slots: daily(["10:00"], [-12, -11], 45),
    timeZone: "Europe/London",
    status: "closed",
    createdDaysAgo: 20,
  },
  {
    number: 3,
    title: "Team lunch",
    location: "Canteen, ground floor",
    days: [3, 4, 5],
    status: "scheduled",
    createdDaysAgo: 6,
    votes: {
      "Grace Hopper <grace@example.com>": "yyn",
      "Linus Example <linus@example.org>": "nyi",
      "Barbara Example <barbara@example.org>": "iyy",
    },
  },
  {
    number: 4,
    title: "Summer party (called off)",
    days: [20, 21, 27, 28],
    status: "canceled",
    createdDaysAgo: 5,
    votes: { "Alan Example <alan@example.org>": "nnyy" },
  },
  {
    number: 5,
    title: "Board meeting",
    description: "Voting closed early: the room had to be booked.",
    slots: daily(["09:00", "15:00"], [14, 15], 120),
    timeZone: "America/New_York",
    status: "closed",
    createdDaysAgo: 4,
    votes: { "Ada Lovelace <ada@example.com>": "yyny", "Katherine Example <katherine@example.com>": "nyii" },
  },
  {
    number: 6,
    title: "Office hours, all month",
    slots: daily(
      fiveTimes,
      Array.from({ length: 20 }, (_, day) => day + 7),
      60,
    ),
    timeZone: "Europe/Berlin",
    votes: { "Konrad Zuse <konrad@example.org>": "yyyynnnniiiiyyyy" },
  },
  {
    number: 7,
    title: "Board game night",
    description: "Bring snacks. Nobody has voted yet.",
    days: [9, 10, 16, 17],
  },
  {
    number: 8,
    title: "Run along the river",
    description: "Local time wherever you run: these times float.",
    slots: [
      [6, "07:00", 60],
      [6, "18:30", 60],
      [7, "07:00", 90],
    ],
    votes: { "Wilma Example <wilma@example.com>": "yni", "Jesse Example": "-yy" },
  },
  {
    number: 9,
    title: "花見の日程",
    description: "上野公園で会いましょう。",
    location: "上野公園",
    days: [30, 31, 32],
    votes: { "佐藤 花子 <hanako@example.org>": "yyi", "鈴木 一郎 <ichiro@example.org>": "yny", 田中: "iy-" },
  },
  {
    number: 11,
    title: "اجتماع الفريق",
    slots: daily(["11:00", "13:30"], [8, 9], 30),
    timeZone: "Africa/Cairo",
    votes: { "ليلى <layla@example.com>": "ynyi", عمر: "yyni" },
  },
  {
    number: 17,
    title: "🎂 Surprise for Linus 🎉",
    days: [19, 20],
    settings: { hideParticipants: true, hideScores: true },
    votes: { "Zoë Ångström <zoe@example.org>": "yy" },
  },
  {
    number: 18,
    title: "Yes or no: release dates",
    description: "No maybes: this poll offers no “if need be”.",
    days: [7, 14, 21],
    settings: { allowTentativeVotes: false },
    votes: { "Ada Lovelace <ada@example.com>": "yny", "Grace Hopper <grace@example.com>": "yyn" },
  },
  {
    number: 19,
    title: "Interview panel",
    slots: daily(["09:00", "10:00", "11:00"], [5, 6], 45),
    timeZone: "America/New_York",
    settings: { requireEmail: true, disableComments: false },
    conferencing: { provider: "meet" },
    votes: { "Grace Hopper <grace@example.com>": "yynnyi", "Alan Example <alan@example.org>": "ynnyyi" },
  },
  {
    number: 21,
    title: "Handover of the archive",
    description: "The organizer of this poll has left the space.",
    days: [15, 16],
    organizerLeft: true,
  },
  {
    number: 23,
    title: "All-hands",
    slots: daily(["14:00", "16:00"], [10, 11], 60),
    timeZone: "UTC",
    votes: manyPeople,
  },
  {
    number: 24,
    title: "Weekly sync",
    slots: daily(["09:00", "13:00"], [2, 3], 30),
    timeZone: "Europe/London",
    votes: {
      "Ada Lovelace <ada@example.com>": "yyni",
      "Grace Hopper <grace@example.com>": "ynyi",
      "Linus Example <linus@example.org>": "iynn",
    },
  },
  {
    number: 25,
    title: "Team offsite",
    description: "Two days suit everyone equally well: a tie.",
    location: "Lisbon",
    days: [45, 46, 47],
    votes: {
      "Ada Lovelace <ada@example.com>": "yyn",
      "Grace Hopper <grace@example.com>": "yyi",
      "Linus Example <linus@example.org>": "nni",
    },
  },
  {
    number: 26,
    title: "Another space's poll",
    days: [10, 11],
    space: "space-second",
    votes: { "陈美 <mei@example.org>": "yn" },
  },
];
