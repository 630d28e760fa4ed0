/** Copies of polls on 8 March 2027. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkCreatePoll } from "../../src/api/check/create-input.ts";
import { defaultSettings } from "../../src/api/check/settings.ts";
import type { Poll } from "../../src/api/web.ts";
import { type CopyOptions, PlanError, type PollChanges, planCopy } from "../../src/scheduling/index.ts";
import { addDays, toLocal } from "../../src/time/index.ts";

const common = {
  id: "Xk3pQ9vLm2Ab",
  title: "Team lunch",
  description: "Bring food.",
  location: "Room 4",
  conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/a", extra: 1 },
  status: "closed",
  createdAt: "2027-02-15T15:30:00.000Z",
  updatedAt: "2027-02-16T09:10:00.000Z",
  organizer: { id: "Us8fK2mQ4xTz", name: "Alex Example", email: "alex@example.com", image: null },
  ...defaultSettings,
  requireEmail: true,
  disableComments: false,
  participantCount: 3,
  adminUrl: "https://app.example.com/poll/Xk3pQ9vLm2Ab",
  inviteUrl: "https://app.example.com/invite/Xk3pQ9vLm2Ab",
} as const;

const days = (...dates: string[]) =>
  ({ ...common, kind: "date", timeZone: null, options: dates.map((date) => ({ id: date, date })) }) as Poll;

const slots = (timeZone: string | null, starts: readonly string[], duration = 30) =>
  ({
    ...common,
    kind: "time",
    timeZone,
    options: starts.map((startTime) => ({ id: startTime, startTime, duration })),
  }) as Poll;

/** Slots in New York. */
const times = (...starts: string[]) => slots("America/New_York", starts);

/** A copy seven days later, unless the options name others. */
const copy = (poll: Poll, options: Partial<CopyOptions> = {}, changes: PollChanges = {}) =>
  planCopy(poll, changes, {
    shiftDays: 7,
    past: "refuse",
    now: Date.parse("2027-03-08T12:00:00Z"),
    ...options,
  });

type Text = { path: string; message: string };
const toLine = ({ path, message }: Text) => `${path}: ${message}`;

/** The days or starts of a copy, then its notes. The problems of a refused one. */
function linesOf(...args: Parameters<typeof copy>): string[] {
  try {
    const { options, notes } = copy(...args);
    return [...options.map((slot) => ("date" in slot ? slot.date : slot.startTime)), ...notes.map(toLine)];
  } catch (error) {
    if (error instanceof PlanError) return error.problems.map(toLine);
    throw error;
  }
}

describe("everything else of a copy", () => {
  it("is what the poll had, in the shape of a create", () => {
    const { body } = copy(times("2027-03-08T14:00:00Z"));
    expect(body).toEqual({
      title: "Team lunch",
      kind: "time",
      description: "Bring food.",
      location: "Room 4",
      conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/a" },
      organizer: { email: "alex@example.com" },
      timeZone: "America/New_York",
      requireEmail: true,
      hideParticipants: false,
      hideScores: false,
      disableComments: false,
      allowTentativeVotes: true,
      options: [{ startTime: "2027-03-15T13:00:00Z", duration: 30 }],
    });
    expect(checkCreatePoll(body).data).toMatchObject({ title: "Team lunch" });
  });

  it("is left out where the poll has nothing", () => {
    const bare = { description: null, location: null, conferencing: null, organizer: null };
    const { body, notes } = copy({ ...days("2027-03-08"), ...bare } as Poll);
    for (const field of [...Object.keys(bare), "timeZone"]) expect(body).not.toHaveProperty(field);
    expect(notes).toEqual([{ path: "organizer", message: expect.stringContaining("owner") }]);
  });

  it("can be changed or removed", () => {
    const changes = { title: "Dinner", conferencing: { provider: "zoom" }, hideScores: true };
    const organizer = { email: "Sam <sam@example.com>" };
    const { body } = copy(days("2027-03-08"), {}, { ...changes, organizer, description: null });
    expect(body).toMatchObject({ ...changes, organizer: { email: "sam@example.com" }, location: "Room 4" });
    expect(body).not.toHaveProperty("description");
  });
});

