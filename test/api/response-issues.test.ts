/** The error of a response that does not match its schema: operation, path, expected and received type. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { type Client, operations, UnknownOutcomeError, userAgent } from "../../src/api/index.ts";
import { apiKey, body, getRejection, poll, reply, scriptClient } from "./scripted.ts";

const pollId = poll.id;
const secret = "Text typed by somebody else";
const option = { id: "o1", startTime: "2027-03-01T09:00:00.000Z", duration: 30 };
const results = {
  pollId,
  kind: "date",
  status: "open",
  participantCount: 1,
  highScore: 1,
  options: [
    { id: "o1", date: "2027-03-01", votes: [{ type: "yes", count: 1 }], score: 1, isTopChoice: true },
  ],
};
const participant = {
  id: "u1",
  name: secret,
  email: null,
  createdAt: "2027-02-01T08:00:00Z",
  availability: [],
};

const getPoll = (client: Client) => client.getPoll({ pollId });
const cases: [string, (client: Client) => Promise<unknown>, unknown, string, string][] = [
  [
    "a missing field",
    getPoll,
    { data: { ...poll, title: undefined } },
    "data.title",
    "expected a string, got undefined",
  ],
  ["another type", getPoll, { data: { ...poll, title: 7 } }, "data.title", "expected a string, got a number"],
  [
    "null",
    getPoll,
    { data: { ...poll, requireEmail: null } },
    "data.requireEmail",
    "expected a boolean, got null",
  ],
  [
    "a date option in a time poll",
    getPoll,
    { data: { ...poll, kind: "time" } },
    "data.options.0.startTime",
    "expected a string, got undefined",
  ],
  [
    "a time option in a date poll",
    getPoll,
    { data: { ...poll, options: [option] } },
    "data.options.0.date",
    "expected a string, got undefined",
  ],
  [
    "a new kind",
    getPoll,
    { data: { ...poll, kind: secret } },
    "data.kind",
    'expected "date" or "time", got a string',
  ],
  [
    "a new status",
    getPoll,
    { data: { ...poll, status: secret } },
    "data.status",
    'expected "open" or "closed" or "scheduled" or "canceled", got a string',
  ],
  [
    "an instant of another form",
    getPoll,
    { data: { ...poll, createdAt: secret } },
    "data.createdAt",
    "expected an ISO date-time, got a string",
  ],
  [
    "a fraction",
    getPoll,
    { data: { ...poll, participantCount: 1.5 } },
    "data.participantCount",
    "expected an integer, got a number",
  ],
  [
    "a number below its minimum",
    getPoll,
    { data: { ...poll, participantCount: -1 } },
    "data.participantCount",
    "expected a number >= 0, got a number",
  ],
  [
    "an empty id",
    getPoll,
    { data: { ...poll, id: "" } },
    "data.id",
    "expected a string that is not empty, got an empty string",
  ],
  ["a list in place of an object", getPoll, [poll], "body", "expected an object, got an array"],
  ["no data", getPoll, { poll }, "data", "expected an object, got undefined"],
  [
    "a vote",
    (client) => client.getPollResults({ pollId }),
    { data: { ...results, options: [{ ...results.options[0], votes: [{ type: secret, count: "1" }] }] } },
    "data.options.0.votes.0.count",
    "expected a number, got a string",
  ],
  [
    "a participant",
    (client) => client.listParticipants({ pollId }),
    { data: [participant, { ...participant, availability: [{ start: secret }] }] },
    "data.1.availability.0.start",
    "expected an ISO date-time, got a string",
  ],
  [
    "a deletion",
    (client) => client.deletePoll({ pollId }),
    { data: { id: pollId, deleted: false } },
    "data.deleted",
    "expected true, got a boolean",
  ],
  [
    "a page without a cursor",
    (client) => client.listPolls(),
    { data: [poll] },
    "nextCursor",
    "expected a string, got undefined",
  ],
];

describe("a response that does not match its schema", () => {
  it.each(cases)("is reported with path and types: %s", async (_name, call, json, path, message) => {
    const error = await getRejection(call(scriptClient([reply(200, json)]).client));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    if (!(error instanceof UnknownOutcomeError)) return;
    expect(error.issues).toContainEqual({ path, message });
    const { method, path: route } = operations[error.operation as keyof Client];
    expect(error.message).toContain(`Unexpected response to ${method} ${route}: `);
    expect(error.message).toContain(`${path}: ${message}`);
    expect(error.message).toMatch(
      /The service may have changed since this version \(rallly-connect \d+\.\d+\.\d+\)/,
    );
    expect(error.message).toContain(userAgent.split("/")[1]);
    expect(inspect(error, { depth: 9 })).not.toContain(secret);
  });

  it("is reported with at most ten issues and the number of the others", async () => {
    const polls = Array.from({ length: 100 }, () => ({ ...poll, title: undefined }));
    const { client } = scriptClient([reply(200, { data: polls, nextCursor: null })]);
    const error = await getRejection(client.listPolls({ limit: 100 }));
    if (!(error instanceof UnknownOutcomeError)) throw error;
    expect(error.issues).toHaveLength(10);
    expect(error.message).toContain("and 90 more");
    expect(error.message.length).toBeLessThan(1_500);
  });

  it("is reported for a create that was not found", async () => {
    const { client } = scriptClient([reply(201, { data: { ...poll, title: null } })], {
      reconcileDelaysMs: [],
    });
    const error = await getRejection(client.createPoll(body));
    expect(error).toMatchObject({
      outcome: "unknown",
      status: 201,
      issues: [{ path: "data.title", message: "expected a string, got null" }],
    });
    expect(String(error)).toMatch(/data\.title: expected a string, got null.*may or may not exist/);
  });

  it.each([
    ["text/html; charset=utf-8", "<html>", "text/html"],
    ["application/json", "<html>", "something else"],
    ["application/json", "", "an empty body"],
    [`text/${"x".repeat(500)}`, "<html>", "something else"],
    [`text/${apiKey}`, "<html>", "something else"],
    [`${secret}`, "<html>", "something else"],
  ])("is reported with the type of a body that is not JSON: %s", async (type, text, received) => {
    const { client } = scriptClient([{ status: 200, headers: { "content-type": type }, text }]);
    expect(await getRejection(client.getPoll({ pollId }))).toMatchObject({
      issues: [{ path: "body", message: `expected JSON, got ${received}` }],
    });
  });

  it("is the only failure with issues", async () => {
    const { client } = scriptClient([reply(404, { error: { code: "POLL_NOT_FOUND", message: "No" } })]);
    expect(await getRejection(client.getPoll({ pollId }))).not.toHaveProperty("issues");
  });
});
