/** Results and messages of whole calls: refusals, rate limits, deletions after an unclear attempt. */
import { describe, expect, it } from "vitest";
import {
  NotSentError,
  RefusedError,
  TransportError,
  type TransportResponse,
  UnknownOutcomeError,
} from "../../src/api/index.ts";
import {
  body,
  errorReply,
  getRejection,
  poll,
  reply,
  scriptClient,
  scriptSteppedClient,
} from "./scripted.ts";
import { start } from "./virtual-clock.ts";

const limited = (retryAfter: string) =>
  errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": retryAfter, date: new Date(start).toUTCString() });
const pollId = "p1";

describe("a refusal", () => {
  it("has the service's message", async () => {
    const { client } = scriptClient([errorReply(403, "SPACE_NOT_PRO")]);
    const error = await getRejection(client.getPoll({ pollId }));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ message: "About SPACE_NOT_PRO", attempts: 1, code: "SPACE_NOT_PRO" });
    expect(error).not.toHaveProperty("retryAfterMs");
  });

  it.each([
    ["120", "About RATE_LIMIT_EXCEEDED. Retry in 120 s.", 120_000],
    ["Mon, 01 Feb 2027 08:02:00 GMT", "About RATE_LIMIT_EXCEEDED. Retry in 120 s.", 120_000],
    // Exactly the deadline, so that nothing could be sent before it.
    ["60", "About RATE_LIMIT_EXCEEDED. Retry in 60 s.", 60_000],
  ])("for a Retry-After of %s is thrown at once with retryAfterMs", async (wait, message, ms) => {
    const { client, since, log } = scriptClient([limited(wait)]);
    const error = await getRejection(client.getPoll({ pollId }));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ message, attempts: 1, status: 429, retryAfterMs: ms });
    expect(since()).toBe(0);
    expect(log()).toHaveLength(1);
  });

  it("of a 503 has retryAfterMs, for a create too", async () => {
    const { client, since } = scriptClient([
      reply(503, { error: { code: "SERVICE_UNAVAILABLE", message: "Down" } }, { "retry-after": "300" }),
    ]);
    expect(await getRejection(client.createPoll(body))).toMatchObject({
      name: "RefusedError",
      message: "Down. Retry in 300 s.",
      attempts: 1,
    });
    expect(since()).toBe(0);
  });

  it("has no retryAfterMs without Retry-After", async () => {
    for (const headers of [{}, { "retry-after": "0" }]) {
      const { client } = scriptClient([
        errorReply(429, "RATE_LIMIT_EXCEEDED", headers as Record<string, string>),
      ]);
      expect(await getRejection(client.getPoll({ pollId }))).toMatchObject({
        message: "About RATE_LIMIT_EXCEEDED",
        attempts: 3,
      });
    }
  });

  it("of a read stays a refusal after an unclear attempt", async () => {
    const { client } = scriptClient([reply(500, {}), errorReply(403, "SPACE_NOT_PRO")]);
    const error = await getRejection(client.getPoll({ pollId }));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ status: 403, attempts: 2 });
  });

  it("of a read with POLL_NOT_FOUND after an unclear attempt is not a deletion", async () => {
    const { client } = scriptClient([reply(500, {}), errorReply(404, "POLL_NOT_FOUND")]);
    expect(await getRejection(client.getPoll({ pollId }))).toMatchObject({
      name: "RefusedError",
      code: "POLL_NOT_FOUND",
    });
  });
});

