/** How responses to a create and a deletion are classified: a refusal only by the service, and a poll that is the new one. */
import { describe, expect, it } from "vitest";
import { notTheApi } from "../../src/api/foreign-response.ts";
import { operations } from "../../src/api/operations.ts";
import { classifyResponse, normalizeResponse } from "../../src/api/response.ts";
import type { TransportResponse } from "../../src/api/transport.ts";
import { apiKey, body, errorReply, getRejection, poll, reply, scriptClient } from "./scripted.ts";

const now = Date.parse("2027-03-01T09:00:00Z");

const create = { name: "createPoll", operation: operations.createPoll, input: body } as const;
const remove = {
  name: "deletePoll",
  operation: operations.deletePoll,
  input: { pollId: poll.id },
} as const;
const classifyWrite = (call: typeof create | typeof remove, response: TransportResponse) =>
  classifyResponse(call, normalizeResponse(response), apiKey, now);

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
  it.each(foreign)("is unknown with %s", (_, response) => {
    for (const status of [...statuses, 503]) {
      for (const call of [create, remove]) {
        const result = classifyWrite(call, { status, headers: {}, text: "", ...response });
        expect(result).toMatchObject({ outcome: "unknown", status });
        expect([undefined, notTheApi]).toContain("code" in result ? result.code : undefined);
      }
    }
  });

  it("is a refusal with the service's error", () => {
    for (const status of [400, 401, 403, 404, 409, 410, 413, 422, 451]) {
      for (const call of [create, remove]) {
        expect(classifyWrite(call, errorReply(status, "SOME_CODE"))).toMatchObject({
          outcome: "refused",
          code: "SOME_CODE",
          retryable: false,
        });
      }
    }
    expect(classifyWrite(create, errorReply(429, "RATE_LIMIT_EXCEEDED"))).toMatchObject({
      outcome: "refused",
      retryable: true,
    });
    expect(
      classifyWrite(create, errorReply(503, "SERVICE_UNAVAILABLE", { "retry-after": "1" })),
    ).toMatchObject({
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
  ])("is unknown: %i %s", (status, code, headers) => {
    for (const call of [create, remove])
      expect(classifyWrite(call, errorReply(status, code, headers as Record<string, string>))).toMatchObject({
        outcome: "unknown",
        status,
      });
  });

  it("of a create starts the search, without delaying it", async () => {
    for (const [status, code] of [
      [429, "TOO_MANY_REQUESTS"],
      [503, "THROTTLED"],
      [429, "INTERNAL_ERROR"],
    ] as const) {
      const { client, log, since } = scriptClient(
        [errorReply(status, code, { "retry-after": "40" }), reply(200, { data: [], nextCursor: null })],
        { reconcileDelaysMs: [] },
      );
      expect(await getRejection(client.createPoll(body))).toMatchObject({ outcome: "unknown", status });
      expect(log()).toEqual(["POST /v1/polls", "GET /v1/polls?limit=100"]);
      expect(since()).toBe(0);
    }
  });
});

describe("the poll in a create's response", () => {
  const old = { createdAt: "2020-01-01T00:00:00.000Z" };
  const respond = (fields: object, headers = {}) =>
    classifyWrite(create, reply(201, { data: { ...poll, ...fields } }, headers));
  const date = "Fri, 01 Jan 2027 00:00:00 GMT";

  it.each([
    ["participants", { participantCount: 9 }],
    ["another status", { status: "canceled" }],
    ["the status of a poll that is over, with an option ahead", { status: "closed" }],
    ["a setting that was not asked for", { requireEmail: true }],
  ])("is rejected if it is old and has %s", (_, fields) => {
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
      "from the future, because the local clock is behind",
      { createdAt: "2028-01-01T00:00:00Z", requireEmail: true },
    ],
  ])("is accepted if it is %s", (_, fields) => {
    expect(respond(fields)).toHaveProperty("data");
  });

  it("is compared with the service's clock if the response has a Date", () => {
    const fields = { createdAt: "2026-12-31T23:59:58.000Z", requireEmail: true };
    expect(respond(fields, { date })).toHaveProperty("data");
    expect(respond(fields)).not.toHaveProperty("data");
  });
});
