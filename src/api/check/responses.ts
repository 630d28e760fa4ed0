/**
 * The service's responses. Every promised field is required, later fields pass, and only `status` and `kind` are closed sets.
 * The schemas only check: the client returns the response's JSON itself, so the types name no field that is not promised.
 */
import * as z from "zod/mini";
import { isInstant } from "../../time/days.ts";
import { isCalendarDate } from "../../time/index.ts";
import type { Participant, Poll, PollResults, PollStatus } from "../types/polls.ts";
import { anyNumber, byKind, numberThat, textThat, trueOrFalse } from "./problems.ts";
import { mapSettings } from "./settings.ts";

const notInstant = "must be an ISO 8601 instant";
const instant = textThat(isInstant, notInstant);
const count = numberThat((value) => Number.isInteger(value) && value >= 0, "must be a count");

// A new status would be a new API version.
export const pollStatus = z.literal([
  "open",
  "closed",
  "scheduled",
  "canceled",
]) satisfies z.ZodMiniType<PollStatus>;

const dateOption = z.object({
  id: z.string(),
  date: textThat(isCalendarDate, "must be a date (YYYY-MM-DD)"),
});

const timeOption = z.object({
  id: z.string(),
  startTime: instant,
  duration: numberThat((value) => value >= 1, "must be at least 1"),
});

const conferencing = z.object({
  provider: z.string(),
  label: z.optional(z.string()),
  uri: z.optional(z.string()),
});

const organizer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.nullable(z.string()),
});

const pollFields = {
  id: textThat((value) => value !== "", "must not be empty"),
  title: z.string(),
  createdAt: instant,
  description: z.nullable(z.string()),
  location: z.nullable(z.string()),
  conferencing: z.nullable(conferencing),
  timeZone: z.nullable(z.string()),
  status: pollStatus,
  updatedAt: instant,
  organizer: z.nullable(organizer),
  ...mapSettings(() => trueOrFalse),
  participantCount: count,
  adminUrl: z.string(),
  inviteUrl: z.string(),
};

const dayFields = {
  kind: z.literal("date"),
  options: z.array(dateOption),
};
const slotFields = {
  kind: z.literal("time"),
  options: z.array(timeOption),
};
const datePoll = z.object({ ...pollFields, ...dayFields });
const timePoll = z.object({ ...pollFields, ...slotFields });

export const poll = byKind(datePoll, timePoll) satisfies z.ZodMiniType<Poll>;

const voteCount = z.object({
  type: z.string(),
  count,
});

const votes = {
  votes: z.array(voteCount),
  score: anyNumber,
  isTopChoice: trueOrFalse,
};
const dateResult = z.object({ ...dateOption.shape, ...votes });
const timeResult = z.object({ ...timeOption.shape, ...votes });

const resultsFields = {
  pollId: z.string(),
  status: pollStatus,
  participantCount: count,
  highScore: anyNumber,
};
const dateResults = z.object({ ...resultsFields, ...dayFields, options: z.array(dateResult) });
const timeResults = z.object({ ...resultsFields, ...slotFields, options: z.array(timeResult) });

export const results = byKind(dateResults, timeResults) satisfies z.ZodMiniType<PollResults>;

const availability = z.object({
  start: z.string(),
  end: z.string(),
  allDay: trueOrFalse,
  modifiers: z.array(z.string()),
});

export const participant = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.nullable(z.string()),
    createdAt: z.string(),
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
  ) satisfies z.ZodMiniType<Participant>;

/** The service's error body. Codes are an open set. */
export const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
