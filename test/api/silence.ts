import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";

/** How long the clients of these tests bear a service that stays silent, in milliseconds of faked timers. */
export const idleTimeoutMs = 300;

/** Whether nothing more comes after this fault, under its standard or its former name. */
export const isSilent = (fault: string | undefined): boolean =>
  ["hang", "hang-midway", "stall"].includes(fault ?? "");

/** Stops setTimeout, by which silence is measured and late requests are kept, so that only vi moves it on. */
export const stopTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

/** Once a request has met a fault: what was still to come arrives, and then silence lasts too long for its client. */
export async function outlastSilence(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  vi.advanceTimersByTime(idleTimeoutMs);
}
