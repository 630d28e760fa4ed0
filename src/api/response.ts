import type { Outcome } from "./errors.ts";
import { redact } from "./redact.ts";
import type { OperationRequest } from "./request.ts";
import {
  describeIssues,
  listResponseIssues,
  mayHaveChanged,
  notJson,
  type ResponseIssue,
} from "./response-issues.ts";
import { findMismatch } from "./response-match.ts";
import { errorBody } from "./schemas.ts";
import type { TransportResponse } from "./transport.ts";

/** An answer with its header names in lower case and one text each. */
export interface HttpResponse extends Omit<TransportResponse, "headers"> {
  headers: Record<string, string>;
}

/** What one attempt came to: the answer's body, or what is known of the failure. */
export type AttemptResult = { data: Record<string, unknown> } | AttemptFailure;

/** An attempt that failed. `again` says whether another one could help. */
export interface AttemptFailure {
  outcome: Outcome;
  retryable: boolean;
  message: string;
  status?: number;
  code?: string;
  retryAfterMs?: number;
  /** Where the response does not match its schema or its request. */
  issues?: readonly ResponseIssue[];
  /** Said when the request was held back here and never left. */
  rateLimited?: true;
}

/** The parts of a call by which its response is judged. */
export type ClassifiedRequest = Pick<OperationRequest, "name" | "operation" | "input">;

/** Brings a transport's headers into one form. */
export function normalizeResponse(response: TransportResponse): HttpResponse {
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), typeof value === "string" ? value : value.join(", ")]],
  );
  return { ...response, headers: Object.fromEntries(headers) };
}

/** Judges an answer by the contract: done, refused, or unknown. `now` in milliseconds since 1970. */
export function classifyResponse(
  call: ClassifiedRequest,
  answer: HttpResponse,
  apiKey: string,
  now: number,
): AttemptResult {
  const { status } = answer;
  if (status >= 200 && status < 300) return classifySuccess(call, answer);
  const wait = status === 429 || status === 503 ? parseRetryAfter(answer.headers, now) : undefined;
  const retryAfterMs = wait === undefined ? {} : { retryAfterMs: wait };
  if (call.operation.effect !== "read" && !isServiceError(answer)) {
    // A proxy may refuse, redirect or fail after the service has acted. A delete may be repeated, a create may not.
    return {
      outcome: "unknown",
      status,
      retryable: [408, 425, 429].includes(status) || status >= 500,
      message: `status ${status} came without the service's error body, perhaps from a proxy`,
      ...retryAfterMs,
    };
  }
  const said = parseError(answer, apiKey);
  if (status === 429 || wait !== undefined)
    return { ...said, outcome: "refused", retryable: true, ...retryAfterMs };
  if (status >= 500) return { ...said, outcome: "unknown", retryable: true };
  return { ...said, outcome: "refused", retryable: false };
}

/** Whether an error is in the service's own form: `{error: {code, message}}` in JSON, complete, with a code in capitals. */
export function isServiceError({ status, headers, text, broken }: HttpResponse): boolean {
  if (status < 400 || broken || !isJson(headers)) return false;
  const { data } = errorBody.safeParse(parseJson(text));
  return data !== undefined && /^[A-Z][A-Z0-9_]{2,99}$/.test(data.error.code);
}

function classifySuccess({ name, operation, input }: ClassifiedRequest, answer: HttpResponse): AttemptResult {
  const { status, headers, text, broken } = answer;
  const unclear = { outcome: "unknown", status, retryable: false } as const;
  if (broken === "cut-short") return { ...unclear, retryable: true, message: "the answer was cut short" };
  if (broken) return { ...unclear, message: "the answer is larger than the client reads" };
  const request = `${operation.method} ${operation.path}`;
  const json = isJson(headers) ? parseJson(text) : undefined;
  const { data, error } = operation.output.safeParse(json);
  if (error) {
    const issues =
      json === undefined
        ? [notJson(headers["content-type"] ?? "", text)]
        : listResponseIssues(error.issues, json);
    const more = error.issues.length - issues.length;
    const message = `Unexpected response to ${request}: ${describeIssues(issues)}${more > 0 ? `; and ${more} more` : ""}. ${mayHaveChanged}`;
    // On a connection that carried other requests it may be the response to one of them.
    return { ...unclear, retryable: answer.reusedConnection === true, message, issues };
  }
  const issues = findMismatch(name, input, data);
  if (issues.length === 0) return { data };
  const message = `The response does not belong to ${request}: ${describeIssues(issues)}`;
  return { ...unclear, retryable: true, message, issues };
}

function parseError(
  { status, text }: HttpResponse,
  apiKey: string,
): { status: number; message: string; code?: string } {
  const { data } = errorBody.safeParse(parseJson(text));
  if (!data) return { status, message: `the service answered ${status}` };
  return { status, message: redact(data.error.message, apiKey), code: redact(data.error.code, apiKey, 100) };
}

function isJson(headers: Record<string, string>): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(headers["content-type"] ?? "application/json");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
/**
 * How long an answer asks to wait: its Retry-After header, in whole seconds or as an HTTP date, read strictly. In
 * milliseconds; 0 for a date that has passed. Undefined for anything else (negative, fractional, hexadecimal, empty),
 * as if the header were not there. A date is meant by the service's own clock, which the answer's Date header shows.
 */
export function parseRetryAfter(headers: Record<string, string>, now: number): number | undefined {
  const value = headers["retry-after"]?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const moment = parseHttpDate(value);
  if (moment === undefined) return undefined;
  return Math.max(0, moment - (parseHttpDate(headers["date"] ?? "") ?? now));
}
/** An HTTP date in milliseconds since 1970; undefined unless it is written as HTTP wants and is a real moment. */
export function parseHttpDate(text: string): number | undefined {
  const moment = Date.parse(text);
  // Parsing takes other forms too, and mends a wrong weekday and 31 February; writing it again shows that: what comes
  // out is the one form that HTTP lets servers send (RFC 9110, 5.6.7).
  return !Number.isNaN(moment) && new Date(moment).toUTCString() === text ? moment : undefined;
}
