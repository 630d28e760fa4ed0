import * as z from "zod";
import { maxPageSize } from "./poll-limits.ts";
import { createPollInput, participant, poll, pollStatus, results } from "./schemas.ts";

/** One operation of the API. The client's method and its request are derived from it. */
export interface Operation {
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "DELETE";
  /** Path under the base URL; `{name}` stands for the input's field of that name. */
  readonly path: `/${string}`;
  /** What a call does, which decides how it is retried. */
  readonly effect: "read" | "create" | "delete";
  /** Validates the input. */
  readonly input: z.ZodType;
  /** Validates the response. */
  readonly output: Pick<z.ZodType<Record<string, unknown>>, "safeParse">;
}

const id = z
  .string()
  .refine((value) => value.trim() !== "", "Must not be empty")
  // encodeURIComponent keeps dots and URL resolves them, encoded or not: the request would go to another path.
  .refine((value) => !/^(?:\.|%2e){1,2}$/i.test(value), "Must be an id")
  .refine((value) => !/\p{Surrogate}/u.test(value), "Contains an invalid character");

const pollPath = z.strictObject({ pollId: id });

/** Every operation of the API. */
export const operations = {
  listPolls: {
    method: "GET",
    path: "/polls",
    effect: "read",
    input: z.strictObject({
      status: pollStatus.optional(),
      cursor: z.string().min(1).optional(),
      limit: z.int().min(1).max(maxPageSize).optional(),
    }),
    output: z.looseObject({ data: z.array(poll), nextCursor: z.string().nullable() }),
  },
  createPoll: {
    method: "POST",
    path: "/polls",
    effect: "create",
    input: createPollInput,
    output: z.looseObject({ data: poll }),
  },
  getPoll: {
    method: "GET",
    path: "/polls/{pollId}",
    effect: "read",
    input: pollPath,
    output: z.looseObject({ data: poll }),
  },
  deletePoll: {
    method: "DELETE",
    path: "/polls/{pollId}",
    effect: "delete",
    input: pollPath,
    output: z.looseObject({ data: z.looseObject({ id: z.string(), deleted: z.literal(true) }) }),
  },
  getPollResults: {
    method: "GET",
    path: "/polls/{pollId}/results",
    effect: "read",
    input: pollPath,
    output: z.looseObject({ data: results }),
  },
  listParticipants: {
    method: "GET",
    path: "/polls/{pollId}/participants",
    effect: "read",
    input: pollPath,
    output: z.looseObject({ data: z.array(participant) }),
  },
  getParticipant: {
    method: "GET",
    path: "/polls/{pollId}/participants/{participantId}",
    effect: "read",
    input: z.strictObject({ pollId: id, participantId: id }),
    output: z.looseObject({ data: participant }),
  },
  getOpenApi: {
    method: "GET",
    path: "/openapi",
    effect: "read",
    input: z.strictObject({}),
    output: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
  },
} satisfies Record<string, Operation>;

/** The name of an operation, which is also the client's method. */
export type OperationName = keyof typeof operations;
