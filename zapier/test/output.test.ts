import { describe, expect, it } from "vitest";
import { poll as basePoll } from "../../test/api/harness.ts";
import { splitName, toPollRecord, toWhen } from "../../zapier/output/poll.ts";
import { createResponseFormatter } from "../../zapier/output/response.ts";
import { toResultsRecord } from "../../zapier/output/results.ts";
import { pollSample } from "../../zapier/samples.ts";

type Poll = Parameters<typeof toPollRecord>[0];
type Participant = Parameters<ReturnType<typeof createResponseFormatter>>[0];
type Results = Parameters<typeof toResultsRecord>[0];

describe("the output of a whole day", () => {
  it("is a date with the day after as its end, and never a midnight", () => {
    expect(toWhen({ date: "2027-02-28" }, null)).toEqual({
      text: "Sunday, 28 February 2027",
      all_day: true,
      date: "2027-02-28",
      start: "2027-02-28",
      end: "2027-03-01",
      start_time: null,
      end_time: null,
      duration_minutes: null,
    });
  });
});

describe("the output of a slot", () => {
  const zones: [string, string, string][] = [
    ["America/New_York", "2027-03-01T04:30:00-05:00", "2027-03-01T05:15:00-05:00"],
    ["Europe/Berlin", "2027-03-01T10:30:00+01:00", "2027-03-01T11:15:00+01:00"],
    ["Asia/Kolkata", "2027-03-01T15:00:00+05:30", "2027-03-01T15:45:00+05:30"],
    ["Pacific/Auckland", "2027-03-01T22:30:00+13:00", "2027-03-01T23:15:00+13:00"],
    ["UTC", "2027-03-01T09:30:00+00:00", "2027-03-01T10:15:00+00:00"],
  ];
  it.each(zones)("carries the offset of the poll's zone: %s", (zone, start, end) => {
    const when = toWhen({ startTime: "2027-03-01T09:30:00.000Z", duration: 45 }, zone);
    expect(when).toMatchObject({ start, end, all_day: false, duration_minutes: 45 });
    expect(Date.parse(when.start)).toBe(Date.parse("2027-03-01T09:30:00Z"));
    expect(when.start_time).toBe(start.slice(11, 16));
  });

  const changes: [string, string, string, string][] = [
    ["America/New_York", "2027-03-14T06:30:00Z", "2027-03-14T01:30:00-05:00", "2027-03-14T03:30:00-04:00"],
    ["Europe/Berlin", "2027-10-31T00:30:00Z", "2027-10-31T02:30:00+02:00", "2027-10-31T02:30:00+01:00"],
    ["Pacific/Auckland", "2027-04-03T13:30:00Z", "2027-04-04T02:30:00+13:00", "2027-04-04T02:30:00+12:00"],
  ];
  it.each(changes)("lasts an hour across a clock change: %s", (zone, instant, start, end) => {
    expect(toWhen({ startTime: instant, duration: 60 }, zone)).toMatchObject({ start, end });
  });

  it("of a floating poll is the clock alone", () => {
    expect(toWhen({ startTime: "2027-03-01T23:30:00Z", duration: 60 }, null)).toMatchObject({
      start: "2027-03-01 23:30",
      end: "2027-03-02 00:30",
      date: "2027-03-01",
      text: expect.not.stringMatching(/UTC|Z$/),
    });
  });
});

const poll: Poll = {
  ...basePoll,
  title: "Poll",
  createdAt: "2027-01-01T10:00:00.000Z",
  updatedAt: "2027-01-01T10:00:00.000Z",
  organizer: null,
  options: [
    { id: "o1", date: "2027-03-01" },
    { id: "o2", date: "2027-03-02" },
    { id: "o3", date: "2027-03-03" },
  ],
  adminUrl: "https://app.example.com/poll/p1",
  inviteUrl: "https://app.example.com/invite/p1",
};

describe("the output of a poll", () => {
  it("has every key, also for empty values", () => {
    const shown = toPollRecord(poll);
    expect(Object.keys(shown)).toEqual(Object.keys(pollSample));
    expect(shown).toMatchObject({
      organizer_name: null,
      conferencing: null,
      time_zone: null,
      is_floating: false,
    });
  });

  it("keeps what a later version of the service may say about a call", () => {
    const call = { provider: "webex", region: "eu" } as unknown;
    expect(toPollRecord({ ...poll, conferencing: call as Poll["conferencing"] })).toMatchObject({
      conferencing: "webex",
      conferencing_label: null,
      conferencing_link: null,
    });
  });

  it("names the organizer in full, first and last", () => {
    const organizer = { id: "u", name: "Ada King Lovelace", email: "ada@example.com", image: null };
    expect(toPollRecord({ ...poll, organizer })).toMatchObject({
      organizer_name: "Ada King Lovelace",
      organizer_first_name: "Ada",
      organizer_last_name: "King Lovelace",
    });
  });
});

