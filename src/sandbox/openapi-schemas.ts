import * as z from "zod";
import { datePollBody, timePollBody } from "./create-poll-schema.ts";
import { errorStatus } from "./errors.ts";

// Separate from the code that builds the responses: a test compares both.
const instant = z.iso.datetime().meta({ description: "An instant in UTC." });
const count = z.int().min(0);

const dateOption = z.object({ id: z.string(), date: z.iso.date() }).meta({ id: "DateOption" });
const timeOption = z
  .object({ id: z.string(), startTime: instant, duration: z.int().min(1).meta({ description: "Minutes." }) })
  .meta({ id: "TimeOption" });

const conferencing = z
  .union([
    z.object({ provider: z.enum(["zoom", "meet", "teams"]) }),
    z.object({ provider: z.literal("custom"), label: z.string().min(1).max(100), uri: z.url().optional() }),
  ])
  .meta({ id: "Conferencing" });

const status = z.enum(["open", "closed", "scheduled", "canceled"]).meta({ id: "PollStatus" });

const pollFields = {
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  conferencing: conferencing.nullable(),
  timeZone: z.string().nullable().meta({ description: "An IANA name; null when the times float." }),
  status,
  createdAt: instant,
  updatedAt: instant,
  organizer: z
    .object({ id: z.string(), name: z.string(), email: z.string(), image: z.string().nullable() })
    .nullable(),
  requireEmail: z.boolean(),
  hideParticipants: z.boolean(),
  hideScores: z.boolean(),
  disableComments: z.boolean(),
  allowTentativeVotes: z.boolean(),
  participantCount: count,
  adminUrl: z.url(),
  inviteUrl: z.url(),
};

const poll = z
  .union([
    z.object({ ...pollFields, kind: z.literal("date"), options: z.array(dateOption) }),
    z.object({ ...pollFields, kind: z.literal("time"), options: z.array(timeOption) }),
  ])
  .meta({ id: "Poll" });

const tally = {
  votes: z
    .array(z.object({ type: z.string(), count }))
    .meta({ description: "Every vote type on offer, zeros too." }),
  score: z.number().meta({ description: "Higher is better, within this response only." }),
  isTopChoice: z.boolean(),
};

const resultFields = { pollId: z.string(), status, participantCount: count, highScore: z.number() };

const results = z
  .union([
    z.object({ ...resultFields, kind: z.literal("date"), options: z.array(dateOption.extend(tally)) }),
    z.object({ ...resultFields, kind: z.literal("time"), options: z.array(timeOption.extend(tally)) }),
  ])
  .meta({ id: "Results" });

const participant = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    createdAt: instant,
    availability: z
      .array(
        z.object({
          start: instant,
          end: instant.meta({ description: "Not included." }),
          allDay: z.boolean().meta({ description: "A floating day: read its date from start." }),
          modifiers: z.array(z.string()),
        }),
      )
      .meta({ description: "One span for each option this person can make, in order of start." }),
  })
  .meta({ id: "Participant" });

const failure = z
  .object({
    error: z.object({
      code: z.string().meta({ description: `One of ${Object.keys(errorStatus).join(", ")}.` }),
      message: z.string(),
    }),
  })
  .meta({ id: "Failure" });

/** Every body of a request or a response, by its name in the OpenAPI document. */
export const apiSchemas = {
  CreatePoll: z.union([datePollBody, timePollBody]).meta({ id: "CreatePoll" }),
  PollPage: z.object({ data: z.array(poll), nextCursor: z.string().nullable() }).meta({ id: "PollPage" }),
  PollResponse: z.object({ data: poll }).meta({ id: "PollResponse" }),
  DeletedResponse: z
    .object({ data: z.object({ id: z.string(), deleted: z.literal(true) }) })
    .meta({ id: "DeletedResponse" }),
  ResultsResponse: z.object({ data: results }).meta({ id: "ResultsResponse" }),
  ParticipantsResponse: z.object({ data: z.array(participant) }).meta({ id: "ParticipantsResponse" }),
  ParticipantResponse: z.object({ data: participant }).meta({ id: "ParticipantResponse" }),
  Failure: failure,
} as const;

/** Every schema that has a name, those inside others included. */
export const namedSchemas = [
  datePollBody,
  timePollBody,
  dateOption,
  timeOption,
  conferencing,
  status,
  poll,
  results,
  participant,
  ...Object.values(apiSchemas),
];
