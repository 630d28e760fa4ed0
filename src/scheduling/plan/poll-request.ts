import type { PollSettingsInput } from "../../api/web.ts";
import type { OptionTime, SlotGenerator } from "../../time/index.ts";

/**
 * How to handle a wall-clock time with an offset. `must-match`: the offset must be that of the poll's zone. `absolute`: the
 * time with its offset is an instant.
 */
export type OffsetRule = "must-match" | "absolute";

/**
 * How to handle a wall-clock time without an offset that the clock shows twice. `earlier`: take the earlier one, with a note.
 * `refuse`: it is a problem, because only a person can decide.
 */
export type OverlapRule = "earlier" | "refuse";

/** A video call, in the shape of the API. */
export type Conferencing =
  | { provider: string }
  | { provider: "custom"; label: string; uri?: string | undefined };

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

/** A requested poll: days, or wall-clock times, or windows that are cut into slots. */
export interface PollRequest extends PollSettingsInput {
  /** What the poll is about, 1 to 255 characters. */
  title: string;
  /** Whether people vote on days or on times of day. */
  kind: "date" | "time";
  /** Details for the invitees, at most 1,000 characters. */
  description?: string | undefined;
  /** Where people meet, at most 255 characters. */
  location?: string | undefined;
  /** The video call. */
  conferencing?: Conferencing | undefined;
  /** Who organizes the poll: a member of the space. Default: its owner. */
  organizer?: { email: string } | undefined;
  /** Kind date: days, YYYY-MM-DD. */
  dates?: readonly string[] | undefined;
  /** Kind time: the IANA zone of every wall-clock time. Without one the poll is floating. */
  timeZone?: string | undefined;
  /** Kind time: whole minutes per slot, 15 to 1,440, for windows and for times without their own. */
  duration?: number | undefined;
  /** Kind time: single slots. */
  times?: readonly RequestedTime[] | undefined;
  /** Kind time: windows that are cut into slots. */
  windows?: readonly SlotGenerator[] | undefined;
}

/**
 * Leaves out options, such as those at which somebody is busy. Gets all options of a poll, with the zone of its times: null
 * for floating times and for days.
 */
export type OptionFilter = <Option extends OptionTime>(
  options: readonly Option[],
  timeZone: string | null,
) => Option[];

/** How to plan a poll. */
export interface PlanOptions {
  /** How to handle a wall-clock time with an offset. */
  offsets: OffsetRule;
  /** How to handle a single time that the clock shows twice. Default: `earlier`. Windows always take the earlier one. */
  overlaps?: OverlapRule;
  /** Slots of windows that start earlier are left out, with a note. In milliseconds since 1970. */
  notBefore?: number;
  /** Leaves out options before they are counted. */
  filter?: OptionFilter | undefined;
}
