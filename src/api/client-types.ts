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

/** Options of one call, beside its input. */
export interface RequestOptions {
  /** Aborts the call. Its reason is thrown, unless the call is a create that may already have been carried out. */
  signal?: AbortSignal | undefined;
}

/**
 * The client: one method for each operation of the API, with the API's own field names. Every method resolves to the
 * response's JSON, and rejects with
 * - InvalidInputError when the input is wrong: it names every field, and nothing was sent;
 * - RefusedError when the service refused: `code` and `status` say why, and nothing was done;
 * - NotSentError when nothing reached the service;
 * - UnknownOutcomeError when the service may or may not have done it; for a read, when no usable response came;
 * - the reason of an aborted `signal`.
 *
 * Reads and deletes are retried. A create is retried only while it certainly was not carried out.
 */
export interface Client {
  /**
   * Lists the space's polls, newest first, one page at a time. `paginate` goes through all pages.
   *
   *     const { data, nextCursor } = await client.listPolls({ status: "open", limit: 100 });
   */
  listPolls(input?: ListPollsInput, options?: RequestOptions): Promise<ListPollsResponse>;

  /**
   * Creates a poll about days or times. It cannot be changed afterwards, and calling twice creates two.
   *
   * A create is never sent again after an unclear outcome. The client then looks for the poll among the newest ones, and
   * resolves with `recovered: true` or rejects with UnknownOutcomeError.
   *
   *     const { data: poll } = await client.createPoll({ title: "Lunch", kind: "date", options: [{ date: "2027-03-01" }] });
   */
  createPoll(input: CreatePollInput, options?: RequestOptions): Promise<CreatePollResponse>;

  /** Gets one poll with its options, settings, organizer and number of participants. */
  getPoll(input: PollIdInput, options?: RequestOptions): Promise<GetPollResponse>;

  /** Deletes a poll with all its votes, for good. When a delete is retried and the poll is gone, it counts as deleted. */
  deletePoll(input: PollIdInput, options?: RequestOptions): Promise<DeletePollResponse>;

  /** Gets the votes of a poll, counted per option, without names. */
  getPollResults(input: PollIdInput, options?: RequestOptions): Promise<GetPollResultsResponse>;

  /** Lists everybody who voted in a poll, oldest first, all in one response. */
  listParticipants(input: PollIdInput, options?: RequestOptions): Promise<ListParticipantsResponse>;

  /** Gets one participant with the options that suit them. */
  getParticipant(input: ParticipantIdInput, options?: RequestOptions): Promise<GetParticipantResponse>;

  /** Gets the API's OpenAPI 3.1 document. */
  getOpenApi(input?: Record<string, never>, options?: RequestOptions): Promise<OpenApiDocument>;
}

/** What an operation takes, by its name: `Input<"createPoll">`. */
export type Input<Name extends OperationName> = NonNullable<Parameters<Client[Name]>[0]>;

/** What an operation resolves to, by its name: `Output<"getPoll">`. */
export type Output<Name extends OperationName> = Awaited<ReturnType<Client[Name]>>;
