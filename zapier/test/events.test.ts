/** What triggers fire for, told from what they know: no cache, no requests, no clock. */
import { describe, expect, it } from "vitest";
import type { Poll } from "../../src/api/web.ts";
import { parsePeople } from "../../src/scheduling/index.ts";
import { sampleParticipant, samplePoll } from "../output/samples.ts";
import { findAnswers, findComplete, findDue, findEnded, findResponses } from "../triggers/events.ts";
import { extendLog, type PollLog } from "../triggers/log.ts";
import { extendPeople, type PollPeople } from "../triggers/people.ts";
import { minuteMs } from "../triggers/share.ts";

const start = Date.parse("2027-02-20T12:00:00Z");
const at = (minutes: number) => start + minutes * minuteMs;
const { id } = samplePoll;

/** A response of so many minutes after the start. */
const respond = (name: string, minutes: number, more: Partial<typeof sampleParticipant> = {}) => ({
  ...sampleParticipant,
  id: name.toLowerCase(),
  name,
  email: null,
  createdAt: new Date(at(minutes)).toISOString(),
  ...more,
});

/** The log after lists with so many responses, by minutes; null is a list without the poll. */
const logOf = (lists: Record<number, number | null>): PollLog =>
  Object.entries(lists).reduce<PollLog | undefined>((before, [minutes, count]) => {
    const listed = count === null ? [] : [{ ...samplePoll, participantCount: count }];
    return extendLog(before, listed, at(Number(minutes)));
  }, undefined) as PollLog;

/** What is known of the people after they were read by minutes. */
function peopleOf(reads: Record<number, ReturnType<typeof respond>[]>) {
  const digest = (text: string) => String(text.length);
  const known = Object.entries(reads).reduce<PollPeople | undefined>(
    (before, [minutes, people]) => extendPeople(before, samplePoll, people, at(Number(minutes)), digest),
    undefined,
  );
  return new Map([[id, known as PollPeople]]);
}

const ids = (events: readonly { record: { id: string } }[]) => events.map(({ record }) => record.id);

describe("the log", () => {
  const rows: [name: string, lists: Record<number, number | null>, changedAt: number, status: string][] = [
    ["that begins knows no change", { 0: 5 }, 0, "open"],
    ["tells when another number of responses was first seen", { 0: 5, 2: 6, 4: 6 }, at(2), "open"],
    ["tells that a response was removed", { 0: 5, 2: 4 }, at(2), "open"],
    ["tells when a poll left the open ones", { 0: 5, 2: null, 4: null }, at(2), "left"],
    ["of a poll that was opened again is of its leaving", { 0: 5, 2: null, 4: 5 }, at(2), "open"],
  ];
  it.each(rows)("%s", (_name, lists, changedAt, status) => {
    expect(logOf(lists).polls).toMatchObject([{ id, changedAt, status }]);
  });

  it("forgets a poll two days after it left, and one beyond the end of a list at once", () => {
    expect(logOf({ 0: 5, 2: null, 2883: null }).polls).toEqual([]);
    const newer = Array.from({ length: 100 }, (_, index) => ({
      ...samplePoll,
      id: `newer ${index}`,
      createdAt: "2027-02-18T00:00:00.000Z",
    }));
    expect(extendLog(logOf({ 0: 5 }), newer, at(2)).polls).toHaveLength(100);
  });
});

