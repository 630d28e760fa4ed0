import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
} from "@modelcontextprotocol/server";
import { type Client, getRedactor, redactDeep } from "../../src/api/core.ts";
import { type CallLimiter, TooManyCallsError } from "./call-limiter.ts";
import { formatError, UserInputError } from "./errors.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";

/** Time after the deadline for the last request of a tool that waits, in milliseconds: hosts give up after 60 seconds. */
const waitMarginMs = 8_000;

/** What a call depends on besides the tool and its arguments. */
export interface RunToolOptions extends Omit<ToolContext, "client" | "signal" | "stopping"> {
  /** Undefined without an API key. */
  client: Client | undefined;
  /** Aborts when the host cancels. */
  cancelled: AbortSignal;
  /** Time for the whole call with its wait for a turn, in milliseconds. */
  deadlineMs: number;
  limiter: CallLimiter;
  /** Aborts when the process begins to stop. A call that waits then returns what it knows; others continue. */
  stopping: AbortSignal | undefined;
  /** Aborts when the process stops. A running call then fails with what is known. */
  stopped: AbortSignal | undefined;
  keyHelp: string;
  /** Receives every failure. */
  report: (error: unknown) => void;
}

/** The outcome of a call: a result, a question to the person, or an error text. */
export type ToolOutcome =
  | { kind: "result"; result: ToolResult<Record<string, unknown>> }
  | { kind: "question"; question: InputRequiredResult }
  | { kind: "failure"; text: string; data?: Record<string, unknown> };

/** Runs a tool. Never throws. The API key is masked everywhere in the outcome. */
export async function runTool(tool: Tool, raw: unknown, options: RunToolOptions): Promise<ToolOutcome> {
  const outcome = await execute(tool, raw, options);
  const redactor = getRedactor(options.client);
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
  const { client, keyHelp } = options;
  const signals = createCallSignals(tool, options);
  const { signal, stopping } = signals;
  try {
    if (client === undefined) throw new UserInputError(`No API key is set. ${keyHelp}`);
    const release = await waitForTurn(tool, client, options, signal);
    try {
      const returned = await tool.call(raw, { ...options, client, signal, stopping });
      return isInputRequiredResult(returned)
        ? { kind: "question", question: returned }
        : { kind: "result", result: returned };
    } finally {
      release();
    }
  } catch (error) {
    options.report(error);
    const { effect, examples } = tool;
    const stopCause = options.stopped?.aborted ? "shutdown" : signals.timedOut() ? "deadline" : undefined;
    return {
      kind: "failure",
      ...(error instanceof UserInputError && error.data ? { data: error.data } : {}),
      text: formatError(error, { effect, examples, keyHelp, stopCause }),
    };
  } finally {
    signals.end();
  }
}

/**
 * The signals of one call, until `end`. AbortSignal.timeout and AbortSignal.any would do the same, but leave a timer until the deadline,
 * and each abort of a helper creates an exception with a stack: together a tenth of a call.
 */
function createCallSignals({ waits }: Tool, { cancelled, stopping, stopped, deadlineMs }: RunToolOptions) {
  const call = new AbortController();
  // Only a tool that waits uses it.
  const ending = waits ? new AbortController() : call;
  let timedOut = false;
  const timer = setTimeout(
    () => {
      timedOut = true;
      call.abort(new DOMException("The call timed out.", "TimeoutError"));
    },
    deadlineMs + (waits ? waitMarginMs : 0),
  ).unref();
  const removers: (() => void)[] = [];
  const follow = (source: AbortSignal | undefined, controller: AbortController) => {
    const onAbort = () => controller.abort(source?.reason);
    if (source?.aborted) onAbort();
    source?.addEventListener("abort", onAbort);
    removers.push(() => source?.removeEventListener("abort", onAbort));
  };
  // First, so that it aborts first when the process stops.
  if (waits) for (const source of [stopping, stopped]) follow(source, ending);
  for (const source of [cancelled, stopped]) follow(source, call);
  return {
    signal: call.signal,
    stopping: ending.signal,
    timedOut: () => timedOut,
    end() {
      clearTimeout(timer);
      for (const remove of removers) remove();
    },
  };
}

// A separate error: a call that did not start has changed nothing.
async function waitForTurn(
  { waits }: Tool,
  caller: Client,
  { limiter, stopped }: RunToolOptions,
  signal: AbortSignal,
): Promise<() => void> {
  try {
    return waits ? limiter.acquireIdle(caller) : await limiter.acquire(caller, signal);
  } catch (error) {
    if (stopped?.aborted)
      throw new UserInputError(
        "The server is shutting down and did not start this call. Nothing was done. Call again when the server is back.",
      );
    const cause =
      error instanceof TooManyCallsError
        ? `Too many calls at once: ${error.message}.`
        : "The call timed out while it waited for other calls.";
    throw new UserInputError(`${cause} Nothing was done. Wait for other responses, then call again.`);
  }
}

/** The outcome as a result of the protocol. */
export function toResult(outcome: ToolOutcome): CallToolResult | InputRequiredResult {
  if (outcome.kind === "question") return outcome.question;
  if (outcome.kind === "failure") {
    // As text: older clients would validate structured content against the output schema.
    const data =
      outcome.data === undefined ? [] : [{ type: "text" as const, text: JSON.stringify(outcome.data) }];
    return { content: [{ type: "text", text: outcome.text }, ...data], isError: true };
  }
  const { text, data, textTable, meta } = outcome.result;
  return {
    content: [
      { type: "text", text },
      // The data again, for hosts that pass only text to the model. JSON delimits other people's text.
      { type: "text", text: JSON.stringify(data) },
      ...(textTable === undefined ? [] : [{ type: "text" as const, text: textTable }]),
    ],
    structuredContent: data,
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}
