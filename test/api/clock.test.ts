import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDeadline, deadlineExceeded, machineClock } from "../../src/api/deadline.ts";
import { createSteppedClock } from "./stepped-clock.ts";

describe("the machine's clock", () => {
  it("sleeps longer than the maximum of one timer", async () => {
    vi.useFakeTimers();
    try {
      let over = false;
      const sleep = machineClock.sleep(2 ** 31 + 1000).then(() => {
        over = true;
      });
      await vi.advanceTimersByTimeAsync(2 ** 31 - 1);
      expect(over).toBe(false);
      await vi.advanceTimersByTimeAsync(1001);
      await sleep;
      expect(over).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it("rejects with the reason of the signal and leaves no timer", async () => {
    vi.useFakeTimers();
    try {
      const caller = new AbortController();
      const sleep = machineClock.sleep(1000, caller.signal);
      caller.abort("enough");
      await expect(sleep).rejects.toBe("enough");
      expect(vi.getTimerCount()).toBe(0);
      await expect(machineClock.sleep(1000, caller.signal)).rejects.toBe("enough");
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a deadline", () => {
  it("aborts when its time has passed", async () => {
    const clock = createSteppedClock();
    const scope = createDeadline(clock, 100);
    expect(scope.left()).toBe(100);
    await clock.advance(100);
    expect(scope.signal.reason).toBe(deadlineExceeded);
    expect(scope.left()).toBe(0);
    scope.close();
  });

  it("passes on the reason of the outer signal, also of one aborted before", () => {
    const outer = new AbortController();
    const scope = createDeadline(createSteppedClock(), 100, outer.signal);
    outer.abort("stop");
    expect(scope.signal.reason).toBe("stop");
    expect(createDeadline(createSteppedClock(), 100, outer.signal).signal.reason).toBe("stop");
  });

  it("leaves no timer and no listener", async () => {
    const clock = createSteppedClock();
    const outer = new AbortController();
    const removed = vi.spyOn(outer.signal, "removeEventListener");
    createDeadline(clock, 100, outer.signal).close();
    await clock.advance(0);
    expect(clock.sleepers()).toBe(0);
    expect(removed).toHaveBeenCalledOnce();
  });
});

describe("machineClock.sleep and deadlines with fake timers", () => {
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

  it("lasts exactly as long as requested", async () => {
    const sleep = machineClock.sleep(1_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(await isOver(sleep)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isOver(sleep)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("lasts exactly as long as requested beyond the longest timer", async () => {
    const sleep = machineClock.sleep(2 ** 31 + 1_000);
    await vi.advanceTimersByTimeAsync(2 ** 31 + 999);
    expect(await isOver(sleep)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isOver(sleep)).toBe(true);
  });

  it("uses no timer for 0 ms", async () => {
    const sleep = machineClock.sleep(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(await isOver(sleep)).toBe(true);
  });

  it("removes its listener at its end and on an abort", async () => {
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

  it("is aborted by its own signal only, and a deadline by its outer signal only", async () => {
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
});
