import { describe, expect, it } from "vitest";
import { createClient as connect, TransportError } from "../../src/api/index.ts";
import { chooseBackoff, completePolicy } from "../../src/api/policy.ts";
import { apiKey, poll, reply, scriptSteppedClient } from "./scripted.ts";

const empty = reply(200, { data: [], nextCursor: null });
const limited = (headers: Record<string, string>) =>
  reply(429, { error: { code: "RATE_LIMIT_EXCEEDED", message: "Slow down" } }, headers);
const lunch = { title: "Lunch", kind: "date" as const, options: [{ date: "2027-03-01" }] };

describe("the backoff", () => {
  it("doubles from 0.5 s up to 8 s, with jitter over its upper half", () => {
    const top = completePolicy({ random: () => 1 });
    const bottom = completePolicy({ random: () => 0 });
    expect([1, 2, 3, 4, 5, 6].map((attempt) => chooseBackoff(attempt, top))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000,
    ]);
    expect([1, 2, 6].map((attempt) => chooseBackoff(attempt, bottom))).toEqual([250, 500, 4000]);
  });
});

describe("a read", () => {
  it("gets three attempts, 0.5 s and 1 s apart, then is unknown", async () => {
    const { client, clock, requests } = scriptSteppedClient([
      reply(500, { error: { code: "INTERNAL_ERROR", message: "Oops" } }),
    ]);
    const call = expect(client.listPolls({})).rejects.toMatchObject({
      name: "UnknownOutcomeError",
      operation: "listPolls",
      outcome: "unknown",
      attempts: 3,
      status: 500,
      code: "INTERNAL_ERROR",
    });
    await clock.advance(499);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    expect(requests).toHaveLength(2);
    await clock.advance(1000);
    await call;
    expect(requests).toHaveLength(3);
    expect(clock.sleepers()).toBe(0);
  });

  it("respects Retry-After in full", async () => {
    const { client, clock, requests } = scriptSteppedClient([limited({ "Retry-After": "20" }), empty]);
    const call = client.listPolls({});
    await clock.advance(19_999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    await expect(call).resolves.toMatchObject({ data: [] });
    expect(requests).toHaveLength(2);
  });

  it("compares a Retry-After date with the service's clock", async () => {
    const date = "Mon, 04 Jan 2027 12:00:00 GMT";
    const { client, clock, requests } = scriptSteppedClient([
      limited({ date, "retry-after": "Mon, 04 Jan 2027 12:00:07 GMT" }),
      empty,
    ]);
    const call = client.listPolls({});
    await clock.advance(6_999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    await call;
  });

  it("fails at once with retryAfterMs if the wait exceeds the deadline", async () => {
    const { client } = scriptSteppedClient([limited({ "retry-after": "61" })]);
    await expect(client.listPolls({})).rejects.toMatchObject({
      name: "RefusedError",
      outcome: "refused",
      code: "RATE_LIMIT_EXCEEDED",
      retryAfterMs: 61_000,
      attempts: 1,
    });
  });

  it("fails at once with maxWaitMs 0", async () => {
    const { client } = scriptSteppedClient([limited({ "retry-after": "1" })], { attempts: 1, maxWaitMs: 0 });
    await expect(client.listPolls({})).rejects.toMatchObject({ retryAfterMs: 1000, attempts: 1 });
    await expect(client.listPolls({})).rejects.toMatchObject({
      name: "NotSentError",
      outcome: "not-sent",
      attempts: 0,
      retryAfterMs: 1000,
    });
  });

  it("without a response ends at its deadline, also if the transport ignores the signal", async () => {
    const { client, clock } = scriptSteppedClient(["silence"], { deadlineMs: 5_000 });
    const call = expect(client.listPolls({})).rejects.toMatchObject({
      name: "UnknownOutcomeError",
      attempts: 1,
    });
    await clock.advance(5_000);
    await call;
    expect(clock.sleepers()).toBe(0);
  });

  it("is not sent if nothing reached the service", async () => {
    const { client, clock } = scriptSteppedClient([new TransportError("no connection", false)]);
    const call = expect(client.listPolls({})).rejects.toMatchObject({
      name: "NotSentError",
      outcome: "not-sent",
      attempts: 3,
      message: "no connection",
    });
    await clock.advance(1_500);
    await call;
  });

  it("is unknown for any other error of a transport, without its message", async () => {
    const { client, clock } = scriptSteppedClient([new Error(`Bearer ${apiKey}`)]);
    const error = client.listPolls({}).catch((reason: unknown) => reason);
    await clock.advance(1_500);
    expect(await error).toMatchObject({ outcome: "unknown", message: "The connection failed." });
  });
});

describe("an aborted call", () => {
  it("throws its reason before anything is sent", async () => {
    const { client, requests } = scriptSteppedClient([empty]);
    const signal = AbortSignal.abort("changed my mind");
    await expect(client.createPoll(lunch, { signal })).rejects.toBe("changed my mind");
    expect(requests).toEqual([]);
  });

  it("throws its reason during a read", async () => {
    const { client, clock } = scriptSteppedClient(["silence"]);
    const caller = new AbortController();
    const call = expect(client.listPolls({}, { signal: caller.signal })).rejects.toBe("enough");
    await clock.advance(10);
    caller.abort("enough");
    await call;
    expect(clock.sleepers()).toBe(0);
  });

  it("throws its reason during the wait for a retry, for a create too", async () => {
    const { client, clock } = scriptSteppedClient([limited({ "retry-after": "20" })]);
    const caller = new AbortController();
    const call = expect(client.createPoll(lunch, { signal: caller.signal })).rejects.toBe("enough");
    await clock.advance(10);
    caller.abort("enough");
    await call;
    expect(clock.sleepers()).toBe(0);
  });

  it("is unknown during a create, with the reason as cause", async () => {
    const { client, clock, requests } = scriptSteppedClient(["silence"]);
    const caller = new AbortController();
    const call = client.createPoll(lunch, { signal: caller.signal }).catch((error: unknown) => error);
    await clock.advance(10);
    caller.abort("enough");
    expect(await call).toMatchObject({ name: "UnknownOutcomeError", outcome: "unknown", cause: "enough" });
    expect(requests).toHaveLength(1);
    expect(clock.sleepers()).toBe(0);
  });

  it("is unknown during the search for a lost create", async () => {
    const { client, clock } = scriptSteppedClient([reply(500, {}), empty]);
    const caller = new AbortController();
    const call = client.createPoll(lunch, { signal: caller.signal }).catch((error: unknown) => error);
    await clock.advance(600);
    caller.abort("enough");
    expect(await call).toMatchObject({ name: "UnknownOutcomeError", cause: "enough" });
    expect(clock.sleepers()).toBe(0);
  });

  it("throws its reason in the queue behind an identical create", async () => {
    const { client, clock, requests } = scriptSteppedClient(["silence"]);
    const first = client.createPoll(lunch).catch((error: unknown) => error);
    await clock.advance(10);
    const caller = new AbortController();
    const second = expect(client.createPoll(lunch, { signal: caller.signal })).rejects.toBe("enough");
    await clock.advance(10);
    caller.abort("enough");
    await second;
    expect(requests).toHaveLength(1);
    await clock.advance(60_000);
    expect(await first).toMatchObject({ outcome: "unknown" });
  });
});

describe("a delete", () => {
  const gone = reply(404, { error: { code: "POLL_NOT_FOUND", message: "No such poll" } });

  it("with POLL_NOT_FOUND at first is refused", async () => {
    const { client } = scriptSteppedClient([gone]);
    await expect(client.deletePoll({ pollId: "x" })).rejects.toMatchObject({
      name: "RefusedError",
      code: "POLL_NOT_FOUND",
    });
  });

  it("with POLL_NOT_FOUND after an unclear attempt succeeds", async () => {
    const { client, clock } = scriptSteppedClient([reply(500, {}), gone]);
    const call = client.deletePoll({ pollId: "x" });
    await clock.advance(500);
    await expect(call).resolves.toEqual({ data: { id: "x", deleted: true } });
  });

  it("stays unknown if a later attempt is refused for another reason", async () => {
    const { client, clock } = scriptSteppedClient([
      reply(500, {}),
      reply(403, { error: { code: "SPACE_NOT_PRO", message: "No" } }),
    ]);
    const call = client.deletePoll({ pollId: "x" }).catch((error: unknown) => error);
    await clock.advance(500);
    expect(await call).toMatchObject({ name: "UnknownOutcomeError", status: 403, attempts: 2 });
  });
});

describe("a response", () => {
  it("may have headers in any letter case, and arrays", async () => {
    const { client } = scriptSteppedClient([
      {
        status: 200,
        headers: { "Content-Type": ["application/json; charset=utf-8"], "X-Other": undefined },
        text: '{"data":[],"nextCursor":null}',
      },
    ]);
    await expect(client.listPolls({})).resolves.toEqual({ data: [], nextCursor: null });
  });

  it("keeps unknown fields", async () => {
    const { client } = scriptSteppedClient([reply(200, { data: { ...poll, color: "red" }, also: 1 })]);
    await expect(client.getPoll({ pollId: poll.id })).resolves.toMatchObject({
      data: { color: "red" },
      also: 1,
    });
  });

  it("with an error status is a refusal even if its body is incomplete", async () => {
    const { client } = scriptSteppedClient([
      { status: 403, headers: {}, text: '{"error":{"co', broken: "cut-short" },
    ]);
    await expect(client.listPolls({})).rejects.toMatchObject({
      name: "RefusedError",
      status: 403,
      message: "The service responded with status 403.",
    });
  });
});

describe("a service that does not listen", () => {
  it("is reported as not sent, over a real socket", async () => {
    const client = connect({ apiKey: "k", baseUrl: "http://127.0.0.1:9/v1", attempts: 1 });
    await expect(client.createPoll(lunch)).rejects.toMatchObject({
      name: "NotSentError",
      outcome: "not-sent",
    });
  });
});
