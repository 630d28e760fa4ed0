/** What the service returns. Every field is always present unless it says otherwise; later versions may add fields. */

import type { Day, Slot } from "../../time/index.ts";

/** The status of a poll. A closed set: `open`, `closed`, `scheduled` (a time was picked) or `canceled`. */
export type PollStatus = "open" | "closed" | "scheduled" | "canceled";

/** Whether people vote on whole days (`date`) or on times of day (`time`). */
export type PollKind = "date" | "time";

/** One day of a date poll. */
export interface DateOption extends Day {
  /** The option's id. */
  id: string;
}

/** One slot of a time poll. */
export interface TimeOption extends Slot {
  /** The option's id. */
  id: string;
}

/** An option of either kind of poll. */
export type PollOption = DateOption | TimeOption;

/** The video call of a poll. */
export interface PollConferencing {
  /** `zoom`, `meet`, `teams` or `custom`. An open set: expect others. */
  provider: string;
  /** The name of a custom call, 1 to 100 characters. Other providers have none. */
  label?: string | undefined;
  /** The link of a custom call, if it has one. The other providers have none until a time is picked. */
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

/** The settings of a poll. */
export interface PollSettings {
  /** Whether participants must give an email address. */
  requireEmail: boolean;
  /** Whether participants are hidden from each other. */
  hideParticipants: boolean;
  /** Whether the vote counts are hidden from participants. */
  hideScores: boolean;
  /** Whether comments are switched off. */
  disableComments: boolean;
  /** Whether participants can vote "if need be". */
  allowTentativeVotes: boolean;
}

interface PollFields extends PollSettings {
  /** The poll's id, such as `Xk3pQ9vLm2Ab`. */
  id: string;
  /** What the poll is about, 1 to 255 characters. */
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
  /** How many people voted: 0 or more. */
  participantCount: number;
  /** The link to the poll's page for its organizer. */
  adminUrl: string;
  /** The link to the poll's page for the people invited. */
  inviteUrl: string;
}

/** A poll about whole days. */
export interface DatePoll extends PollFields {
  /** `date`: the options are whole days. */
  kind: "date";
  /** The days that people vote on. */
  options: DateOption[];
}

/** A poll about times of day. */
export interface TimePoll extends PollFields {
  /** `time`: the options are slots. */
  kind: "time";
  /** The slots that people vote on. */
  options: TimeOption[];
}

/** A poll as the service returns it. Compare `kind` to narrow its options. */
export type Poll = DatePoll | TimePoll;

/** How many people gave an option one vote. */
export interface VoteCount {
  /** `yes`, `ifNeedBe` or `no`. An open set: expect others. */
  type: string;
  /** How many people: 0 or more. */
  count: number;
}

interface OptionVotes {
  /** One entry for each vote type that the poll offers, in display order: `[{ type: "yes", count: 3 }, { type: "no", count: 0 }]`. */
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

interface ResultsFields {
  /** The poll's id. */
  pollId: string;
  /** The poll's status. */
  status: PollStatus;
  /** How many people voted: 0 or more. */
  participantCount: number;
  /** The highest score of any option. Comparable within one response only. */
  highScore: number;
}

/** The results of a poll about whole days. */
export interface DatePollResults extends ResultsFields {
  /** `date`: the options are whole days. */
  kind: "date";
  /** The days with their votes. */
  options: DateOptionResult[];
}

/** The results of a poll about times of day. */
export interface TimePollResults extends ResultsFields {
  /** `time`: the options are slots. */
  kind: "time";
  /** The slots with their votes. */
  options: TimeOptionResult[];
}

/** A poll's votes counted per option, without names. Compare `kind` to narrow its options. */
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

/** A poll that no longer exists. */
export interface DeletedPoll {
  /** The poll's id. */
  id: string;
  /** Always true. */
  deleted: true;
}

/** The API's OpenAPI 3.1 document. Only what this client relies on is typed. */
export interface OpenApiDocument {
  /** The version of OpenAPI. */
  openapi: string;
  /** The operations by path; each path starts with `/v1`. */
  paths: Record<string, unknown>;
}
