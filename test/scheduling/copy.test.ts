/** Copies of polls on 8 March 2027. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkCreatePoll, defaultSettings, type Poll } from "../../src/api/web.ts";
import { type CopyOptions, PlanError, type PollChanges, planCopy } from "../../src/scheduling/index.ts";
import { addDays, toLocal } from "../../src/time/index.ts";

const now = Date.parse("2027-03-08T12:00:00Z");

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

/** A poll of times with these starts. */
const times = (startTimes: readonly string[], timeZone: string | null = "America/New_York", duration = 30) =>
  ({
    ...common,
    kind: "time",
    timeZone,
    options: startTimes.map((startTime, index) => ({ id: `o${index}`, startTime, duration })),
  }) as Poll;

/** A poll of dates. */
const days = (dates: readonly string[]) =>
  ({
    ...common,
    kind: "date",
    timeZone: null,
    options: dates.map((date, index) => ({ id: `o${index}`, date })),
  }) as Poll;

/** A copy seven days later, unless the options name others. */
const copy = (poll: Poll, options: Partial<CopyOptions> = {}, changes: PollChanges = {}) =>
  planCopy(poll, changes, { shiftDays: 7, past: "refuse", now, ...options });

/** The days or starts of the options of a copy. */
const starts = (...args: Parameters<typeof copy>) =>
  copy(...args).options.map((slot) => ("date" in slot ? slot.date : slot.startTime));

/** The messages of a refused copy by path; none when it is accepted. */
function problems(...args: Parameters<typeof copy>): Record<string, string> {
  try {
    copy(...args);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return Object.fromEntries(error.problems.map(({ path, message }) => [path, message]));
  }
  return {};
}

describe("everything else of a copy", () => {
  it("is what the poll had, in the shape of a create", () => {
    const { body } = copy(times(["2027-03-08T14:00:00Z"]));
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
    const { body, notes } = copy({ ...days(["2027-03-08"]), ...bare } as Poll);
    for (const field of [...Object.keys(bare), "timeZone"]) expect(body).not.toHaveProperty(field);
    expect(notes).toEqual([{ path: "organizer", message: expect.stringContaining("owner") }]);
  });

  it("can be changed or removed", () => {
    const { body } = copy(
      days(["2027-03-08"]),
      {},
      {
        title: "Dinner",
        description: null,
        location: "Room 5",
        conferencing: { provider: "zoom" },
        organizer: { email: "Sam <sam@example.com>" },
        requireEmail: false,
        hideScores: true,
      },
    );
    expect(body).toMatchObject({
      title: "Dinner",
      location: "Room 5",
      conferencing: { provider: "zoom" },
      organizer: { email: "sam@example.com" },
      requireEmail: false,
      hideScores: true,
      disableComments: false,
    });
    expect(body).not.toHaveProperty("description");
    expect(copy(days(["2027-03-08"]), {}, { conferencing: null, organizer: null }).body).not.toHaveProperty(
      "conferencing",
    );
  });

  it("is refused where the API cannot create it", () => {
    const poll = days(["2027-03-08"]);
    expect(problems({ ...poll, conferencing: { provider: "webex" } } as Poll)).toEqual({});
    expect(Object.keys(problems({ ...poll, description: "x".repeat(1001) } as Poll))).toEqual([
      "description",
    ]);
    expect(Object.keys(problems(times(["2027-03-09T14:00:00Z"], "Mars/Olympus")))).toEqual(["timeZone"]);
    expect(copy(times(["2027-03-09T14:00:00Z"], "EST")).body).toMatchObject({ timeZone: "EST" });
  });

  it("moves by whole days within ten years", () => {
    for (const shiftDays of [1.5, Number.NaN, 3661, -3661])
      expect(Object.keys(problems(days(["2027-03-08"]), { shiftDays }))).toEqual(["shiftDays"]);
    expect(starts(days(["2027-03-08"]), { shiftDays: 3660 })).toEqual(["2037-03-15"]);
  });
});