describe("a name", () => {
  const names: [string, string, string | null][] = [
    ["Ada", "Ada", null],
    ["  Ada   Lovelace ", "Ada", "Lovelace"],
    ["陈美", "陈美", null],
    ["José María Pérez", "José", "María Pérez"],
    ["", "", null],
  ];
  it.each(names)("%j is split into first and last", (name, first_name, last_name) => {
    expect(splitName(name)).toEqual({ first_name, last_name });
  });
});

describe("the output of a response", () => {
  const participant: Participant = {
    id: "r1",
    name: "Ada Lovelace",
    email: null,
    createdAt: "2027-01-02T10:00:00.000Z",
    availability: [
      { start: "2027-03-01T00:00:00.000Z", end: "2027-03-02T00:00:00.000Z", allDay: true, modifiers: [] },
      {
        start: "2027-03-03T00:00:00.000Z",
        end: "2027-03-04T00:00:00.000Z",
        allDay: true,
        modifiers: ["ifNeedBe"],
      },
    ],
  };

  it("tells days by their floating date", () => {
    expect(createResponseFormatter(poll)(participant)).toMatchObject({
      yes_count: 1,
      if_need_be_count: 1,
      unavailable_count: 1,
      availability_text: "Monday, 1 March 2027\nWednesday, 3 March 2027 (if need be)",
      availability: [
        { option_id: "o1", date: "2027-03-01", answer: "yes" },
        { option_id: "o3", date: "2027-03-03", answer: "if need be" },
      ],
    });
  });

  it("counts an unknown modifier as available, and keeps a span without an option", () => {
    const span = {
      start: "2027-03-09T00:00:00.000Z",
      end: "2027-03-10T00:00:00.000Z",
      allDay: true,
      modifiers: ["maybe"],
    };
    expect(
      createResponseFormatter(poll)({ ...participant, availability: [span] }).availability,
    ).toMatchObject([{ option_id: null, answer: "yes", date: "2027-03-09" }]);
  });

  it("formats each option once for all responses", () => {
    let zoneReads = 0;
    const counted = Object.defineProperty({ ...poll }, "timeZone", {
      get() {
        zoneReads += 1;
        return "Europe/Berlin";
      },
    });
    const format = createResponseFormatter(counted);
    const crowd = Array.from({ length: 100 }, (_, index) => ({ ...participant, id: `r${index}` }));
    const before = zoneReads;
    expect(crowd.map(format)).toHaveLength(100);
    // One read for the day of each response, and one for each of the two options.
    expect(zoneReads - before).toBe(crowd.length + participant.availability.length);
  });

  it("is empty for a person who is not available for any option", () => {
    expect(createResponseFormatter(poll)({ ...participant, availability: [] })).toMatchObject({
      availability: [],
      availability_text: "None of the options",
      unavailable_count: 3,
    });
  });
});

describe("the output of results", () => {
  const option = (id: string, score: number, isTopChoice: boolean, votes: [string, number][]) => ({
    id,
    date: `2027-03-0${id.slice(1)}`,
    score,
    isTopChoice,
    votes: votes.map(([type, count]) => ({ type, count })),
  });

  it("rank by score, share a rank on a tie, and put unknown answers into words", () => {
    const results: Results = {
      pollId: "p1",
      kind: "date",
      status: "closed",
      participantCount: 3,
      highScore: 20,
      options: [
        option("o1", 5, false, [
          ["yes", 0],
          ["no", 3],
        ]),
        option("o2", 20, true, [
          ["yes", 2],
          ["ifNeedBe", 1],
          ["no", 0],
          ["maybe", 4],
        ]),
        option("o3", 20, true, [
          ["yes", 2],
          ["no", 1],
        ]),
      ],
    };
    const shown = toResultsRecord(results, poll);
    expect(shown).toMatchObject({
      leading_id: "o2",
      leading_start: "2027-03-02",
      leading_all_day: true,
      is_tie: true,
    });
    expect(shown.options.map(({ rank, id }) => [rank, id])).toEqual([
      [1, "o2"],
      [1, "o3"],
      [3, "o1"],
    ]);
    expect(shown.options_text.split("\n")[0]).toBe(
      "1. Tuesday, 2 March 2027: 2 yes, 1 if need be, 0 no, 4 maybe",
    );
  });
});