describe("a Retry-After", () => {
  it("is respected if it equals maxWaitMs", async () => {
    const { client, since } = scriptClient([limited("2"), reply(200, { data: poll })], { maxWaitMs: 2_000 });
    await client.getPoll({ pollId });
    expect(since()).toBe(2_000);
  });

  it("is not waited for if it exceeds maxWaitMs", async () => {
    const { client, since } = scriptClient([limited("3"), reply(200, { data: poll })], { maxWaitMs: 2_000 });
    expect(await getRejection(client.getPoll({ pollId }))).toMatchObject({
      retryAfterMs: 3_000,
      attempts: 1,
    });
    expect(since()).toBe(0);
  });

  it("of a 503 does not delay other calls", async () => {
    const down = reply(503, {}, { "retry-after": "20" });
    const { client, clock, log } = scriptSteppedClient([
      down,
      (request) => reply(200, { data: { ...poll, id: request.url.split("/").at(-1) } }),
    ]);
    const first = client.getPoll({ pollId: "first" });
    await clock.advance(1_000);
    await client.getPoll({ pollId: "second" });
    await clock.advance(19_000);
    await first;
    expect(log()).toEqual(["first", "second", "first"].map((id) => `GET /v1/polls/${id}`));
  });

  it("ends with the last response when the timer fires before the clock reaches the deadline", async () => {
    let over = () => {};
    const clock = {
      now: () => start,
      // Only the deadline's timer fires, by hand, before the clock has reached the deadline.
      sleep: (milliseconds: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          if (milliseconds === 60_000) over = resolve;
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    };
    const { client, requests } = scriptClient([limited("59")], { clock });
    const rejection = getRejection(client.getPoll({ pollId }));
    await new Promise((resolve) => setImmediate(resolve));
    over();
    expect(await rejection).toMatchObject({
      name: "RefusedError",
      message: "About RATE_LIMIT_EXCEEDED. Retry in 59 s.",
      attempts: 1,
    });
    expect(requests).toHaveLength(1);
  });
});

describe("a call without a response", () => {
  it("reports that the deadline passed", async () => {
    const { client, since } = scriptClient(["hang"], { deadlineMs: 5_000 });
    const error = await getRejection(client.getPoll({ pollId }));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ message: "No response before the deadline.", attempts: 1 });
    expect(since()).toBe(5_000);
  });

  it("is retried after a connection failure, and unknown once it may have been sent", async () => {
    for (const step of [new TransportError("The connection failed.", true), new Error("anything")]) {
      const { client } = scriptClient([step]);
      const error = await getRejection(client.getPoll({ pollId }));
      expect(error).toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({ message: "The connection failed.", attempts: 3 });
      expect(error).not.toHaveProperty("status");
    }
  });
});

describe("a call that waits for the rate limit", () => {
  const empty = (reset: string) =>
    reply(200, { data: poll }, { "ratelimit-remaining": "0", "ratelimit-reset": reset });

  it("has 0 attempts and retryAfterMs", async () => {
    const { client, log } = scriptClient([empty("90")]);
    await client.getPoll({ pollId });
    const error = await getRejection(client.deletePoll({ pollId }));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({
      message: "Rate limit reached. Retry in 90 s.",
      outcome: "not-sent",
      attempts: 0,
      retryAfterMs: 90_000,
    });
    expect(log()).toHaveLength(1);
  });

  it("throws the abort reason, for a create too, and sends nothing", async () => {
    for (const call of ["getPoll", "createPoll"] as const) {
      const { client, log, pending } = scriptClient([empty("30")]);
      await client.getPoll({ pollId });
      const caller = new AbortController();
      const options = { signal: caller.signal };
      const rejection = getRejection(
        call === "getPoll" ? client.getPoll({ pollId }, options) : client.createPoll(body, options),
      );
      caller.abort("enough");
      expect(await rejection).toBe("enough");
      expect(log()).toHaveLength(1);
      expect(pending()).toBe(0);
    }
  });
});

describe("a retried deletion after an unclear attempt", () => {
  it("succeeds with POLL_NOT_FOUND", async () => {
    const { client, log } = scriptClient([reply(500, {}), errorReply(404, "POLL_NOT_FOUND")]);
    expect(await client.deletePoll({ pollId })).toEqual({ data: { id: pollId, deleted: true } });
    expect(log()).toHaveLength(2);
  });

  const byProxy = (status: number): [string, TransportResponse, string] => [
    `a proxy with ${status}`,
    { status, headers: {}, text: "Forbidden" },
    `Something else responds, not the API (${status}: expected JSON, got something else). Sign in to the network if it asks for that in a browser, check the proxy, and check the base URL.`,
  ];
  it.each<[string, TransportResponse, string]>([
    ["another address", errorReply(404, "NOT_FOUND"), "About NOT_FOUND"],
    byProxy(403),
    byProxy(404),
  ])("stays unknown if it is refused by %s", async (_, refusal, message) => {
    const { client } = scriptClient([reply(500, {}), refusal]);
    const error = await getRejection(client.deletePoll({ pollId }));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ message: message, attempts: 2 });
  });

  it("stays unknown if the rate limit exceeds the deadline, with retryAfterMs", async () => {
    const { client } = scriptClient([reply(500, {}), limited("120")]);
    expect(await getRejection(client.deletePoll({ pollId }))).toMatchObject({
      name: "UnknownOutcomeError",
      message: "About RATE_LIMIT_EXCEEDED. Retry in 120 s.",
      retryAfterMs: 120_000,
      attempts: 2,
    });
  });

  it("is refused if every attempt was refused", async () => {
    const { client } = scriptClient([limited("1"), errorReply(404, "POLL_NOT_FOUND")]);
    expect(await getRejection(client.deletePoll({ pollId }))).toMatchObject({
      name: "RefusedError",
      attempts: 2,
    });
  });
});
