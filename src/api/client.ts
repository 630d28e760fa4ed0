import type { Wire } from "./attempt.ts";
import { carryOut, type Engine } from "./call.ts";
import { defaultLargestAnswer, defaultLargestParticipants, userAgent } from "./defaults.ts";
import { InvalidInputError } from "./errors.ts";
import { type Input, type Operation, type OperationName, type Output, operations } from "./operations.ts";
import { callOptions, checkClientOptions, checkOptions, clientOptions } from "./options.ts";
import { completePolicy, type Policy } from "./policy.ts";
import { listProblems } from "./problems.ts";
import { createRateGate } from "./rate-gate.ts";
import { createReconciler } from "./reconcile.ts";
import { redact, registerRedactor } from "./redact.ts";
import { type Call, prepareRequest } from "./request.ts";
import type { Transport } from "./transport.ts";

/** What may be said beside a call's input. */
export interface CallOptions {
  /** Gives the call up. Its reason is rethrown, unless a create may already have been carried out. */
  signal?: AbortSignal | undefined;
}

/**
 * One method for each operation: takes one object with the API's own field names, which may be left out where none
 * is required, and answers the API's JSON body.
 */
export type Client = {
  [Name in OperationName]: (
    ...call: Record<string, never> extends Input<Name>
      ? [input?: Input<Name>, options?: CallOptions]
      : [input: Input<Name>, options?: CallOptions]
  ) => Promise<Output<Name>>;
};

/** How to make a client; the policy's figures may be given one by one. */
export interface ClientOptions extends Partial<Policy> {
  /** The space's key, `sk_<prefix>_<secret>`. White space around it is removed. */
  apiKey: string | undefined;
  /** The service with `/v1`; https, or http on loopback. https://api.rallly.co/v1 when left out. */
  baseUrl?: string | undefined;
  /** What carries requests. */
  transport: Transport;
  /** The largest answer that is read, in bytes. 5 MiB. */
  largestAnswer?: number | undefined;
  /** The largest list of participants that is read, in bytes. 64 MiB. */
  largestParticipants?: number | undefined;
}

/**
 * The typed client over a given transport. Throws InvalidInputError that names every option which is wrong or unknown;
 * its methods throw what errors.ts lists.
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, baseUrl } = checkClientOptions(clientOptions, options);
  const engine = createEngine(apiKey, baseUrl, options);
  const call = async (
    name: OperationName,
    operation: Operation,
    given: unknown,
    beside: CallOptions = {},
  ) => {
    checkOptions(callOptions, name, beside);
    const { signal } = beside;
    const input = checkInput(name, operation, given, apiKey);
    const prepared = prepareRequest(baseUrl, operation, input);
    return carryOut(
      { name, operation, input, prepared, largestAnswer: chooseLargest(name, options), signal },
      engine,
    );
  };
  const client = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (input: unknown, callOptions?: CallOptions) =>
        call(name as OperationName, operation, input, callOptions),
    ]),
  ) as Client;
  registerRedactor(client, apiKey);
  return client;
}

function createEngine(apiKey: string, baseUrl: string, options: ClientOptions): Engine {
  const policy = completePolicy(options);
  let skew = 0;
  const wire: Wire = {
    apiKey,
    transport: options.transport,
    gate: createRateGate(policy.clock, policy.concurrency),
    headers: { authorization: `Bearer ${apiKey}`, accept: "application/json", "user-agent": userAgent },
    now: policy.clock.now,
    learnSkew: (measured) => {
      skew = measured;
    },
  };
  const reconciler = createReconciler({
    policy,
    skew: () => skew,
    async listPage(cursor, scope) {
      const { listPolls: operation } = operations;
      const input = { limit: 100, cursor };
      const look: Call = {
        name: "listPolls",
        operation,
        input,
        prepared: prepareRequest(baseUrl, operation, input),
        largestAnswer: chooseLargest("listPolls", options),
        signal: scope.signal,
      };
      const once = { ...policy, attempts: 1, deadlineMs: scope.left() };
      return (await carryOut(look, { wire, policy: once, reconciler })) as Output<"listPolls">;
    },
  });
  return { wire, policy, reconciler };
}

function checkInput(name: OperationName, operation: Operation, given: unknown, apiKey: string): object {
  // Nothing given is an empty input: each field that it lacks is then named.
  const { data, error } = operation.input.safeParse(given === undefined ? {} : given);
  if (!error) return Object.assign({}, data);
  // A key pasted as a field's name must not end up in a log.
  const problems = listProblems(error.issues).map(({ field, message }) => ({
    field: redact(field, apiKey),
    message: redact(message, apiKey),
  }));
  throw new InvalidInputError(name, problems);
}

function chooseLargest(name: OperationName, options: ClientOptions): number {
  if (name === "listParticipants") return options.largestParticipants ?? defaultLargestParticipants;
  return options.largestAnswer ?? defaultLargestAnswer;
}
