/** Votes and their effect on results, participants, status and updatedAt. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { call, create, datePoll, openSandbox, start } from "./request.ts";
import type { ParticipantShape, PollShape, ResultsShape } from "./shapes.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});

const read = async <Data = PollShape>(path: string) => (await call<Data>(sandbox, "GET", path)).body.data;
const resultsOf = ({ id }: PollShape) => read<ResultsShape>(`/polls/${id}/results`);
const [first, second] = ["2027-03-01", "2027-03-02"];
const timePoll = {
  title: "Call",
  kind: "time",
  duration: 30,
  options: [{ startTime: "2027-03-02T09:00:00Z" }, { startTime: "2027-03-01T09:00:00Z", duration: 60 }],
};

describe("poll results", () => {
  it("count every vote type of the poll in order, also zeros", async () => {
    const poll = await create(sandbox, datePoll);
    sandbox.vote(poll.id, { name: "Ada", choices: { [first]: "yes", [second]: "no" } });
    sandbox.vote(poll.id, { name: "Grace", choices: { [first]: "ifNeedBe" } });
    const { options, ...others } = await resultsOf(poll);
    const highScore = options[0]?.score;
    expect(others).toEqual({ pollId: poll.id, kind: "date", status: "open", participantCount: 2, highScore });
    const option = (at: number, ...counts: number[]) => ({
      ...poll.options[at],
      votes: ["yes", "ifNeedBe", "no"].map((type, index) => ({ type, count: counts[index] })),
      score: expect.any(Number),
      isTopChoice: at === 0,
    });
    expect(options).toEqual([option(0, 1, 1, 0), option(1, 0, 0, 1)]);
  });

  it("rank by availability, then by yes votes, with several top choices on a tie", async () => {
    const dates = ["2027-03-01", "2027-03-02", "2027-03-03", "2027-03-04"];
    const poll = await create(sandbox, { ...datePoll, options: dates.map((date) => ({ date })) });
    const votes = { y: "yes", i: "ifNeedBe", n: "no" } as const;
    for (const marks of ["iyyi", "iyny", "inii"]) {
      const choices = dates.map((date, at) => [date, votes[marks.charAt(at) as keyof typeof votes]]);
      sandbox.vote(poll.id, { name: marks, choices: Object.fromEntries(choices) });
    }
    const { options, highScore } = await resultsOf(poll);
    const ranks = [3, 0, 1, 2].map((at) => options[at]?.score ?? Number.NaN);
    expect(ranks).toEqual([...new Set(ranks)].sort((one, other) => other - one));
    expect(highScore).toBe(ranks[0]);
    const pair = await create(sandbox, datePoll);
    expect((await resultsOf(pair)).options.map(({ isTopChoice }) => isTopChoice)).toEqual([false, false]);
    sandbox.vote(pair.id, { name: "Ada", choices: { [first]: "yes", [second]: "yes" } });
    expect((await resultsOf(pair)).options.map(({ isTopChoice }) => isTopChoice)).toEqual([true, true]);
  });
});

describe("poll participants", () => {
  it("are listed oldest first, with a time range for each available option in order of start", async () => {
    const poll = await create(sandbox, timePoll);
    const [late, early] = ["2027-03-02T09:00:00Z", "2027-03-01T10:00:00+01:00"];
    const { id } = sandbox.vote(poll.id, {
      name: "Ada",
      email: "ada@example.com",
      choices: { [late]: "yes", [early]: "ifNeedBe" },
    });
    sandbox.advance(60_000);
    sandbox.vote(poll.id, { name: "Grace", choices: { [late]: "no" } });
    const everyone = await read<ParticipantShape[]>(`/polls/${poll.id}/participants`);
    const span = (from: string, to: string, ...modifiers: string[]) => ({
      start: `2027-03-${from}:00.000Z`,
      end: `2027-03-${to}:00.000Z`,
      allDay: false,
      modifiers,
    });
    const availability = [span("01T09:00", "01T10:00", "ifNeedBe"), span("02T09:00", "02T09:30")];
    const createdAt = "2027-02-01T08:01:00.000Z";
    expect(everyone).toEqual([
      { id, name: "Ada", email: "ada@example.com", createdAt: start, availability },
      { id: expect.any(String), name: "Grace", email: null, createdAt, availability: [] },
    ]);
    expect(await read<ParticipantShape>(`/polls/${poll.id}/participants/${id}`)).toEqual(everyone[0]);
  });

  it("have one floating day for each option of a date poll", async () => {
    const poll = await create(sandbox, datePoll);
    sandbox.vote(poll.id, { name: "Ada", choices: { [second]: "yes", [poll.options[0]?.id ?? ""]: "yes" } });
    const [ada] = await read<ParticipantShape[]>(`/polls/${poll.id}/participants`);
    expect(ada?.availability).toEqual([
      { start: "2027-03-01T00:00:00.000Z", end: "2027-03-02T00:00:00.000Z", allDay: true, modifiers: [] },
      { start: "2027-03-02T00:00:00.000Z", end: "2027-03-03T00:00:00.000Z", allDay: true, modifiers: [] },
    ]);
  });

  it("can be changed and removed", async () => {
    const poll = await create(sandbox, datePoll);
    const { id } = sandbox.vote(poll.id, { name: "Ada", choices: { [first]: "yes" } });
    sandbox.updateVote(poll.id, id, { name: "Ada L.", choices: { [second]: "yes" } });
    sandbox.updateVote(poll.id, id, { email: "ada@example.com" });
    const { name, email, availability } = await read<ParticipantShape>(
      `/polls/${poll.id}/participants/${id}`,
    );
    expect([name, email]).toEqual(["Ada L.", "ada@example.com"]);
    expect(availability.map((span) => span.start)).toEqual(["2027-03-02T00:00:00.000Z"]);
    sandbox.removeParticipant(poll.id, id);
    expect(await read<ParticipantShape[]>(`/polls/${poll.id}/participants`)).toEqual([]);
  });

  it("are at most 1,000", async () => {
    const { id } = await create(sandbox, datePoll);
    for (let person = 0; person < 1000; person++) sandbox.vote(id, { name: `P${person}`, choices: {} });
    expect(() => sandbox.vote(id, { name: "One more", choices: {} })).toThrow("1000 participants");
    expect(await read(`/polls/${id}`)).toMatchObject({ participantCount: 1000 });
  });

  it("are rejected when they could not vote", async () => {
    const { id } = await create(sandbox, { ...datePoll, requireEmail: true });
    const ada = { name: "Ada", email: "a@example.com", choices: {} };
    const voter = sandbox.vote(id, ada);
    const attempts: [() => unknown, string][] = [
      [() => sandbox.vote("nothing", ada), "no poll nothing"],
      [() => sandbox.vote(id, ada, voter.id), `the poll has a participant ${voter.id} already`],
      [() => sandbox.updateVote(id, "nobody", { name: "Ada" }), "no participant nobody"],
      [() => sandbox.updateVote(id, voter.id, { email: null }), "email: required by this poll"],
      [() => sandbox.removeParticipant(id, "nobody"), "no participant nobody"],
    ];
    for (const [attempt, message] of attempts) expect(attempt).toThrow(message);
    sandbox.closePoll(id);
    expect(() => sandbox.vote(id, ada)).toThrow("the poll is closed");
  });
});

describe("the state of a poll", () => {
  it("is closed automatically when every option has ended, not before", async () => {
    const days = await create(sandbox, datePoll);
    const times = await create(sandbox, timePoll);
    sandbox.setNow("2027-03-02T09:29:59.999Z");
    expect((await read(`/polls/${times.id}`)).status).toBe("open");
    sandbox.advance(1);
    expect(await read(`/polls/${times.id}`)).toMatchObject({
      status: "closed",
      updatedAt: "2027-03-02T09:30:00.000Z",
    });
    expect((await read(`/polls/${days.id}`)).status).toBe("open");
    sandbox.setNow("2027-03-05T00:00:00Z");
    expect(await read(`/polls/${days.id}`)).toMatchObject({
      status: "closed",
      updatedAt: "2027-03-03T00:00:00.000Z",
    });
    expect((await resultsOf(days)).status).toBe("closed");
  });

  it("is closed at creation when all options are past", async () => {
    const poll = await create(sandbox, { ...datePoll, options: [{ date: "2026-01-01" }] });
    expect(poll).toMatchObject({ status: "closed", createdAt: start, updatedAt: start });
  });

  it("changes updatedAt with details, settings and status, not with votes", async () => {
    const { id } = await create(sandbox, datePoll);
    const changes: [() => unknown, boolean][] = [
      [() => sandbox.vote(id, { name: "Ada", choices: {} }), false],
      [() => sandbox.editPoll(id, { title: "Offsite" }), true],
      [() => sandbox.editPoll(id, { hideScores: true, description: null }), true],
      [() => sandbox.closePoll(id), true],
      [() => sandbox.reopenPoll(id), true],
      [() => sandbox.schedulePoll(id, first), true],
      [() => sandbox.cancelPoll(id), true],
    ];
    let updated = start;
    for (const [change, moves] of changes) {
      sandbox.advance(1000);
      change();
      if (moves) updated = sandbox.now();
      expect((await read(`/polls/${id}`)).updatedAt).toBe(updated);
    }
    expect(await read(`/polls/${id}`)).toMatchObject({
      title: "Offsite",
      hideScores: true,
      status: "canceled",
    });
  });

  it("rejects invalid changes", async () => {
    const { id } = await create(sandbox, datePoll);
    expect(() => sandbox.reopenPoll(id)).toThrow("open");
    expect(() => sandbox.schedulePoll(id, "2027-03-09")).toThrow("no option");
    sandbox.cancelPoll(id);
    expect(() => sandbox.cancelPoll(id)).toThrow("canceled");
    expect(() => sandbox.schedulePoll(id, first)).toThrow("canceled");
    expect(() => sandbox.closePoll(id)).toThrow("canceled");
    sandbox.setNow("2028-01-01T00:00:00Z");
    expect(() => sandbox.reopenPoll(id)).toThrow("passed");
  });
});
