import type { CommonPollInput } from "../../api/types/inputs.ts";
import type { CreateDatePollInput, CreateTimePollInput, PollKind } from "../../api/web.ts";
import type { Problem } from "../../problem.ts";
import type { Day, ExpansionOptions, OptionTime, Slot, SlotGenerator, Timestamp } from "../../time/index.ts";
import type { BusyCheck, BusyOption } from "./busy-time.ts";

/** One requested time. */
export interface RequestedTime {
  /**
   * A wall-clock time as text ("2027-03-01T09:00" or "2027-03-01 09:00", seconds allowed), with or without an offset or Z, or
   * the two apart.
   */
  start: string | Timestamp;
  /** When it ends, in place of a duration. */
  end?: string | Timestamp | undefined;
  /** Whole minutes, 15 to 1,440. Default: the shared duration. */
  duration?: number | undefined;
}

/** Days of a range: whole days, or a window of each that is cut into slots. */
export interface PollWindow extends Omit<SlotGenerator, "from" | "to">, Pick<ExpansionOptions, "everyWeeks"> {
  /** Wall-clock start of the window, HH:mm. Without `from` and `to` the days are options themselves. */
  from?: string | undefined;
  /** Wall-clock end of the window, HH:mm, with 24:00 or 00:00 for the end of the day; the last slot ends at or before it. */
  to?: string | undefined;
}

/** A requested poll: days, or wall-clock times, or windows of both. */
export interface PollRequest<Kind extends PollKind = PollKind> extends CommonPollInput {
  /** Whether people vote on days or on times of day. Default: times if there are times or windows with from and to. */
  kind?: Kind | undefined;
  /** Whole days, YYYY-MM-DD. */
  dates?: readonly string[] | undefined;
  /**
   * The IANA zone of every wall-clock time. Null, or left out where no time has `Z` or an offset: a floating poll. Whole days have none.
   */
  timeZone?: string | null | undefined;
  /** Whole minutes per slot, 15 to 1,440, for windows and for times without their own. */
  duration?: number | undefined;
  /** Single slots. */
  times?: readonly RequestedTime[] | undefined;
  /** Ranges of days, or of slots on each day. */
  windows?: readonly PollWindow[] | undefined;
  /** Days in the poll's zone on which no option starts: YYYY-MM-DD, or a range of them such as 2027-03-22/2027-04-02. */
  except?: readonly string[] | undefined;
}

/**
 * What to do when options are past, slots that have started and days that are over: `refuse` the poll, `allow` them with a note, or
 * `omit` them with a note.
 */
export type StartedRule = "refuse" | "allow" | "omit";

/** How to choose from the options of a poll. */
export interface ChoiceOptions {
  /** The current time, in milliseconds since 1970. Default: that of the clock. */
  now?: number | undefined;
  /** The zone in which days end and floating times start. Default: they are past once that is so everywhere. */
  localZone?: string | undefined;
  /** Leaves out the options that collide with busy times, before they are counted. */
  busy?: BusyCheck | undefined;
  /** Options that are past. Default: `allow`. */
  past?: StartedRule | undefined;
}

/** How to plan a poll. */
export interface PlanOptions extends ChoiceOptions {
  /**
   * A wall-clock time with an offset. `absolute` (default): the time with its offset is an instant. `must-match`: the offset must be
   * that of the poll's zone.
   */
  offsets?: "must-match" | "absolute" | undefined;
  /**
   * A time without an offset, or an edge of a window, that the clock shows twice. `refuse` (default): a problem, because only a person
   * can decide. `earlier`: the earlier one, with a note.
   */
  overlaps?: "earlier" | "refuse" | undefined;
}

/**
 * What is not in the poll, and why: somebody is `busy`, its day is `excluded` by `except`, or it is a start in a window that the
 * clock has `skipped`. `local` is a wall-clock start (YYYY-MM-DDTHH:mm) that is no single instant.
 */
export type DroppedOption = BusyOption | ExcludedOption | SkippedStart;

/** An option on a day of `except`. */
export interface ExcludedOption {
  /** `excluded`: `except` has its day. */
  reason: "excluded";
  /** The day or slot. */
  option: OptionTime;
}

/** A start that is no single instant, so that it is no option. */
export interface SkippedStart {
  /** `excluded`: `except` has its day. `skipped`: the clock never shows it. */
  reason: "excluded" | "skipped";
  /** The wall-clock start, YYYY-MM-DDTHH:mm. */
  local: string;
}

/** A poll ready to be created. */
export interface PollPlan<Kind extends PollKind = PollKind> {
  /** Whole days, or resolved UTC startTimes: never wall-clock times or generators. */
  body: { date: CreateDatePollInput; time: CreateTimePollInput }[Kind];
  /** The options by start, each slot with its length. */
  options: (Kind extends "date" ? Day : Slot)[];
  /** Notes for the person, such as options that were left out. */
  notes: Problem[];
  /** What was left out. */
  dropped: DroppedOption[];
  /** Number of busy times that were compared. */
  busyTimes?: number | undefined;
}