describe("the options of a copy", () => {
  it("are days that never pass through a zone", () => {
    expect(starts(days(["2027-03-31", "2027-03-03"]))).toEqual(["2027-03-10", "2027-04-07"]);
    expect(starts(days(["2028-02-22"]))).toEqual(["2028-02-29"]);
  });

  it("keep their clock time when the clocks change", () => {
    // 9:00 in New York, before and after clocks are set forward on 14 March 2027.
    expect(starts(times(["2027-03-08T14:00:00.000Z"]))).toEqual(["2027-03-15T13:00:00Z"]);
    expect(starts(times(["2027-03-20T13:00:00.000Z"]), { shiftDays: -7 })).toEqual(["2027-03-13T14:00:00Z"]);
  });

  it("keep seconds, their own durations and their order by start", () => {
    const poll = times(["2027-03-12T14:00:30Z", "2027-03-11T14:00:00Z"], "Europe/Berlin");
    const options = [
      { ...poll.options[0], duration: 45 },
      { ...poll.options[1], duration: 15 },
    ];
    expect(copy({ ...poll, options } as Poll).options).toEqual([
      { startTime: "2027-03-18T14:00:00Z", duration: 15 },
      { startTime: "2027-03-19T14:00:30Z", duration: 45 },
    ]);
  });

  it("move by UTC in a floating poll, which stays floating", () => {
    const { body } = copy(times(["2027-03-13T09:00:00Z"], null));
    expect(body).not.toHaveProperty("timeZone");
    expect(body.options).toEqual([{ startTime: "2027-03-20T09:00:00Z", duration: 30 }]);
  });

  it("keep the later of two equal clock times when nothing moves, and take the earlier after a move", () => {
    // 1:30 in New York happens at 05:30Z and 06:30Z on 7 November 2027.
    expect(starts(times(["2027-11-07T06:30:00Z"]), { shiftDays: 0 })).toEqual(["2027-11-07T06:30:00Z"]);
    const moved = copy(times(["2027-10-31T05:30:00Z"]));
    expect(moved.options).toEqual([{ startTime: "2027-11-07T05:30:00Z", duration: 30 }]);
    expect(moved.notes).toEqual([
      { path: "options.0", message: expect.stringContaining("happens twice on 2027-11-07") },
    ]);
  });

  it("are refused where the clock skips their time", () => {
    expect(problems(times(["2027-03-14T15:00:00Z", "2027-03-21T06:30:00Z"]), { shiftDays: -7 })).toEqual({
      "options.1":
        "Sun, 21 March 2027, 02:30-03:00 (America/New_York, UTC-04:00) cannot be moved by -7 days: 02:30 does not exist on 2027-03-14 in America/New_York: the clocks go from 02:00 straight to 03:00",
    });
  });

  it("are left out with a note when two become the same", () => {
    const { options, notes } = copy(times(["2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z"]));
    expect(options).toEqual([{ startTime: "2027-11-14T06:30:00Z", duration: 30 }]);
    expect(notes).toEqual([{ path: "options.1", message: expect.stringContaining("left out") }]);
  });

  it("are refused, by name, when their length cannot be created", () => {
    const found = problems(times(["2027-03-09T14:00:00Z"], "America/New_York", 10));
    expect(found).toEqual({
      "options.0":
        "Tue, 9 March 2027, 09:00-09:10 (America/New_York, UTC-05:00) lasts 10 minutes; only slots of 15 to 1440 minutes can be created",
    });
    expect(Object.keys(problems(times(["2027-03-09T14:00:00Z"], null, 1441)))).toEqual(["options.0"]);
    expect(problems(times(["2027-03-09T14:00:00Z"], null, 15))).toEqual({});
    expect(problems(times(["2027-03-09T14:00:00Z"], null, 1440))).toEqual({});
  });

  it("are refused when there are none, and when there are more than a poll takes", () => {
    const row = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        new Date(Date.UTC(2027, 3, 1) + index * 86_400_000).toISOString().slice(0, 10),
      );
    expect(problems(days([]))).toEqual({ options: "the poll has no options" });
    expect(problems(days(row(100)))).toEqual({});
    expect(Object.keys(problems(days(row(101))))).toEqual(["options"]);
    expect(problems(days(row(501)))["options"]).toContain("501 entries");
  });

  it("are refused beyond the year 9999", () => {
    expect(problems(days(["9999-12-30"]))["options.0"]).toContain("more than four digits");
    expect(problems(times(["9999-12-30T09:00:00Z"]))["options.0"]).toContain("more than four digits");
  });
});