it.each<[string, object, object, string]>([
  ["days to leave out among the changes", {}, { except: ["2027-03-08"] }, "except"],
  ["another zone", {}, { timeZone: "Asia/Tokyo" }, "timeZone"],
  ["another length", {}, { duration: 60 }, "duration"],
  [
    "a start that is no instant",
    { options: [{ startTime: "2027-03-01T09:00", duration: 30 }] },
    {},
    "options.0",
  ],
  ["a day that does not exist", { options: [{ date: "2027-02-30" }] }, {}, "options.0"],
])("a copy refuses %s, and names the field", (_, part, changes, path) => {
  const poll = { ...times("2027-03-01T14:00:00Z"), ...part } as Poll;
  const copy = () => planCopy(poll, changes, { shiftDays: 7, past: "allow" });
  expect(copy).toThrow(
    expect.objectContaining({ name: "PlanError", problems: [expect.objectContaining({ path })] }),
  );
});

describe("the options of a copy", () => {
  const tooLong = "must be a whole number of days, at most 3660";
  it.each<[string, Poll, Partial<CopyOptions>, string[]]>([
    [
      "are days that pass through no zone",
      days("2027-03-31", "2027-03-03"),
      {},
      ["2027-03-10", "2027-04-07"],
    ],
    ["may be the last day of the calendar", days("9999-12-24"), {}, ["9999-12-31"]],
    ["may be a leap day", days("2028-02-22"), {}, ["2028-02-29"]],
    ["move ten years at most", days("2027-03-08"), { shiftDays: 3660 }, ["2037-03-15"]],
    ["are refused beyond", days("2027-03-08"), { shiftDays: 3661 }, [`shiftDays: ${tooLong}`]],
    ["are refused for parts of a day", days("2027-03-08"), { shiftDays: 1.5 }, [`shiftDays: ${tooLong}`]],
    ["keep 9:00 when clocks go forward", times("2027-03-08T14:00:00.000Z"), {}, ["2027-03-15T13:00:00Z"]],
    [
      "keep 9:00 when they move back",
      times("2027-03-20T13:00:00Z"),
      { shiftDays: -7 },
      ["2027-03-13T14:00:00Z"],
    ],
    ["keep seconds", times("2027-03-08T14:00:30Z"), {}, ["2027-03-15T13:00:30Z"]],
    ["move by UTC if they float", slots(null, ["2027-03-13T09:00:00Z"]), {}, ["2027-03-20T09:00:00Z"]],
    ["keep a zone of a former name", slots("EST", ["2027-03-13T09:00:00Z"]), {}, ["2027-03-20T09:00:00Z"]],
    [
      "are refused in a zone that is not known",
      slots("Mars/Olympus", ["2027-03-13T09:00:00Z"]),
      {},
      ['timeZone: "Mars/Olympus" is a time zone that is not known here'],
    ],
    [
      "keep the later of two equal clock times without a move",
      times("2027-11-07T06:30:00Z"),
      { shiftDays: 0 },
      ["2027-11-07T06:30:00Z"],
    ],
    [
      "are the earlier of two equal clock times after a move",
      times("2027-10-31T05:30:00Z"),
      {},
      [
        "2027-11-07T05:30:00Z",
        "options.0: 01:30 happens twice on 2027-11-07 in America/New_York: taken as the earlier (UTC-04:00), not the later (UTC-05:00)",
      ],
    ],
    [
      "are refused where the clock skips their time",
      times("2027-03-14T15:00:00Z", "2027-03-21T06:30:00Z"),
      { shiftDays: -7 },
      [
        "options.1: Sun, 21 March 2027, 02:30-03:00 (America/New_York, UTC-04:00) cannot be copied: 02:30 does not exist on 2027-03-14 in America/New_York: the clocks go from 02:00 straight to 03:00: write 2027-03-14T01:30:00-05:00 or 2027-03-14T03:30:00-04:00",
      ],
    ],
    [
      "are left out when they become the same",
      times("2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z"),
      {},
      ["2027-11-14T06:30:00Z", "options: 1 of 2 options were left out, since they are the same as others"],
    ],
    [
      "are refused when their length cannot be created",
      slots(null, ["2027-03-09T14:00:00Z"], 10),
      {},
      [
        "options.0: Tue, 9 March 2027, 14:00-14:10 cannot be copied: it lasts 10 minutes, and only slots of 15 to 1440 minutes can be created",
      ],
    ],
    [
      "move by minutes on the clock, also to another day",
      times("2027-03-08T14:00:00Z", "2027-03-09T04:30:00Z"),
      { shiftMinutes: 60 },
      ["2027-03-15T14:00:00Z", "2027-03-16T04:30:00Z"],
    ],
    [
      "do not move by more minutes than a day has",
      times("2027-03-09T14:00:00Z"),
      { shiftMinutes: 1441 },
      ["shiftMinutes: must be a whole number of minutes, at most 1440"],
    ],
  ])("%s", (_, poll, options, expected) => {
    expect(linesOf(poll, options)).toEqual(expected);
  });
});

