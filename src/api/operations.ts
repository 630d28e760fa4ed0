import * as z from "zod/mini";
import { createPollInput } from "./create-input.ts";
import { textThat, wholeNumber } from "./problems.ts";
import { participant, poll, pollStatus, results } from "./schemas.ts";

/** One operation of the API. The client's method and its request are derived from it. */
export interface Operation {
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "DELETE";
  /** Path under the base URL; `{name}` stands for the input's field of that name. */
  readonly path: `/${string}`;
  /** What a call does, which decides how it is retried. */
  readonly effect: "read" | "create" | "delete";
  /** Checks the input. createPoll also has rules that span fields. */
  readonly input: z.ZodMiniType;
  /** Checks the response. */
  readonly output: z.ZodMiniType;
}

/** Maximum number of polls on one page of a listing. */
export const maxPageSize = 100;

// encodeURIComponent keeps dots and URL resolves them, encoded or not: the request would go to another path.
const id = textThat(
  (value) => value.trim() !== "" && !/^(?:\.|%2e){1,2}$|\p{Surrogate}/iu.test(value),
  "must be an id, such as Xk3pQ9vLm2Ab",
);

const listPolls = z.strictObject({
  /** Only polls of this status. Default: all. */
  status: z.optional(pollStatus),
  /** The `nextCursor` of the preceding page, unchanged. Default: the first page. */
  cursor: z.optional(textThat((value) => value !== "", "must not be empty")),
  /** Polls per page, 1 to 100. Default: 20. */
  limit: z.optional(wholeNumber(1, maxPageSize)),
});

const pollId = z.strictObject({
  /** The poll's id, such as `Xk3pQ9vLm2Ab`. */
  pollId: id,
});

const participantId = z.strictObject({
  /** The poll's id. */
  pollId: id,
  /** The participant's id. */
  participantId: id,
});

/** Which polls to list. */
export interface ListPollsInput extends z.infer<typeof listPolls> {}

/** Identifies a poll. */
export interface PollIdInput extends z.infer<typeof pollId> {}

/** Identifies a participant of a poll. */
export interface ParticipantIdInput extends z.infer<typeof participantId> {}

const read = { method: "GET", effect: "read" } as const;

/** Every operation of the API. */
export const operations = {
  listPolls: {
    ...read,
    path: "/polls",
    input: listPolls,
    output: z.object({ data: z.array(poll), nextCursor: z.nullable(z.string()) }),
  },
  createPoll: {
    method: "POST",
    path: "/polls",
    effect: "create",
    input: createPollInput,
    output: z.object({ data: poll }),
  },
  getPoll: { ...read, path: "/polls/{pollId}", input: pollId, output: z.object({ data: poll }) },
  deletePoll: {
    method: "DELETE",
    path: "/polls/{pollId}",
    effect: "delete",
    input: pollId,
    output: z.object({ data: z.object({ id: z.string(), deleted: z.literal(true) }) }),
  },
  getPollResults: {
    ...read,
    path: "/polls/{pollId}/results",
    input: pollId,
    output: z.object({ data: results }),
  },
  listParticipants: {
    ...read,
    path: "/polls/{pollId}/participants",
    input: pollId,
    output: z.object({ data: z.array(participant) }),
  },
  getParticipant: {
    ...read,
    path: "/polls/{pollId}/participants/{participantId}",
    input: participantId,
    output: z.object({ data: participant }),
  },
  getOpenApi: {
    ...read,
    path: "/openapi",
    input: z.strictObject({}),
    output: z.object({ openapi: z.string(), paths: z.object({}) }),
  },
} satisfies Record<string, Operation>;

/** The name of an operation, which is also the client's method. */
export type OperationName = keyof typeof operations;
