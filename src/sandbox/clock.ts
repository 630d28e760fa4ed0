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

/** Creates a clock, by default the machine's. */
export function createClock(input: ClockInput = Date.now): SandboxClock {
  const base = typeof input === "function" ? () => Number(input()) : () => parseTime(input);
  let shift = 0;
  return {
    now: () => base() + shift,
    timestamp: () => new Date(base() + shift).toISOString(),
    set(time) {
      const set = parseTime(time);
      if (Number.isNaN(set)) throw new RangeError(`invalid time: ${String(time)}`);
      shift = set - base();
    },
  };
}

/** Whether a value is a valid ClockInput. Does not call a function. */
export function isClockInput(input: unknown): boolean {
  if (typeof input === "function") return true;
  const isTime = input instanceof Date || typeof input === "number" || typeof input === "string";
  return isTime && !Number.isNaN(parseTime(input));
}

/** Milliseconds since 1970. NaN for an invalid time, such as 30 February, which Date takes for 2 March. */
function parseTime(input: Date | number | string): number {
  const [, date] = (typeof input === "string" && /^\s*(\d{4}-\d\d-\d\d)(?!\d)/.exec(input)) || [];
  return date === undefined || isCalendarDate(date) ? new Date(input).getTime() : Number.NaN;
}