describe("options that would be in the past", () => {
  const poll = days("2027-02-22", "2027-02-24");
  it.each<[string, Partial<CopyOptions>, string[]]>([
    [
      "are refused with their number and the first of them",
      { shiftDays: 13 },
      ["shiftDays: after 13 days, 1 of 2 options is in the past, the first is Sunday, 7 March 2027"],
    ],
    [
      "are left out with a note",
      { shiftDays: 13, past: "omit" },
      [
        "2027-03-09",
        "options: 1 of 2 options were left out, since they are in the past",
        "options: the first option is less than a day away",
      ],
    ],
    [
      "are not left out if all are in the past",
      { past: "omit" },
      ["shiftDays: after 7 days, 2 of 2 options are in the past, the first is Monday, 1 March 2027"],
    ],
    [
      "move on by whole shifts until all are ahead",
      { past: "repeat" },
      [
        ...["2027-03-08", "2027-03-10"],
        "shiftDays: moved by 14 days, since options would still be in the past after 7",
        "options: the first option is today",
      ],
    ],
    ["move once if that is enough", { past: "repeat", shiftDays: 16 }, ["2027-03-10", "2027-03-12"]],
  ])("%s", (_, options, expected) => {
    expect(linesOf(poll, options)).toEqual(expected);
  });

  it("move on by years within the clock times of the zone", () => {
    const { options, movedDays } = copy(times("2020-03-09T13:00:00Z", "2020-03-15T13:00:00Z"), {
      past: "repeat",
    });
    expect(options).toMatchObject([
      { startTime: "2027-03-08T14:00:00Z" },
      { startTime: "2027-03-14T13:00:00Z" },
    ]);
    expect(movedDays).toBe(2555);
  });

  it("move on from the first year to the next possible day", () => {
    const { options, movedDays } = copy(days("0001-01-01"), { past: "repeat", shiftDays: 1 });
    expect([options, movedDays]).toEqual([[{ date: "2027-03-08" }], 740_047]);
  });
});

it("any copy has the same clock times on days that are all as far away, or is refused", () => {
  const zones = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns"];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(fc.integer({ min: 0, max: 365 * 1440 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: -400, max: 400 }),
      (timeZone, minutes, shiftDays) => {
        const starts = minutes.map((at) => new Date(Date.UTC(2027, 0, 1) + at * 60_000).toISOString());
        const clock = (instant: string, days: number) => {
          const { date, time } = toLocal(instant, timeZone);
          return `${addDays(date, days)} ${time}`;
        };
        const lines = linesOf(slots(timeZone, starts), { shiftDays, now: 0 });
        if (lines.some((line) => line.includes("does not exist"))) return;
        const copied = lines.filter((line) => /^\d/.test(line)).map((start) => clock(start, 0));
        expect(new Set(copied)).toEqual(new Set(starts.map((start) => clock(start, shiftDays))));
      },
    ),
    { numRuns: 300 },
  );
});
