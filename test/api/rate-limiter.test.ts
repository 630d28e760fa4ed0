import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { createClient, NotSentError, RalllyError, type TransportResponse } from "../../src/api/index.ts";
import { createRateLimiter } from "../../src/api/rate-limiter.ts";
import { apiKey, body, errorReply, getRejection, poll, reply, scriptClient } from "./scripted.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const never = new AbortController().signal;
const maxWait = 1e9;

/** A service with a fixed window that starts with the first request, on its own clock. Responses take some time. */
function createLimitedService(limit: number, windowMs: number, latencyMs = 40) {
  const virtual = createVirtualClock();
  const { clock } = virtual;
  const statuses: number[] = [];
  let opened = Number.NEGATIVE_INFINITY;
  let used = 0;
  const createResponse = (): TransportResponse => {
    const now = clock.now();
    if (now >= opened + windowMs) {
      opened = now;
      used = 0;
    }
    used += 1;
    const reset = String(Math.ceil((opened + windowMs - now) / 1000));
    const headers = { "RateLimit-Remaining": String(Math.max(0, limit - used)), "RateLimit-Reset": reset };
    const refused = used > limit;
    statuses.push(refused ? 429 : 200);
    if (refused) return errorReply(429, "RATE_LIMIT_EXCEEDED", { ...headers, "Retry-After": reset });
    return reply(200, { data: poll }, headers);
  };
  const client = createClient({
    apiKey,
    clock,
    deadlineMs: 3_600_000,
    async transport() {
      await clock.sleep(latencyMs / 2);
      const response = createResponse();
      await clock.sleep(latencyMs / 2);
      return response;
    },
  });
  return { ...virtual, client, statuses };
}

