import type { Connection } from "./attempt.ts";
import type { Client, RequestOptions } from "./client-types.ts";
import { machineClock } from "./deadline.ts";
import { InvalidInputError, toProblems } from "./errors.ts";
import { execute } from "./execute.ts";
import type { Hooks } from "./hooks.ts";
import { type Operation, type OperationName, operations } from "./operations.ts";
import { callOptions, checkClientOptions, checkOptions, clientOptions } from "./options.ts";
import {
  completePolicy,
  defaultMaxParticipantsBytes,
  defaultMaxResponseBytes,
  type PolicyOptions,
} from "./policy.ts";
import { maxPageSize } from "./poll-limits.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { createReconciler } from "./reconcile.ts";
import { getRedactor, type Redactor, redact, registerRedactor } from "./redact.ts";
import { type OperationRequest, prepareRequest } from "./request.ts";
import { buildHeaders } from "./request-headers.ts";
import { parseHttpDate } from "./response.ts";
import type { ClientContext } from "./retry.ts";
import { shareCreateRegistry } from "./shared-creates.ts";
import type { Transport } from "./transport.ts";
import type { ListPollsResponse } from "./types.ts";

/** The options of every client. */
export interface CommonClientOptions extends PolicyOptions, Hooks {
  /** The space's API key, `sk_<prefix>_<secret>`. White space around it is removed. */
  apiKey: string | undefined;
  /** The service's address, ending with `/v1`: https, or http on loopback. Default: https://api.rallly.co/v1. */
  baseUrl?: string | undefined;
  /** Accepts a base URL with plain http that is not loopback: the API key then travels in clear text. Default: false. */
  allowHttp?: boolean | undefined;
  /** Maximum size of a response, in bytes, at most 512 MiB. Default: 5 MiB. */
  maxResponseBytes?: number | undefined;
  /** Maximum size of a list of participants, in bytes, at most 512 MiB. Default: 64 MiB. */
  maxParticipantsBytes?: number | undefined;
  /**
   * More headers for every request, such as those of a gateway: at most 50, in visible ASCII. Authorization, Accept,
   * Content-Type and those that frame a request are refused.
   */
  headers?: Record<string, string> | undefined;
  /** Added to the User-Agent header: `my-app/1.2`. Visible ASCII, at most 200 characters. */
  userAgentSuffix?: string | undefined;
}

/** The options of a client with a given transport. */
export interface ClientOptions extends CommonClientOptions {
  /** Sends the requests. */
  transport: Transport;
}

type OperationTable = Readonly<Record<OperationName, Operation>>;

/**
 * Creates a client that sends its requests with the given transport. `table` has the operations, perhaps with schemas
 * that are compiled. Throws InvalidInputError with every invalid or
 * unknown option. The methods throw the errors that {@link Client} lists.
 */
export function createClient(options: ClientOptions, table: OperationTable = operations): Client {
  const { apiKey, baseUrl } = checkClientOptions(clientOptions, options);
  const context = createClientContext(apiKey, baseUrl, options, table);
  const call = async (
    name: OperationName,
    operation: Operation,
    input: unknown,
    requestOptions?: RequestOptions,
  ) => {
    if (requestOptions !== undefined) checkOptions(callOptions, name, requestOptions);
    const signal = requestOptions?.signal;
    const validInput = validateInput(name, operation, input, apiKey);
    refuseKeyInUrl(name, operation, validInput, getRedactor(client));
    const prepared = prepareRequest(baseUrl, operation, validInput);
    return execute(
      {
        name,
        operation,
        input: validInput,
        prepared,
        maxResponseBytes: maxBytesFor(name, options),
        signal,
      },
      context,
    );
  };
  const client = Object.fromEntries(
    Object.entries(table).map(([name, operation]) => [
      name,
      (input: unknown, requestOptions?: RequestOptions) =>
        call(name as OperationName, operation, input, requestOptions),
    ]),
  ) as unknown as Client;
  registerRedactor(client, apiKey);
  return client;
}

function createClientContext(
  apiKey: string,
  baseUrl: string,
  options: ClientOptions,
  table: OperationTable,
): ClientContext {
  const policy = completePolicy(options);
  const { clock } = policy;
  // The last Date header and when it was received. It is parsed only when a lost create is looked up.
  let received = { date: "", at: 0 };
  const connection: Connection = {
    apiKey,
    transport: options.transport,
    rateLimiter: createRateLimiter(clock, policy.concurrency),
    headers: buildHeaders(apiKey, options),
    // Copied, so that a later change of the options has no effect.
    hooks: { onRequest: options.onRequest, onResponse: options.onResponse, onRetry: options.onRetry },
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    learnTime: (date) => {
      received = { date, at: clock.monotonic() };
    },
  };
  const reconciler = createReconciler({
    policy,
    creates: shareCreateRegistry(baseUrl, options.clock ?? machineClock),
    serviceTime(moment) {
      const date = parseHttpDate(received.date);
      return moment + (date === undefined ? clock.now() - clock.monotonic() : date - received.at);
    },
    async listPage(cursor, deadline) {
      const { listPolls: operation } = table;
      const input = { limit: maxPageSize, cursor };
      const request: OperationRequest = {
        name: "listPolls",
        operation,
        input,
        prepared: prepareRequest(baseUrl, operation, input),
        maxResponseBytes: maxBytesFor("listPolls", options),
        signal: deadline.signal,
      };
      // One attempt per page. The deadline of the create bounds every wait.
      const listPolicy = {
        ...policy,
        attempts: 1,
        deadlineMs: deadline.left(),
        maxWaitMs: Number.POSITIVE_INFINITY,
      };
      return (await execute(request, {
        connection,
        policy: listPolicy,
        reconciler,
      })) as unknown as ListPollsResponse;
    },
  });
  return { connection, policy, reconciler };
}

/** Maximum number of listed problems of an input. The rest is counted. */
const maxProblems = 100;

function validateInput(name: OperationName, operation: Operation, given: unknown, apiKey: string): object {
  // Without an input, every missing field is named.
  const { data, error } = operation.input.safeParse(given === undefined ? {} : given);
  if (!error) return Object.assign({}, data);
  const all = toProblems(error.issues);
  // A key pasted as a field name must not end up in a log.
  const problems = all.slice(0, maxProblems).map(({ path, message }) => ({
    path: redact(path, apiKey),
    message: redact(message, apiKey),
  }));
  const more = all.length - problems.length;
  if (more > 0) problems.push({ path: "input", message: `Has ${more} more problems` });
  throw new InvalidInputError(name, problems);
}

/** Throws InvalidInputError for a field of the URL that has the key, because URLs are logged. */
function refuseKeyInUrl(name: OperationName, operation: Operation, input: object, redactKey: Redactor): void {
  // The input of a create is the body.
  if (operation.effect === "create") return;
  const problems = Object.entries(input).flatMap(([path, value]) =>
    typeof value !== "string" || redactKey(value) === value
      ? []
      : [{ path, message: "Has the API key, which must not be in a URL" }],
  );
  if (problems.length > 0) throw new InvalidInputError(name, problems);
}

function maxBytesFor(name: OperationName, options: ClientOptions): number {
  if (name === "listParticipants") return options.maxParticipantsBytes ?? defaultMaxParticipantsBytes;
  return options.maxResponseBytes ?? defaultMaxResponseBytes;
}
