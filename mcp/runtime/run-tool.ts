import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
} from "@modelcontextprotocol/server";
import type { Client } from "../../src/api/client-types.ts";
import { redactDeep, redactorOf } from "../../src/api/redact.ts";
import { type CallLimiter, TooManyCallsError } from "./call-limiter.ts";
import { formatError, UserInputError } from "./errors.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";

/** What a call depends on besides the tool and its arguments. */
export interface RunToolOptions extends Omit<ToolContext, "client" | "signal"> {
  /** Absent when nobody has set a key. */
  client: Client | undefined;
  /** Aborts when the host cancels. */
  cancelled: AbortSignal;
  /** Time for the whole call with its wait for a turn, in milliseconds. */
  deadlineMs: number;
  limiter: CallLimiter;
  /** Aborts when the process stops: a running call then answers with what is known. */
  stopped: AbortSignal | undefined;
  keyHelp: string;
  /** Receives every failure. */
  report: (error: unknown) => void;
}

/** How a call ended: with an answer, with a question to the person, or with words about what went wrong. */
export type ToolOutcome =
  | { kind: "answer"; answer: ToolResult<Record<string, unknown>> }
  | { kind: "question"; question: InputRequiredResult }
  | { kind: "failure"; text: string; data?: Record<string, unknown> };

/** Runs a tool and always comes to an {@link ToolOutcome}, in which the API key is masked wherever somebody typed it. */
export async function runTool(tool: Tool, raw: unknown, around: RunToolOptions): Promise<ToolOutcome> {
  const ending = await execute(tool, raw, around);
  const redactor = redactorOf(around.client);
  if (ending.kind !== "question") return redactDeep(ending, redactor);
  // The request state is a signed token, which only the host carries.
  const { inputRequests } = ending.question;
  return {
    kind: "question",
    question: {
      ...ending.question,
      ...(inputRequests && { inputRequests: redactDeep(inputRequests, redactor) }),
    },
  };
}

async function execute(tool: Tool, raw: unknown, around: RunToolOptions): Promise<ToolOutcome> {
  const { client, cancelled, deadlineMs, keyHelp, limiter, stopped } = around;
  const timer = AbortSignal.timeout(deadlineMs);
  // Not a part of AbortSignal.any: a signal as old as the process would keep every call's signal.
  const stop = new AbortController();
  const onStop = () => stop.abort(stopped?.reason);
  if (stopped?.aborted) onStop();
  stopped?.addEventListener("abort", onStop, { once: true });
  const signal = AbortSignal.any([cancelled, timer, stop.signal]);
  try {
    if (client === undefined) throw new UserInputError(`This needs an API key, and none is set. ${keyHelp}`);
    const release = await waitForTurn(limiter, client, { signal, stopped: stop.signal });
    try {
      const ended = await tool.call(raw, { ...around, client, signal });
      return isInputRequiredResult(ended)
        ? { kind: "question", question: ended }
        : { kind: "answer", answer: ended };
    } finally {
      release();
    }
  } catch (error) {
    around.report(error);
    const { effect, examples } = tool;
    const stopCause = stop.signal.aborted ? "shutdown" : timer.aborted ? "deadline" : undefined;
    return {
      kind: "failure",
      ...(error instanceof UserInputError && error.data ? { data: error.data } : {}),
      text: formatError(error, { effect, examples, keyHelp, stopCause }),
    };
  } finally {
    stopped?.removeEventListener("abort", onStop);
  }
}

// Throws an error of its own: a call that never started has changed nothing.
async function waitForTurn(
  limiter: CallLimiter,
  caller: Client,
  { signal, stopped }: { signal: AbortSignal; stopped: AbortSignal },
): Promise<() => void> {
  try {
    return await limiter.acquire(caller, signal);
  } catch (error) {
    if (stopped.aborted)
      throw new UserInputError(
        "The server is shutting down. This call had not started, so nothing was done. Call again when the server is back.",
      );
    const cause =
      error instanceof TooManyCallsError
        ? `Too many calls at once: ${error.message}.`
        : "The time for this call ran out while it waited for other calls.";
    throw new UserInputError(`${cause} Nothing was done. Wait for responses, then call again.`);
  }
}

/** The ending in the protocol's form. */
export function toResult(ending: ToolOutcome): CallToolResult | InputRequiredResult {
  if (ending.kind === "question") return ending.question;
  if (ending.kind === "failure") {
    // As text alone: an old client would hold structured content to the schema of a right answer.
    const data =
      ending.data === undefined ? [] : [{ type: "text" as const, text: JSON.stringify(ending.data) }];
    return { content: [{ type: "text", text: ending.text }, ...data], isError: true };
  }
  const { text, data, textTable: picture, meta } = ending.answer;
  return {
    content: [
      { type: "text", text },
      // The same data once more, for hosts that hand their model only text. As JSON, so that where a stranger's
      // words begin and end stays plain.
      { type: "text", text: JSON.stringify(data) },
      ...(picture === undefined ? [] : [{ type: "text" as const, text: picture }]),
    ],
    structuredContent: data,
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}