describe("options that would be in the past", () => {
  const poll = days(["2027-02-22", "2027-02-24"]);

  it("are refused with their number and the first of them", () => {
    expect(problems(poll)).toEqual({
      shiftDays: "after 7 days, 2 of 2 options are in the past, the first is Monday, 1 March 2027",
    });
    expect(problems(poll, { shiftDays: 13 })).toEqual({
      shiftDays: "after 13 days, 1 of 2 options is in the past, the first is Sunday, 7 March 2027",
    });
    expect(starts(poll, { shiftDays: 15 })).toEqual(["2027-03-09", "2027-03-11"]);
  });

  it("are left out with a note, unless all are", () => {
    const { options, notes, movedDays } = copy(poll, { shiftDays: 13, past: "omit" });
    expect(options).toEqual([{ date: "2027-03-09" }]);
    expect(notes).toEqual([
      { path: "options", message: "1 of 2 options were left out, since they are in the past" },
      { path: "options", message: "the first option is less than a day away" },
    ]);
    expect(movedDays).toBe(13);
    expect(Object.keys(problems(poll, { past: "omit" }))).toEqual(["shiftDays"]);
  });

  it("move on by whole shifts until all are ahead", () => {
    const { options, notes, movedDays } = copy(poll, { past: "repeat" });
    expect(options).toEqual([{ date: "2027-03-15" }, { date: "2027-03-17" }]);
    expect(movedDays).toBe(21);
    expect(notes).toEqual([
      { path: "shiftDays", message: "moved by 21 days, since options would still be in the past after 14" },
    ]);
    expect(copy(days(["2027-03-20"]), { past: "repeat" })).toMatchObject({ movedDays: 7, notes: [] });
    expect(copy(days(["1900-01-01"]), { past: "repeat", shiftDays: 1 }).options).toEqual([
      { date: "2027-03-09" },
    ]);
    const year = times(["2020-03-09T13:00:00Z", "2020-03-15T13:00:00Z"]);
    expect(starts(year, { past: "repeat" })).toEqual(["2027-03-08T14:00:00Z", "2027-03-14T13:00:00Z"]);
  });

  it("cannot move on without a shift forward", () => {
    for (const shiftDays of [0, -7])
      expect(Object.keys(problems(poll, { past: "repeat", shiftDays }))).toEqual(["shiftDays"]);
  });

  it.each([
    ["a time that has begun", times(["2027-03-01T12:00:00Z"], "UTC"), times(["2027-03-01T12:00:01Z"], "UTC")],
    [
      "a floating time that has begun everywhere",
      times(["2027-03-01T00:00:00Z"], null),
      times(["2027-03-01T00:00:01Z"], null),
    ],
    ["a day that has begun everywhere", days(["2027-03-01"]), days(["2027-03-02"])],
  ])("are %s", (_, past, ahead) => {
    expect(Object.keys(problems(past))).toEqual(["shiftDays"]);
    expect(problems(ahead)).toEqual({});
  });

  it("have begun in the zone that the caller passes", () => {
    expect(problems(days(["2027-03-01"]), { localZone: "Europe/Berlin" })).toHaveProperty("shiftDays");
    expect(problems(times(["2027-03-01T11:00:00Z"], null), { localZone: "America/New_York" })).toEqual({});
  });
});

describe("options that move by minutes", () => {
  it("keep their new clock time when the clocks change, and may move to another day", () => {
    const poll = times(["2027-03-08T14:00:00Z", "2027-03-09T04:30:00Z"]);
    expect(starts(poll, { shiftMinutes: 60 })).toEqual(["2027-03-15T14:00:00Z", "2027-03-16T04:30:00Z"]);
    expect(starts(poll, { shiftDays: 0, shiftMinutes: 60, past: "allow" })).toEqual([
      "2027-03-08T15:00:00Z",
      "2027-03-09T05:30:00Z",
    ]);
  });

  it("are refused for whole days, for parts of a minute, and beyond a day", () => {
    expect(problems(days(["2027-03-08"]), { shiftMinutes: 60 })).toHaveProperty("shiftMinutes");
    for (const shiftMinutes of [0.5, 1441])
      expect(problems(times(["2027-03-09T14:00:00Z"]), { shiftMinutes })).toHaveProperty("shiftMinutes");
  });

  it("can leave out days after the move", () => {
    expect(starts(days(["2027-03-08", "2027-03-09"]), { except: ["2027-03-15"] })).toEqual(["2027-03-16"]);
  });
});

describe("any copy of a poll of times", () => {
  const zones = [
    "America/New_York",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Asia/Kolkata",
  ];
  const minute = 60_000;
  const year = Date.parse("2027-01-01T00:00:00Z");

  it("has the same clock times on days that are all as far away, or is refused", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.array(fc.integer({ min: 0, max: 365 * 1440 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: -400, max: 400 }),
        (timeZone, minutes, shiftDays) => {
          const instants = minutes.map((at) => new Date(year + at * minute).toISOString());
          let copied: ReturnType<typeof copy>;
          try {
            copied = copy(times(instants, timeZone), { shiftDays, now: 0 });
          } catch (error) {
            expect(String(error)).toContain("does not exist");
            return;
          }
          const clock = (instant: string, days: number) => {
            const { date, time } = toLocal(instant, timeZone);
            return `${addDays(date, days)} ${time}`;
          };
          const expected = new Set(instants.map((instant) => clock(instant, shiftDays)));
          const found = copied.options.map((slot) => ("date" in slot ? "" : clock(slot.startTime, 0)));
          expect(new Set(found)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });
});
