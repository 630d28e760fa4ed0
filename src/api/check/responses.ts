/**
 * The service's responses. Every promised field is required, later fields pass, and only `status` and `kind` are closed sets.
 * The schemas only check: the client returns the response's JSON itself, so the types name no field that is not promised.
 */
import * as z from "zod/mini";
import { isInstant } from "../../time/days.ts";
import { isCalendarDate } from "../../time/index.ts";
import { numberThat, textThat } from "./problems.ts";
import { mapSettings } from "./settings.ts";

const notInstant = "must be an ISO 8601 instant";
const instant = textThat(isInstant, notInstant);
const count = numberThat((value) => Number.isInteger(value) && value >= 0, "must be a count");

/** The status of a poll. A closed set: a new status would be a new API version. */
export const pollStatus = z.literal(["open", "closed", "scheduled", "canceled"]);

/** The status of a poll. */
export type PollStatus = z.infer<typeof pollStatus>;

const dateOption = z.object({
  id: z.string(),
  /** The day, YYYY-MM-DD. It has no time zone: never convert it through one. */
  date: textThat(isCalendarDate, "must be a date (YYYY-MM-DD)"),
});

/** One day of a date poll. */
export interface DateOption extends z.infer<typeof dateOption> {}

const timeOption = z.object({
  id: z.string(),
  /** When the slot starts: an ISO 8601 instant in UTC. */
  startTime: instant,
  /** How long the slot lasts, in minutes. */
  duration: numberThat((value) => value >= 1, "must be at least 1"),
});

/** One slot of a time poll. */
export interface TimeOption extends z.infer<typeof timeOption> {}

/** An option of either kind of poll. */
export type PollOption = DateOption | TimeOption;

const conferencing = z.object({
  /** `zoom`, `meet`, `teams` or `custom`. An open set: expect others. */
  provider: z.string(),
  /** The name of a custom call. */
  label: z.optional(z.string()),
  /** The link of a custom call. The other providers have none until a time is picked. */
  uri: z.optional(z.string()),
});

/** The video call of a poll. */
export interface PollConferencing extends z.infer<typeof conferencing> {}

const organizer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The address of the member's picture, or null. */
  image: z.nullable(z.string()),
});

const identity = {
  /** The poll's id, such as `Xk3pQ9vLm2Ab`. */
  id: textThat((value) => value !== "", "must not be empty"),
  /** What the poll is about. */
  title: z.string(),
  /** When the poll was created: an ISO 8601 instant in UTC. */
  createdAt: instant,
};
const pollFields = {
  ...identity,
  /** Details for the invitees, or null. */
  description: z.nullable(z.string()),
  /** Where people meet, or null. */
  location: z.nullable(z.string()),
  /** The video call, or null. */
  conferencing: z.nullable(conferencing),
  /** The IANA time zone that times are shown in; null for a floating poll and for a date poll. */
  timeZone: z.nullable(z.string()),
  /** The status. No response contains the option that was picked for a scheduled poll. */
  status: pollStatus,
  /** When details, settings or status last changed: an ISO 8601 instant in UTC. Votes do not change it. */
  updatedAt: instant,
  /** Who organizes the poll; null if that member left the space. */
  organizer: z.nullable(organizer),
  ...mapSettings(() => z.boolean()),
  participantCount: count,
  /** The poll's page for its organizer. */
  adminUrl: z.string(),
  /** The poll's page for the people invited. */
  inviteUrl: z.string(),
};

/** Whether people vote on whole days or on times of day. */
export type PollKind = "date" | "time";

const dayFields = {
  kind: z.literal("date"),
  /** The days that people vote on. */
  options: z.array(dateOption),
};
const slotFields = {
  kind: z.literal("time"),
  /** The slots that people vote on. */
  options: z.array(timeOption),
};
const datePoll = z.object({ ...pollFields, ...dayFields });
const timePoll = z.object({ ...pollFields, ...slotFields });

/** A poll as the service returns it. */
export const poll = z.discriminatedUnion("kind", [datePoll, timePoll]);