describe("the rate limiter", () => {
  it("starts up to `concurrency` requests at once, in order", async () => {
    const { clock } = createVirtualClock();
    const limiter = createRateLimiter(clock, 2);
    const order: number[] = [];
    const all = [0, 1, 2, 3].map((name) => limiter.acquire(never, maxWait).then(() => order.push(name)));
    await Promise.all(all.slice(0, 2));
    expect(order).toEqual([0, 1]);
    limiter.release();
    await all[2];
    limiter.release();
    await all[3];
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it.each([
    ["a reset that is a moment instead of a span", { left: 0, resetMs: 1_800_000_000_000 }],
    ["a Retry-After of years", { blockedMs: 9_999_999_999_000 }],
  ])("blocks at most a day, the longest window of the service: %s", async (_, notice) => {
    const { clock } = createVirtualClock();
    const limiter = createRateLimiter(clock, 16);
    limiter.update(notice);
    expect(limiter.retryAfterMs()).toBe(86_400_000);
  });

  it("starts at most as many as the service has left, less those in flight", async () => {
    const { clock } = createVirtualClock();
    const limiter = createRateLimiter(clock, 16);
    await limiter.acquire(never, maxWait);
    limiter.update({ left: 2, resetMs: 60_000 });
    await limiter.acquire(never, maxWait);
    let third = false;
    const waiting = limiter.acquire(never, maxWait).then(() => {
      third = true;
    });
    await Promise.resolve();
    expect(third).toBe(false);
    expect(limiter.retryAfterMs()).toBe(0);
    limiter.release();
    await waiting;
  });

  it("starts all waiting requests at the end of the window, without any in flight", async () => {
    const { clock, since, pending } = createVirtualClock();
    const limiter = createRateLimiter(clock, 16);
    limiter.update({ left: 0, resetMs: 30_000 });
    expect(limiter.retryAfterMs()).toBe(30_000);
    await Promise.all([1, 2, 3].map(() => limiter.acquire(never, maxWait)));
    expect(since()).toBe(30_000);
    expect(pending()).toBe(0);
  });

  it("uses the smallest `left` of a window, and of two windows the one with less left", async () => {
    const { clock } = createVirtualClock();
    const limiter = createRateLimiter(clock, 16);
    limiter.update({ left: 0, resetMs: 20_000 });
    limiter.update({ left: 5, resetMs: 21_000 });
    expect(limiter.retryAfterMs()).toBe(20_000);
    limiter.update({ left: 9, resetMs: 3_600_000 });
    expect(limiter.retryAfterMs()).toBe(20_000);
    const day = createRateLimiter(clock, 16);
    day.update({ left: 3, resetMs: 20_000 });
    day.update({ left: 0, resetMs: 3_600_000 });
    expect(day.retryAfterMs()).toBe(3_600_000);
  });

  it("is blocked by a 429, not by responses without a limit", () => {
    const limiter = createRateLimiter(createVirtualClock().clock, 16);
    limiter.update({});
    limiter.update({ left: 0 });
    limiter.update({ left: 0, resetMs: 0 });
    limiter.update({ blockedMs: 0, left: 4, resetMs: 5_000 });
    expect(limiter.retryAfterMs()).toBe(0);
    limiter.update({ blockedMs: 7_000, left: 4, resetMs: 5_000 });
    expect(limiter.retryAfterMs()).toBe(7_000);
  });

  it("rejects at once if the wait exceeds maxWait, also for queued requests", async () => {
    const { clock, since, pending } = createVirtualClock();
    const limiter = createRateLimiter(clock, 1);
    await limiter.acquire(never, maxWait);
    const inLine = getRejection(limiter.acquire(never, 10_000));
    limiter.update({ left: 0, resetMs: 30_000 });
    limiter.release();
    expect(await inLine).toBeInstanceOf(Error);
    await getRejection(limiter.acquire(never, 10_000));
    expect(since()).toBe(0);
    expect(pending()).toBe(0);
  });

  it("removes an aborted request from the queue, and leaves no timer", async () => {
    const { clock, pending } = createVirtualClock();
    const limiter = createRateLimiter(clock, 16);
    limiter.update({ left: 0, resetMs: 30_000 });
    const giveUp = new AbortController();
    const waiting = getRejection(limiter.acquire(giveUp.signal, maxWait));
    giveUp.abort("enough");
    expect(await waiting).toBe("enough");
    expect(await getRejection(limiter.acquire(giveUp.signal, maxWait))).toBe("enough");
    expect(pending()).toBe(0);
  });
});

describe("a client at its limit", () => {
  it("sends 600 calls at 60 a minute in the minimum time, within 5 %, without a 429", async () => {
    const { client, statuses, since, pending } = createLimitedService(60, 60_000);
    await Promise.all(Array.from({ length: 600 }, () => client.getPoll({ pollId: "p1" })));
    expect(statuses).toEqual(Array.from({ length: 600 }, () => 200));
    // The tenth window opens after nine have passed.
    expect(since()).toBeLessThanOrEqual(9 * 60_000 * 1.05);
    expect(pending()).toBe(0);
  });

  it("sends 600 calls without a 429 when each response takes seconds", async () => {
    const { client, statuses, since } = createLimitedService(60, 60_000, 3_000);
    await Promise.all(Array.from({ length: 600 }, () => client.getPoll({ pollId: "p1" })));
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    expect(since()).toBeLessThanOrEqual(9 * 60_000 * 1.1 + 15_000);
  });

  it("rejects at once with retryAfterMs if a call cannot wait", async () => {
    const empty = reply(200, { data: poll }, { "ratelimit-remaining": "0", "ratelimit-reset": "90" });
    const { client, log } = scriptClient([empty]);
    await client.getPoll({ pollId: "p1" });
    const error = await getRejection(client.getPoll({ pollId: "p1" }));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({
      attempts: 0,
      retryAfterMs: 90_000,
      message: expect.stringContaining("90 s"),
    });
    expect(log()).toHaveLength(1);
  });

  it("delays a create too, until the end of the window", async () => {
    const empty = reply(200, { data: poll }, { "ratelimit-remaining": "0", "ratelimit-reset": "20" });
    const { client, log, since } = scriptClient([empty, reply(201, { data: poll })]);
    await client.getPoll({ pollId: "p1" });
    await client.createPoll(body);
    expect(since()).toBe(20_000);
    expect(log()).toEqual(["GET /v1/polls/p1", "POST /v1/polls"]);
  });
});

it("throws a repeated 429", async () => {
  const { client, log } = scriptClient([errorReply(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "5" })]);
  const error = await getRejection(client.getPoll({ pollId: "p1" }));
  expect(error).toBeInstanceOf(RalllyError);
  expect(error).toMatchObject({ outcome: "refused", status: 429, attempts: 3, retryAfterMs: 5_000 });
  expect(log()).toHaveLength(3);
});

type Notice = Parameters<ReturnType<typeof createRateLimiter>["update"]>[0];

function open(...notices: Notice[]) {
  const { clock, since, pending } = createVirtualClock();
  const limiter = createRateLimiter(clock, 16);
  for (const notice of notices) limiter.update(notice);
  return { limiter, since, pending };
}

describe("an incomplete rate limit", () => {
  const idle: Notice[] = [
    {},
    { left: 0 },
    { resetMs: 5_000 },
    { left: 0, resetMs: 0 },
    { blockedMs: 0 },
    { blockedMs: 0, left: 4, resetMs: 0 },
  ];
  it.each(idle)("%j does not block", async (notice) => {
    const { limiter, since } = open(notice);
    expect(limiter.retryAfterMs()).toBe(0);
    await limiter.acquire(never, 0);
    await limiter.acquire(never, 0);
    expect(since()).toBe(0);
  });

  it.each(idle)("%j does not change the known window", (notice) => {
    expect(open({ left: 0, resetMs: 20_000 }, notice).limiter.retryAfterMs()).toBe(20_000);
    // The same window, because its end is the same.
    expect(open({ left: 0, resetMs: 5_000 }, notice).limiter.retryAfterMs()).toBe(5_000);
    expect(open({ blockedMs: 7_000 }, notice).limiter.retryAfterMs()).toBe(7_000);
  });

  it.each(idle)("%j does not affect a later window", (notice) => {
    expect(open(notice, { left: 0, resetMs: 5_000 }).limiter.retryAfterMs()).toBe(5_000);
    expect(open(notice, { blockedMs: 5_000 }).limiter.retryAfterMs()).toBe(5_000);
  });

  it("with Retry-After 0 still sets the window", () => {
    expect(open({ blockedMs: 0, left: 0, resetMs: 5_000 }).limiter.retryAfterMs()).toBe(5_000);
  });
});

describe("two rate limits", () => {
  it.each([
    ["of one window count with the smaller figure and the nearer end", 0, 20_000, 5, 19_000, 19_000],
    ["of one window, the newer with less left and later, count so too", 5, 20_000, 0, 21_000, 20_000],
    ["of two windows count as the one with less left", 3, 20_000, 0, 90_000, 90_000],
    ["of two windows, the first with less left, count as that one", 0, 20_000, 3, 90_000, 20_000],
    ["ten seconds apart are of two windows", 0, 20_000, 5, 10_000, 20_000],
    ["less than ten seconds apart are of one", 0, 20_000, 5, 10_001, 10_001],
  ])("%s", (_, left, resetMs, thenLeft, thenResetMs, shut) => {
    const { limiter } = open({ left, resetMs }, { left: thenLeft, resetMs: thenResetMs });
    expect(limiter.retryAfterMs()).toBe(shut);
  });

  it("count as the 429 if it is the later one", () => {
    expect(open({ left: 0, resetMs: 50_000 }, { blockedMs: 7_000 }).limiter.retryAfterMs()).toBe(7_000);
  });
});

describe("a waiting request", () => {
  it("is rejected if the wait reaches maxWait, and waits otherwise", async () => {
    const { limiter, since } = open({ left: 0, resetMs: 30_000 });
    expect(await getRejection(limiter.acquire(never, 30_000))).toEqual(new Error("Rate limit reached"));
    expect(since()).toBe(0);
    await limiter.acquire(never, 30_001);
    expect(since()).toBe(30_000);
  });

  it("leaves no listener on its signal, started, rejected or aborted", async () => {
    const { limiter, pending } = open();
    const caller = new AbortController();
    await limiter.acquire(caller.signal, 1_000);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
    limiter.update({ left: 0, resetMs: 30_000 });
    await getRejection(limiter.acquire(caller.signal, 1_000));
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
    const waiting = getRejection(limiter.acquire(caller.signal, 60_000));
    expect(getEventListeners(caller.signal, "abort")).toHaveLength(1);
    caller.abort("enough");
    expect(await waiting).toBe("enough");
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
    expect(pending()).toBe(0);
  });
});
