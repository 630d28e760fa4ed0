/** The inputs of the client's methods as types. The schemas in operations.ts validate the same at run time. */
import type { SlotGenerator } from "../time/index.ts";
import type { PollSettingsInput } from "./poll-settings.ts";
import type { PollStatus } from "./types.ts";

/** Which polls to list. */
export interface ListPollsInput {
  /** Only polls of this status. Default: all. */
  status?: PollStatus | undefined;
  /** The `nextCursor` of the preceding page, unchanged. Default: the first page. */
  cursor?: string | undefined;
  /** Polls per page, 1 to 100. Default: 20. */
  limit?: number | undefined;
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

/** A video call by a provider that the space has connected. It gets a link when a time is picked. */
export interface ProviderConferencingInput {
  /** `zoom`, `meet`, `teams` or another one: an open set. The service refuses a provider that it does not know. */
  provider: string;
}

/** Any other call. */
export interface CustomConferencingInput {
  /** `custom`: any other call. */
  provider: "custom";
  /** The name of the call, 1 to 100 characters. */
  label: string;
  /** The call's link. */
  uri?: string | undefined;
}

/** The video call. */
export type ConferencingInput = ProviderConferencingInput | CustomConferencingInput;

/** Who organizes the poll. */
export interface OrganizerInput {
  /** The email address of a member of the space. */
  email: string;
}

/** The fields of both kinds of poll. Null means "not given", so that a poll from a response can be created again. */
interface CreatePollFields extends PollSettingsInput {
  /** What the poll is about, 1 to 255 characters. White space around it is removed. */
  title: string;
  /** Details for the invitees, at most 1,000 characters. */
  description?: string | null | undefined;
  /** Where people meet, at most 255 characters. */
  location?: string | null | undefined;
  /** The video call. */
  conferencing?: ConferencingInput | null | undefined;
  /** Who organizes the poll. Default: the space's owner. */
  organizer?: OrganizerInput | null | undefined;
}

/** One day to vote on. */
export interface DateOptionInput {
  /** The day, YYYY-MM-DD. It has no time zone. */
  date: string;
}

/** One slot to vote on. */
export interface TimeOptionInput {
  /** ISO 8601. With `Z` or an offset an instant; without, wall-clock time in `timeZone`, or floating. */
  startTime: string;
  /** How long the slot lasts: whole minutes, 15 to 1,440. Default: the poll's `duration`. */
  duration?: number | undefined;
}

/** The body of a poll about whole days. */
export interface CreateDatePollInput extends CreatePollFields {
  /** `date`: the options are whole days. */
  kind: "date";
  /** The days to vote on, 1 to 100. */
  options: readonly DateOptionInput[];
}

/**
 * The body of a poll about times of day. It needs `options`, `generators` or both; together at most 100 slots, once
 * generators are expanded and duplicates removed.
 */
export interface CreateTimePollInput extends CreatePollFields {
  /** `time`: the options are slots. */
  kind: "time";
  /** The IANA time zone of wall-clock times, such as `Europe/London`. Without one they float. */
  timeZone?: string | null | undefined;
  /** How long a slot lasts: whole minutes, 15 to 1,440. Needed by generators and by options without their own. */
  duration?: number | undefined;
  /** Single slots. */
  options?: readonly TimeOptionInput[] | undefined;
  /** Windows of time which the service cuts into slots. */
  generators?: readonly SlotGenerator[] | undefined;
}

/** The body of createPoll: a poll of either kind. */
export type CreatePollInput = CreateDatePollInput | CreateTimePollInput;
