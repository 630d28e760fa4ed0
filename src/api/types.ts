/**
 * The service's responses as types. They name every field that the contract promises. A response may have more, which the
 * client keeps and the types do not show, so that a misspelt field does not compile.
 */
import type { PollSettings } from "./poll-settings.ts";

/** The status of a poll. A closed set: a new status would be a new API version. */
export type PollStatus = "open" | "closed" | "scheduled" | "canceled";

/** The kind of a poll: whole days or times of day. A closed set. */
export type PollKind = "date" | "time";

/** One day of a date poll. */
export interface DateOption {
  /** The option's id, unique in its poll. */
  id: string;
  /** The day, YYYY-MM-DD. It has no time zone: never convert it through one. */
  date: string;
}

/** One slot of a time poll. */
export interface TimeOption {
  /** The option's id, unique in its poll. */
  id: string;
  /** When the slot starts: an ISO 8601 instant in UTC. */
  startTime: string;
  /** How long the slot lasts, in minutes. */
  duration: number;
}

/** An option of either kind of poll. */
export type PollOption = DateOption | TimeOption;

/** The video call of a poll. */
export interface PollConferencing {
  /** `zoom`, `meet`, `teams` or `custom`. An open set: expect others. */
  provider: string;
  /** The name of a custom call. */
  label?: string | undefined;
  /** The link of a custom call. The other providers have none until a time is picked. */
  uri?: string | undefined;
}

/** The member of the space who organizes a poll. */
export interface PollOrganizer {
  /** The member's id. */
  id: string;
  /** The member's name. */
  name: string;
  /** The member's email address. */
  email: string;
  /** The address of the member's picture, or null. */
  image: string | null;
}

/** A poll of one kind. One declaration for both, so that editors show the docs of a field of either. */
interface PollOf<Kind extends PollKind, Option extends PollOption> extends PollSettings {
  /** What the poll asks about. Tells a date poll from a time poll. */
  kind: Kind;
  /** The days or slots that people vote on. */
  options: Option[];
  /** The poll's id, such as `Xk3pQ9vLm2Ab`. */
  id: string;
  /** What the poll is about. */
  title: string;
  /** Details for the invitees, or null. */
  description: string | null;
  /** Where people meet, or null. */
  location: string | null;
  /** The video call, or null. */
  conferencing: PollConferencing | null;
  /** The IANA time zone that times are shown in; null for a floating poll and for a date poll. */
  timeZone: string | null;
  /** The status. No response contains the option that was picked for a scheduled poll. */
  status: PollStatus;
  /** When the poll was created: an ISO 8601 instant in UTC. */
  createdAt: string;
  /** When details, settings or status last changed: an ISO 8601 instant in UTC. Votes do not change it. */
  updatedAt: string;
  /** Who organizes the poll; null if that member left the space. */
  organizer: PollOrganizer | null;
  /** How many people have voted. */
  participantCount: number;
  /** The poll's page for its organizer. */
  adminUrl: string;
  /** The poll's page for the people invited. */
  inviteUrl: string;
}

/** A poll about whole days. */
export interface DatePoll extends PollOf<"date", DateOption> {}

/** A poll about times of day. */
export interface TimePoll extends PollOf<"time", TimeOption> {}

/** A poll as the service returns it. Compare `kind` to narrow its options. */
export type Poll = DatePoll | TimePoll;

/** How many votes of one type an option has. */
export interface VoteCount {
  /** `yes`, `ifNeedBe` or `no`. An open set: expect others. */
  type: string;
  /** How many participants cast this vote. */
  count: number;
}

/** The votes of one option. */
interface OptionVotes {
  /** One entry for each vote type that the poll offers, zeros included, in display order. */
  votes: VoteCount[];
  /** A rank: higher is better. Comparable within one response only, and not a number of votes. */
  score: number;
  /** Whether no option has a higher score. Shared by ties; false for all while there are no votes. */
  isTopChoice: boolean;
}

/** One day of a date poll with its votes. */
export interface DateOptionResult extends DateOption, OptionVotes {}

/** One slot of a time poll with its votes. */
export interface TimeOptionResult extends TimeOption, OptionVotes {}

/** The results of one kind of poll. */
interface ResultsOf<Kind extends PollKind, Option extends PollOption> {
  /** What the poll asks about. Tells a date poll from a time poll. */
  kind: Kind;
  /** The days or slots with their votes. */
  options: Option[];
  /** The poll's id. */
  pollId: string;
  /** The status of the poll. */
  status: PollStatus;
  /** How many people have voted. */
  participantCount: number;
  /** The highest score of any option. Comparable within one response only. */
  highScore: number;
}

/** The results of a poll about whole days. */
export interface DatePollResults extends ResultsOf<"date", DateOptionResult> {}

/** The results of a poll about times of day. */
export interface TimePollResults extends ResultsOf<"time", TimeOptionResult> {}

/** A poll's votes counted per option, without names. */
export type PollResults = DatePollResults | TimePollResults;

/** A span of time in which a participant is available. It matches the poll's option of the same time. */
export interface Availability {
  /** Start, inclusive: an ISO 8601 instant in UTC. Of a whole day, 00:00Z of that day: read the date from it. */
  start: string;
  /** End, exclusive: an ISO 8601 instant in UTC. */
  end: string;
  /** Whether the span is a whole day without a time zone. */
  allDay: boolean;
  /** `ifNeedBe`: available only if needed. An open set; an unknown modifier still means available. */
  modifiers: string[];
}

/** A person who voted in a poll. */
export interface Participant {
  /** The participant's id. */
  id: string;
  /** The name that the participant typed. */
  name: string;
  /** The email address that the participant typed, or null. */
  email: string | null;
  /** When the participant first voted: an ISO 8601 instant in UTC. */
  createdAt: string;
  /** One span for each option with a yes or if need be, by start. Options with a no or no vote are omitted. */
  availability: Availability[];
}

/** One page of polls. */
export interface ListPollsResponse {
  /** The polls of this page, newest first. */
  data: Poll[];
  /** Pass it as `cursor` to get the next page. Null on the last page. */
  nextCursor: string | null;
}

/** The poll that was created. */
export interface CreatePollResponse {
  /** The poll. */
  data: Poll;
  /**
   * True when the response was lost and the poll was found among the newest ones, by its content and creation time. No
   * two calls of this process get the same poll. An equal poll that another process or person created at the same moment
   * cannot be distinguished. Otherwise absent.
   */
  recovered?: true;
}

/** One poll. */
export interface GetPollResponse {
  /** The poll. */
  data: Poll;
}

/** What was deleted. */
export interface DeletePollResponse {
  /** Which poll was deleted. */
  data: DeletedPoll;
}

/** A poll that no longer exists. */
export interface DeletedPoll {
  /** The poll's id. */
  id: string;
  /** Always true. */
  deleted: true;
}

/** The votes of one poll. */
export interface GetPollResultsResponse {
  /** The votes per option. */
  data: PollResults;
}

/** All participants of a poll. */
export interface ListParticipantsResponse {
  /** All participants, oldest first. */
  data: Participant[];
}

/** One participant. */
export interface GetParticipantResponse {
  /** The participant. */
  data: Participant;
}

/** The API's OpenAPI 3.1 document. Only what this client relies on is typed. */
export interface OpenApiDocument {
  /** The version of OpenAPI. */
  openapi: string;
  /** The operations by path; each path starts with `/v1`. */
  paths: Record<string, unknown>;
}
