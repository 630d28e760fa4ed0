import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Client } from "../src/api/core.ts";
import { type Clock, getRedactor, machineClock, withMonotonic } from "../src/api/setup.ts";
import { version } from "../src/version.ts";
import { formatEvent } from "./log.ts";
import { createInstructions } from "./prompts/instructions.ts";
import { preparePrompts } from "./prompts/prompts.ts";
import { type ResourceSource, registerResources, registerResultsView } from "./resources/resources.ts";
import { type CallLimiter, createCallLimiter } from "./runtime/call-limiter.ts";
import type { QuestionCodec } from "./runtime/confirm.ts";
import { toStandardSchema } from "./runtime/json-schema.ts";
import { loadCalls } from "./runtime/load-calls.ts";
import { createProgress } from "./runtime/progress.ts";
import { limitRequests } from "./runtime/request-limits.ts";
import type { ToolOutcome } from "./runtime/run-tool.ts";
import type { Effect } from "./runtime/tool.ts";
import { type ListedTool, listedTools } from "./tools/listing.ts";
import { selectFrom, type ToolSelection } from "./tools/select.ts";

/** Time for one whole tool call, in milliseconds: hosts give up after 60 seconds. */
export const defaultDeadlineMs = 50_000;

/** Options of {@link createServer}. */
export interface CreateServerOptions extends ToolSelection {
  /** Client of the space. Without it tools are listed, and a call explains how to get and set a key. */
  client?: Client | undefined;
  /** How to get and set a key, for the error of a call without one. */
  keyHelp?: string | undefined;
  /** Signs request state. Replicas need the same one. Default: random for this process. */
  secret?: string | undefined;
  /** The current time, which "past" options are compared with. Default: the machine's. */
  now?: (() => Date) | undefined;
  /** Time for one whole tool call, in milliseconds. Default: {@link defaultDeadlineMs}. */
  deadlineMs?: number | undefined;
  /** Bounds the calls that run at the same time. Default: one for the whole process. */
  limiter?: CallLimiter | undefined;
  /** Reads the page of the results view. Default: from the file that `npm run build` wrote. */
  loadView?: (() => Promise<string>) | undefined;
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
  'The owner of a space on a Pro plan creates one at rallly.co, in the space\'s settings under "API keys"; it is shown once. Set it as RALLLY_API_KEY in the environment of this server (in the MCP configuration of the client) and restart the server. Never paste it into the conversation.';

const processLimiter = createCallLimiter();

/** Returns a client, and creates it with the first call. {@link getRedactor} accepts the loader in place of the client. */
export type ClientLoader = () => Promise<Client>;

/** Whom a server serves. */
export interface Caller extends Pick<CreateServerOptions, "secret" | "limiter"> {
  client?: Client | ClientLoader | undefined;
}

/** Creates an MCP server for one space and one connection. */
export function createServer(options: CreateServerOptions = {}): McpServer {
  return createServerFactory(options)(options);
}

/**
 * Creates servers that differ only in their caller: over HTTP one for each request. What is the same for all requests, or for all of
 * one client, is built once.
 */
export function createServerFactory(
  options: Omit<CreateServerOptions, keyof Caller>,
): (caller: Caller) => McpServer {
  const { keyHelp = localKeyHelp, now = () => new Date(), loadView } = options;
  const { deadlineMs = defaultDeadlineMs, stopping, stopped } = options;
  const clock = withMonotonic(options.clock ?? machineClock);
  const tools = selectFrom(listedTools, options).map(prepareTool);
  const instructions = createInstructions(tools);
  const createPrompts = preparePrompts(tools);
  const prepareCaller = ({ client, secret }: Caller) => {
    const redactor = getRedactor(client);
    const report = (error: unknown) => options.report?.(formatEvent(error, redactor));
    const loadClient = async () => (typeof client === "function" ? client() : client);
    const completePollId = async (typed: string) =>
      (await loadCalls()).completePollId(typed, { loadClient, report });
    return {
      redactor,
      loadClient,
      report,
      completePollId,
      prompts: createPrompts(completePollId, redactor),
      loadCodec: createCodecLoader(secret),
    };
  };
  const prepared = new WeakMap<object, ReturnType<typeof prepareCaller>>();
  /** The key of callers without a client, who are all the same. */
  const withoutClient = {};

  return (caller) => {
    const { client, limiter = processLimiter } = caller;
    const parts = prepared.get(client ?? withoutClient) ?? prepareCaller(caller);
    prepared.set(client ?? withoutClient, parts);
    const { redactor, report, loadClient, completePollId, prompts, loadCodec } = parts;
    const server = new McpServer(serverInfo, {
      instructions,
      capabilities,
      cacheHints,
      requestState: { verify: async (state, context) => (await loadCodec()).verify(state, context) },
    });
    const run: Run = async (name, raw, context) => {
      const { getTool, runTool, createConfirm, readCapabilities } = await loadCalls();
      const { canAsk, showsView } = readCapabilities(context, server);
      return runTool(getTool(name), raw, {
        client: await loadClient(),
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
        confirm: createConfirm(context, canAsk, loadCodec),
        showsView,
      });
    };
    for (const { name, config } of tools)
      server.registerTool(name, config, async (raw, context) => {
        const { toResult } = await loadCalls();
        return toResult(await run(name, raw, context));
      });
    registerResources(server, { loadClient, report, completePollId, read: createResourceReader(run) });
    registerResultsView(server, loadView);
    for (const { name, config, build } of prompts) server.registerPrompt(name, config, build);
    limitRequests(server, redactor);
    return server;
  };
}

const serverInfo = {
  name: "rallly-mcp",
  title: "Rallly scheduling polls",
  version,
  websiteUrl: "https://rallly.co",
};

const capabilities = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
};

// The lists are the same for every caller until the server is replaced.
const listCacheHint = { ttlMs: 3_600_000, cacheScope: "public" } as const;

const cacheHints = {
  "tools/list": listCacheHint,
  "prompts/list": listCacheHint,
  "resources/templates/list": listCacheHint,
};

type Run = (tool: string, raw: unknown, context: ServerContext) => Promise<ToolOutcome>;

/** Signs for callers without a secret. */
let processSecret: string | undefined;

/** Creates the codec with its first use: only a delete asks a question. */
function createCodecLoader(secret: string | undefined) {
  let codec: Promise<QuestionCodec> | undefined;
  return () => {
    codec ??= loadCalls().then(({ createQuestionCodec, createSecret }) => {
      processSecret ??= createSecret();
      return createQuestionCodec(secret ?? processSecret);
    });
    return codec;
  };
}

/** A tool as the SDK takes it. */
function prepareTool({ name, title, description, effect, meta, inputSchema, outputSchema }: ListedTool) {
  return {
    name,
    config: {
      title,
      description,
      // Accepts everything: the tool parses its arguments itself, accepts what hosts send, and describes problems.
      inputSchema: toStandardSchema(inputSchema, (value) => ({ value })),
      // Validates, so that a defect of a tool becomes an error.
      outputSchema: toStandardSchema(outputSchema, async (value) =>
        (await loadCalls()).getTool(name).output["~standard"].validate(value),
      ),
      annotations: toAnnotations(effect),
      ...(meta ? { _meta: meta } : {}),
    },
  };
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
