import type { CreatePollInput } from "../check/create-input.ts";
import type { Participant, Poll, PollKind, PollResults } from "../check/responses.ts";
import type { ListPollsInput, OperationName, ParticipantIdInput, PollIdInput } from "../send/operations.ts";

/** A response of the service. */
export interface ApiResponse<Data> {
  /** What was asked for, or what was created or deleted. */
  data: Data;
}

/** One page of polls, newest first. */
export interface ListPollsResponse extends ApiResponse<Poll[]> {
  /** Pass it as `cursor` to get the next page. Null on the last page. */
  nextCursor: string | null;
}

/** The poll that was created, of the kind of its input. */
export interface CreatePollResponse<Kind extends PollKind = PollKind>
  extends ApiResponse<Extract<Poll, { kind: Kind }>> {
  /**
   * True when the response was lost and the poll was found among the newest ones, by kind, title, options and creation time. No
   * two calls of this process get the same poll. An equal poll that another process or person created at the same moment
   * cannot be distinguished. Otherwise absent.
   */
  recovered?: true;
}

/** A poll that no longer exists. */
export interface DeletedPoll {
  /** The poll's id. */
  id: string;
  /** Always true. */
  deleted: true;
}

/** The API's OpenAPI 3.1 document. Only what this client relies on is typed. */
export interface OpenApiDocument {
  /** The version of OpenAPI. */
  openapi: string;
  /** The operations by path; each path starts with `/v1`. */
  paths: Record<string, unknown>;
}

/** The options of one call. */
export interface RequestOptions {
  /** Aborts the call, which rejects with the signal's reason, except a create that may already have had an effect. */
  signal?: AbortSignal | undefined;
}

/**
 * The client: one method for each operation of the API, with the API's field names. Every method resolves to the response's
 * JSON, and rejects with a RalllyError, or with the reason of an aborted `signal`. Reads and deletes are retried. A create is
 * retried only while it certainly had no effect.
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
   * A create is never sent again after an unclear outcome. The client then looks for the poll among the newest ones, and
   * resolves with `recovered: true` or rejects with the outcome `unknown`.
   *
   *     const { data: poll } = await client.createPoll({ title: "Lunch", kind: "date", options: [{ date: "2027-03-01" }] });
   */
  createPoll<Kind extends PollKind>(
    input: CreatePollInput & { kind: Kind },
    options?: RequestOptions,
  ): Promise<CreatePollResponse<Kind>>;

  /** Gets one poll with its options, settings, organizer and number of participants. */
  getPoll(input: PollIdInput, options?: RequestOptions): Promise<ApiResponse<Poll>>;

  /** Deletes a poll with all its votes, permanently. If a retried delete finds no poll, the poll counts as deleted. */
  deletePoll(input: PollIdInput, options?: RequestOptions): Promise<ApiResponse<DeletedPoll>>;

  /** Gets the votes of a poll, counted per option, without names. */
  getPollResults(input: PollIdInput, options?: RequestOptions): Promise<ApiResponse<PollResults>>;

  /** Lists all participants of a poll, oldest first, in one response. */
  listParticipants(input: PollIdInput, options?: RequestOptions): Promise<ApiResponse<Participant[]>>;

  /** Gets one participant with their availability. */
  getParticipant(input: ParticipantIdInput, options?: RequestOptions): Promise<ApiResponse<Participant>>;

  /** Gets the API's OpenAPI 3.1 document. */
  getOpenApi(input?: Record<string, never>, options?: RequestOptions): Promise<OpenApiDocument>;
}

/** The input of an operation: `Input<"createPoll">`. */
export type Input<Name extends OperationName> = NonNullable<Parameters<Client[Name]>[0]>;

/** The response of an operation: `Output<"getPoll">`. */
export type Output<Name extends OperationName> = Awaited<ReturnType<Client[Name]>>;
