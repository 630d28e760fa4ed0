/** One attempt that is rate limited, aborted or fails: its result, and that it leaves no listener and no timer. */
import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { attempt, type Connection } from "../../src/api/attempt.ts";
import { deadlineExceeded } from "../../src/api/deadline.ts";
import { operations, type Transport, TransportError } from "../../src/api/index.ts";
import { createRateLimiter } from "../../src/api/rate-limiter.ts";
import { apiKey, poll, reply } from "./scripted.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const success = reply(200, { data: poll });

/** A connection with a transport, and a function that makes an attempt on it. */
function open(transport: Transport, concurrency = 16) {
  const { clock, since } = createVirtualClock();
  const limiter = createRateLimiter(clock, concurrency);
  const connection: Connection = {
    apiKey,
    transport,
    rateLimiter: limiter,
    headers: {},
    hooks: {},
    now: clock.now,
    monotonic: clock.now,
    learnTime: () => {},
  };
  const caller = new AbortController();
  return {
    limiter,
    caller,
    since,
    run: (maxWait = 60_000) =>
      attempt(
        connection,
        {
          name: "getPoll",
          operation: operations.getPoll,
          input: { pollId: poll.id },
          prepared: { url: `https://rallly.example/v1/polls/${poll.id}` },
          maxResponseBytes: 1_000,
        },
        { signal: caller.signal, tries: 1, ownConnection: false, maxWaitMs: maxWait },
      ),
  };
}

/** A transport that never responds and rejects with the error when the signal aborts. */
const rejectOnAbort =
  (error: unknown): Transport =>
  ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(error), { once: true }));

describe("an attempt that the rate limiter rejects", () => {
  it("was not sent, is not retryable, and has retryAfterMs", async () => {
    const { limiter, run } = open(async () => success);
    limiter.update({ left: 0, resetMs: 90_000 });
    expect(await run()).toEqual({
      outcome: "not-sent",
      retryable: false,
      rateLimited: true,
      message: "Rate limit reached.",
      retryAfterMs: 90_000,
    });
  });

  it("has no retryAfterMs if it was aborted in the queue without a limit", async () => {
    const { caller, limiter, run } = open(async () => success, 1);
    await limiter.acquire(new AbortController().signal, 1_000);
    const result = run();
    caller.abort("enough");
    expect(await result).toEqual({
      outcome: "not-sent",
      retryable: false,
      rateLimited: true,
      message: "Rate limit reached.",
    });
  });
});

describe("an attempt aborted in flight", () => {
  const reasons: [string, unknown, string][] = [
    ["by the deadline", deadlineExceeded, "No response before the deadline."],
    ["by the caller", new Error("The person closed the window"), "The call was aborted."],
  ];
  it.each(reasons)("%s is reported as such, for any error of the transport", async (_, reason, message) => {
    for (const thrown of [reason, new TransportError("The call was aborted.", true)]) {
      const { caller, run } = open(rejectOnAbort(thrown));
      const result = run();
      await Promise.resolve();
      caller.abort(reason);
      expect(await result).toEqual({ outcome: "unknown", retryable: true, message });
    }
  });

  it("was not sent if the transport reports that, and is retryable", async () => {
    const { caller, run } = open(rejectOnAbort(new TransportError("no connection", false)));
    const result = run();
    await Promise.resolve();
    caller.abort(deadlineExceeded);
    expect(await result).toEqual({
      outcome: "not-sent",
      retryable: true,
      message: "No response before the deadline.",
    });
  });

  it("ends if the transport ignores the signal, also when aborted before the request starts", async () => {
    const { caller, run } = open(() => {
      caller.abort("enough");
      return new Promise(() => {});
    });
    expect(await run()).toEqual({ outcome: "unknown", retryable: true, message: "The call was aborted." });
  });
});

describe("an attempt whose transport throws", () => {
  it.each([
    [new TransportError("no connection", false), "not-sent", "no connection"],
    [new TransportError("The service sent nothing.", true), "unknown", "The service sent nothing."],
    [new Error(`Bearer ${apiKey}`), "unknown", "The connection failed."],
    ["a word", "unknown", "The connection failed."],
  ])("is retryable: %s", async (error, outcome, message) => {
    const { run } = open(() => Promise.reject(error));
    expect(await run()).toEqual({ outcome, retryable: true, message });
  });
});

describe("after an attempt", () => {
  const fates: [string, Transport][] = [
    ["answered", async () => success],
    ["broken", () => Promise.reject(new Error("broken"))],
  ];
  it.each(fates)("%s, the signal has no listener and the next attempt can start", async (_, transport) => {
    const { caller, run } = open(transport, 1);
    await run();
    await run();
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });

  it("aborted, no listener and no timer is left", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { caller, run } = open(rejectOnAbort(deadlineExceeded));
      const result = run();
      await Promise.resolve();
      caller.abort(deadlineExceeded);
      await result;
      expect(vi.getTimerCount()).toBe(0);
      expect(getEventListeners(caller.signal, "abort")).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the rate limit of a response", () => {
  const shutAfter = async (status: number, headers: Record<string, string>) => {
    const { limiter, run } = open(async () => reply(status, { data: poll }, headers));
    await run();
    return limiter.retryAfterMs();
  };

  it("blocks requests, also with white space around the numbers", async () => {
    expect(await shutAfter(200, { "RateLimit-Remaining": "0", "RateLimit-Reset": "30" })).toBe(30_000);
    expect(await shutAfter(200, { "ratelimit-remaining": " 0 ", "ratelimit-reset": "\t30" })).toBe(30_000);
    expect(await shutAfter(429, { "retry-after": "7" })).toBe(7_000);
  });

  it.each([
    ["no reset", "0", undefined],
    ["no remainder", undefined, "30"],
    ["a remainder in letters", "none", "30"],
    ["a remainder that begins with a figure", "0 left", "30"],
    ["a remainder that ends with a figure", "-1", "30"],
    ["a fraction", "0.5", "30"],
    ["an empty remainder", "", "30"],
    ["a reset in letters", "0", "soon"],
    ["a reset of eleven figures", "0", "12345678901"],
    ["a reset that is a date", "0", "Mon, 01 Feb 2027 08:01:00 GMT"],
  ])("is ignored if it has %s", async (_, remaining, reset) => {
    const { limiter, run, since } = open(async () =>
      reply(
        200,
        { data: poll },
        {
          ...(remaining !== undefined && { "ratelimit-remaining": remaining }),
          ...(reset !== undefined && { "ratelimit-reset": reset }),
        },
      ),
    );
    await run();
    expect(limiter.retryAfterMs()).toBe(0);
    await run();
    expect(since()).toBe(0);
  });

  it("ignores the Retry-After of a 503, which is about one request", async () => {
    expect(await shutAfter(503, { "retry-after": "20" })).toBe(0);
  });
});
