import type { Problem } from "../problem.ts";
import { sanitizeText } from "../sanitize.ts";
import type { Failure } from "./connection-errors.ts";
import { type CreatePollInput, checkCreatePoll } from "./create-input.ts";
import { claim, findLostPoll, inTurn, whileSending } from "./create-once.ts";
import { type Deadline, deadlineExceeded, sleep, startDeadline } from "./deadline.ts";
import { listProblems, RalllyError } from "./errors.ts";
import { exchange, type HttpRequest } from "./http.ts";
import { maxPageSize, type Operation, type OperationName, operations } from "./operations.ts";
import { type ClientOptions, checkOptions } from "./options.ts";
import { type Checked, check } from "./problems.ts";
import { createRateLimiter } from "./rate-limit.ts";
import { createRedactor, redactKeys } from "./redact.ts";
import type { Poll } from "./schemas.ts";
import type { Client, ListPollsResponse, RequestOptions } from "./types.ts";

/** A call of a method with its valid input. */
interface Call extends HttpRequest {
  input: Record<string, unknown>;
  /** The signal of the caller. */
  signal: AbortSignal | undefined;
  deadline: Deadline;
}

/** The result of an attempt. `sent` is false if the rate limiter held it back. */
type Attempt = ({ json: unknown } | Failure) & { sent: boolean };

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
export function createClient(options: ClientOptions): Client {
  const { apiKey, baseUrl, fetch, attempts: maxAttempts, userAgent, ...limits } = checkOptions(options);
  const space = { baseUrl, apiKey };
  const limiter = createRateLimiter();
  const redact = createRedactor(apiKey);
  const mask = (text: string, length = maxMessageLength) =>
    sanitizeText(text, length, (clean) => redactKeys(redact(clean)));
  const headers = { authorization: `Bearer ${apiKey}`, accept: "application/json", "user-agent": userAgent };
  let clockAheadMs = 0;

  function toError(
    operation: string,
    { message, code, problems, ...details }: Omit<Failure, "retry">,
    attempts: number,
    cause?: unknown,
  ): RalllyError {
    const { retryAfterMs } = details;
    const next = retryAfterMs ? ` Retry in ${Math.ceil(retryAfterMs / 1000)} s.` : "";
    return new RalllyError(mask(toSentence(message, next !== "") + next), {
      ...details,
      operation,
      attempts,
      cause,
      code: code === undefined ? undefined : mask(code, 100),
      problems: problems?.map((problem) => ({
        ...problem,
        path: mask(problem.path),
        message: mask(problem.message),
      })),
    });
  }

  function refuseInput(operation: string, problems: readonly Problem[]): RalllyError {
    const message = `Invalid input, nothing was sent. ${listProblems(problems)}`;
    return toError(operation, { outcome: "not-sent", code: "INVALID_INPUT", message, problems }, 0);
  }

  /** Waits for the rate limit, then sends the request once. Rejects with the reason of the call's deadline before that. */
  async function attempt(call: Call, timeoutMs: number, maxWaitMs: number): Promise<Attempt> {
    const { deadline } = call;
    const refusedMs = await limiter.acquire(deadline.signal, Math.min(maxWaitMs, deadline.left()));
    if (refusedMs !== undefined) {
      const message = "The rate limit of the space is reached.";
      const code = "RATE_LIMIT_EXCEEDED";
      return { outcome: "not-sent", code, message, retryAfterMs: refusedMs, retry: false, sent: false };
    }
    const timer = startDeadline(Math.min(timeoutMs, deadline.left()), deadline.signal);
    const { result, limit, clockAheadMs: ahead = clockAheadMs } = await exchange(fetch, call, timer.signal);
    timer.close();
    limiter.release(limit);
    clockAheadMs = ahead;
    return { ...result, sent: true };
  }

  /** Sends the request until it succeeds or another attempt cannot help, is not safe or would come too late. */
  async function sendWithRetries(call: Call): Promise<unknown> {
    const { name, operation, signal, deadline } = call;
    let sent = 0;
    let isUnclear = false;
    for (;;) {
      const startedAt = Date.now();
      const result = await sendOnce(call).catch((reason: unknown) => {
        if (sent === 0 || reason !== deadlineExceeded) throw reason;
        return deadlineFailure;
      });
      if ("json" in result) return result.json;
      if (result.sent) sent += 1;
      if (operation.effect === "create" && result.outcome === "unknown")
        return findPoll(call, result, startedAt, sent);
      signal?.throwIfAborted();
      if (isUnclear && operation.effect === "delete" && result.code === "POLL_NOT_FOUND")
        return { data: { id: call.input["pollId"], deleted: true } };
      isUnclear ||= operation.effect === "delete" && result.outcome === "unknown";
      const wait = result.retryAfterMs || chooseBackoff(sent);
      const isRateLimit = result.status === 429 && result.retryAfterMs !== undefined;
      const isTooLong = wait >= deadline.left() || (isRateLimit && wait > limits.maxWaitMs);
      if (!result.retry || sent >= maxAttempts || isTooLong)
        throw toError(name, { ...result, outcome: isUnclear ? "unknown" : result.outcome }, sent);
      await sleep(wait, deadline.signal).catch(() => signal?.throwIfAborted());
    }
  }

  async function sendOnce(call: Call): Promise<Attempt> {
    if (call.operation.effect !== "create") return attempt(call, limits.timeoutMs, limits.maxWaitMs);
    const body = call.input as CreatePollInput;
    return whileSending(space, body, async () => {
      // Leaves half of the time to look for the poll.
      const timeoutMs = Math.min(limits.timeoutMs, call.deadline.left() / 2);
      const result = await attempt(call, timeoutMs, limits.maxWaitMs);
      if ("json" in result) claim(space, (result.json as { data: Poll }).data);
      return result;
    });
  }

  /** The poll of a create with an unclear outcome. Throws a RalllyError that says how to look for it. */
  async function findPoll(call: Call, failure: Failure, startedAt: number, sent: number): Promise<unknown> {
    const { deadline, signal } = call;
    const { name, operation, input, url } = prepare("listPolls", { limit: maxPageSize });
    const listing: Call = { name, operation, input, url, headers, signal, deadline };
    const { poll, message } = {
      message: "",
      ...(await findLostPoll(space, call.input as CreatePollInput, {
        deadline,
        deadlineMs: limits.deadlineMs,
        startedAt: () => startedAt + clockAheadMs,
        async listNewest() {
          const result = await attempt(listing, limits.timeoutMs, deadline.left());
          if (!("json" in result)) throw toError(name, result, 1);
          return (result.json as ListPollsResponse).data;
        },
      })),
    };
    if (poll !== undefined) return { data: poll, recovered: true };
    const advice = "Look at the list of polls before you create it again.";
    const text = `${toSentence(failure.message, true)} The poll may or may not exist. ${message} ${advice}`;
    throw toError(call.name, { ...failure, message: text, retryAfterMs: undefined }, sent, signal?.reason);
  }

  function prepare(name: OperationName, given: unknown) {
    const operation: Operation = operations[name];
    const { data, problems }: Checked<unknown> =
      name === "createPoll" ? checkCreatePoll(given) : check(operation.input, given, "input");
    if (data === undefined) throw refuseInput(name, problems);
    // Null means "not given", and the service rejects it.
    const entries = Object.entries(Object(data)).filter(([, value]) => value !== undefined && value !== null);
    const input: Record<string, unknown> = Object.fromEntries(entries);
    const query = new URLSearchParams();
    if (operation.effect === "create") return { name, operation, input, url: baseUrl + operation.path };
    // URLs are logged.
    const leaking = entries.filter(
      ([, value]) => redact(String(value)) !== value && typeof value === "string",
    );
    if (leaking.length > 0)
      throw refuseInput(
        name,
        leaking.map(([path]) => ({ path, message: "is the API key, which must not be in a URL" })),
      );
    let path: string = operation.path;
    for (const [field, value] of entries) {
      if (path.includes(`{${field}}`)) path = path.replace(`{${field}}`, encodeURIComponent(String(value)));
      else query.set(field, String(value));
    }
    return { name, operation, input, url: `${baseUrl}${path}${query.size > 0 ? `?${query}` : ""}` };
  }

  async function run(
    name: OperationName,
    given: unknown = {},
    { signal }: RequestOptions = {},
  ): Promise<unknown> {
    const request = prepare(name, given);
    signal?.throwIfAborted();
    const deadline = startDeadline(limits.deadlineMs, signal);
    try {
      if (request.operation.effect !== "create")
        return await sendWithRetries({ ...request, headers, signal, deadline });
      const body = JSON.stringify(request.input);
      const call = {
        ...request,
        headers: { ...headers, "content-type": "application/json" },
        body,
        signal,
        deadline,
      };
      return await inTurn(space, request.input as CreatePollInput, deadline, () => sendWithRetries(call));
    } catch (error) {
      // The deadline passed while the request waited: for an equal create, or for the rate limit.
      throw error === deadlineExceeded ? toError(name, deadlineFailure, 0) : error;
    } finally {
      deadline.close();
    }
  }

  const names = Object.keys(operations) as OperationName[];
  const methods = names.map((name) => [
    name,
    (input: unknown, options?: RequestOptions) => run(name, input, options),
  ]);
  return Object.fromEntries(methods) as Client;
}

const deadlineFailure: Failure & { sent: boolean } = {
  outcome: "not-sent",
  code: "DEADLINE_EXCEEDED",
  message: "The deadline passed before the request was sent.",
  retry: false,
  sent: false,
};

/** The wait after an attempt: doubles with each, with jitter over its upper half. */
function chooseBackoff(sent: number): number {
  return Math.min(firstBackoffMs * 2 ** (sent - 1), maxBackoffMs) * (0.5 + Math.random() / 2);
}

/** The text with a full stop, if another sentence follows. */
function toSentence(text: string, isFollowed: boolean): string {
  return isFollowed && !/[.!?]$/.test(text) ? `${text}.` : text;
}
