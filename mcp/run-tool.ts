import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { deadlineExceeded, startDeadline } from "../src/api/deadline.ts";
import { createRedactor, redactDeep } from "../src/api/redact.ts";
import { RalllyError } from "../src/api/web.ts";
import { parseArguments } from "./arguments.ts";
import type { Caller, CallOptions } from "./caller.ts";
import { createConfirm, Question } from "./confirm.ts";
import { describeFailure, formatError } from "./errors.ts";
import { describeEvent } from "./log.ts";
import type { ToolContext, ToolResult } from "./tool.ts";
import { allTools } from "./tools/index.ts";
import { failureKey } from "./view/failure.ts";

/** Time for one whole call, in milliseconds: hosts give up after 60 seconds. */
const deadlineMs = 50_000;

/** One call from a host. */
export interface Call extends CallOptions {
  caller: Caller;
  context: ServerContext;
  server: McpServer;
}

/**
 * Calls a tool by its name, with the arguments as the host sent them. A failure is a result with `isError`. The API key is masked
 * everywhere.
 */
export async function callTool(
  name: string,
  given: unknown,
  call: Call,
): Promise<CallToolResult | InputRequiredResult> {
  const tool = allTools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`No tool has the name ${name}.`);
  const { caller, log } = call;
  const mask = createMask(caller);
  const deadline = startDeadline(deadlineMs, call.context.mcpReq.signal);
  const { signal } = deadline;
  try {
    const client = await caller.loadClient();
    const input = parseArguments(tool.input, given);
    return mask(toResult(await tool.run(input, createToolContext(call, { client, signal }))));
  } catch (error) {
    // Not the signed state, which only the host carries.
    if (error instanceof Question)
      return { ...error.result, inputRequests: mask(error.result.inputRequests ?? {}) };
    log?.(mask(describeEvent(error)));
    const timedOut = signal.reason === deadlineExceeded;
    // A create reads before it writes.
    const hasRead = error instanceof RalllyError && /^(?:get|list)/.test(error.operation);
    const about = { effect: hasRead ? "read" : tool.effect, keyHelp: caller.keyHelp, timedOut } as const;
    const content = [{ type: "text" as const, text: formatError(error, about) }];
    // No structured content: older clients would validate it against the output schema.
    return mask({ content, isError: true, _meta: { [failureKey]: describeFailure(error, about) } });
  } finally {
    deadline.close();
  }
}

/** Masks the key of a caller in a result or a text. */
export function createMask({ apiKey }: Caller): <T>(value: T) => T {
  const redactor = createRedactor(apiKey ?? "");
  return (value) => redactDeep(value, redactor);
}

function createToolContext(
  { caller, context, server, now = () => new Date() }: Call,
  own: Pick<ToolContext, "client" | "signal">,
): ToolContext {
  const { _meta, envelope, notify } = context.mcpReq;
  // In the request since 2026-07-28, before when it connected. Stateless serving of older protocols has none, and cannot ask.
  const declared: ClientCapabilities | undefined =
    Reflect.get(envelope ?? {}, CLIENT_CAPABILITIES_META_KEY) ?? server.server.getClientCapabilities();
  const { elicitation } = declared ?? {};
  const canAsk = elicitation !== undefined && (elicitation.form !== undefined || !elicitation.url);
  const progressToken = _meta?.progressToken;
  return {
    ...own,
    now,
    confirm: createConfirm(context, { canAsk, apiKey: caller.apiKey }),
    progress(progress, total, message) {
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total, message };
      // A host that has left must not stop the call.
      notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

/** The data and the texts are each complete, because some hosts show the model only one of the two. */
function toResult({ text, data, meta }: ToolResult<Record<string, unknown>>): CallToolResult {
  return {
    content: [
      { type: "text", text },
      // JSON delimits other people's text.
      { type: "text", text: JSON.stringify(data) },
    ],
    structuredContent: { summary: text, ...data },
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}
