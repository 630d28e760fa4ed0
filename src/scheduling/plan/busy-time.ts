import type { Problem } from "../../problem.ts";
import type { OptionTime } from "../../time/index.ts";

/**
 * When a person is busy. Dates (YYYY-MM-DD) are whole days: `end` is the day after the last one, and without `end` it is one
 * day. Times are wall-clock times in the poll's zone, or instants with Z or an offset.
 */
export interface BusyTime {
  /** A day, a wall-clock time or an instant. */
  start: string;
  /** The same form as `start`. Required unless `start` is a day. */
  end?: string | undefined;
  /** The title of the event, as another person wrote it. Sanitize it before it is shown. */
  title?: string | undefined;
}

/** An option at which a person is busy. */
export interface BusyOption {
  /** `busy`: somebody is busy then. */
  reason: "busy";
  /** The day or slot. */
  option: OptionTime;
  /** The earliest busy time that collides with it. */
  busy: BusyTime;
}

/** The options without those that collide with a busy time. */
export interface FreeOptions {
  /** The options that collide with nothing, in their order. */
  free: OptionTime[];
  /** The others. */
  dropped: BusyOption[];
  /** Number of busy times that were compared. */
  busyTimes: number;
  /** How the busy times were read, and what was ignored. */
  notes: Problem[];
}

/**
 * Leaves out the options at which a person is busy: all days, or all slots. The zone is that of busy times without an
 * offset; null for floating slots and for days. Throws PlanError, with a path such as `busy.0`, for what cannot be understood.
 */
export type BusyCheck = (options: readonly OptionTime[], timeZone: string | null) => FreeOptions;
