import type { z } from "zod";
import {
  defaultBaseUrl,
  defaultConnectTimeoutMs,
  defaultDeadlineMs,
  defaultLargestAnswer,
  defaultLargestParticipants,
  defaultSilenceTimeoutMs,
  longestMessage,
  userAgent,
} from "./defaults.ts";
import { InvalidInputError, NotSentError, RefusedError, UnknownOutcomeError } from "./errors.ts";
import { type Operation, operations } from "./operations.ts";
import { listProblems } from "./problems.ts";
import { type Transport, TransportError } from "./transport.ts";

type Operations = typeof operations;
export type OperationName = keyof Operations;
export interface CallOptions {
  signal?: AbortSignal | undefined;
}
/** One method per operation: one input object, the API's JSON body as answer. */
export type Client = {
  [Name in OperationName]: (
    input: z.input<Operations[Name]["input"]>,
    options?: CallOptions,
  ) => Promise<z.output<Operations[Name]["output"]>>;
};
export interface ClientOptions {
  apiKey: string | undefined;
  baseUrl?: string | undefined;
  transport: Transport;
  attempts?: number;
  deadlineMs?: number;
}

/** The typed client over a transport. */
export function createClient({
  apiKey,
  baseUrl = defaultBaseUrl,
  transport,
  deadlineMs = defaultDeadlineMs,
}: ClientOptions): Client {
  const key = (apiKey ?? "").trim();
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new InvalidInputError("createClient", [{ field: "apiKey", message: "Missing, or not a key" }]);
  const base = baseUrl.replace(/\/+$/, "");
  const call = async (name: string, operation: Operation, input: unknown, { signal }: CallOptions = {}) => {
    const checked = operation.input.safeParse(input);
    if (!checked.success) throw new InvalidInputError(name, listProblems(checked.error.issues));
    const rest: Record<string, unknown> = { ...(checked.data as object) };
    const path = operation.path.replace(/\{(\w+)\}/g, (_, part: string) => {
      const value = String(rest[part]);
      delete rest[part];
      return encodeURIComponent(value);
    });
    for (const field of Object.keys(rest)) if (rest[field] == null) delete rest[field];
    const url = new URL(base + path);
    if (operation.method === "GET")
      for (const [field, value] of Object.entries(rest)) url.searchParams.set(field, String(value));
    const deadline = AbortSignal.timeout(deadlineMs);
    signal?.throwIfAborted();
    const answer = await transport({
      method: operation.method,
      url: url.href,
      headers: {
        authorization: `Bearer ${key}`,
        accept: "application/json",
        "user-agent": userAgent,
        ...(operation.method === "POST" ? { "content-type": "application/json" } : {}),
      },
      ...(operation.method === "POST" ? { body: JSON.stringify(rest) } : {}),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      connectTimeoutMs: defaultConnectTimeoutMs,
      silenceTimeoutMs: defaultSilenceTimeoutMs,
      largestAnswer: name === "listParticipants" ? defaultLargestParticipants : defaultLargestAnswer,
    }).catch((error: unknown) => {
      if (signal?.aborted) throw signal.reason;
      const sent = !(error instanceof TransportError) || error.sent;
      const message = `${name}: ${error instanceof Error ? error.message : "failed"}`;
      throw sent
        ? new UnknownOutcomeError(message, { operation: name, attempts: 1 })
        : new NotSentError(message, { operation: name, attempts: 1 });
    });
    const json = readJson(answer.text);
    if (answer.status < 200 || answer.status > 299) {
      const { code, message } =
        (json as { error?: { code?: string; message?: string } } | undefined)?.error ?? {};
      throw new RefusedError(
        (message ?? `HTTP ${answer.status}`).slice(0, longestMessage).replaceAll(key, "[key]"),
        {
          operation: name,
          attempts: 1,
          status: answer.status,
          code,
        },
      );
    }
    const output = operation.output.safeParse(json);
    if (!output.success)
      throw new UnknownOutcomeError(`${name}: the answer lacks what the contract promises`, {
        operation: name,
        attempts: 1,
        status: answer.status,
      });
    return output.data;
  };
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (input: unknown, options?: CallOptions) => call(name, operation, input, options),
    ]),
  ) as Client;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
