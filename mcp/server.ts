import { randomBytes } from "node:crypto";
import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type Client, type Clock, getRedactor, machineClock, withMonotonic } from "../src/api/core.ts";
import { version } from "../src/version.ts";
import { formatEvent } from "./log.ts";
import { createInstructions } from "./prompts/instructions.ts";
import { registerPrompts } from "./prompts/prompts.ts";
import {
  completePollId,
  type ResourceSource,
  registerResources,
  registerResultsView,
} from "./resources/resources.ts";
import { type CallLimiter, createCallLimiter } from "./runtime/call-limiter.ts";
import { createConfirm, createQuestionCodec } from "./runtime/confirm.ts";
import { toInputSchema, toOutputSchema } from "./runtime/json-schema.ts";
import { createProgress } from "./runtime/progress.ts";
import { limitRequests } from "./runtime/request-limits.ts";
import { runTool, toResult } from "./runtime/run-tool.ts";
import type { Effect, Tool } from "./runtime/tool.ts";
import { allTools, selectTools, type ToolSelection } from "./tools/index.ts";

/** Time for one whole tool call, in milliseconds: hosts give up after 60 seconds. */
export const defaultDeadlineMs = 50_000;

// The lists are the same for every caller until the server is replaced.
const listCacheHint = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** Options of {@link createServer}. */
export interface CreateServerOptions extends ToolSelection {
  /** Client of the space. Without it tools are listed, and a call explains how to get and set a key. */
  client?: Client | undefined;
  /** How to get and set a key, for the error of a call without one. */
  keyHelp?: string | undefined;
  /** Signs request state. Replicas need the same one. Default: random for this process. */
  secret?: string | undefined;
  now?: (() => Date) | undefined;
  deadlineMs?: number | undefined;
  /** Bounds the calls that run at the same time. Default: one for the whole process. */
  limiter?: CallLimiter | undefined;
  /** Measures the waits of wait_for_responses. Default: the machine's. */
  clock?: Clock | undefined;
  /** Abort it when the shutdown begins. Calls of wait_for_responses then return at once; other calls continue. */
  stopping?: AbortSignal | undefined;
  /** Abort it to stop. A running call then fails at once with what is known. */
  stopped?: AbortSignal | undefined;
  /** Receives one line about every failed call, with the client's key masked. */
  report?: ((line: string) => void) | undefined;
}

/** How to get and set a key for a local process. */
export const localKeyHelp =
  "The owner of a space on a Pro plan creates one at rallly.co, in the space's settings under \"API keys\"; it is shown once. Set it as RALLLY_API_KEY in the environment of this server (in the host's MCP configuration) and restart the server. Never paste it into the conversation.";

const processLimiter = createCallLimiter();

const processSecret = randomBytes(32).toString("hex");

/** Creates an MCP server for one space: one for each connection, or for each request over HTTP. */
export function createServer(options: CreateServerOptions = {}): McpServer {
  const { client, keyHelp = localKeyHelp, secret = processSecret, now = () => new Date() } = options;
  const { deadlineMs = defaultDeadlineMs, stopping, stopped } = options;
  const clock = withMonotonic(options.clock ?? machineClock);
  const redactor = getRedactor(client);
  const report = (error: unknown) => options.report?.(formatEvent(error, redactor));
  const { limiter = processLimiter } = options;
  const tools = selectTools(options);
  const codec = createQuestionCodec(secret);
  const server = new McpServer(
    { name: "rallly-mcp", title: "Rallly scheduling polls", version, websiteUrl: "https://rallly.co" },
    {
      instructions: createInstructions(tools),
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      cacheHints: {
        "tools/list": listCacheHint,
        "prompts/list": listCacheHint,
        "resources/templates/list": listCacheHint,
      },
      requestState: { verify: codec.verify },
    },
  );
  const run = (tool: Tool, raw: unknown, context: ServerContext) =>
    runTool(tool, raw, {
      client,
      keyHelp,
      deadlineMs,
      limiter,
      stopping,
      stopped,
      report,
      now,
      clock,
      reportProgress: createProgress(context.mcpReq),
      cancelled: context.mcpReq.signal,
      confirm: createConfirm(context, server, codec),
    });
  for (const tool of tools) registerTool(server, tool, run);
  const source = { client, report, read: createResourceReader(run) };
  registerResources(server, allTools, source);
  registerResultsView(server);
  registerPrompts(server, tools, completePollId(source), redactor);
  limitRequests(server, redactor);
  return server;
}

type Run = (tool: Tool, raw: unknown, context: ServerContext) => ReturnType<typeof runTool>;

function registerTool(server: McpServer, tool: Tool, run: Run): void {
  const { name, title, description, effect, meta } = tool;
  const inputSchema = toInputSchema(tool.input);
  const outputSchema = toOutputSchema(tool.output);
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema,
      outputSchema,
      annotations: toAnnotations(effect),
      ...(meta ? { _meta: meta } : {}),
    },
    async (raw, context) => toResult(await run(tool, raw, context)),
  );
}

// A resource runs the tool, so that both sanitize and leave out the same.
function createResourceReader(run: Run): ResourceSource["read"] {
  return async (tool, input, context) => {
    const outcome = await run(tool, input, context);
    if (outcome.kind === "result") return outcome.result.data;
    const text = outcome.kind === "failure" ? outcome.text : "The resource cannot be read.";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, text);
  };
}

// A second delete changes nothing. A second create makes a second poll.
function toAnnotations(effect: Effect) {
  return {
    readOnlyHint: effect === "read",
    destructiveHint: effect === "delete",
    idempotentHint: effect !== "create",
    openWorldHint: true,
  };
}
