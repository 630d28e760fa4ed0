/** What of a response the client checks, what it returns, and what the compiler knows about it. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { Client, Input, Output, Participant, PollResults } from "../../src/api/web.ts";
import { body, failure, participant, poll, reply, results, script, timePoll } from "./harness.ts";

const later = { addedLater: { deep: [1] } };

describe("a response is returned as it is", () => {
  it.each<[string, unknown, (client: Client) => Promise<{ data: unknown }>]>([
    [
      "fields that were added later",
      {
        ...poll,
        ...later,
        organizer: { ...poll.organizer, ...later },
        options: [{ id: "o1", date: "2027-03-01", ...later }],
      },
      (client) => client.getPoll({ pollId: "p1" }),
    ],
    [
      "another id than was asked for, as of a mock server",
      { ...poll, id: "other" },
      (client) => client.getPoll({ pollId: "p1" }),
    ],
    [
      "a provider of the future",
      { ...poll, conferencing: { provider: "webex" } },
      (client) => client.getPoll({ pollId: "p1" }),
    ],
    [
      "a time zone that this machine does not know",
      { ...timePoll, timeZone: "Mars/Base" },
      (client) => client.getPoll({ pollId: "p1" }),
    ],
    ["an organizer who left", { ...poll, organizer: null }, (client) => client.getPoll({ pollId: "p1" })],
    [
      "vote types of the future",
      { ...results, options: [{ ...results.options[0], votes: [{ type: "maybe", count: 2 }] }] },
      (client) => client.getPollResults({ pollId: "p1" }),
    ],
    [
      "modifiers of the future",
      [{ ...participant, availability: [{ ...participant.availability[0], modifiers: ["onlyOnline"] }] }],
      (client) => client.listParticipants({ pollId: "p1" }),
    ],
  ])("with %s", async (_, data, call) => {
    const { client } = script([reply(200, { data, ...later })]);
    expect(await call(client)).toEqual({ data, ...later });
  });
});

describe("a response that breaks a promise is named by operation, path, expected and received type", () => {
  const without = (field: string) =>
    Object.fromEntries(Object.entries(poll).filter(([name]) => name !== field));
  it.each<[string, unknown]>([
    ["data.title: expected a string, got undefined", without("title")],
    ["data.organizer: expected an object, got undefined", without("organizer")],
    ["data.hideScores: must be true or false", { ...poll, hideScores: null }],
    [
      'data.status: expected "open" or "closed" or "scheduled" or "canceled", got "paused"',
      { ...poll, status: "paused" },
    ],
    ['data.kind: expected "date" or "time", got "week"', { ...poll, kind: "week" }],
    ["data.options: expected an array, got an object", { ...poll, options: {} }],
    [
      "data.options.0.date: must be a date (YYYY-MM-DD)",
      { ...poll, options: [{ id: "o1", date: "2027-02-30" }] },
    ],
    ...[0, 1.5, 1e12, 1e99].map((duration): [string, unknown] => [
      "data.options.0.duration: must be whole minutes, 1 to 527040",
      { ...timePoll, options: [{ id: "o1", startTime: "2027-03-01T09:00:00Z", duration }] },
    ]),
    ["data.createdAt: must be an ISO 8601 instant", { ...poll, createdAt: "yesterday" }],
    ["data.participantCount: must be a count", { ...poll, participantCount: 1.5 }],
    ["data: expected an object, got undefined", undefined],
  ])("%s", async (problem, data) => {
    const { client } = script([reply(200, { data })]);
    const error = await failure(client.getPoll({ pollId: "p1" }));
    expect(error).toMatchObject({
      outcome: "unknown",
      code: "INVALID_RESPONSE",
      operation: "getPoll",
      status: 200,
    });
    expect(error.message).toContain(`getPoll (GET /polls/{pollId}): ${problem}`);
    expect(error.problems?.map(({ path, message }) => `${path}: ${message}`)).toEqual([problem]);
  });

  it("and is at hand for a program that goes on with it, but in no log", async () => {
    const data = [{ ...poll, organizer: { ...poll.organizer, name: null } }];
    const { client } = script([reply(200, { data, nextCursor: null })]);
    const error = await failure(client.listPolls());
    expect(error.received).toEqual({ data, nextCursor: null });
    for (const logged of [JSON.stringify(error), inspect(error, { depth: 9 })])
      expect(logged).not.toContain("ada@example.com");
  });

  it("in every item of a list, of which the message shows the first", async () => {
    const { client } = script([reply(200, { data: Array(50).fill({ ...participant, name: 1 }) })]);
    const error = await failure(client.listParticipants({ pollId: "p1" }));
    expect(error.problems?.length).toBe(50);
    expect(error.message).toContain("data.0.name: expected a string, got a number");
    expect(error.message.length).toBeLessThanOrEqual(1000);
  });
});

// Only the compiler checks these: an expected error that does not occur fails the type check.
describe("the compiler", () => {
  it("rejects misspelt fields of responses, although later fields are kept", async () => {
    const { client } = script([reply(200, { data: { ...poll, addedLater: 1 } })]);
    const response = await client.getPoll({ pollId: "p1" });
    const { data } = response;
    // @ts-expect-error: titel
    expect(data.titel).toBeUndefined();
    // @ts-expect-error: an option has no name
    expect(data.options[0]?.name).toBeUndefined();
    // @ts-expect-error: an organizer has no mail
    expect(data.organizer?.mail).toBeUndefined();
    // @ts-expect-error: a response has no polls
    expect(response.polls).toBeUndefined();
    // @ts-expect-error: known only to the run
    expect(data.addedLater).toBe(1);
  });

  it("knows the types of every other response and of inputs", () => {
    const wrong: ((
      results: PollResults,
      participant: Participant,
      list: Output<"listPolls">,
      deleted: Output<"deletePoll">,
    ) => unknown)[] = [
      // @ts-expect-error: vote
      (results) => results.options[0]?.vote,
      // @ts-expect-error: cuont
      (results) => results.options[0]?.votes[0]?.cuont,
      // @ts-expect-error: mail
      (_, participant) => participant.mail,
      // @ts-expect-error: from
      (_, participant) => participant.availability[0]?.from,
      // @ts-expect-error: cursor
      (_, __, list) => list.cursor,
      // @ts-expect-error: pollId
      (_, __, ___, deleted) => deleted.data.pollId,
    ];
    const inputs: Input<"createPoll">[] = [
      // @ts-expect-error: titel
      { ...body, titel: "T" },
      // @ts-expect-error: a date has no startTime
      { title: "T", kind: "date", options: [{ startTime: "2027-03-01T09:00Z" }] },
      { title: "T", kind: "date", options: [{ date: "2027-03-01" }] as const },
    ];
    expect([...wrong, ...inputs].length).toBe(9);
  });

  it("knows the kind of a created poll from its input", async () => {
    const { client } = script([reply(201, { data: poll })]);
    const { data } = await client.createPoll({ ...body, kind: "date" });
    expect(data.options[0]?.date).toBe("2027-03-01");
    // @ts-expect-error: a date poll has no slots
    expect(data.options[0]?.startTime).toBeUndefined();
    // @ts-expect-error: titel
    await expect(client.createPoll({ ...body, titel: "T" })).rejects.toThrow("titel");
  });

  it("completes error codes, and accepts others", async () => {
    const { client } = script([reply(404, { error: { code: "POLL_NOT_FOUND", message: "" } })]);
    const { code } = await failure(client.getPoll({ pollId: "p1" }));
    const known: typeof code = "POLL_NOT_FOUND";
    const other: typeof code = "SOMETHING_NEW";
    expect([code, other]).toEqual([known, "SOMETHING_NEW"]);
  });
});
