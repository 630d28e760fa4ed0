import type { StoredConferencing, StoredPollStatus, StoredSettings } from "./model.ts";

/** A demo poll. Days count from the current day of the sandbox's clock. */
export interface DemoPoll {
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
    title: "Autumn hackathon (over)",
    days: [-40, -39],
    status: "closed",
    createdDaysAgo: 60,
    votes: { "Ada Lovelace <ada@example.com>": "yy", "Grace Hopper <grace@example.com>": "ny" },
  },
  {
    title: "Kick-off call",
    slots: daily(["10:00"], [-12, -11], 45),
    timeZone: "Europe/London",
    status: "closed",
    createdDaysAgo: 20,
  },
  {
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
    title: "Summer party (called off)",
    days: [20, 21, 27, 28],
    status: "canceled",
    createdDaysAgo: 5,
    votes: { "Alan Example <alan@example.org>": "nnyy" },
  },
  {
    title: "Board meeting",
    description: "Voting closed early: the room had to be booked.",
    slots: daily(["09:00", "15:00"], [14, 15], 120),
    timeZone: "America/New_York",
    status: "closed",
    createdDaysAgo: 4,
    votes: { "Ada Lovelace <ada@example.com>": "yyny", "Katherine Example <katherine@example.com>": "nyii" },
  },
  {
    title: "Office hours, all month",
    slots: daily(
      fiveTimes,
      Array.from({ length: 20 }, (_, day) => day + 7),
      60,
    ),
    timeZone: "Europe/Berlin",
    votes: { "Konrad Zuse <konrad@example.org>": "yyyynnnniiiiyyyy" },
  },
  { title: "Board game night", description: "Bring snacks. Nobody has voted yet.", days: [9, 10, 16, 17] },
  {
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
    title: "花見の日程",
    description: "上野公園で会いましょう。",
    location: "上野公園",
    days: [30, 31, 32],
    votes: { "佐藤 花子 <hanako@example.org>": "yyi", "鈴木 一郎 <ichiro@example.org>": "yny", 田中: "iy-" },
  },
  {
    title: "スプリント計画",
    slots: daily(["10:00", "16:00"], [8], 60),
    timeZone: "Asia/Tokyo",
    votes: { 高橋: "yn", 伊藤: "iy" },
  },
  {
    title: "اجتماع الفريق",
    slots: daily(["11:00", "13:30"], [8, 9], 30),
    timeZone: "Africa/Cairo",
    votes: { "ليلى <layla@example.com>": "ynyi", عمر: "yyni" },
  },
  {
    title: "परियोजना समीक्षा",
    slots: daily(["15:00"], [10, 11, 12], 45),
    timeZone: "Asia/Kolkata",
    votes: { "प्रिया <priya@example.org>": "yiy" },
  },
  { title: "Συνάντηση ομάδας", days: [12, 13], votes: { Ελένη: "yn", Γιώργος: "ny" } },
  {
    title: "Обзор проекта",
    slots: daily(["12:00"], [9, 10], 60),
    timeZone: "Asia/Almaty",
    votes: { "Айгерим <aigerim@example.com>": "yy", "Ольга <olga@example.org>": "iy" },
  },
  { title: "팀 회식", days: [11, 18], votes: { "김민수 <minsu@example.org>": "yi", 이서연: "yy" } },
  {
    title: "פגישת צוות",
    slots: daily(["09:30"], [13, 14], 30),
    timeZone: "Asia/Jerusalem",
    votes: { נועה: "yn" },
  },
  {
    title: "🎂 Surprise for Linus 🎉",
    days: [19, 20],
    settings: { hideParticipants: true, hideScores: true },
    votes: { "Zoë Ångström <zoe@example.org>": "yy" },
  },
  {
    title: "Yes or no: release dates",
    description: "No maybes: this poll offers no “if need be”.",
    days: [7, 14, 21],
    settings: { allowTentativeVotes: false },
    votes: { "Ada Lovelace <ada@example.com>": "yny", "Grace Hopper <grace@example.com>": "yyn" },
  },
  {
    title: "Interview panel",
    slots: daily(["09:00", "10:00", "11:00"], [5, 6], 45),
    timeZone: "America/New_York",
    settings: { requireEmail: true, disableComments: false },
    conferencing: { provider: "meet" },
    votes: { "Grace Hopper <grace@example.com>": "yynnyi", "Alan Example <alan@example.org>": "ynnyyi" },
  },
  {
    title: "Customer demo",
    slots: [
      [4, "16:00", 30],
      [4, "17:00", 30],
      [5, "16:00", 60],
    ],
    timeZone: "Europe/London",
    conferencing: { provider: "custom", label: "Our meeting room", uri: "https://meet.example.com/room" },
    votes: { "Pat Example <pat@example.com>": "iiy", "Sam Example <sam@example.org>": "yyi" },
  },
  {
    title: "Handover of the archive",
    description: "The organizer of this poll has left the space.",
    days: [15, 16],
    organizerLeft: true,
  },
  {
    title: "Stand-up in Kathmandu",
    slots: [
      [3, "09:15", 15],
      [4, "09:15", 15],
      [4, "09:40", 20],
    ],
    timeZone: "Asia/Kathmandu",
    votes: { "Maya Example <maya@example.org>": "yyi" },
  },
  { title: "All-hands", slots: daily(["14:00", "16:00"], [10, 11], 60), timeZone: "UTC", votes: manyPeople },
  {
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
    title: "Another space's poll",
    days: [10, 11],
    space: "space-second",
    votes: { "陈美 <mei@example.org>": "yn" },
  },
  {
    title: "Another space's call",
    slots: daily(["10:00"], [10], 30),
    timeZone: "Asia/Shanghai",
    space: "space-second",
  },
];
