/** The client with the sandbox over a real socket: every operation and every error of the contract. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CreatePollInput, createClient, paginate, RefusedError } from "../../src/api/index.ts";
import { inappropriateText, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { newYork as newYorkBody } from "../sandbox/create-bodies.ts";
import { getRejection } from "./scripted.ts";

let sandbox: Sandbox;
const connect = (apiKey = sandbox.apiKey) => createClient({ apiKey, baseUrl: sandbox.url });
let client: ReturnType<typeof connect>;
beforeAll(async () => {
  sandbox = await startSandbox({ now: "2027-02-01T08:00:00Z", limits: "none" });
  client = connect();
});
afterAll(() => sandbox.close());

const dates: CreatePollInput = {
  title: "  Team offsite ",
  kind: "date",
  options: [{ date: "2027-03-02" }, { date: "2027-03-01" }, { date: "2027-03-02" }],
};
const newYork = newYorkBody as CreatePollInput;

describe("createPoll", () => {
  it("creates a date poll with the service's defaults", async () => {
    const { data } = await client.createPoll(dates);
    expect(data).toMatchObject({
      title: "Team offsite",
      kind: "date",
      status: "open",
      timeZone: null,
      requireEmail: false,
      hideParticipants: false,
      hideScores: false,
      disableComments: true,
      allowTentativeVotes: true,
      participantCount: 0,
    });
    expect(data.options.map((option) => "date" in option && option.date)).toEqual([
      "2027-03-02",
      "2027-03-01",
    ]);
  });

  it("creates the 15 options of the contract's example, the first at 14:00 UTC", async () => {
    const { data } = await client.createPoll(newYork);
    expect(data.kind === "time" && data.options[0]?.startTime).toBe("2027-03-01T14:00:00.000Z");
    expect(data.options).toHaveLength(15);
  });

  it("sends every setting", async () => {
    const input: CreatePollInput = {
      title: "Review",
      kind: "time",
      description: "Bring tea",
      location: "Room 1",
      conferencing: { provider: "custom", label: "Our room", uri: "https://meet.example/x" },
      requireEmail: true,
      hideParticipants: true,
      hideScores: true,
      disableComments: false,
      allowTentativeVotes: false,
      organizer: { email: "grace@example.com" },
      timeZone: "Europe/London",
      duration: 45,
      options: [{ startTime: "2027-03-01T09:00" }, { startTime: "2027-03-01T09:00", duration: 60 }],
    };
    const { organizer, options, duration: _, ...settings } = input;
    const { data } = await client.createPoll(input);
    expect(data).toMatchObject({ ...settings, organizer: { email: organizer?.email } });
    expect(data.options.map((option) => "duration" in option && option.duration)).toEqual([45, 60]);
    expect(options).toHaveLength(2);
  });

  it("creates a poll again from a response", async () => {
    const { data: first } = await client.createPoll(newYork);
    if (first.kind !== "time") throw new Error("Expected times");
    const { title, kind, timeZone, description, location } = first;
    const options = first.options.map(({ startTime, duration }) => ({ startTime, duration }));
    const again = await client.createPoll({
      title,
      kind,
      timeZone,
      description,
      location,
      options,
    });
    expect(again.data.options.map((option) => "startTime" in option && option.startTime)).toEqual(
      options.map(({ startTime }) => startTime),
    );
  });
});

describe("reading", () => {
  it("lists all polls, newest first, and gets each of them", async () => {
    const seen: string[] = [];
    for await (const poll of paginate(client, { limit: 3 })) {
      seen.push(poll.id);
      expect((await client.getPoll({ pollId: poll.id })).data).toEqual(poll);
      const { data: results } = await client.getPollResults({ pollId: poll.id });
      expect(results).toMatchObject({
        pollId: poll.id,
        kind: poll.kind,
        participantCount: poll.participantCount,
      });
      expect(results.options.map(({ id }) => id)).toEqual(poll.options.map(({ id }) => id));
      const { data: participants } = await client.listParticipants({ pollId: poll.id });
      expect(participants).toHaveLength(poll.participantCount);
      for (const participant of participants.slice(0, 2)) {
        const ids = { pollId: poll.id, participantId: participant.id };
        expect((await client.getParticipant(ids)).data).toEqual(participant);
      }
    }
    expect(seen.length).toBeGreaterThan(8);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("lists by status", async () => {
    const { data } = await client.listPolls({ status: "scheduled" });
    expect(data.length).toBeGreaterThan(0);
    expect(data.every(({ status }) => status === "scheduled")).toBe(true);
  });

  it("gets the OpenAPI document", async () => {
    const { openapi, paths } = await client.getOpenApi({});
    expect(openapi).toMatch(/^3\.1/);
    expect(Object.keys(paths)).toContain("/v1/polls");
  });
});

it("deletePoll deletes, and throws POLL_NOT_FOUND the second time", async () => {
  const { data } = await client.createPoll(dates);
  expect(await client.deletePoll({ pollId: data.id })).toEqual({ data: { id: data.id, deleted: true } });
  await expect(client.deletePoll({ pollId: data.id })).rejects.toMatchObject({
    code: "POLL_NOT_FOUND",
    status: 404,
  });
});

describe("an error code of the contract", () => {
  const body = { title: "T", kind: "date", options: [{ date: "2027-03-01" }] } satisfies CreatePollInput;
  const pollId = "0".repeat(12);
  // A kept connection costs a second attempt: see unconfirmed-refusals.test.ts.
  const cases: [string, number, () => Promise<unknown>][] = [
    ["POLL_NOT_FOUND", 404, () => connect(sandbox.apiKey).getPoll({ pollId })],
    ["POLL_NOT_FOUND", 404, () => connect(sandbox.apiKey).getPollResults({ pollId: "a/../b" })],
    ["UNAUTHORIZED", 401, () => connect("sk_none_none").listPolls({})],
    ["UNAUTHORIZED", 401, () => connect(sandbox.apiKeys.revoked).createPoll(body)],
    ["SPACE_NOT_PRO", 403, () => connect(sandbox.apiKeys.nonPro).listPolls({})],
    ["VALIDATION_ERROR", 400, () => client.listPolls({ cursor: "made-up" })],
    [
      "ORGANIZER_NOT_MEMBER",
      400,
      () => client.createPoll({ ...body, organizer: { email: "no@example.com" } }),
    ],
    [
      "CONFERENCING_NOT_CONNECTED",
      400,
      () => client.createPoll({ ...body, conferencing: { provider: "zoom" } }),
    ],
    [
      "CONFERENCING_UNAVAILABLE",
      400,
      () => client.createPoll({ ...body, conferencing: { provider: "teams" } }),
    ],
    ["INAPPROPRIATE_CONTENT", 400, () => client.createPoll({ ...body, title: inappropriateText })],
    [
      "PARTICIPANT_NOT_FOUND",
      404,
      async () =>
        connect(sandbox.apiKey).getParticipant({
          pollId: (await client.createPoll(body)).data.id,
          participantId: "nobody",
        }),
    ],
  ];
  it.each(cases)("%s (%d)", async (code, status, call) => {
    const error = await getRejection(call());
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ code, status, outcome: "refused", attempts: 1 });
  });
});
