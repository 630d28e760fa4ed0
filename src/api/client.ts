import type { Connection } from "./attempt.ts";
import { machineClock } from "./clock.ts";
import { InvalidInputError } from "./errors.ts";
import type { CreatePollInput, ListPollsInput, ParticipantIdInput, PollIdInput } from "./inputs.ts";
import { type Operation, type OperationName, operations } from "./operations.ts";
import { callOptions, checkClientOptions, checkOptions, clientOptions } from "./options.ts";
import {
  completePolicy,
  defaultMaxParticipantsBytes,
  defaultMaxResponseBytes,
  type PolicyOptions,
  userAgent,
} from "./policy.ts";
import { toProblems } from "./problems.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { createReconciler } from "./reconcile.ts";
import { redact, registerRedactor } from "./redact.ts";
import { type OperationRequest, prepareRequest } from "./request.ts";
import { type ClientContext, execute } from "./retry.ts";
import { shareCreates } from "./shared-creates.ts";
import type { Transport } from "./transport.ts";
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

/** What may stand beside a call's input. */
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

/** What every client can be given. Each part of the policy can be given by itself. */
export interface CommonClientOptions extends PolicyOptions {
  /** The space's API key, `sk_<prefix>_<secret>`. White space around it is removed. */
  apiKey: string | undefined;
  /** The service's address with `/v1`: https, or http on loopback. Default: https://api.rallly.co/v1. */
  baseUrl?: string | undefined;
  /** The largest response that is read, in bytes, at most 512 MiB. Default: 5 MiB. */
  maxResponseBytes?: number | undefined;
  /** The largest list of participants that is read, in bytes, at most 512 MiB. Default: 64 MiB. */
  maxParticipantsBytes?: number | undefined;
}

/** The options of a client over a transport of the caller's. */
export interface ClientOptions extends CommonClientOptions {
  /** What sends requests. */
  transport: Transport;
}

/**
 * The typed client over a given transport. Throws InvalidInputError that names every option which is wrong or unknown;
 * its methods throw what errors.ts lists.
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, baseUrl } = checkClientOptions(clientOptions, options);
  const engine = createClientContext(apiKey, baseUrl, options);
  const call = async (
    name: OperationName,
    operation: Operation,
    given: unknown,
    beside: RequestOptions = {},
  ) => {
    checkOptions(callOptions, name, beside);
    const { signal } = beside;
    const input = validateInput(name, operation, given, apiKey);
    const prepared = prepareRequest(baseUrl, operation, input);
    return execute(
      { name, operation, input, prepared, maxResponseBytes: maxBytesFor(name, options), signal },
      engine,
    );
  };
  const client = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (input: unknown, callOptions?: RequestOptions) =>
        call(name as OperationName, operation, input, callOptions),
    ]),
  ) as unknown as Client;
  registerRedactor(client, apiKey);
  return client;
}

function createClientContext(apiKey: string, baseUrl: string, options: ClientOptions): ClientContext {
  const policy = completePolicy(options);
  const { clock } = policy;
  // The service's time when the monotonic clock read 0, as far as a response has shown it.
  let serviceStart: number | undefined;
  const connection: Connection = {
    apiKey,
    transport: options.transport,
    rateLimiter: createRateLimiter(clock, policy.concurrency),
    headers: { authorization: `Bearer ${apiKey}`, accept: "application/json", "user-agent": userAgent },
    now: () => clock.now(),
    learnTime: (serviceTime) => {
      serviceStart = serviceTime - clock.monotonic();
    },
  };
  const reconciler = createReconciler({
    policy,
    creates: shareCreates(apiKey, baseUrl, options.clock ?? machineClock),
    serviceTime: (moment) => moment + (serviceStart ?? clock.now() - clock.monotonic()),
    async listPage(cursor, scope) {
      const { listPolls: operation } = operations;
      const input = { limit: 100, cursor };
      const look: OperationRequest = {
        name: "listPolls",
        operation,
        input,
        prepared: prepareRequest(baseUrl, operation, input),
        maxResponseBytes: maxBytesFor("listPolls", options),
        signal: scope.signal,
      };
      // The create's own deadline bounds every wait here.
      const once = {
        ...policy,
        attempts: 1,
        deadlineMs: scope.left(),
        maxWaitMs: Number.POSITIVE_INFINITY,
      };
      return (await execute(look, {
        connection,
        policy: once,
        reconciler,
      })) as unknown as ListPollsResponse;
    },
  });
  return { connection, policy, reconciler };
}

/** Problems of an input that are listed; the rest is counted. */
const maxProblems = 100;

function validateInput(name: OperationName, operation: Operation, given: unknown, apiKey: string): object {
  // Nothing given is an empty input: each field that it lacks is then named.
  const { data, error } = operation.input.safeParse(given === undefined ? {} : given);
  if (!error) return Object.assign({}, data);
  const all = toProblems(error.issues);
  // A key pasted as a field's name must not end up in a log.
  const problems = all.slice(0, maxProblems).map(({ path, message }) => ({
    path: redact(path, apiKey),
    message: redact(message, apiKey),
  }));
  const more = all.length - problems.length;
  if (more > 0) problems.push({ path: "input", message: `Has ${more} more problems` });
  throw new InvalidInputError(name, problems);
}

function maxBytesFor(name: OperationName, options: ClientOptions): number {
  if (name === "listParticipants") return options.maxParticipantsBytes ?? defaultMaxParticipantsBytes;
  return options.maxResponseBytes ?? defaultMaxResponseBytes;
}