describe("events", () => {
  const log = logOf({ 0: 1, 2: 3 });
  const [ada, ben, cleo] = [respond("Ada", -5), respond("Ben", 1), respond("Cleo", 1.5)];
  const people = peopleOf({ 0: [ada], 2: [ada, ben, cleo] });

  it("New Response with changes: an answer has the same id in every run that sees it", () => {
    const late = respond("Ada", -5, { availability: [] });
    const changed = (minutes: number) => peopleOf({ 0: [ada], [minutes]: [late] });
    const [first] = findAnswers(log, changed(2), at(0));
    expect(first).toMatchObject({ at: at(2), record: { response_id: "ada", is_new: false } });
    expect(ids(findAnswers(log, changed(3), at(0)))).toEqual([first?.record.id]);
    const back = peopleOf({ 0: [ada], 2: [late], 4: [ada], 6: [late] });
    expect(ids(findAnswers(log, back, at(5)))).not.toEqual([first?.record.id]);
    expect(findAnswers(log, peopleOf({ 2: [late] }), at(0))).toEqual([]);
  });

  const ever = Number.POSITIVE_INFINITY;
  it.each([
    ["the second response", 2, [], 1],
    ["all of a list", ever, ["Ada", "Cleo"], 1.5],
    ["whichever comes first", 3, ["Ben"], 1],
  ])("Enough Responses: %s completes a poll", (_name, count, required, minutes) => {
    const readRequired = () => parsePeople(required);
    const events = findComplete(log, people, at(0), { hash: "h", count, readRequired });
    expect(events).toMatchObject([{ at: at(minutes), record: { id: `${id}:reached:h` } }]);
    expect(findComplete(log, people, at(minutes), { hash: "h", count, readRequired })).toEqual([]);
  });

  it.each<[name: string, count: number, required: string[], voters: string[], fires: number]>([
    ["too few", 4, [], ["Ada", "Ben", "Cleo"], 0],
    ["one of two people", ever, ["Ada", "Dan"], ["Ada", "Ben"], 0],
    ["a name that several people have", ever, ["Ada", "Ben"], ["Ada", "Ada", "Ben"], 1],
    ["one of two people with an address", ever, ["Ana <us@x.org>", "Ben <us@x.org>"], ["Ana us@x.org"], 0],
    [
      "two people who share an address",
      ever,
      ["Ana <us@x.org>", "Ben <us@x.org>"],
      ["Ana us@x.org", "Ben us@x.org"],
      1,
    ],
    ["a name with another address", ever, ["Ada <ada@x.org>"], ["Ada other@x.org"], 0],
  ])("Enough Responses: whether %s is enough", (_name, count, required, voters, fires) => {
    const voted = voters.map((voter, index) => {
      const [name = "", email = null] = voter.split(" ");
      return respond(name, index + 1, { id: String(index), email });
    });
    const condition = { hash: "h", count, readRequired: () => parsePeople(required) };
    expect(findComplete(log, peopleOf({ 9: voted }), at(0), condition)).toHaveLength(fires);
  });

  it("Enough Responses: a poll that was complete is not complete again because a response was removed", () => {
    const condition = { hash: "h", count: 2, readRequired: () => parsePeople([]) };
    const dan = respond("Dan", -6);
    const removed = peopleOf({ 0: [dan, ada, ben], 2: [ada, ben] });
    expect(findComplete(logOf({ 0: 3, 2: 2 }), removed, at(0), condition)).toEqual([]);
    const again = peopleOf({ 2: [ada, ben] });
    expect(findComplete(logOf({ 0: 1, 2: 2 }), again, at(0), condition)).toHaveLength(1);
  });

  it("Enough Responses: a complete list is not complete again because the first of two responses was removed", () => {
    const condition = { hash: "h", count: ever, readRequired: () => parsePeople(["Ada", "Ben"]) };
    const [again, old] = [respond("Ada", 1, { id: "again" }), respond("Ben", -5)];
    const lists = logOf({ 0: 2, 2: 3, 4: 2 });
    const removed = peopleOf({ 2: [ada, old, again], 4: [old, again] });
    expect(findComplete(lists, removed, at(0), condition)).toEqual([]);
    // Of somebody who was missing meanwhile, the poll is complete.
    const late = peopleOf({ 2: [ada, again], 4: [again], 6: [again, ben] });
    expect(findComplete(logOf({ 0: 1, 2: 2, 4: 1, 6: 2 }), late, at(0), condition)).toHaveLength(1);
    const missing = peopleOf({ 2: [ada, old], 4: [old] });
    expect(findComplete(lists, missing, at(-6), condition)).toEqual([]);
  });

  it("of a poll that was opened again are those since the list before", () => {
    const opened = logOf({ 0: null, 2: 3 });
    expect(ids(findResponses(opened, people, at(-10)))).toEqual(["cleo", "ben"]);
  });

  const waiting = { hash: "h", minutes: 120 } as const;
  it.each([
    ["creation", "2027-02-15T17:30:00.000Z"],
    ["first_option", "2027-03-01T12:00:00.000Z"],
    ["last_option", "2027-03-02T13:00:00.000Z"],
  ] as const)("People Still Missing: two hours counted from %s", (from, due) => {
    const [logged] = log.polls;
    expect(logged && new Date(findDue(logged, { ...waiting, from }, "UTC")).toISOString()).toBe(due);
  });

  /** The log of a list that shows the poll with these statuses, by minutes; its version is the minute of the change. */
  const statusesOf = (lists: Record<number, [status: Poll["status"], version: number]>): PollLog =>
    Object.entries(lists).reduce<PollLog | undefined>((before, [minutes, [status, version]]) => {
      const poll = { ...samplePoll, status, updatedAt: new Date(at(version)).toISOString() };
      return extendLog(before, [poll], at(Number(minutes)));
    }, undefined) as PollLog;
  const closed = statusesOf({ 0: ["open", 0], 4: ["closed", 3] });
  const edited = statusesOf({ 0: ["open", 0], 6: ["closed", 5], 8: ["closed", 7], 10: ["scheduled", 9] });
  const reopened = statusesOf({ 0: ["open", 0], 4: ["closed", 3], 6: ["open", 5], 8: ["closed", 7] });
  it.each<[name: string, logs: PollLog[], since: number, wanted: string, fires: string[]]>([
    ["an end", [closed], 3, "any", ["closed 3"]],
    ["an end with the chosen status", [closed], 3, "canceled", []],
    ["an end before the Zap", [closed], 4, "closed", []],
    ["what two lists show, once", [edited, closed], 0, "any", ["closed 3", "scheduled 9"]],
    ["the end after a poll was reopened", [reopened, closed], 0, "any", ["closed 3", "closed 7"]],
    ["what a log begins with", [statusesOf({ 4: ["closed", 3] })], 0, "any", []],
  ])("Poll Ended: %s", (_name, logs, since, wanted, fires) => {
    const expected = fires.map((each) => {
      const [status, minutes] = each.split(" ");
      return `${id}:${status}:${new Date(at(Number(minutes))).toISOString()}`;
    });
    expect(ids(findEnded(logs, at(since), wanted))).toEqual(expected);
  });
});
