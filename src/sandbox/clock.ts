/** How a caller may state the time: a running clock, or a moment that stands still until it is moved. */
export type ClockInput = (() => Date | number) | Date | number | string;

/** The sandbox's only source of time. */
export interface SandboxClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The moment as the API writes it. */
  timestamp(): string;
  /** Moves the clock so that it reads `moment` now; a running clock goes on from there. */
  set(moment: Date | number | string): void;
  /** Moves the clock by the given milliseconds; throws RangeError when that leads out of the calendar. */
  advance(milliseconds: number): void;
}

/** Makes a clock; without input it runs with the machine's. Throws RangeError for a moment that is no date. */
export function createClock(input: ClockInput = Date.now): SandboxClock {
  const fixed = typeof input === "function" ? 0 : readMoment(input);
  const base = typeof input === "function" ? () => Number(input()) : () => fixed;
  let shift = 0;
  const now = () => base() + shift;
  return {
    now,
    timestamp: () => new Date(now()).toISOString(),
    set: (moment) => {
      shift = readMoment(moment) - base();
    },
    advance: (milliseconds) => {
      shift = readMoment(now() + milliseconds) - base();
    },
  };
}

/** Whether a value can be a clock. What a function gives is not looked at. */
export function isClockInput(input: unknown): boolean {
  if (typeof input === "function") return true;
  if (!(input instanceof Date || typeof input === "number" || typeof input === "string")) return false;
  return !Number.isNaN(new Date(input).getTime());
}

function readMoment(moment: Date | number | string): number {
  const time = new Date(moment).getTime();
  if (Number.isNaN(time)) throw new RangeError(`not a moment in time: ${String(moment)}`);
  return time;
}
