import type { Outcome } from "./errors.ts";
import { describeForeignResponse, notTheApi } from "./foreign-response.ts";
import { redact } from "./redact.ts";
import type { OperationRequest } from "./request.ts";
import {
  createNotJsonIssue,
  describeIssues,
  listResponseIssues,
  mayHaveChanged,
  type ResponseIssue,
} from "./response-issues.ts";
import { findMismatch } from "./response-match.ts";
import { errorBody } from "./schemas.ts";
import type { TransportResponse } from "./transport.ts";

/** A response with lower-case header names and one text per header. */
export interface HttpResponse extends Omit<TransportResponse, "headers"> {
  headers: Record<string, string>;
}

/** The result of one attempt: the response's JSON, or a failure. */
export type AttemptResult = { data: Record<string, unknown> } | AttemptFailure;

/** A failed attempt. */
export interface AttemptFailure {
  outcome: Outcome;
  /** Whether another attempt could help. */
  retryable: boolean;
  message: string;
  status?: number;
  code?: string;
  retryAfterMs?: number;
  /** Where the response does not match its schema or its request. */
  issues?: readonly ResponseIssue[];
  /** Set when the client's own rate limiter held the request back, so that it was never sent. */
  rateLimited?: true;
  /** Set for a refusal on a reused connection: it may be the response to an earlier request, so it needs confirmation. */
  unconfirmed?: true;
}

/** The parts of a request that its response is checked against. */
export type ClassifiedRequest = Pick<OperationRequest, "name" | "operation" | "input">;

/** Normalizes the headers that a transport returns. */
export function normalizeResponse(response: TransportResponse): HttpResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined)
      headers[name.toLowerCase()] = typeof value === "string" ? value : value.join(", ");
  }
  return { ...response, headers };
}

/**
 * Classifies a response by the contract: success, refused, or unknown. `now` in milliseconds since 1970.
 *
 * A create or delete counts as refused only with an error of the service's own (see isServiceError). Codes that this
 * version does not know count too, because v1 may add codes at any time.
 */
export function classifyResponse(
  call: ClassifiedRequest,
  response: HttpResponse,
  apiKey: string,
  now: number,
): AttemptResult {
  const { status } = response;
  if (status >= 200 && status < 300) return classifySuccess(call, response, now);
  const wait = status === 429 || status === 503 ? parseRetryAfter(response.headers, now) : undefined;
  const retryAfterMs = wait === undefined ? {} : { retryAfterMs: wait };
  const isRead = call.operation.effect === "read";
  if (!isRead && !isServiceError(response)) {
    // A proxy may refuse, redirect or fail after the service has acted. A delete may be repeated, a create may not.
    return {
      status,
      message: `Status ${status} without the service's error body, perhaps from a proxy.`,
      ...findForeign(response, apiKey),
      outcome: "unknown",
      retryable: [408, 425, 429].includes(status) || status >= 500,
      ...retryAfterMs,
    };
  }
  const error = parseError(response, apiKey);
  if (status === 429 || wait !== undefined)
    return { ...error, outcome: "refused", retryable: true, ...retryAfterMs };
  if (status >= 500) return { ...error, outcome: "unknown", retryable: true };
  const refused = { ...error, outcome: "refused", retryable: false } as const;
  // An error does not name its request. On a reused connection it may be the response to the preceding request.
  return isRead && response.reusedConnection ? { ...refused, unconfirmed: true } : refused;
}

/** The codes that mean "try later", each with the only status that the contract lists for it. */
const transientCodes: ReadonlyMap<string, number> = new Map([
  ["RATE_LIMIT_EXCEEDED", 429],
  ["INTERNAL_ERROR", 500],
  ["SERVICE_UNAVAILABLE", 503],
]);

/**
 * Statuses that gateways send in JSON of the same shape, also after they have forwarded the request: request timeout,
 * too early, too many requests, client closed request, service unavailable.
 */
const gatewayStatuses: ReadonlySet<number> = new Set([408, 425, 429, 499, 503]);

/**
 * Whether an error response is the service's own: complete JSON `{error: {code, message}}` with a code in capitals. A
 * status that gateways send, or a code that means "try later", must be one of the contract's pairs of the two.
 */
export function isServiceError({ status, headers, text, broken }: HttpResponse): boolean {
  if (status < 400 || broken || !isJson(headers)) return false;
  const code = errorBody.safeParse(parseJson(text)).data?.error.code ?? "";
  if (!/^[A-Z][A-Z0-9_]{2,99}$/.test(code)) return false;
  return transientCodes.has(code) || gatewayStatuses.has(status) ? transientCodes.get(code) === status : true;
}

