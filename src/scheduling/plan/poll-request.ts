import type { PollSettingsInput } from "../../api/core.ts";
import type { SlotGenerator } from "../../time/index.ts";

/** What to do with an offset beside a wall-clock time: it must be the zone's own, or it makes the time absolute. */
export type OffsetRule = "must-match" | "absolute";

/** How people may meet from afar, in the API's own shape. */
export type Conferencing =
  | { provider: "zoom" | "meet" | "teams" }
  | { provider: "custom"; label: string; uri?: string | undefined };

/** A clock time that is already parsed. */
export interface WallClock {
  /** YYYY-MM-DDTHH:mm, with seconds when they are not zero. */
  local: string;
  /** "+05:30" or "Z"; undefined when the time is meant in the poll's zone. */
  offset?: string | undefined;
}

/** One time that a person asked for. */
export interface RequestedTime {
  /**
   * A text with a wall-clock time ("2027-03-01T09:00" or "2027-03-01 09:00", seconds allowed), perhaps with an offset or
   * Z, or the same parsed.
   */
  start: string | WallClock;
  /** Whole minutes, 15 to 1,440; the shared duration when left out. */
  duration?: number | undefined;
}

/** A poll as a person thinks of it: days, or times on their own clock, or windows to be cut into slots. */
export interface PollRequest extends PollSettingsInput {
  /** What the poll is about, 1 to 255 characters. */
  title: string;
  /** Whether people vote on days or on times of day. */
  kind: "date" | "time";
  /** Details for the invitees, at most 1,000 characters. */
  description?: string | undefined;
  /** Where people meet, at most 255 characters. */
  location?: string | undefined;
  /** How people meet from afar. */
  conferencing?: Conferencing | undefined;
  /** Who organizes the poll: a member of the space. Default: its owner. */
  organizer?: { email: string } | undefined;
  /** Kind date: days, YYYY-MM-DD. */
  dates?: readonly string[] | undefined;
  /** Kind time: the IANA zone of every clock time; without one the poll is floating. */
  timeZone?: string | undefined;
  /** Kind time: whole minutes per slot, 15 to 1,440, for windows and for times without their own. */
  duration?: number | undefined;
  /** Kind time: single slots. */
  times?: readonly RequestedTime[] | undefined;
  /** Kind time: windows to be cut into slots. */
  windows?: readonly SlotGenerator[] | undefined;
}

/** How to plan a poll. */
export interface PlanOptions {
  /** What an offset beside a clock time means. */
  offsets: OffsetRule;
  /** Milliseconds since the epoch: slots of windows that start earlier are left out, with a note. */
  notBefore?: number;
}
