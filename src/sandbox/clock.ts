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
  /** Moves the clock by milliseconds. Throws a RangeError when Date cannot hold the result. */
  advance(milliseconds: number): void;
}

/** Creates a clock, by default the machine's. Throws a RangeError for an invalid time. */
export function createClock(input: ClockInput = Date.now): SandboxClock {
  const fixed = typeof input === "function" ? 0 : parseTime(input);
  const base = typeof input === "function" ? () => Number(input()) : () => fixed;
  let shift = 0;
  const now = () => base() + shift;
  return {
    now,
    timestamp: () => new Date(now()).toISOString(),
    set: (time) => {
      shift = parseTime(time) - base();
    },
    advance: (milliseconds) => {
      shift = parseTime(now() + milliseconds) - base();
    },
  };
}

/** Whether a value is a valid ClockInput. Does not call a function. */
export function isClockInput(input: unknown): boolean {
  if (typeof input === "function") return true;
  if (!(input instanceof Date || typeof input === "number" || typeof input === "string")) return false;
  return !Number.isNaN(toMilliseconds(input));
}

function parseTime(input: Date | number | string): number {
  const time = toMilliseconds(input);
  if (Number.isNaN(time)) throw new RangeError(`invalid time: ${String(input)}`);
  return time;
}

/** Parses a time. NaN if it is invalid, such as 30 February, which Date takes for 2 March. */
function toMilliseconds(input: Date | number | string): number {
  const [, date] = (typeof input === "string" && /^\s*(\d{4}-\d\d-\d\d)(?!\d)/.exec(input)) || [];
  return date === undefined || isCalendarDate(date) ? new Date(input).getTime() : Number.NaN;
}
