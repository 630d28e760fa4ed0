import { listProblems, type Problem } from "../../problem.ts";
import { createRedactor, redactKeys } from "../../redact.ts";
import { checkCreatePoll } from "../check/create-input.ts";
import { type Checked, check } from "../check/problems.ts";
import type {
  Attempt,
  Client,
  ClientOptions,
  ListPollsResponse,
  OperationName,
  RequestOptions,
} from "../types/client.ts";
import type { CreatePollInput, PollIdInput } from "../types/inputs.ts";
import { checkOptions, checkRequestOptions } from "./client-options.ts";
import type { Failure } from "./connection-errors.ts";
import { createInTurn, findLostPoll, whileSending } from "./create-once.ts";
import { type Deadline, deadlineExceeded, getTimeLeft, sleep } from "./deadline.ts";
import { RalllyError, toSentence } from "./errors.ts";
import { type Exchange, exchange, type OperationRequest } from "./http.ts";
import { maxPageSize, type Operation, operations } from "./operations.ts";
import { createRateLimiter } from "./rate-limit.ts";
import { overFetch, type Transport } from "./transport.ts";

/** A call of a method with its valid input. */
interface Call extends OperationRequest {
  input: Partial<PollIdInput & CreatePollInput>;
  deadline: Deadline;
  /** Milliseconds for one attempt, and the most to wait for the rate limit. */
  timeoutMs: number;
  maxWaitMs: number;
  /** How many times the request may be sent. */
  maxAttempts: number;
  /** How many times the request was sent, and when last, in milliseconds since 1970. */
  sent: number;
  sentAt: number;
  /** Whether an attempt may have had an effect. */
  isUnclear: boolean;
}

type Result = Exchange["result"];

/** Maximum length of a message: enough for a list of fields, too little for a page of HTML. */
const maxMessageLength = 1000;

const firstBackoffMs = 500;
const maxBackoffMs = 8000;

/**
 * Creates a client. Throws a RalllyError with the code INVALID_OPTIONS that names every invalid and unknown option.
 *
 *     const client = createClient({ apiKey });
 *     const { data: polls } = await client.listPolls({ status: "open" });
 */
export function createClient(options: ClientOptions = {}): Client {
  // Looked up for each request, because tests and frameworks replace it, and called without an owner, which browsers require.
  return openClient(
    options,
    overFetch((url, init) => fetch(url, init)),
  );
}

