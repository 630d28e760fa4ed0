import * as z from "zod";

export { type CreatePollInput, createPollInput } from "./create-poll-input.ts";

// Answers: every promised field is wanted, what v1 adds later is kept. Only `status` and `kind` are closed sets.
const instant = z.iso.datetime({ offset: true });
const count = z.int().min(0);

/** Where a poll stands. A closed set. */
export const pollStatus = z.enum(["open", "closed", "scheduled", "canceled"]);

/** What a poll asks about. A closed set. */
export const pollKind = z.enum(["date", "time"]);

/** A whole day, floating: it has no time zone. */
export const dateOption = z.looseObject({ id: z.string(), date: z.iso.date() });

/** A slot: a UTC instant and minutes. */
export const timeOption = z.looseObject({
  id: z.string(),
  startTime: instant,
  duration: z.number().min(1),
});

const settings = {
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
  requireEmail: z.boolean(),
  hideParticipants: z.boolean(),
  hideScores: z.boolean(),
  disableComments: z.boolean(),
  allowTentativeVotes: z.boolean(),
  participantCount: count,
  adminUrl: z.string(),
  inviteUrl: z.string(),
};

/** A poll as the service answers it. */
export const poll = z.discriminatedUnion("kind", [
  z.looseObject({ ...settings, kind: z.literal("date"), options: z.array(dateOption) }),
  z.looseObject({ ...settings, kind: z.literal("time"), options: z.array(timeOption) }),
]);

const tally = {
  votes: z.array(z.looseObject({ type: z.string(), count })),
  score: z.number(),
  isTopChoice: z.boolean(),
};

const resultsCommon = {
  pollId: z.string(),
  status: pollStatus,
  participantCount: count,
  highScore: z.number(),
};

/** Votes counted per option. Vote types are an open set. */
export const results = z.discriminatedUnion("kind", [
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

/** A span in which a participant can make it. Modifiers are an open set; an unknown one still means available. */
export const availability = z.looseObject({
  start: instant,
  end: instant,
  allDay: z.boolean(),
  modifiers: z.array(z.string()),
});

/** Someone who answered a poll. */
export const participant = z.looseObject({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  createdAt: instant,
  availability: z.array(availability),
});

/** What the service says when it refuses. Codes are an open set. */
export const errorBody = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) });

export type PollStatus = z.output<typeof pollStatus>;
export type PollKind = z.output<typeof pollKind>;
export type DateOption = z.output<typeof dateOption>;
export type TimeOption = z.output<typeof timeOption>;
export type PollOption = DateOption | TimeOption;
export type Poll = z.output<typeof poll>;
export type Results = z.output<typeof results>;
export type Availability = z.output<typeof availability>;
export type Participant = z.output<typeof participant>;
