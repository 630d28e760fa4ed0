import type { CommonPollInput } from "../../api/create-input.ts";
import type { CreatePollInput } from "../../api/web.ts";
import type { Problem } from "../../problem.ts";
import type { OptionTime, SlotGenerator } from "../../time/index.ts";
import type { BusyCheck, DroppedOption } from "../calendar/busy.ts";

/** A parsed wall-clock time. */
export interface WallClock {
  /** YYYY-MM-DDTHH:mm, with seconds if they are not zero. */
  local: string;
  /** "+05:30" or "Z"; undefined for a time in the poll's zone. */
  offset?: string | undefined;
}

/** One requested time. */
export interface RequestedTime {
  /**
   * A wall-clock time as text ("2027-03-01T09:00" or "2027-03-01 09:00", seconds allowed), with or without an offset or Z, or
   * the same parsed.
   */
  start: string | WallClock;
  /** Whole minutes, 15 to 1,440. Default: the shared duration. */
  duration?: number | undefined;
}

/** Days of a range: whole days, or a window of each that is cut into slots. */
export interface PollWindow extends Omit<SlotGenerator, "from" | "to"> {
  /** Wall-clock start of the window, HH:mm. Without `from` and `to` the days are options themselves. */
  from?: string | undefined;
  /** Wall-clock end of the window, HH:mm or 24:00; the last slot ends at or before it. */
  to?: string | undefined;
  /** Only every N-th week, 1 to 52, counted from the week of `startDate`. Weeks begin on Monday. Default: 1. */
  everyWeeks?: number | undefined;
}

/** A requested poll: days, or wall-clock times, or windows of both. */
export interface PollRequest extends CommonPollInput {
  /** Whether people vote on days or on times of day. Default: times if there are times or windows with from and to. */
  kind?: "date" | "time" | undefined;
  /** Whole days, YYYY-MM-DD. */
  dates?: readonly string[] | undefined;
  /** The IANA zone of every wall-clock time. Without one the poll is floating. Whole days have none. */
  timeZone?: string | undefined;
  /** Whole minutes per slot, 15 to 1,440, for windows and for times without their own. */
  duration?: number | undefined;
  /** Single slots. */
  times?: readonly RequestedTime[] | undefined;
  /** Ranges of days, or of slots on each day. */
  windows?: readonly PollWindow[] | undefined;
  /** Days, YYYY-MM-DD in the poll's zone, on which no option starts. */
  except?: readonly string[] | undefined;
}

/** What to do when options have started: `refuse` the poll, `allow` them with a note, or `omit` them with a note. */
export type StartedRule = "refuse" | "allow" | "omit";

/** How to choose from the options of a poll. */
export interface ChoiceOptions {
  /** The current time, in milliseconds since 1970. */
  now: number;
  /** The zone in which days and floating times start. Default: they have started once that is so everywhere. */
  localZone?: string | undefined;
  /** Leaves out the options that collide with busy times, before they are counted. */
  busy?: BusyCheck | undefined;
  /** Options that have started. Default: `allow`. */
  past?: StartedRule | undefined;
}

/** How to plan a poll. */
export interface PlanOptions extends ChoiceOptions {
  /**
   * A wall-clock time with an offset. `must-match`: the offset must be that of the poll's zone. `absolute`: the time with its
   * offset is an instant.
   */
  offsets: "must-match" | "absolute";
  /**
   * A time without an offset that the clock shows twice. `earlier` (default): the earlier one, with a note. `refuse`: a problem,
   * because only a person can decide. Windows always take the earlier one.
   */
  overlaps?: "earlier" | "refuse" | undefined;
}

/** A poll ready to be created. */
export interface PollPlan {
  /** Whole days, or resolved UTC startTimes: never wall-clock times or generators. */
  body: CreatePollInput;
  /** The options by start, each slot with its length. */
  options: OptionTime[];
  /** Notes for the person, such as options that were left out. */
  notes: Problem[];
  /** The options that were left out because somebody is busy. */
  dropped: DroppedOption[];
  /** Number of busy times that were compared. */
  busyTimes?: number | undefined;
}
