import type {
  CreateDatePollInput,
  CreatePollInput,
  CreateTimePollInput,
  ListPollsInput,
  ParticipantIdInput,
  PollIdInput,
} from "./inputs.ts";
import type {
  DatePoll,
  DeletedPoll,
  OpenApiDocument,
  Participant,
  Poll,
  PollKind,
  PollResults,
  TimePoll,
} from "./polls.ts";

/** A function with the signature of fetch. It must not repeat requests or follow redirects. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The options of a client. Times are in milliseconds. */
export interface ClientOptions {
  /** The space's API key, `sk_<prefix>_<secret>`. Left out, it is RALLLY_API_KEY of the environment; undefined is an error. */
  apiKey?: string | undefined;
  /**
   * The service's address, ending with `/v1`: https, or http on loopback. Left out, it is RALLLY_BASE_URL of the environment if that
   * is set. Otherwise https://api.rallly.co/v1.
   */
  baseUrl?: string | undefined;
  /** Sends the requests. Default: the runtime's fetch, and in Node undici. */
  fetch?: Fetch | undefined;
  /** Attempts of one call, the first included: 1 to 100. Default: 3. */
  attempts?: number | undefined;
  /** The time for one attempt, connecting included. Default: 15,000. */
  timeoutMs?: number | undefined;
  /** The time for a whole call: waits, attempts and the search for a lost create. Default: 60,000. */
  deadlineMs?: number | undefined;
  /** Maximum wait for the rate limit. A call that needs longer fails at once, with `retryAfterMs`. Default: Infinity. */
  maxWaitMs?: number | undefined;
  /** Accepts a base URL with plain http that is not loopback: the API key then travels in clear text. Default: false. */
  allowHttp?: boolean | undefined;
  /** The User-Agent header. Default: `rallly-connect/` and the version. */
  userAgent?: string | undefined;
  /** Called after every attempt, for logs. What it throws is ignored. Default: none. */
  onAttempt?: ((attempt: Attempt) => void) | undefined;
}

/** The options of one call. Times are in milliseconds. An unknown name is refused. */
export interface RequestOptions {
  /** Aborts the call, which rejects with the signal's reason, except a create that may already have had an effect. */
  signal?: AbortSignal | undefined;
  /** The time for one attempt, connecting included. Default: the client's. */
  timeoutMs?: number | undefined;
  /** The time for the whole call: waits, attempts and the search for a lost create. Default: the client's. */
  deadlineMs?: number | undefined;
  /** Attempts, the first included: 1 to 100. Default: the client's. */
  attempts?: number | undefined;
}

/** One attempt of a call, as `onAttempt` gets it. Contains neither the input nor the key. */
export interface Attempt {
  /** The client's method. The search for a lost create is `listPolls`. */
  operation: OperationName;
  /** Which request of the call it was: 1 for the first. */
  attempt: number;
  /** The HTTP status of the response. Absent when none arrived. */
  status?: number | undefined;
  /** Why the attempt failed: the error's code, such as `ECONNRESET`, or else its message. Absent when it succeeded. */
  error?: string | undefined;
  /** How long the attempt took, in whole milliseconds. */
  ms: number;
}

/** The rate limit of the space in the window that is nearest exhaustion. */
export interface RateLimit {
  /** Requests that the window allows in all. Absent when the response did not say it. */
  limit?: number | undefined;
  /** Requests left in the window, as the service last said. */
  left: number;
  /** Milliseconds until the window ends, from now; 0 when it has ended. */
  resetMs: number;
}

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
  extends ApiResponse<Kind extends "date" ? DatePoll : TimePoll> {
  /**
   * True when the response was lost and the poll was found among the newest ones, by kind, title, options and creation time. No
   * two calls of this process get the same poll. An equal poll that another process or person created at the same moment
   * cannot be distinguished. Otherwise absent.
   */
  recovered?: true;
}

/**
 * The client: one method for each operation of the API, with the API's field names. Every method resolves to the response's
 * JSON, and rejects with a RalllyError, or with the reason of an aborted `signal`. Reads and deletes are retried. A create is
 * retried only while it certainly had no effect.
 */
export interface Client {
  /** What the service last said about the rate limit. Undefined before the first response that says something. */
  readonly rateLimit: RateLimit | undefined;

  /** The service's time by its last Date header, in milliseconds since 1970. Before the first response, this machine's. */
  now(): number;

  /**
   * Lists the space's polls, newest first, one page at a time. `paginate` goes through all pages.
   *
   *     const { data, nextCursor } = await client.listPolls({ status: "open", limit: 100 });
   */
  listPolls(input?: ListPollsInput, options?: RequestOptions): Promise<ListPollsResponse>;

  /**
   * Creates a poll about days. It cannot be changed afterwards. Two calls create two polls.
   *
   * A create is never sent again after an unclear outcome. The client then looks for the poll among the newest ones, and
   * resolves with `recovered: true` or rejects with the outcome `unknown`.
   *
   *     const { data: poll } = await client.createPoll({ title: "Lunch", kind: "date", options: [{ date: "2027-03-01" }] });
   */
  createPoll(input: CreateDatePollInput, options?: RequestOptions): Promise<CreatePollResponse<"date">>;
  /**
   * Creates a poll about times of day. Only instants are sent: a wall-clock time that is skipped or happens twice is refused.
   *
   *     const timeZone = "Europe/London";
   *     const options = [{ startTime: "2027-03-01T09:00" }];
   *     const { data: poll } = await client.createPoll({ title: "Sync", kind: "time", timeZone, duration: 30, options });
   */
  createPoll(input: CreateTimePollInput, options?: RequestOptions): Promise<CreatePollResponse<"time">>;
  /** Creates a poll of either kind, such as the `body` of `planPoll` or `planCopy`. */
  createPoll(input: CreatePollInput, options?: RequestOptions): Promise<CreatePollResponse>;

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

/** The name of an operation, which is also the client's method. */
export type OperationName = Exclude<keyof Client, "rateLimit" | "now">;

/** The input of an operation: `Input<"createPoll">`. */
export type Input<Name extends OperationName> = NonNullable<Parameters<Client[Name]>[0]>;

/** The response of an operation: `Output<"getPoll">`. */
export type Output<Name extends OperationName> = Awaited<ReturnType<Client[Name]>>;
