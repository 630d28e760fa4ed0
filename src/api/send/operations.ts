import * as z from "zod/mini";
import { createPollInput } from "../check/create-input.ts";
import { textThat, wholeNumber } from "../check/problems.ts";
import {
  dataOf,
  deletedPoll,
  type Guard,
  list,
  openApi,
  participant,
  poll,
  pollPage,
  results,
} from "../check/responses.ts";
import type { OperationName } from "../types/client.ts";
import type { PollStatus } from "../types/polls.ts";

/** One operation of the API. The client's method and its request are derived from it. */
export interface Operation {
  /** The HTTP method, which decides how a call is retried. */
  readonly method: "GET" | "POST" | "DELETE";
  /** Path under the base URL; `{name}` stands for the input's field of that name. */
  readonly path: `/${string}`;
  /** Checks the input. createPoll also has rules that span fields. */
  readonly input: z.ZodMiniType;
  readonly output: Guard<unknown>;
}

/** Maximum number of polls on one page of a listing. */
export const maxPageSize = 100;

// encodeURIComponent keeps dots and URL resolves them, encoded or not: the request would go to another path.
const id = textThat(
  (value) => value.trim() !== "" && !/^(?:\.|%2e){1,2}$|\p{Surrogate}/iu.test(value),
  "must be an id, such as Xk3pQ9vLm2Ab",
);

const pollStatus = z.literal(["open", "closed", "scheduled", "canceled"]) satisfies z.ZodMiniType<PollStatus>;

const listPolls = z.strictObject({
  status: z.nullish(pollStatus),
  cursor: z.nullish(textThat((value) => value !== "", "must not be empty")),
  limit: z.nullish(wholeNumber(1, maxPageSize)),
});

const pollId = z.strictObject({ pollId: id });
const participantId = z.strictObject({ pollId: id, participantId: id });

const read = <In extends z.ZodMiniType, Out>(path: Operation["path"], input: In, output: Guard<Out>) =>
  ({ method: "GET", path, input, output }) as const;

export const operations = {
  listPolls: read("/polls", listPolls, pollPage),
  createPoll: { method: "POST", path: "/polls", input: createPollInput, output: dataOf(poll) },
  getPoll: read("/polls/{pollId}", pollId, dataOf(poll)),
  deletePoll: { method: "DELETE", path: "/polls/{pollId}", input: pollId, output: dataOf(deletedPoll) },
  getPollResults: read("/polls/{pollId}/results", pollId, dataOf(results)),
  listParticipants: read("/polls/{pollId}/participants", pollId, dataOf(list(participant))),
  getParticipant: read("/polls/{pollId}/participants/{participantId}", participantId, dataOf(participant)),
  getOpenApi: read("/openapi", z.strictObject({}), openApi),
} satisfies Record<OperationName, Operation>;
