import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { createClient, NotSentError, RalllyError, type TransportResponse } from "../../src/api/index.ts";
import { createRateLimiter } from "../../src/api/rate-limiter.ts";
import { apiKey, body, failure, poll, refusal, reply, script } from "./scripted.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const never = new AbortController().signal;
const patience = 1e9;

/** A service with a fixed window that opens with the first request, on a clock of its own; answers take a while. */
function createLimitedService(limit: number, windowMs: number, latencyMs = 40) {
  const virtual = createVirtualClock();
  const { clock } = virtual;
  const statuses: number[] = [];
  let opened = Number.NEGATIVE_INFINITY;
  let used = 0;
  const answer = (): TransportResponse => {
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
    if (refused) return refusal(429, "RATE_LIMIT_EXCEEDED", { ...headers, "Retry-After": reset });
    return reply(200, { data: poll }, headers);
  };
  const client = createClient({
    apiKey,
    clock,
    deadlineMs: 3_600_000,
    async transport() {
      await clock.sleep(latencyMs / 2);
      const response = answer();
      await clock.sleep(latencyMs / 2);
      return response;
    },
  });
  return { ...virtual, client, statuses };
}

describe("the gate", () => {
  it("lets up to `concurrency` requests through at once, first come first served", async () => {
    const { clock } = createVirtualClock();
    const gate = createRateLimiter(clock, 2);
    const order: number[] = [];
    const all = [0, 1, 2, 3].map((name) => gate.acquire(never, patience).then(() => order.push(name)));
    await Promise.all(all.slice(0, 2));
    expect(order).toEqual([0, 1]);
    gate.release();
    await all[2];
    gate.release();
    await all[3];
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it.each([
    ["a reset that is a moment instead of a span", { left: 0, resetMs: 1_800_000_000_000 }],
    ["a Retry-After of years", { blockedMs: 9_999_999_999_000 }],
  ])("stays shut for no longer than the longest window of the service, a day: %s", async (_, notice) => {
    const { clock } = createVirtualClock();
    const gate = createRateLimiter(clock, 16);
    gate.update(notice);
    expect(gate.retryAfterMs()).toBe(86_400_000);
  });

  it("lets no more through than the service has left, counting those under way", async () => {
    const { clock } = createVirtualClock();
    const gate = createRateLimiter(clock, 16);
    await gate.acquire(never, patience);
    gate.update({ left: 2, resetMs: 60_000 });
    await gate.acquire(never, patience);
    let third = false;
    const waiting = gate.acquire(never, patience).then(() => {
      third = true;
    });
    await Promise.resolve();
    expect(third).toBe(false);
    expect(gate.retryAfterMs()).toBe(0);
    gate.release();
    await waiting;
  });

  it("opens by itself at the end of the window, for all who wait, though nobody is under way", async () => {
    const { clock, since, pending } = createVirtualClock();
    const gate = createRateLimiter(clock, 16);
    gate.update({ left: 0, resetMs: 30_000 });
    expect(gate.retryAfterMs()).toBe(30_000);
    await Promise.all([1, 2, 3].map(() => gate.acquire(never, patience)));
    expect(since()).toBe(30_000);
    expect(pending()).toBe(0);
  });

  it("believes the smallest figure of a window, and of two windows the one with less left", async () => {
    const { clock } = createVirtualClock();
    const gate = createRateLimiter(clock, 16);
    gate.update({ left: 0, resetMs: 20_000 });
    gate.update({ left: 5, resetMs: 21_000 });
    expect(gate.retryAfterMs()).toBe(20_000);
    gate.update({ left: 9, resetMs: 3_600_000 });
    expect(gate.retryAfterMs()).toBe(20_000);
    const day = createRateLimiter(clock, 16);
    day.update({ left: 3, resetMs: 20_000 });
    day.update({ left: 0, resetMs: 3_600_000 });
    expect(day.retryAfterMs()).toBe(3_600_000);
  });

  it("is shut by a 429, and not by answers without figures", () => {
    const gate = createRateLimiter(createVirtualClock().clock, 16);
    gate.update({});
    gate.update({ left: 0 });
    gate.update({ left: 0, resetMs: 0 });
    gate.update({ blockedMs: 0, left: 4, resetMs: 5_000 });
    expect(gate.retryAfterMs()).toBe(0);
    gate.update({ blockedMs: 7_000, left: 4, resetMs: 5_000 });
    expect(gate.retryAfterMs()).toBe(7_000);
  });

  it("turns away at once who cannot wait as long, also those already in line", async () => {
    const { clock, since, pending } = createVirtualClock();
    const gate = createRateLimiter(clock, 1);
    await gate.acquire(never, patience);
    const inLine = failure(gate.acquire(never, 10_000));
    gate.update({ left: 0, resetMs: 30_000 });
    gate.release();
    expect(await inLine).toBeInstanceOf(Error);
    await failure(gate.acquire(never, 10_000));
    expect(since()).toBe(0);
    expect(pending()).toBe(0);
  });

  it("forgets who gives up while waiting, and leaves no timer", async () => {
    const { clock, pending } = createVirtualClock();
    const gate = createRateLimiter(clock, 16);
    gate.update({ left: 0, resetMs: 30_000 });
    const giveUp = new AbortController();
    const waiting = failure(gate.acquire(giveUp.signal, patience));
    giveUp.abort("enough");
    expect(await waiting).toBe("enough");
    expect(await failure(gate.acquire(giveUp.signal, patience))).toBe("enough");
    expect(pending()).toBe(0);
  });
});

describe("a client at its limit", () => {
  it("carries out 600 calls at 60 a minute in the least time possible, within 5 %, and meets no 429", async () => {
    const { client, statuses, since, pending } = createLimitedService(60, 60_000);
    await Promise.all(Array.from({ length: 600 }, () => client.getPoll({ pollId: "p1" })));
    expect(statuses).toEqual(Array.from({ length: 600 }, () => 200));
    // The tenth window opens after nine have passed.
    expect(since()).toBeLessThanOrEqual(9 * 60_000 * 1.05);
    expect(pending()).toBe(0);
  });

  it("does so too when each answer takes seconds", async () => {
    const { client, statuses, since } = createLimitedService(60, 60_000, 3_000);
    await Promise.all(Array.from({ length: 600 }, () => client.getPoll({ pollId: "p1" })));
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    expect(since()).toBeLessThanOrEqual(9 * 60_000 * 1.1 + 15_000);
  });

  it("says at once when to come back to a call that cannot wait as long", async () => {
    const empty = reply(200, { data: poll }, { "ratelimit-remaining": "0", "ratelimit-reset": "90" });
    const { client, log } = script([empty]);
    await client.getPoll({ pollId: "p1" });
    const error = await failure(client.getPoll({ pollId: "p1" }));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({
      attempts: 0,
      retryAfterMs: 90_000,
      message: expect.stringContaining("90 s"),
    });
    expect(log()).toHaveLength(1);
  });

  it("holds a create back as well, and sends it once the window has passed", async () => {
    const empty = reply(200, { data: poll }, { "ratelimit-remaining": "0", "ratelimit-reset": "20" });
    const { client, log, since } = script([empty, reply(201, { data: poll })]);
    await client.getPoll({ pollId: "p1" });
    await client.createPoll(body);
    expect(since()).toBe(20_000);
    expect(log()).toEqual(["GET /v1/polls/p1", "POST /v1/polls"]);
  });
});

it("tells a 429 that goes on for what it is", async () => {
  const { client, log } = script([refusal(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "5" })]);
  const error = await failure(client.getPoll({ pollId: "p1" }));
  expect(error).toBeInstanceOf(RalllyError);
  expect(error).toMatchObject({ outcome: "refused", status: 429, attempts: 3, retryAfterMs: 5_000 });
  expect(log()).toHaveLength(3);
});

type Notice = Parameters<ReturnType<typeof createRateLimiter>["update"]>[0];

function open(...notices: Notice[]) {
  const { clock, since, pending } = createVirtualClock();
  const gate = createRateLimiter(clock, 16);
  for (const notice of notices) gate.update(notice);
  return { gate, since, pending };
}

describe("a notice that lacks a figure", () => {
  const idle: Notice[] = [
    {},
    { left: 0 },
    { resetMs: 5_000 },
    { left: 0, resetMs: 0 },
    { blockedMs: 0 },
    { blockedMs: 0, left: 4, resetMs: 0 },
  ];
  it.each(idle)("%j leaves the gate open", async (notice) => {
    const { gate, since } = open(notice);
    expect(gate.retryAfterMs()).toBe(0);
    await gate.acquire(never, 0);
    await gate.acquire(never, 0);
    expect(since()).toBe(0);
  });

  it.each(idle)("%j leaves what was known as it was", (notice) => {
    expect(open({ left: 0, resetMs: 20_000 }, notice).gate.retryAfterMs()).toBe(20_000);
    // In the same window as far as its end goes.
    expect(open({ left: 0, resetMs: 5_000 }, notice).gate.retryAfterMs()).toBe(5_000);
    expect(open({ blockedMs: 7_000 }, notice).gate.retryAfterMs()).toBe(7_000);
  });

  it.each(idle)("%j stands in the way of no later one", (notice) => {
    expect(open(notice, { left: 0, resetMs: 5_000 }).gate.retryAfterMs()).toBe(5_000);
    expect(open(notice, { blockedMs: 5_000 }).gate.retryAfterMs()).toBe(5_000);
  });

  it("of a Retry-After that asks for no wait still tells of the window", () => {
    expect(open({ blockedMs: 0, left: 0, resetMs: 5_000 }).gate.retryAfterMs()).toBe(5_000);
  });
});

describe("two notices", () => {
  it.each([
    ["of one window count with the smaller figure and the nearer end", 0, 20_000, 5, 19_000, 19_000],
    ["of one window, the newer with less left and later, count so too", 5, 20_000, 0, 21_000, 20_000],
    ["of two windows count as the one with less left", 3, 20_000, 0, 90_000, 90_000],
    ["of two windows, the first with less left, count as that one", 0, 20_000, 3, 90_000, 20_000],
    ["ten seconds apart are of two windows", 0, 20_000, 5, 10_000, 20_000],
    ["less than ten seconds apart are of one", 0, 20_000, 5, 10_001, 10_001],
  ])("%s", (_, left, resetMs, thenLeft, thenResetMs, shut) => {
    const { gate } = open({ left, resetMs }, { left: thenLeft, resetMs: thenResetMs });
    expect(gate.retryAfterMs()).toBe(shut);
  });

  it("the later one a 429, count as the 429", () => {
    expect(open({ left: 0, resetMs: 50_000 }, { blockedMs: 7_000 }).gate.retryAfterMs()).toBe(7_000);
  });
});

describe("a place in line", () => {
  it("is refused at once for a wait that takes all its patience, and kept for one a little shorter", async () => {
    const { gate, since } = open({ left: 0, resetMs: 30_000 });
    expect(await failure(gate.acquire(never, 30_000))).toEqual(new Error("Rate limit reached"));
    expect(since()).toBe(0);
    await gate.acquire(never, 30_001);
    expect(since()).toBe(30_000);
  });

  it("leaves no listener on its signal, whether it was let through, refused or given up", async () => {
    const { gate, pending } = open();
    const caller = new AbortController();
    await gate.acquire(caller.signal, 1_000);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
    gate.update({ left: 0, resetMs: 30_000 });
    await failure(gate.acquire(caller.signal, 1_000));
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
    const waiting = failure(gate.acquire(caller.signal, 60_000));
    expect(getEventListeners(caller.signal, "abort")).toHaveLength(1);
    caller.abort("enough");
    expect(await waiting).toBe("enough");
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
    expect(pending()).toBe(0);
  });
});