/** The part of a poll by which a lost create is recognized. */
export const pollIdentity = z.discriminatedUnion("kind", [
  z.object({ ...identity, ...dayFields }),
  z.object({ ...identity, ...slotFields }),
]);

/** A poll about whole days. */
export interface DatePoll extends z.infer<typeof datePoll> {}

/** A poll about times of day. */
export interface TimePoll extends z.infer<typeof timePoll> {}

/** A poll as the service returns it. Compare `kind` to narrow its options. */
export type Poll = DatePoll | TimePoll;

const voteCount = z.object({
  /** `yes`, `ifNeedBe` or `no`. An open set: expect others. */
  type: z.string(),
  count,
});

const votes = {
  /** One entry for each vote type that the poll offers, zeros included, in display order. */
  votes: z.array(voteCount),
  /** A rank: higher is better. Comparable within one response only, and not a number of votes. */
  score: z.number(),
  /** Whether no option has a higher score. Shared by ties; false for all while there are no votes. */
  isTopChoice: z.boolean(),
};
const dateResult = z.object({ ...dateOption.shape, ...votes });
const timeResult = z.object({ ...timeOption.shape, ...votes });

/** One day of a date poll with its votes. */
export interface DateOptionResult extends z.infer<typeof dateResult> {}

/** One slot of a time poll with its votes. */
export interface TimeOptionResult extends z.infer<typeof timeResult> {}

const resultsFields = {
  pollId: z.string(),
  status: pollStatus,
  participantCount: count,
  /** The highest score of any option. Comparable within one response only. */
  highScore: z.number(),
};
const dateResults = z.object({ ...resultsFields, ...dayFields, options: z.array(dateResult) });
const timeResults = z.object({ ...resultsFields, ...slotFields, options: z.array(timeResult) });

/** Votes counted per option. */
export const results = z.discriminatedUnion("kind", [dateResults, timeResults]);

/** The results of a poll about whole days. */
export interface DatePollResults extends z.infer<typeof dateResults> {}

/** The results of a poll about times of day. */
export interface TimePollResults extends z.infer<typeof timeResults> {}

/** A poll's votes counted per option, without names. */
export type PollResults = DatePollResults | TimePollResults;

const availability = z.object({
  /** Start, inclusive: an ISO 8601 instant in UTC. Of a whole day, 00:00Z of that day: read the date from it. */
  start: z.string(),
  /** End, exclusive: an ISO 8601 instant in UTC. */
  end: z.string(),
  /** Whether the span is a whole day without a time zone. */
  allDay: z.boolean(),
  /** `ifNeedBe`: available only if needed. An open set; an unknown modifier still means available. */
  modifiers: z.array(z.string()),
});

/** A span of time in which a participant is available. It matches the poll's option of the same time. */
export interface Availability extends z.infer<typeof availability> {}

/** A person who voted in a poll. */
export const participant = z
  .object({
    id: z.string(),
    /** The name that the participant typed. */
    name: z.string(),
    /** The email address that the participant typed, or null. */
    email: z.nullable(z.string()),
    /** When the participant first voted: an ISO 8601 instant in UTC. */
    createdAt: z.string(),
    /** One span for each option with a yes or if need be, by start. Options with a no or no vote are omitted. */
    availability: z.array(availability),
  })
  .check(
    // One check for all texts: with one for each, the list of a large poll takes 6 % longer.
    z.check(({ value: { createdAt, availability }, issues }) => {
      const refuse = (input: string, ...path: PropertyKey[]) =>
        issues.push({ code: "custom", input, path, message: notInstant });
      if (!isInstant(createdAt)) refuse(createdAt, "createdAt");
      for (const [index, { start, end }] of availability.entries()) {
        if (!isInstant(start)) refuse(start, "availability", index, "start");
        if (!isInstant(end)) refuse(end, "availability", index, "end");
      }
    }),
  );

/** A person who voted in a poll. */
export interface Participant extends z.infer<typeof participant> {}

/** The service's error body. Codes are an open set. */
export const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
