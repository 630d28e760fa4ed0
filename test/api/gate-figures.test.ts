/** The gate's figures one by one: what counts as a limit, which of two counts, and what a place in line leaves behind. */
import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { createRateLimiter } from "../../src/api/rate-limiter.ts";
import { failure } from "./scripted.ts";
import { createVirtualClock } from "./virtual-clock.ts";

type Notice = Parameters<ReturnType<typeof createRateLimiter>["update"]>[0];

const never = new AbortController().signal;

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
    expect(await failure(gate.acquire(never, 30_000))).toEqual(new Error("The limit leaves no room in time"));
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
