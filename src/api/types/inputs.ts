/** What the operations take. The service refuses unknown fields, and so does the client. */
import type { SlotGenerator } from "../../time/index.ts";
import type { PollStatus } from "./polls.ts";

/** The video call of a new poll. */
export interface ConferencingInput {
  /** `zoom`, `meet`, `teams`, or `custom` for any other call. An open set: the service refuses what it does not know. */
  provider: string;
  /** The name of a custom call, 1 to 100 characters. Required for `custom`. */
  label?: string | undefined;
  /** The link of a custom call: https or http. */
  uri?: string | undefined;
}

/** Who organizes a new poll. */
export interface OrganizerInput {
  /** The email address of a member of the space. */
  email: string;
}

/** The fields that both kinds of poll have. Null means "not given", as in a response. */
export interface CommonPollInput {
  /** What the poll is about, 1 to 255 characters. White space around it is removed. */
  title: string;
  /** Details for the invitees, at most 1,000 characters. Default: none. */
  description?: string | null | undefined;
  /** Where people meet, at most 255 characters. Default: none. */
  location?: string | null | undefined;
  /** The video call. Default: none. */
  conferencing?: ConferencingInput | null | undefined;
  /** Whether participants must give an email address. Default: false. */
  requireEmail?: boolean | undefined;
  /** Whether participants are hidden from each other. Default: false. */
  hideParticipants?: boolean | undefined;
  /** Whether the vote counts are hidden from participants. Default: false. */
  hideScores?: boolean | undefined;
  /** Whether comments are switched off. Default: true. */
  disableComments?: boolean | undefined;
  /** Whether participants can vote "if need be". Default: true. */
  allowTentativeVotes?: boolean | undefined;
  /** Who organizes the poll. Default: the space's owner. */
  organizer?: OrganizerInput | null | undefined;
}

/** A day of a new poll. */
export interface DateOptionInput {
  /** The day, YYYY-MM-DD. It has no time zone. */
  date: string;
}

/** The body of a poll about whole days. */
export interface CreateDatePollInput extends CommonPollInput {
  /** `date`: the options are whole days. */
  kind: "date";
  /** The days to vote on, 1 to 100. */
  options: readonly DateOptionInput[];
}

/** A slot of a new poll. */
export interface TimeOptionInput {
  /**
   * ISO 8601. Without `Z` or an offset it is wall-clock time in `timeZone`, or of a floating poll. With one it is an instant, and
   * `timeZone` is required.
   */
  startTime: string;
  /** How long the slot lasts: whole minutes, 15 to 1,440. Default: the poll's `duration`. */
  duration?: number | undefined;
}

/** The body of a poll about times of day. */
export interface CreateTimePollInput extends CommonPollInput {
  /** `time`: the options are slots. */
  kind: "time";
  /**
   * The IANA time zone that people see, such as `Europe/London`, which is that of wall-clock times. Null, or left out where all times
   * are wall-clock times: a floating poll, which shows the same clock time everywhere.
   */
  timeZone?: string | null | undefined;
  /** How long a slot lasts: whole minutes, 15 to 1,440. Required by generators and by options without their own. */
  duration?: number | undefined;
  /** Single slots. Give options, generators or both: at most 100 slots in all. */
  options?: readonly TimeOptionInput[] | undefined;
  /** Windows of time to be cut into slots. */
  generators?: readonly SlotGenerator[] | undefined;
}

/** The body of createPoll: a poll of either kind. */
export type CreatePollInput = CreateDatePollInput | CreateTimePollInput;

/** Which polls to list. Null means "not given". */
export interface ListPollsInput {
  /** Only polls of this status. Default: all. */
  status?: PollStatus | null | undefined;
  /** The `nextCursor` of the preceding page, unchanged. Default: the first page. */
  cursor?: string | null | undefined;
  /** Polls per page, 1 to 100. Default: 20, and with `paginate` 100. */
  limit?: number | null | undefined;
}

/** Identifies a poll. */
export interface PollIdInput {
  /** The poll's id, such as `Xk3pQ9vLm2Ab`. */
  pollId: string;
}

/** Identifies a participant of a poll. */
export interface ParticipantIdInput {
  /** The poll's id. */
  pollId: string;
  /** The participant's id. */
  participantId: string;
}
