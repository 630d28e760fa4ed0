import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  fromJsonSchema,
  McpServer,
  type ScopeChallengeHandler,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { version } from "../src/version.ts";
import type { Caller, CallOptions } from "./call.ts";
import { createInstructions } from "./instructions.ts";
import { registerResources } from "./resources.ts";
import { namesTool, writeSentences } from "./sentences.ts";
import { registerPrompts, skills } from "./skills.ts";
import { listedTools } from "./tools/listing.ts";

/** Options of {@link createServer}. */
export interface ServerOptions extends CallOptions {
  /** Only tools that change nothing. Takes precedence over `only`. */
  readOnly?: boolean | undefined;
  /** Only tools of these names. Default: all. */
  only?: readonly string[] | undefined;
  /** Asks over HTTP for the scopes that a writing tool needs, when the grant of a call has not all of them. */
  challengeWrite?: ScopeChallengeHandler | undefined;
}

/** Creates an MCP server for one caller: for one connection, and over HTTP for one request. */
export function createServer(caller: Caller, options: ServerOptions = {}): McpServer {
  const selected = selectTools(options);
  const hidden = listedTools.filter((tool) => !selected.includes(tool)).map(({ name }) => name);
  const server = new McpServer(serverInfo, {
    instructions: createInstructions(hidden),
    capabilities,
    cacheHints,
    requestState: {
      verify: async (state, context) =>
        (await import("./call.ts")).createQuestionCodec(caller.apiKey).verify(state, context),
    },
  });
  const toCall = (context: ServerContext) => {
    const declared = readCapabilities(server, context);
    return { ...options, caller, context, hidden, declared, hasViews: canShowViews(declared) };
  };
  for (const { name, effect } of selected) {
    const scopeChallenge = effect === "read" ? undefined : options.challengeWrite;
    server.registerTool(
      name,
      { inputSchema: anyObject, outputSchema: anyObject, ...(scopeChallenge && { scopeChallenge }) },
      async (given, context) => (await import("./call.ts")).callTool(name, given, toCall(context)),
    );
  }
  server.server.setRequestHandler("tools/list", (_, context) => {
    const hasViews = canShowViews(readCapabilities(server, context));
    return {
      tools: selected.map((tool) => {
        const { effect: _effect, summary: _summary, description, meta, ...listed } = tool;
        const text = writeSentences(description, hidden);
        return { ...listed, description: text, ...(hasViews && meta && { _meta: meta }) };
      }),
    };
  });
  const offered = skills.filter(({ text }) => !namesTool(text, hidden));
  const metas = selected.map(({ meta }) => meta);
  registerResources(server, toCall, offered, metas);
  registerPrompts(server, offered, caller);
  return server;
}

/** The selected tools, as `tools/list` shows them. */
export const selectTools = ({ readOnly = false, only }: ServerOptions) =>
  listedTools.filter(
    ({ name, effect }) => (!readOnly || effect === "read") && (only?.includes(name) ?? true),
  );

/** A calendar page with the votes for three options as bars. Short, because each result of the 2026 protocol repeats it. */
const icon = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0b62b8" stroke-width="2"><path d="M3 5h18v16H3zM3 10h18M8 2v4M16 2v4M8 18v-2M12 18v-5M16 18v-4"/></svg>',
)}`;

const serverInfo = {
  name: "rallly-connect",
  title: "Rallly scheduling polls",
  version,
  websiteUrl: "https://rallly.co",
  icons: [{ src: icon, mimeType: "image/svg+xml", sizes: ["any"] }],
};

const fixed = { listChanged: false };
const capabilities = { tools: fixed, resources: fixed, prompts: fixed };

// Private, because the lists depend on the caller's grant; short, because a person may connect again with another one.
const cacheHint = { ttlMs: 60_000, cacheScope: "private" } as const;
const cacheHints = {
  "tools/list": cacheHint,
  "prompts/list": cacheHint,
  "resources/templates/list": cacheHint,
};

// Tools parse their arguments themselves, because hosts send values of other types, and types check their data.
const anyObject = fromJsonSchema(
  { type: "object" },
  { getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) as never },
);

/** What a host can do: in the request since 2026-07-28, before when it connected. Stateless serving of older protocols has none. */
const readCapabilities = ({ server }: McpServer, { mcpReq }: ServerContext): ClientCapabilities | undefined =>
  Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities();

/** Whether a host can show views: unless it said what it can, and did not name them. */
const canShowViews = (declared: ClientCapabilities | undefined): boolean =>
  declared === undefined || declared.extensions?.["io.modelcontextprotocol/ui"] !== undefined;