/** Creates a client on a transport, unless the options have a fetch. */
export function openClient(options: ClientOptions, runtime: Transport): Client {
  const checked = checkOptions(options);
  const { apiKey, baseUrl, userAgent, onAttempt } = checked;
  const transport = checked.fetch ? overFetch(checked.fetch) : runtime;
  const space = { baseUrl, apiKey };
  const limiter = createRateLimiter();
  const redact = createRedactor(apiKey);
  // A front end that shows texts of others sanitizes them. Here only what hides a key or steers a terminal goes.
  const mask = (text: string, length = maxMessageLength) =>
    redactKeys(redact(text.replace(/\p{Cf}/gu, "").replace(/\p{Cc}+/gu, " "))).slice(0, length);
  const headers = { authorization: `Bearer ${apiKey}`, accept: "application/json", "user-agent": userAgent };
  let clockAheadMs = 0;
  const now = () => Date.now() + clockAheadMs;

  function toError(
    { name, sent, isUnclear }: Pick<Call, "name" | "sent" | "isUnclear">,
    { message, code, problems, outcome, status, retryAfterMs, received }: Failure,
    cause?: unknown,
  ): RalllyError {
    const next = retryAfterMs ? ` Retry in ${Math.ceil(retryAfterMs / 1000)} s.` : "";
    const maskProblem = ({ path, message, code }: Problem) => ({
      path: mask(path),
      message: mask(message),
      ...(code !== undefined && { code }),
    });
    return new RalllyError(mask(next === "" ? message : toSentence(message) + next), {
      operation: name,
      outcome: isUnclear ? "unknown" : outcome,
      attempts: sent,
      code: code === undefined ? undefined : mask(code, 100),
      status,
      retryAfterMs,
      problems: problems?.map(maskProblem),
      received,
      cause,
    });
  }

  function refuse(name: OperationName, what: "input" | "options", problems: Problem[]): RalllyError {
    const message = `Invalid ${what}, nothing was sent. ${listProblems(problems)}`;
    const code = `INVALID_${what.toUpperCase()}`;
    const failure = { outcome: "not-sent", code, message, problems, retry: false } as const;
    return toError({ name, sent: 0, isUnclear: false }, failure);
  }

  /** Checks the input and builds the request. */
  function prepare(name: OperationName, given: unknown): OperationRequest & Pick<Call, "input"> {
    const operation: Operation = operations[name];
    const { data, problems }: Checked<unknown> =
      name === "createPoll" ? checkCreatePoll(given) : check(operation.input, given, "input");
    if (data === undefined) throw refuse(name, "input", problems);
    // Null means "not given", and the service rejects it.
    const entries = Object.entries(Object(data)).filter(([, value]) => value !== undefined && value !== null);
    const input: Call["input"] = Object.fromEntries(entries);
    let url: string = baseUrl + operation.path;
    if (operation.method === "POST") {
      const sent = { ...headers, "content-type": "application/json" };
      return { name, operation, method: "POST", input, url, headers: sent, body: JSON.stringify(input) };
    }
    const query = new URLSearchParams();
    const leaking: Problem[] = [];
    for (const [field, value] of entries) {
      const text = String(value);
      // URLs are logged.
      if (redact(text) !== text)
        leaking.push({ path: field, message: "is the API key, which must not be in a URL" });
      if (url.includes(`{${field}}`)) url = url.replace(`{${field}}`, encodeURIComponent(text));
      else query.set(field, text);
    }
    if (leaking.length > 0) throw refuse(name, "input", leaking);
    return {
      name,
      operation,
      method: operation.method,
      input,
      url: query.size > 0 ? `${url}?${query}` : url,
      headers,
    };
  }

  /** Waits for the rate limit, then sends the request once. Rejects with the reason of the call's deadline before that. */
  async function attempt(call: Call): Promise<Result> {
    const { deadline, operation } = call;
    const refusedMs = await limiter.acquire(deadline, Math.min(call.maxWaitMs, getTimeLeft(deadline)));
    if (refusedMs !== undefined) {
      const message = "The rate limit of the space is reached.";
      const code = "RATE_LIMIT_EXCEEDED";
      return { outcome: "not-sent", code, message, retryAfterMs: refusedMs, retry: false };
    }
    call.sent += 1;
    call.sentAt = Date.now();
    const start = performance.now();
    // A create leaves half of the time to look for the poll.
    const left = getTimeLeft(deadline) / (operation.method === "POST" ? 2 : 1);
    let answer: Exchange | undefined;
    try {
      answer = await exchange(transport, call, Math.min(call.timeoutMs, left), deadline.signal);
      clockAheadMs = answer.clockAheadMs ?? clockAheadMs;
      return answer.result;
    } finally {
      limiter.release(answer?.limit);
      if (onAttempt && answer) callHook(call, answer.result, performance.now() - start);
    }
  }

  /** Calls the hook. Its failure must not become the failure of a call that may have had an effect. */
  function callHook({ name, sent }: Call, result: Result, elapsedMs: number): void {
    const attempt: Attempt = { operation: name, attempt: sent, ms: Math.round(elapsedMs) };
    if (result.status !== undefined) attempt.status = result.status;
    if ("message" in result) attempt.error = mask(result.code ?? result.message, 200);
    new Promise((resolve) => resolve(onAttempt?.(attempt))).catch(() => {});
  }

  /** Sends the request until it succeeds or another attempt cannot help, is not safe or would come too late. */
  async function sendWithRetries(call: Call): Promise<unknown> {
    const { operation, input, deadline } = call;
    const send = () => attempt(call);
    for (;;) {
      const isCreate = operation.method === "POST";
      const result = isCreate ? await whileSending(space, input as CreatePollInput, send) : await send();
      if ("json" in result) return result.json;
      if (isCreate && result.outcome === "unknown") return findPoll(call, result);
      deadline.signal?.throwIfAborted();
      if (call.isUnclear && result.code === "POLL_NOT_FOUND")
        return { data: { id: input.pollId, deleted: true } };
      call.isUnclear ||= operation.method === "DELETE" && result.outcome === "unknown";
      const wait = result.retryAfterMs || chooseBackoff(call.sent);
      const isRateLimit = result.status === 429 && result.retryAfterMs !== undefined;
      const isTooLong = wait >= getTimeLeft(deadline) || (isRateLimit && wait > call.maxWaitMs);
      if (!result.retry || call.sent >= call.maxAttempts || isTooLong) throw toError(call, result);
      await sleep(wait, deadline);
    }
  }

  /** The poll of a create with an unclear outcome. Throws a RalllyError that says how to look for it. */
  async function findPoll(call: Call, failure: Failure): Promise<unknown> {
    const { deadline } = call;
    const request = prepare("listPolls", { limit: maxPageSize });
    const listing = { ...call, ...request, body: undefined, maxWaitMs: Number.POSITIVE_INFINITY };
    const startedAt = () => call.sentAt + clockAheadMs;
    const found = await findLostPoll(space, call.input as CreatePollInput, deadline, startedAt, async () => {
      const result = await attempt(listing);
      if (!("json" in result)) throw toError(listing, result);
      return (result.json as ListPollsResponse).data;
    });
    if (typeof found !== "string") return { data: found, recovered: true };
    const advice = "Look at the list of polls before you create it again.";
    const message = `${toSentence(failure.message)} The poll may or may not exist. ${found} ${advice}`;
    throw toError(call, { ...failure, message, retryAfterMs: undefined }, deadline.signal?.reason);
  }

  async function run(name: OperationName, given: unknown = {}, options?: RequestOptions): Promise<unknown> {
    const request = prepare(name, given);
    const problems = options === undefined ? [] : checkRequestOptions(options);
    if (problems.length > 0) throw refuse(name, "options", problems);
    const { signal, timeoutMs = checked.timeoutMs, deadlineMs = checked.deadlineMs } = options ?? {};
    signal?.throwIfAborted();
    const deadline = { end: performance.now() + deadlineMs, signal };
    const maxAttempts = options?.attempts ?? checked.attempts;
    const limits = { timeoutMs, maxWaitMs: checked.maxWaitMs, maxAttempts };
    const call: Call = { ...request, ...limits, deadline, sent: 0, sentAt: 0, isUnclear: false };
    const send = () => sendWithRetries(call);
    try {
      if (request.operation.method !== "POST") return await send();
      return await createInTurn(space, request.input as CreatePollInput, deadline, send);
    } catch (error) {
      // The deadline passed while the request waited: for an equal create, for the rate limit, or for another attempt.
      throw error === deadlineExceeded ? toError(call, deadlineFailure) : error;
    }
  }

  const names = Object.keys(operations) as OperationName[];
  const methods = names.map((name) => [
    name,
    (input: unknown, options?: RequestOptions) => run(name, input, options),
  ]);
  return {
    ...Object.fromEntries(methods),
    get rateLimit() {
      return limiter.last();
    },
    now,
  } as Client;
}

const deadlineFailure: Failure = {
  outcome: "not-sent",
  code: "DEADLINE_EXCEEDED",
  message: "The deadline passed before the request was sent.",
  retry: false,
};

/** The wait after an attempt: doubles with each, with jitter over its upper half. */
function chooseBackoff(sent: number): number {
  return Math.min(firstBackoffMs * 2 ** (sent - 1), maxBackoffMs) * (0.5 + Math.random() / 2);
}
