import { isCalendarDate } from "../time/index.ts";

/** A clock as an option: a function that returns the time, or a fixed time. */
export type ClockInput = (() => Date | number) | Date | number | string;

/** The sandbox's only source of time. */
export interface SandboxClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The time as an ISO string with Z. */
  timestamp(): string;
  /** Sets the time. A running clock continues from there. Throws a RangeError for an invalid time. */
  set(time: Date | number | string): void;
}

/** Creates a clock, by default the machine's. Throws a RangeError for an invalid time. */
export function createClock(input: ClockInput = Date.now): SandboxClock {
  let shift = 0;
  const fixed = typeof input === "function" ? 0 : parseTime(input);
  const base = () => (typeof input === "function" ? Number(input()) : fixed);
  return {
    now: () => base() + shift,
    timestamp: () => new Date(base() + shift).toISOString(),
    set(time) {
      shift = parseTime(time) - base();
    },
  };
}

function parseTime(input: Date | number | string): number {
  const time = new Date(input).getTime();
  // Date takes 30 February for 2 March.
  const isDate = typeof input !== "string" || isCalendarDate(input.slice(0, 10));
  if (!isDate || Number.isNaN(time)) throw new RangeError(`now: invalid time: ${String(input)}`);
  return time;
}
