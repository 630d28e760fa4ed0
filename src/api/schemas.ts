import * as z from "zod";

import { mapSettings } from "./poll-settings.ts";
import type {
  Availability,
  DateOption,
  DatePoll,
  DatePollResults,
  Participant,
  Poll,
  PollResults,
  TimeOption,
} from "./types.ts";

export { createPollInput } from "./create-poll-input.ts";
export type { CreatePollInput } from "./inputs.ts";
export type * from "./types.ts";

// Every promised field of a response is required. Fields that v1 adds later are kept. Only `status` and `kind` are closed sets.

/** A schema for each field of a type, and no other. */
type Shape<Type> = { [Field in keyof Required<Type>]: z.ZodType<Type[Field]> };

const instant = z.iso.datetime({ offset: true });
const count = z.int().min(0);

/** The status of a poll. A closed set. */
export const pollStatus = z.enum(["open", "closed", "scheduled", "canceled"]);

/** The kind of a poll. A closed set. */
export const pollKind = z.enum(["date", "time"]);

/** A whole day without a time zone. */
export const dateOption = z.looseObject({
  id: z.string(),
  date: z.iso.date(),
} satisfies Shape<DateOption>);

/** A slot: a UTC instant and minutes. */
export const timeOption = z.looseObject({
  id: z.string(),
  startTime: instant,
  duration: z.number().min(1),
} satisfies Shape<TimeOption>);

const pollCommon = {
  id: z.string().min(1),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  // `label` and `uri` come with the provider "custom".
  conferencing: z
    .looseObject({ provider: z.string(), label: z.string().optional(), uri: z.string().optional() })
    .nullable(),
  timeZone: z.string().nullable(),
  status: pollStatus,
  createdAt: instant,
  updatedAt: instant,
  organizer: z
    .looseObject({ id: z.string(), name: z.string(), email: z.string(), image: z.string().nullable() })
    .nullable(),
  ...mapSettings(() => z.boolean()),
  participantCount: count,
  adminUrl: z.string(),
  inviteUrl: z.string(),
} satisfies Omit<Shape<DatePoll>, "kind" | "options">;

/** A poll as the service returns it. */
export const poll: z.ZodType<Poll> = z.discriminatedUnion("kind", [
  z.looseObject({ ...pollCommon, kind: z.literal("date"), options: z.array(dateOption) }),
  z.looseObject({ ...pollCommon, kind: z.literal("time"), options: z.array(timeOption) }),
]);

const tally = {
  votes: z.array(z.looseObject({ type: z.string(), count })),
  score: z.number(),
  isTopChoice: z.boolean(),
} satisfies Omit<Shape<DatePollResults["options"][number]>, keyof DateOption>;

const resultsCommon = {
  pollId: z.string(),
  status: pollStatus,
  participantCount: count,
  highScore: z.number(),
} satisfies Omit<Shape<DatePollResults>, "kind" | "options">;

/** Votes counted per option. Vote types are an open set. */
export const results: z.ZodType<PollResults> = z.discriminatedUnion("kind", [
  z.looseObject({
    ...resultsCommon,
    kind: z.literal("date"),
    options: z.array(dateOption.extend(tally)),
  }),
  z.looseObject({
    ...resultsCommon,
    kind: z.literal("time"),
    options: z.array(timeOption.extend(tally)),
  }),
]);

/** A span in which a participant is available. Modifiers are an open set; an unknown one still means available. */
export const availability: z.ZodType<Availability> = z.looseObject({
  start: instant,
  end: instant,
  allDay: z.boolean(),
  modifiers: z.array(z.string()),
} satisfies Shape<Availability>);

/** A person who voted in a poll. */
export const participant: z.ZodType<Participant> = z.looseObject({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  createdAt: instant,
  availability: z.array(availability),
} satisfies Shape<Participant>);

/** The service's error body. Codes are an open set. */
export const errorBody = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) });
