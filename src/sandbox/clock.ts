import { isCalendarDate } from "../time/index.ts";

/** A clock as an option: a function that returns the time, or a fixed time. */
export type ClockInput = (() => Date | number) | Date | number | string;

/** The sandbox's only source of time. */
export type SandboxClock = ReturnType<typeof createClock>;

/** Creates a clock, by default the machine's. Throws a RangeError for an invalid time. */
export function createClock(input: ClockInput = Date.now) {
  let shift = 0;
  const fixed = typeof input === "function" ? 0 : parseTime(input);
  const now = (): number => (typeof input === "function" ? Number(input()) : fixed) + shift;
  return {
    /** Milliseconds since 1970. */
    now,
    /** The time as an ISO string with Z. */
    timestamp: (): string => new Date(now()).toISOString(),
    /** Sets the time. A running clock continues from there. Throws a RangeError for an invalid time. */
    set(time: Date | number | string): void {
      shift += parseTime(time) - now();
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
