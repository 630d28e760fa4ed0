/** Sleep on the machine's clock: as long as asked for, and nothing left behind. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { machineClock } from "../../src/api/clock.ts";
import { createDeadline } from "../../src/api/deadline.ts";
import { createSteppedClock } from "./stepped-clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function isOver(sleep: Promise<void>): Promise<boolean> {
  let over = false;
  sleep.then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return over;
}

it("lasts exactly as long as asked for", async () => {
  const sleep = machineClock.sleep(1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(await isOver(sleep)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isOver(sleep)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it("lasts longer than the longest timer by as much as asked for", async () => {
  const sleep = machineClock.sleep(2 ** 31 + 1_000);
  await vi.advanceTimersByTimeAsync(2 ** 31 + 999);
  expect(await isOver(sleep)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isOver(sleep)).toBe(true);
});

it("needs no timer when there is nothing to sleep", async () => {
  const sleep = machineClock.sleep(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(await isOver(sleep)).toBe(true);
});

it("takes its listener away when it is over, and leaves none when it is broken off", async () => {
  const caller = new AbortController();
  const added = vi.spyOn(caller.signal, "addEventListener");
  const removed = vi.spyOn(caller.signal, "removeEventListener");
  const sleep = machineClock.sleep(10, caller.signal);
  await vi.advanceTimersByTimeAsync(10);
  await sleep;
  expect(added).toHaveBeenCalledOnce();
  const [type, listener] = added.mock.calls[0] ?? [];
  expect(removed.mock.calls).toEqual([[type, listener]]);
  expect(type).toBe("abort");
});

it("is broken off by its signal only, and a scope by its outer one only", async () => {
  const caller = new AbortController();
  const sleep = machineClock.sleep(1_000, caller.signal);
  const broken = expect(sleep).rejects.toBe("enough");
  const scope = createDeadline(createSteppedClock(), 1_000, caller.signal);
  caller.signal.dispatchEvent(new Event("progress"));
  expect(scope.signal.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(1);
  caller.abort("enough");
  await broken;
  expect(scope.signal.reason).toBe("enough");
  expect(vi.getTimerCount()).toBe(0);
});
