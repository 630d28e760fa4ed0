/** What an answer is taken for: done, refused or unclear, and whether to try again. */
import { describe, expect, it } from "vitest";
import { operations } from "../../src/api/operations.ts";
import { userAgent } from "../../src/api/policy.ts";
import { redact } from "../../src/api/redact.ts";
import { classifyResponse, normalizeResponse } from "../../src/api/response.ts";
import type { TransportResponse } from "../../src/api/transport.ts";
import { apiKey, body, failure, poll, refusal, reply, script } from "./scripted.ts";

const now = Date.parse("2027-03-01T09:00:00Z");

function judge(response: TransportResponse) {
  const call = { name: "getPoll", operation: operations.getPoll, input: { pollId: poll.id } } as const;
  return classifyResponse(call, normalizeResponse(response), apiKey, now);
}

const create = { name: "createPoll", operation: operations.createPoll, input: body } as const;
const remove = {
  name: "deletePoll",
  operation: operations.deletePoll,
  input: { pollId: poll.id },
} as const;
const judgeWrite = (call: typeof create | typeof remove, response: TransportResponse) =>
  classifyResponse(call, normalizeResponse(response), apiKey, now);

const changed = `The service may have changed since this version (${userAgent.replace("/", " ")})`;

/** The poll's answer with something changed. */
const answer = (change: Partial<TransportResponse> = {}) => ({ ...reply(200, { data: poll }), ...change });

describe("an answer with a status of success", () => {
  it.each([200, 201, 299])("of %i holds the data", (status) => {
    expect(judge(answer({ status }))).toMatchObject({ data: { data: { id: poll.id } } });
  });

  it.each([
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/problem+json",
    "application/vnd.rallly.v1+json",
  ])("is read as JSON when it says %s", (type) => {
    expect(judge(answer({ headers: { "Content-Type": type } }))).toHaveProperty("data");
  });

  it("is read as JSON when it does not say what it is", () => {
    expect(judge(answer({ headers: {} }))).toHaveProperty("data");
  });

  it.each([
    "text/html",
    "application/jsonp",
    "application/json5",
    "text/application/json",
    "x-application/json",
    "",
  ])("is not read when it says %j, and not asked for again", (type) => {
    const received = type === "text/html" ? type : "something else";
    expect(judge(answer({ headers: { "content-type": type } }))).toEqual({
      outcome: "unknown",
      status: 200,
      retryable: false,
      message: `Unexpected response to GET /polls/{pollId}: body: expected JSON, got ${received}. ${changed}.`,
      issues: [{ path: "body", message: `expected JSON, got ${received}` }],
    });
  });

  it.each([
    ["cut-short", true, "The response was cut short."],
    [
      "too-large",
      false,
      "The response is too large. Raise maxResponseBytes, or maxParticipantsBytes for participants.",
    ],
  ] as const)("that came %s is unclear; another attempt helps: %j", (broken, retryable, message) => {
    expect(judge(answer({ broken }))).toEqual({ outcome: "unknown", status: 200, retryable, message });
  });

  it.each([
    ["", "body: expected JSON, got an empty body"],
    ["{", "body: expected JSON, got something else"],
    ["null", "body: expected an object, got null"],
    ['{"data":{"id":5}}', 'data.kind: expected "date" or "time", got undefined'],
  ])("is unclear when its body is %j", (text, issue) => {
    expect(judge(answer({ text }))).toMatchObject({
      outcome: "unknown",
      status: 200,
      retryable: false,
      message: `Unexpected response to GET /polls/{pollId}: ${issue}. ${changed}.`,
    });
  });

  it("of another form is asked for again when its connection carried other requests", () => {
    expect(judge(answer({ text: "{}", reusedConnection: true }))).toMatchObject({ retryable: true });
  });

  it("with another poll is unclear, and asked for again", () => {
    expect(judge(reply(200, { data: { ...poll, id: "p2" } }))).toEqual({
      outcome: "unknown",
      status: 200,
      retryable: true,
      message:
        "The response does not belong to GET /polls/{pollId}: data.id: differs from the requested pollId.",
      issues: [{ path: "data.id", message: "differs from the requested pollId" }],
    });
  });
});

