import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";

/** The idle timeout of the clients in these tests, in milliseconds of faked timers. */
export const idleTimeoutMs = 300;

/** Whether the service sends nothing more after this fault, by its standard or former name. */
export const sendsNothing = (fault: string | undefined): boolean =>
  ["hang", "hang-midway", "stall"].includes(fault ?? "");

/** Fakes setTimeout, which idle timeouts and late requests use, so that only vi advances it. */
export const fakeTimeouts = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

/** Lets pending data arrive, then advances the timers past the idle timeout. */
export async function passIdleTimeout(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  vi.advanceTimersByTime(idleTimeoutMs);
}
