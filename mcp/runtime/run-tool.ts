import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
} from "@modelcontextprotocol/server";
import { type Client, redactDeep, redactorOf } from "../../src/api/core.ts";
import { type CallLimiter, TooManyCallsError } from "./call-limiter.ts";
import { formatError, UserInputError } from "./errors.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";

/** What a call depends on besides the tool and its arguments. */
export interface RunToolOptions extends Omit<ToolContext, "client" | "signal"> {
  /** Undefined without an API key. */
  client: Client | undefined;
  /** Aborts when the host cancels. */
  cancelled: AbortSignal;
  /** Time for the whole call with its wait for a turn, in milliseconds. */
  deadlineMs: number;
  limiter: CallLimiter;
  /** Aborts when the process stops. A running call then fails with what is known. */
  stopped: AbortSignal | undefined;
  keyHelp: string;
  /** Receives every failure. */
  report: (error: unknown) => void;
}

/** How a call ended: with an answer, with a question to the person, or with an error text. */
export type ToolOutcome =
  | { kind: "answer"; answer: ToolResult<Record<string, unknown>> }
  | { kind: "question"; question: InputRequiredResult }
  | { kind: "failure"; text: string; data?: Record<string, unknown> };

/** Runs a tool. Never throws. The API key is masked everywhere in the outcome. */
export async function runTool(tool: Tool, raw: unknown, options: RunToolOptions): Promise<ToolOutcome> {
  const outcome = await execute(tool, raw, options);
  const redactor = redactorOf(options.client);
  if (outcome.kind !== "question") return redactDeep(outcome, redactor);
  // The request state is a signed token, which only the host carries.
  const { inputRequests } = outcome.question;
  return {
    kind: "question",
    question: {
      ...outcome.question,
      ...(inputRequests && { inputRequests: redactDeep(inputRequests, redactor) }),
    },
  };
}

async function execute(tool: Tool, raw: unknown, options: RunToolOptions): Promise<ToolOutcome> {
  const { client, cancelled, deadlineMs, keyHelp, limiter, stopped } = options;
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
      const ended = await tool.call(raw, { ...options, client, signal });
      return isInputRequiredResult(ended)
        ? { kind: "question", question: ended }
        : { kind: "answer", answer: ended };
    } finally {
      release();
    }
  } catch (error) {
    options.report(error);
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

/** The outcome as a result of the protocol. */
export function toResult(outcome: ToolOutcome): CallToolResult | InputRequiredResult {
  if (outcome.kind === "question") return outcome.question;
  if (outcome.kind === "failure") {
    // As text: an old client would validate structured content against the output schema.
    const data =
      outcome.data === undefined ? [] : [{ type: "text" as const, text: JSON.stringify(outcome.data) }];
    return { content: [{ type: "text", text: outcome.text }, ...data], isError: true };
  }
  const { text, data, textTable: table, meta } = outcome.answer;
  return {
    content: [
      { type: "text", text },
      // The same data for hosts that give their model only text. JSON marks where other people's text begins and ends.
      { type: "text", text: JSON.stringify(data) },
      ...(table === undefined ? [] : [{ type: "text" as const, text: table }]),
    ],
    structuredContent: data,
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}
