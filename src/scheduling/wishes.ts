import type { SlotGenerator } from "../time/index.ts";

/** How people may meet from afar, in the API's own shape. */
export type Conferencing =
  | { provider: "zoom" | "meet" | "teams" }
  | { provider: "custom"; label: string; uri?: string | undefined };

/** One time that a person asked for. */
export interface WishedTime {
  /** Wall clock ("2027-03-01T09:00" or "2027-03-01 09:00", seconds allowed), or with an offset or Z. */
  start: string;
  /** Whole minutes, 15 to 1,440; the shared duration when left out. */
  duration?: number | undefined;
}

/** A poll as a person thinks of it: days, or times on their own clock, or windows to be cut into slots. */
export interface PollWishes {
  title: string;
  kind: "date" | "time";
  description?: string | undefined;
  location?: string | undefined;
  conferencing?: Conferencing | undefined;
  requireEmail?: boolean | undefined;
  hideParticipants?: boolean | undefined;
  hideScores?: boolean | undefined;
  disableComments?: boolean | undefined;
  allowTentativeVotes?: boolean | undefined;
  organizer?: { email: string } | undefined;
  /** Kind date: days, YYYY-MM-DD. */
  dates?: readonly string[] | undefined;
  /** Kind time: the IANA zone of every clock time; without one the poll is floating. */
  timeZone?: string | undefined;
  /** Kind time: whole minutes per slot, 15 to 1,440, for windows and for times without their own. */
  duration?: number | undefined;
  times?: readonly WishedTime[] | undefined;
  windows?: readonly SlotGenerator[] | undefined;
}
