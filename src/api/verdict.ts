import type { Outcome } from "./errors.ts";
import { redact } from "./redact.ts";
import type { Call } from "./request.ts";
import {
  describeIssues,
  listResponseIssues,
  mayHaveChanged,
  notJson,
  type ResponseIssue,
} from "./response-issues.ts";
import { findMismatch } from "./response-match.ts";
import { readRetryAfter } from "./retry-after.ts";
import { errorBody } from "./schemas.ts";
import type { TransportResponse } from "./transport.ts";

/** An answer with its header names in lower case and one text each. */
export interface Answer extends Omit<TransportResponse, "headers"> {
  headers: Record<string, string>;
}

/** What one attempt came to: the answer's body, or what is known of the failure. */
export type Verdict = { data: Record<string, unknown> } | Setback;

/** An attempt that failed. `again` says whether another one could help. */
export interface Setback {
  outcome: Outcome;
  again: boolean;
  message: string;
  status?: number;
  code?: string;
  retryAfterMs?: number;
  /** Where the response does not match its schema or its request. */
  issues?: readonly ResponseIssue[];
  /** Said when the request was held back here and never left. */
  held?: true;
}

/** The parts of a call by which its response is judged. */
export type JudgedCall = Pick<Call, "name" | "operation" | "input">;

/** Brings a transport's headers into one form. */
export function readAnswer(response: TransportResponse): Answer {
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), typeof value === "string" ? value : value.join(", ")]],
  );
  return { ...response, headers: Object.fromEntries(headers) };
}

/** Judges an answer by the contract: done, refused, or unknown. `now` in milliseconds since 1970. */
export function judgeAnswer(call: JudgedCall, answer: Answer, apiKey: string, now: number): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return judgeSuccess(call, answer);
  const wait = status === 429 || status === 503 ? readRetryAfter(answer.headers, now) : undefined;
  const retryAfterMs = wait === undefined ? {} : { retryAfterMs: wait };
  if (call.operation.effect !== "read" && !isOwnError(answer)) {
    // A proxy may refuse, redirect or fail after the service has acted. A delete may be repeated, a create may not.
    return {
      outcome: "unknown",
      status,
      again: [408, 425, 429].includes(status) || status >= 500,
      message: `status ${status} came without the service's error body, perhaps from a proxy`,
      ...retryAfterMs,
    };
  }
  const said = readError(answer, apiKey);
  if (status === 429 || wait !== undefined)
    return { ...said, outcome: "refused", again: true, ...retryAfterMs };
  if (status >= 500) return { ...said, outcome: "unknown", again: true };
  return { ...said, outcome: "refused", again: false };
}

/** Whether an error is in the service's own form: `{error: {code, message}}` in JSON, complete, with a code in capitals. */
export function isOwnError({ status, headers, text, broken }: Answer): boolean {
  if (status < 400 || broken || !isJson(headers)) return false;
  const { data } = errorBody.safeParse(parseJson(text));
  return data !== undefined && /^[A-Z][A-Z0-9_]{2,99}$/.test(data.error.code);
}

function judgeSuccess({ name, operation, input }: JudgedCall, answer: Answer): Verdict {
  const { status, headers, text, broken } = answer;
  const unclear = { outcome: "unknown", status, again: false } as const;
  if (broken === "cut-short") return { ...unclear, again: true, message: "the answer was cut short" };
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
    return { ...unclear, again: answer.reusedConnection === true, message, issues };
  }
  const issues = findMismatch(name, input, data);
  if (issues.length === 0) return { data };
  const message = `The response does not belong to ${request}: ${describeIssues(issues)}`;
  return { ...unclear, again: true, message, issues };
}

function readError(
  { status, text }: Answer,
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
