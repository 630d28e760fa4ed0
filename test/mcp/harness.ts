import {
  type CallToolResult,
  type ClientOptions,
  Client as McpClient,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { createMcpHandler, InMemoryTransport } from "@modelcontextprotocol/server";
import { expect, onTestFinished } from "vitest";
import type { Caller } from "../../mcp/call.ts";
import { createServer, type ServerOptions } from "../../mcp/server.ts";
import { type Client, createClient } from "../../src/api/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";

/** The current time of tests: a Friday. */
export const fixedNow = "2027-02-12T09:00:00Z";

/** Registers a function to call after the test. The one registered last is called first. */
export function closeLater(close: () => unknown): void {
  onTestFinished(async () => {
    await close();
  });
}

/** Opens a sandbox whose clock stands at {@link fixedNow}. */
export async function openSandbox(options: Parameters<typeof startSandbox>[0] = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ now: fixedNow, limits: "none", ...options });
  closeLater(() => sandbox.close());
  return sandbox;
}

/** The caller with the key of a sandbox. Without retries, failures are fast. */
export function toCaller(
  { apiKey, url }: Pick<Sandbox, "apiKey" | "url">,
  deadlineMs?: number,
): Caller & { client: Client } {
  const client = createClient({ apiKey, baseUrl: url, attempts: 1, deadlineMs });
  return { apiKey, keyHelp: "Set a key.", client, loadClient: async () => client };
}

/** What a test may set of its server and host. */
export interface HostOptions {
  sandbox?: Sandbox;
  caller?: Caller;
  server?: ServerOptions;
  /** The MCP client: its capabilities. */
  client?: ClientOptions;
}

/** Opens a sandbox, a server on it, and a host of the 2025 protocols, in memory. */
export async function openHost({ client, ...options }: HostOptions = {}) {
  const { createServer, ...opened } = await prepare(options);
  const host = new McpClient({ name: "test-host", version: "1.0.0" }, client);
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
  await createServer().connect(serverTransport);
  await host.connect(clientTransport);
  closeLater(() => host.close());
  return { ...opened, host };
}

/** The same with a host of the 2026-07-28 protocol, over the SDK's HTTP handler without a port. */
export async function openModernHost({ client, ...options }: HostOptions = {}) {
  const { createServer, ...opened } = await prepare(options);
  const handler = createMcpHandler(createServer);
  const versionNegotiation = { mode: { pin: "2026-07-28" } };
  const host = new McpClient({ name: "test-host", version: "1.0.0" }, { versionNegotiation, ...client });
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  await host.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
  closeLater(() => host.close());
  return { ...opened, host };
}

async function prepare(options: HostOptions) {
  const sandbox = options.sandbox ?? (await openSandbox());
  const own = toCaller(sandbox);
  const server = { now: () => new Date(fixedNow), ...options.server };
  return {
    sandbox,
    /** A client of the sandbox. */
    client: own.client,
    createServer: () => createServer(options.caller ?? own, server),
  };
}

/** The first text of a result. */
export function resultText(result: unknown): string {
  const [first] = (result as CallToolResult).content;
  return first?.type === "text" ? first.text : "";
}

/** Calls a tool. Returns its text and data. Throws its text when the call failed. */
export async function callTool(host: McpClient, name: string, args: Record<string, unknown> = {}) {
  const result = await host.callTool({ name, arguments: args });
  if (result.isError) throw new Error(resultText(result));
  return {
    text: resultText(result),
    data: result.structuredContent as Record<string, unknown>,
    meta: result._meta,
  };
}

/** Who can do something about a failure: the model, or the person, who decides or has to know. */
const readers = [/Correct and call again/, /Ask the person /, /Tell the person/];

/** Calls a tool that must fail. Returns the error text, which says who can do something about it. */
export async function failTool(
  host: McpClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const result = await host.callTool({ name, arguments: args });
  if (!result.isError) throw new Error(`${name} did not fail: ${resultText(result)}`);
  const text = resultText(result);
  expect(
    readers.filter((mark) => mark.test(text)),
    text,
  ).toHaveLength(1);
  return text;
}
