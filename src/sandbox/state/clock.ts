import { toInstant } from "../../time/index.ts";
import { ControlError } from "../errors.ts";
import type { ClockInput } from "../types.ts";

/** The sandbox's only source of time. */
export type SandboxClock = ReturnType<typeof createClock>;

/** Creates a clock, by default the machine's. Throws a ControlError for an invalid time. */
export function createClock(input: ClockInput = Date.now) {
  let shift = 0;
  const fixed = typeof input === "function" ? 0 : parseTime(input);
  const now = (): number => (typeof input === "function" ? Number(input()) : fixed) + shift;
  return {
    /** Milliseconds since 1970. */
    now,
    /** The time as an ISO string with Z. */
    timestamp: (): string => new Date(now()).toISOString(),
    /** Sets the time. A running clock continues from there. Throws a ControlError for an invalid time. */
    set(time: Date | number | string): void {
      shift += parseTime(time) - now();
    },
  };
}

function parseTime(input: Date | number | string): number {
  try {
    // Date alone reads a text without an offset in this machine's zone.
    const text = typeof input === "string" ? input : new Date(input).toISOString();
    const time = Date.parse(toInstant(text));
    // No response can have a later one.
    if (time < Date.UTC(10_000, 0)) return time;
  } catch {
    // The error below says what to write.
  }
  const example = "Write an instant with Z or an offset, such as 2030-01-04T09:00:00Z";
  throw new ControlError(400, `now: invalid time: ${String(input)}. ${example}`);
}
