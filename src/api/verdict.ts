import type { Outcome } from "./errors.ts";
import type { Operation } from "./operations.ts";
import { redact } from "./redact.ts";
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
  /** Said when the request was held back here and never left. */
  held?: true;
}

/** Brings a transport's headers into one form. */
export function readAnswer(response: TransportResponse): Answer {
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), typeof value === "string" ? value : value.join(", ")]],
  );
  return { ...response, headers: Object.fromEntries(headers) };
}

/** Judges an answer by the contract: done, refused, or unknown. `now` in milliseconds since 1970. */
export function judgeAnswer(operation: Operation, answer: Answer, apiKey: string, now: number): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return judgeSuccess(operation, answer);
  const said = readError(answer, apiKey);
  const wait = readRetryAfter(answer.headers, now);
  const retryAfterMs = wait === undefined ? {} : { retryAfterMs: wait };
  if (status === 429) return { ...said, outcome: "refused", again: true, ...retryAfterMs };
  if (status === 503 && wait !== undefined)
    return { ...said, outcome: "refused", again: true, ...retryAfterMs };
  if (status >= 500) return { ...said, outcome: "unknown", again: true };
  return { ...said, outcome: "refused", again: false };
}

function judgeSuccess(operation: Operation, { status, headers, text, broken }: Answer): Verdict {
  const unclear = { outcome: "unknown", status, again: false } as const;
  if (broken === "cut-short") return { ...unclear, again: true, message: "the answer was cut short" };
  if (broken) return { ...unclear, message: "the answer is larger than the client reads" };
  if (!/^application\/([\w.-]+\+)?json\b/i.test(headers["content-type"] ?? "application/json")) {
    return { ...unclear, message: "the answer is not JSON" };
  }
  const { success, data } = operation.output.safeParse(readJson(text));
  return success ? { data } : { ...unclear, message: "the answer lacks what the contract promises" };
}

function readError(
  { status, text }: Answer,
  apiKey: string,
): { status: number; message: string; code?: string } {
  const { data } = errorBody.safeParse(readJson(text));
  if (!data) return { status, message: `the service answered ${status}` };
  return { status, message: redact(data.error.message, apiKey), code: redact(data.error.code, apiKey, 100) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