describe("an answer with another status", () => {
  it.each([
    [199, "refused", false],
    [300, "refused", false],
    [404, "refused", false],
    [429, "refused", true],
    [499, "refused", false],
    [500, "unknown", true],
    [502, "unknown", true],
    [503, "unknown", true],
  ])("of %i is %s; another attempt helps: %j", (status, outcome, retryable) => {
    expect(judge(refusal(status, "SOME_CODE"))).toEqual({
      status,
      outcome,
      retryable,
      code: "SOME_CODE",
      message: "About SOME_CODE",
    });
  });

  it.each([
    [404, "refused", false, {}],
    [429, "refused", true, { retryAfterMs: 7_000 }],
    [503, "refused", true, { retryAfterMs: 7_000 }],
    [500, "unknown", true, {}],
  ])(
    "of %i with Retry-After is %s; another attempt helps: %j, after %j",
    (status, outcome, retryable, wait) => {
      expect(judge(refusal(status, "SOME_CODE", { "Retry-After": "7" }))).toEqual({
        status,
        outcome,
        retryable,
        code: "SOME_CODE",
        message: "About SOME_CODE",
        ...wait,
      });
    },
  );

  it.each(["<html>", "", '{"error":"no"}'])("says no more than its status when its body is %j", (text) => {
    expect(judge({ status: 403, headers: {}, text })).toEqual({
      status: 403,
      outcome: "refused",
      retryable: false,
      message: "The service responded with status 403.",
    });
  });

  it("is told without the key, wherever the service repeated it", () => {
    const error = { code: `NO_${apiKey}`, message: `${apiKey} is not known` };
    expect(judge(reply(401, { error }))).toMatchObject({ code: "NO_[key]", message: "[key] is not known" });
  });
});

describe("an error status of a create or a deletion", () => {
  const statuses = [300, 302, 304, 400, 401, 403, 404, 407, 408, 413, 421, 425, 429, 451, 499];
  const own = JSON.stringify({ error: { code: "SOME_CODE", message: "No" } });
  const json = { "content-type": "application/json", "retry-after": "1" };
  const foreign: [string, Partial<TransportResponse>][] = [
    ["a page of HTML", { headers: { "content-type": "text/html" }, text: "<html>" }],
    ["nothing", { headers: {}, text: "" }],
    ["JSON of another form", { headers: json, text: '{"message":"Too many requests"}' }],
    ["another service's error", { headers: json, text: '{"error":{"code":429,"message":"No"}}' }],
    [
      "a code that is not in capitals",
      { headers: json, text: '{"error":{"code":"Throttled","message":"No"}}' },
    ],
    ["the service's error as HTML", { headers: { "content-type": "text/html" }, text: own }],
    ["the service's error cut short", { headers: json, text: own, broken: "cut-short" }],
    ["an error that is too large", { headers: json, text: "", broken: "too-large" }],
  ];
  it.each(foreign)("proves nothing with %s", (_, response) => {
    for (const status of [...statuses, 503]) {
      for (const call of [create, remove]) {
        const verdict = judgeWrite(call, { status, headers: {}, text: "", ...response });
        expect(verdict).toMatchObject({ outcome: "unknown", status });
        expect(verdict).not.toHaveProperty("code");
      }
    }
  });

  it("is a refusal with the service's own error", () => {
    for (const status of [400, 401, 403, 404, 409, 410, 413, 422, 451]) {
      for (const call of [create, remove]) {
        expect(judgeWrite(call, refusal(status, "SOME_CODE"))).toMatchObject({
          outcome: "refused",
          code: "SOME_CODE",
          retryable: false,
        });
      }
    }
    expect(judgeWrite(create, refusal(429, "RATE_LIMIT_EXCEEDED"))).toMatchObject({
      outcome: "refused",
      retryable: true,
    });
    expect(judgeWrite(create, refusal(503, "SERVICE_UNAVAILABLE", { "retry-after": "1" }))).toMatchObject({
      outcome: "refused",
      retryable: true,
    });
  });
});

