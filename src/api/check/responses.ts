/**
 * The service's responses. Every promised field is required, later fields pass, and only `status` and `kind` are closed sets.
 * The client returns the response's JSON itself, so the types name no field that is not promised.
 */
import { isInstant } from "../../time/days.ts";
import { isCalendarDate } from "../../time/index.ts";
import type {
  DateOption,
  DateOptionResult,
  DatePoll,
  DatePollResults,
  Participant,
  PollConferencing,
  PollOrganizer,
  PollStatus,
  TimeOption,
  TimePoll,
  TimePollResults,
} from "../types/polls.ts";
import * as is from "./checks.ts";
import { mapSettings } from "./settings.ts";

const instant = is.textThat(isInstant, "must be an ISO 8601 instant");
const count = is.numberThat((value) => Number.isInteger(value) && value >= 0, "must be a count");

// A new status would be a new API version.
export const pollStatus: is.Check<PollStatus> = is.oneOf("open", "closed", "scheduled", "canceled");

const dateOptionFields = {
  id: is.string,
  date: is.textThat(isCalendarDate, "must be a date (YYYY-MM-DD)"),
} satisfies is.Fields<DateOption>;
const timeOptionFields = {
  id: is.string,
  startTime: instant,
  duration: is.numberThat((value) => value >= 1, "must be at least 1"),
} satisfies is.Fields<TimeOption>;

const conferencing = is.object<PollConferencing>({
  provider: is.string,
  label: is.optional(is.string),
  uri: is.optional(is.string),
});

const organizer = is.object<PollOrganizer>({
  id: is.string,
  name: is.string,
  email: is.string,
  image: is.nullable(is.string),
});

const identity = {
  id: is.textThat((value) => value !== "", "must not be empty"),
  title: is.string,
  createdAt: instant,
} satisfies is.Fields<Pick<DatePoll, "id" | "title" | "createdAt">>;
const dayFields = { kind: is.oneOf("date"), options: is.list(is.object(dateOptionFields)) };
const slotFields = { kind: is.oneOf("time"), options: is.list(is.object(timeOptionFields)) };

const pollFields = {
  ...identity,
  description: is.nullable(is.string),
  location: is.nullable(is.string),
  conferencing: is.nullable(conferencing),
  timeZone: is.nullable(is.string),
  status: pollStatus,
  updatedAt: instant,
  organizer: is.nullable(organizer),
  ...mapSettings(() => is.boolean),
  participantCount: count,
  adminUrl: is.string,
  inviteUrl: is.string,
} satisfies is.Fields<Omit<DatePoll, keyof typeof dayFields>>;

export const poll = is.byKind(
  is.object<DatePoll>({ ...pollFields, ...dayFields }),
  is.object<TimePoll>({ ...pollFields, ...slotFields }),
);

type Identity<Kind extends DatePoll | TimePoll> = Pick<
  Kind,
  "id" | "title" | "createdAt" | "kind" | "options"
>;

/** The part of a poll by which a lost create is recognized. */
export const pollIdentity = is.byKind(
  is.object<Identity<DatePoll>>({ ...identity, ...dayFields }),
  is.object<Identity<TimePoll>>({ ...identity, ...slotFields }),
);

const votes = {
  votes: is.list(is.object({ type: is.string, count })),
  score: is.number,
  isTopChoice: is.boolean,
} satisfies is.Fields<Omit<DateOptionResult, keyof DateOption>>;
const resultsFields = {
  pollId: is.string,
  status: pollStatus,
  participantCount: count,
  highScore: is.number,
} satisfies is.Fields<Omit<DatePollResults, keyof typeof dayFields>>;

export const results = is.byKind(
  is.object<DatePollResults>({
    ...resultsFields,
    kind: is.oneOf("date"),
    options: is.list(is.object({ ...dateOptionFields, ...votes })),
  }),
  is.object<TimePollResults>({
    ...resultsFields,
    kind: is.oneOf("time"),
    options: is.list(is.object({ ...timeOptionFields, ...votes })),
  }),
);

export const participant = is.object<Participant>({
  id: is.string,
  name: is.string,
  email: is.nullable(is.string),
  createdAt: instant,
  availability: is.list(
    is.object({ start: instant, end: instant, allDay: is.boolean, modifiers: is.list(is.string) }),
  ),
});

/** The service's error body. Codes are an open set. */
export const errorBody = is.object<{ error: { code: string; message: string } }>({
  error: is.object({ code: is.string, message: is.string }),
});