function classifySuccess(
  { name, operation, input }: ClassifiedRequest,
  response: HttpResponse,
  now: number,
): AttemptResult {
  const { status, headers, text, broken } = response;
  const unclear = { outcome: "unknown", status, retryable: false } as const;
  if (broken === "cut-short") return { ...unclear, retryable: true, message: "The response was cut short." };
  if (broken)
    return {
      ...unclear,
      message: "The response is too large. Raise maxResponseBytes, or maxParticipantsBytes for participants.",
    };
  const request = `${operation.method} ${operation.path}`;
  const json = isJson(headers) ? parseJson(text) : undefined;
  const { data, error } = operation.output.safeParse(json);
  if (error) {
    if (json === undefined) {
      const issue = createNotJsonIssue(headers["content-type"] ?? "", text);
      const message = describeForeignResponse(response, issue.message);
      const retryable = response.reusedConnection === true;
      return { ...unclear, retryable, message, code: notTheApi, issues: [issue] };
    }
    const issues = listResponseIssues(error.issues, json);
    const more = error.issues.length - issues.length;
    const message = `Unexpected response to ${request}: ${describeIssues(issues)}${more > 0 ? `; and ${more} more` : ""}. ${mayHaveChanged}.`;
    // On a reused connection it may be the response to an earlier request.
    return { ...unclear, retryable: response.reusedConnection === true, message, issues };
  }
  // Only a created poll is compared with the time.
  const serviceTime = operation.effect === "create" ? (parseHttpDate(headers["date"] ?? "") ?? now) : now;
  const issues = findMismatch(name, input, data, serviceTime);
  if (issues.length === 0) return { data };
  const message = `The response does not belong to ${request}: ${describeIssues(issues)}.`;
  return { ...unclear, retryable: true, message, issues };
}

/** An error response without its outcome. */
type ResponseError = Pick<AttemptFailure, "message" | "code"> & { status: number };

function parseError(response: HttpResponse, apiKey: string): ResponseError {
  const { status, text } = response;
  const foreign = findForeign(response, apiKey);
  if (foreign) return foreign;
  const { data } = errorBody.safeParse(parseJson(text));
  if (!data) return { status, message: `The service responded with status ${status}.` };
  return { status, message: redact(data.error.message, apiKey), code: redact(data.error.code, apiKey, 100) };
}

/**
 * The error of a redirect, or of a refusal in another form than the API's. Undefined for statuses that gateways in front of the
 * service send when they are busy or it is down.
 */
function findForeign(response: HttpResponse, apiKey: string): ResponseError | undefined {
  const { status, headers, text, broken } = response;
  if (broken || gatewayStatuses.has(status) || status >= 500) return undefined;
  const json = isJson(headers) ? parseJson(text) : undefined;
  if (errorBody.safeParse(json).success) return undefined;
  const found =
    json === undefined
      ? createNotJsonIssue(headers["content-type"] ?? "", text).message
      : "expected the API's error, got other JSON";
  return { status, message: redact(describeForeignResponse(response, found), apiKey), code: notTheApi };
}

function isJson(headers: Record<string, string>): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(headers["content-type"] ?? "application/json");
}

/** Parses JSON without fields named `__proto__`, which would replace the prototype of a copy. */
function parseJson(text: string): unknown {
  try {
    // The name may be escaped. A reviver takes several times as long, so it is used only if needed.
    const mayHaveProto = text.includes("__proto__") || text.includes("\\u00");
    return JSON.parse(text, mayHaveProto ? dropProto : undefined);
  } catch {
    return undefined;
  }
}

const dropProto = (name: string, value: unknown) => (name === "__proto__" ? undefined : value);

/**
 * Parses Retry-After, strictly: whole seconds or an HTTP date. Returns milliseconds, 0 for a date in the past, and
 * undefined for anything else (negative, fractional, hexadecimal, empty). A date is compared with the response's Date
 * header, so that both come from the service's clock.
 */
export function parseRetryAfter(headers: Record<string, string>, now: number): number | undefined {
  const value = headers["retry-after"]?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const moment = parseHttpDate(value);
  if (moment === undefined) return undefined;
  return Math.max(0, moment - (parseHttpDate(headers["date"] ?? "") ?? now));
}

/** Parses an HTTP date to milliseconds since 1970. Undefined unless it has the HTTP form and is a real date. */
export function parseHttpDate(text: string): number | undefined {
  const moment = Date.parse(text);
  // Date.parse accepts other forms, a wrong weekday and 31 February. toUTCString writes the one form that HTTP allows
  // servers to send (RFC 9110, 5.6.7).
  return !Number.isNaN(moment) && new Date(moment).toUTCString() === text ? moment : undefined;
}
