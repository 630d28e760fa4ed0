import * as z from "zod";
import { createPollInput, participant, poll, pollStatus, results } from "./schemas.ts";

/** What the registry holds of an operation: all that can be derived is derived from this. */
export interface Operation {
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "DELETE";
  /** Path under the base URL; `{name}` stands for the input's field of that name. */
  readonly path: `/${string}`;
  /** What a call does: decides how it is retried. */
  readonly effect: "read" | "create" | "delete";
  /** One line on what it is for. */
  readonly summary: string;
  /** Checks what the method is given. */
  readonly input: z.ZodType;
  /** Checks what the service returns. */
  readonly output: z.ZodType<Record<string, unknown>>;
}

const id = z
  .string()
  .refine((value) => value.trim() !== "", "Must not be empty")
  // encodeURIComponent leaves dots alone and URL folds them away, encoded or not: the request would miss its path.
  .refine((value) => !/^(?:\.|%2e){1,2}$/i.test(value), "Not an id")
  .refine((value) => !/\p{Surrogate}/u.test(value), "Not well-formed text");

const pollPath = z.strictObject({ pollId: id });

/** Every operation of the API, and the one place where one is born. */
export const operations = {
  listPolls: {
    method: "GET",
    path: "/polls",
    effect: "read",
    summary: "List the space's polls, newest first, page by page",
    input: z.strictObject({
      status: pollStatus.optional(),
      cursor: z.string().min(1).optional(),
      limit: z.int().min(1).max(100).optional(),
    }),
    output: z.looseObject({ data: z.array(poll), nextCursor: z.string().nullable() }),
  },
  createPoll: {
    method: "POST",
    path: "/polls",
    effect: "create",
    summary: "Create a poll about dates or about times",
    input: createPollInput,
    output: z.looseObject({ data: poll }),
  },
  getPoll: {
    method: "GET",
    path: "/polls/{pollId}",
    effect: "read",
    summary: "Read one poll with its options, settings and organizer",
    input: pollPath,
    output: z.looseObject({ data: poll }),
  },
  deletePoll: {
    method: "DELETE",
    path: "/polls/{pollId}",
    effect: "delete",
    summary: "Delete a poll with all its answers",
    input: pollPath,
    output: z.looseObject({ data: z.looseObject({ id: z.string(), deleted: z.literal(true) }) }),
  },
  getPollResults: {
    method: "GET",
    path: "/polls/{pollId}/results",
    effect: "read",
    summary: "Count the votes per option, without names",
    input: pollPath,
    output: z.looseObject({ data: results }),
  },
  listParticipants: {
    method: "GET",
    path: "/polls/{pollId}/participants",
    effect: "read",
    summary: "List everyone who answered a poll, oldest first",
    input: pollPath,
    output: z.looseObject({ data: z.array(participant) }),
  },
  getParticipant: {
    method: "GET",
    path: "/polls/{pollId}/participants/{participantId}",
    effect: "read",
    summary: "Read one participant's answer",
    input: z.strictObject({ pollId: id, participantId: id }),
    output: z.looseObject({ data: participant }),
  },
  getOpenApi: {
    method: "GET",
    path: "/openapi",
    effect: "read",
    summary: "Read the API's OpenAPI document",
    input: z.strictObject({}),
    output: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
  },
} satisfies Record<string, Operation>;

export type Operations = typeof operations;

/** The name of an operation, which is also the client's method. */
export type OperationName = keyof Operations;