describe("an error status of a create or a deletion in a gateway's JSON", () => {
  it.each([
    [429, "TOO_MANY_REQUESTS", { "retry-after": "0" }],
    [429, "INTERNAL_ERROR", {}],
    [429, "SERVICE_UNAVAILABLE", { "retry-after": "1" }],
    [503, "THROTTLED", { "retry-after": "1" }],
    [503, "RATE_LIMIT_EXCEEDED", { "retry-after": "1" }],
    [408, "REQUEST_TIMEOUT", {}],
    [425, "TOO_EARLY", {}],
    [499, "CLIENT_CLOSED_REQUEST", {}],
    [400, "INTERNAL_ERROR", {}],
    [403, "RATE_LIMIT_EXCEEDED", { "retry-after": "1" }],
  ])("of %i %s proves nothing", (status, code, headers) => {
    for (const call of [create, remove])
      expect(judgeWrite(call, refusal(status, code, headers as Record<string, string>))).toMatchObject({
        outcome: "unknown",
        status,
      });
  });

  it("sends a create once, looks the poll up, and does not hold the lookup back", async () => {
    for (const [status, code] of [
      [429, "TOO_MANY_REQUESTS"],
      [503, "THROTTLED"],
      [429, "INTERNAL_ERROR"],
    ] as const) {
      const { client, log, since } = script(
        [refusal(status, code, { "retry-after": "40" }), reply(200, { data: [], nextCursor: null })],
        { reconcileDelaysMs: [] },
      );
      expect(await failure(client.createPoll(body))).toMatchObject({ outcome: "unknown", status });
      expect(log()).toEqual(["POST /v1/polls", "GET /v1/polls?limit=100"]);
      expect(since()).toBe(0);
    }
  });
});

describe("the poll in a create's response", () => {
  const old = { createdAt: "2020-01-01T00:00:00.000Z" };
  const respond = (fields: object, headers = {}) =>
    judgeWrite(create, reply(201, { data: { ...poll, ...fields } }, headers));
  const date = "Fri, 01 Jan 2027 00:00:00 GMT";

  it.each([
    ["participants", { participantCount: 9 }],
    ["another status", { status: "canceled" }],
    ["the status of a poll that is over, with an option ahead", { status: "closed" }],
    ["a setting that was not asked for", { requireEmail: true }],
  ])("is not the new one if it is old and has %s", (_, fields) => {
    const headers = "status" in fields && fields.status === "closed" ? { date } : {};
    expect(respond({ ...old, ...fields }, headers)).toMatchObject({
      outcome: "unknown",
      issues: [{ path: "data.createdAt" }, { path: `data.${Object.keys(fields)[0]}` }],
    });
  });

  it.each([
    ["old and otherwise new, as of a fake server with a constant", old],
    [
      "old, with comments on and changed later",
      { ...old, disableComments: false, updatedAt: "2021-01-01T00:00:00.000Z" },
    ],
    ["closed at once because its only option is over", { ...old, status: "closed" }],
    ["new and already voted in", { createdAt: "2027-03-01T08:56:00.000Z", participantCount: 1 }],
    [
      "of the future, since this machine's clock is behind",
      { createdAt: "2028-01-01T00:00:00Z", requireEmail: true },
    ],
  ])("is believed if it is %s", (_, fields) => {
    expect(respond(fields)).toHaveProperty("data");
  });

  it("is compared with the service's clock where the response shows it", () => {
    const fields = { createdAt: "2026-12-31T23:59:58.000Z", requireEmail: true };
    expect(respond(fields, { date })).toHaveProperty("data");
    expect(respond(fields)).not.toHaveProperty("data");
  });
});

it("reads headers in any case, several of a name as one, and none that are undefined", () => {
  const headers = { "X-One": "1", Vary: ["a", "b"], "x-none": undefined };
  expect(normalizeResponse({ status: 200, text: "", headers }).headers).toEqual({
    "x-one": "1",
    vary: "a, b",
  });
  expect(Object.keys(normalizeResponse({ status: 200, text: "", headers }).headers)).not.toContain("x-none");
});

it("keeps a text of the longest length whole, and cuts a longer one to it", () => {
  expect(redact("x".repeat(10), "sk_key", 10)).toBe("x".repeat(10));
  expect(redact("x".repeat(11), "sk_key", 10)).toBe(`${"x".repeat(9)}…`);
});
