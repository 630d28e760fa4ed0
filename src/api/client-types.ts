import type { CreatePollInput, ListPollsInput, ParticipantIdInput, PollIdInput } from "./inputs.ts";
import type { OperationName } from "./operations.ts";
import type {
  CreatePollResponse,
  DeletePollResponse,
  GetParticipantResponse,
  GetPollResponse,
  GetPollResultsResponse,
  ListParticipantsResponse,
  ListPollsResponse,
  OpenApiDocument,
} from "./types.ts";

/** The options of one call. */
export interface RequestOptions {
  /** Aborts the call, which throws the signal's reason, except a create that may already have had an effect. */
  signal?: AbortSignal | undefined;
}

/**
 * The client: one method for each operation of the API, with the API's field names. Every method resolves to the
 * response's JSON, and rejects with
 * - InvalidInputError for invalid input: it names every field, and nothing was sent;
 * - RefusedError when the service refused: `code` and `status` say why, and the request had no effect;
 * - NotSentError when nothing reached the service;
 * - UnknownOutcomeError when the request may or may not have had an effect; for a read, when no usable response arrived;
 * - the reason of an aborted `signal`.
 *
 * Reads and deletes are retried. A create is retried only while it certainly had no effect.
 */
export interface Client {
  /**
   * Lists the space's polls, newest first, one page at a time. `paginate` goes through all pages.
   *
   *     const { data, nextCursor } = await client.listPolls({ status: "open", limit: 100 });
   */
  listPolls(input?: ListPollsInput, options?: RequestOptions): Promise<ListPollsResponse>;

  /**
   * Creates a poll about days or times. It cannot be changed afterwards. Two calls create two polls.
   *
   * A create is never retried after an unclear outcome. The client then looks for the poll among the newest ones, and
   * resolves with `recovered: true` or rejects with UnknownOutcomeError.
   *
   *     const { data: poll } = await client.createPoll({ title: "Lunch", kind: "date", options: [{ date: "2027-03-01" }] });
   */
  createPoll(input: CreatePollInput, options?: RequestOptions): Promise<CreatePollResponse>;

  /** Gets one poll with its options, settings, organizer and number of participants. */
  getPoll(input: PollIdInput, options?: RequestOptions): Promise<GetPollResponse>;

  /** Deletes a poll with all its votes, permanently. If a retried delete finds no poll, the poll counts as deleted. */
  deletePoll(input: PollIdInput, options?: RequestOptions): Promise<DeletePollResponse>;

  /** Gets the votes of a poll, counted per option, without names. */
  getPollResults(input: PollIdInput, options?: RequestOptions): Promise<GetPollResultsResponse>;

  /** Lists all participants of a poll, oldest first, in one response. */
  listParticipants(input: PollIdInput, options?: RequestOptions): Promise<ListParticipantsResponse>;

  /** Gets one participant with their availability. */
  getParticipant(input: ParticipantIdInput, options?: RequestOptions): Promise<GetParticipantResponse>;

  /** Gets the API's OpenAPI 3.1 document. */
  getOpenApi(input?: Record<string, never>, options?: RequestOptions): Promise<OpenApiDocument>;
}

/** The input of an operation: `Input<"createPoll">`. */
export type Input<Name extends OperationName> = NonNullable<Parameters<Client[Name]>[0]>;

/** The response of an operation: `Output<"getPoll">`. */
export type Output<Name extends OperationName> = Awaited<ReturnType<Client[Name]>>;
