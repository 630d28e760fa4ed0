/** A wall clock that is set during a call: waits and deadlines keep their length, lost creates are found. */
import { describe, expect, it, vi } from "vitest";
import { machineClock, withMonotonic } from "../../src/api/deadline.ts";
import { createClient } from "../../src/api/index.ts";
import { createRateLimiter } from "../../src/api/rate-limiter.ts";
import { apiKey, body, errorReply, getRejection, poll, reply } from "./scripted.ts";
import { createSteppedClock } from "./stepped-clock.ts";

const hour = 3_600_000;
const never = new AbortController().signal;

/** A stepped clock whose wall time can be set, with or without a monotonic reading. */
function createSettableClock(monotonic: boolean) {
  const steps = createSteppedClock();
  let shift = 0;
  const clock = {
    now: () => steps.now() + shift,
    sleep: steps.sleep,
    ...(monotonic && { monotonic: () => steps.now() - 5_000 }),
  };
  return {
    clock,
    steps,
    set: (milliseconds: number) => {
      shift += milliseconds;
    },
  };
}

const jumps: [string, number, boolean][] = [
  ["back by an hour", -hour, true],
  ["forward by an hour", hour, true],
  ["back by an hour, without a monotonic reading", -hour, false],
];

describe("a wall clock that jumps", () => {
  it.each(jumps)("does not change the wait of the rate limiter: %s", async (_name, jump, monotonic) => {
    const { clock, steps, set } = createSettableClock(monotonic);
    const limiter = createRateLimiter(clock, 16);
    limiter.update({ left: 0, resetMs: 30_000 });
    let passed = false;
    const waiting = limiter.acquire(never, 60_000).then(() => {
      passed = true;
    });
    await steps.advance(10_000);
    set(jump);
    await steps.advance(19_999);
    expect(passed).toBe(false);
    await steps.advance(1);
    await waiting;
    expect(limiter.retryAfterMs()).toBe(0);
    // Nor does the jump change later waits.
    limiter.release();
    await limiter.acquire(never, 1);
  });

  it.each(jumps)("does not change the wait for a Retry-After: %s", async (_name, jump, monotonic) => {
    const { clock, steps, set } = createSettableClock(monotonic);
    const responses = [
      errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "20" }),
      reply(200, { data: poll }),
    ];
    let sent = 0;
    const client = createClient({
      apiKey,
      clock,
      transport: async () => {
        sent += 1;
        return responses[sent - 1] ?? reply(500, {});
      },
    });
    const call = client.getPoll({ pollId: poll.id });
    await steps.advance(5_000);
    set(jump);
    await steps.advance(14_999);
    expect(sent).toBe(1);
    await steps.advance(1);
    await expect(call).resolves.toEqual({ data: poll });
  });

  it.each(jumps)("does not change the deadline: %s", async (_name, jump, monotonic) => {
    const { clock, steps, set } = createSettableClock(monotonic);
    const client = createClient({
      apiKey,
      clock,
      deadlineMs: 10_000,
      transport: () => new Promise(() => {}),
    });
    let over = false;
    const rejection = getRejection(client.getPoll({ pollId: poll.id })).then((error) => {
      over = true;
      return error;
    });
    await steps.advance(4_000);
    set(jump);
    await steps.advance(5_999);
    expect(over).toBe(false);
    await steps.advance(1);
    // The attempt ends a moment after the abort, by the machine's clock, because the transport ignores the signal.
    expect(await rejection).toMatchObject({ name: "UnknownOutcomeError", attempts: 1 });
  });

  it.each(jumps)("does not hide the poll of a lost create: %s", async (_name, jump, monotonic) => {
    const { clock, steps, set } = createSettableClock(monotonic);
    // The service's clock does not jump.
    const serviceTime = () => steps.now();
    const headers = () => ({ date: new Date(serviceTime()).toUTCString() });
    let made: object[] = [];
    const client = createClient({
      apiKey,
      clock,
      reconcileDelaysMs: [1_000],
      transport: async ({ method }) => {
        if (method === "GET") return reply(200, { data: made, nextCursor: null }, headers());
        made = [{ ...poll, createdAt: new Date(serviceTime()).toISOString() }];
        set(jump);
        return reply(500, { error: { code: "INTERNAL_ERROR", message: "Oops" } }, headers());
      },
    });
    const call = client.createPoll(body);
    await steps.advance(1_000);
    await expect(call).resolves.toMatchObject({ recovered: true });
  });
});

describe("the machine's clock", () => {
  it("has a monotonic reading that a date change does not affect", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    try {
      const before = machineClock.monotonic();
      vi.setSystemTime(-hour);
      expect(machineClock.now()).toBe(-hour);
      expect(machineClock.monotonic()).toBeGreaterThanOrEqual(before);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is used unchanged, and a clock without a monotonic reading never decreases", () => {
    expect(withMonotonic(machineClock)).toBe(machineClock);
    const readings = [10, 20, 5, 7, 30];
    const derived = withMonotonic({ now: () => readings.shift() ?? 0, sleep: async () => {} });
    expect([1, 2, 3, 4, 5].map(() => derived.monotonic())).toEqual([10, 20, 20, 22, 45]);
  });
});
