import * as is from "../check/checks.ts";
import { checkCreatePoll } from "../check/create-input.ts";
import { participant, poll, pollIdentity, pollStatus, results } from "../check/responses.ts";
import type { ApiResponse, Input, ListPollsResponse, OperationName, Output } from "../types/client.ts";
import type { ListPollsInput, ParticipantIdInput, PollIdInput } from "../types/inputs.ts";
import type { DeletedPoll, OpenApiDocument } from "../types/polls.ts";

/** One operation of the API. The client's method and its request are derived from it. */
export interface Operation {
  /** The HTTP method, which decides how a call is retried. */
  readonly method: "GET" | "POST" | "DELETE";
  /** Path under the base URL; `{name}` stands for the input's field of that name. */
  readonly path: `/${string}`;
  readonly checkInput: (given: unknown) => is.Checked<object>;
  readonly output: is.AnyCheck;
}

interface OperationOf<Name extends OperationName> extends Operation {
  readonly checkInput: (given: unknown) => is.Checked<Input<Name>>;
  readonly output: is.Check<Output<Name>>;
}

/** Maximum number of polls on one page of a listing. */
export const maxPageSize = 100;

// encodeURIComponent keeps dots and URL resolves them, encoded or not: the request would go to another path.
const id = is.textThat(
  (value) => value.trim() !== "" && !/^(?:\.|%2e){1,2}$|\p{Surrogate}/iu.test(value),
  "must be an id, such as Xk3pQ9vLm2Ab",
);

const polls = is.strictObject<ListPollsInput>({
  status: is.optional(pollStatus),
  cursor: is.optional(is.textThat((value) => value !== "", "must not be empty")),
  limit: is.optional(is.wholeNumber(1, maxPageSize)),
});

const pollId = is.strictObject<PollIdInput>({ pollId: id });
const participantId = is.strictObject<ParticipantIdInput>({ pollId: id, participantId: id });

const read = <Input, Output>(path: Operation["path"], input: is.Check<Input>, output: is.Check<Output>) =>
  ({ method: "GET", path, checkInput: (given: unknown) => is.check(input, given, "input"), output }) as const;

const dataOf = <Data>(data: is.Check<Data>) => is.object<ApiResponse<Data>>({ data });

const pollPage = is.object<ListPollsResponse>({ data: is.list(poll), nextCursor: is.nullable(is.string) });
/** The page in which a lost create is looked for: another poll that breaks a promise must not hide it. */
export const newestPolls = dataOf(is.list(pollIdentity));
const deletedPoll = is.object<DeletedPoll>({ id: is.string, deleted: is.oneOf(true) });
const openApi = is.object<OpenApiDocument>({ openapi: is.string, paths: is.record });

export const operations: { readonly [Name in OperationName]: OperationOf<Name> } = {
  listPolls: read("/polls", polls, pollPage),
  createPoll: { method: "POST", path: "/polls", checkInput: checkCreatePoll, output: dataOf(poll) },
  getPoll: read("/polls/{pollId}", pollId, dataOf(poll)),
  deletePoll: { ...read("/polls/{pollId}", pollId, dataOf(deletedPoll)), method: "DELETE" },
  getPollResults: read("/polls/{pollId}/results", pollId, dataOf(results)),
  listParticipants: read("/polls/{pollId}/participants", pollId, dataOf(is.list(participant))),
  getParticipant: read("/polls/{pollId}/participants/{participantId}", participantId, dataOf(participant)),
  getOpenApi: read("/openapi", is.strictObject<Record<string, never>>({}), openApi),
};
