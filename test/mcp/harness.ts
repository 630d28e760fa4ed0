import { type CallToolResult, Client as McpClient } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { afterEach } from "vitest";
import { type CreateServerOptions, createServer } from "../../mcp/index.ts";
import { createClient } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";

/** The moment at which every test here takes place: a Friday. */
export const NOW = "2027-02-12T09:00:00Z";

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Closes something when the test is over. */
export function closeLater(close: () => Promise<unknown>): void {
  open.push(close);
}

/** A sandbox whose clock stands at {@link NOW}. */
export async function openSandbox(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox({ now: NOW, limits: "none", ...options });
  closeLater(() => sandbox.close());
  return sandbox;
}

/** An MCP client connected to a server of ours in memory, as hosts of the older protocol are. */
export async function connectInMemory(
  options: CreateServerOptions = {},
  capabilities: ConstructorParameters<typeof McpClient>[1] = {},
): Promise<McpClient> {
  const server = createServer({ now: () => new Date(NOW), ...options });
  const host = new McpClient({ name: "test-host", version: "1.0.0" }, capabilities);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(ours);
  await host.connect(theirs);
  closeLater(() => host.close());
  return host;
}

/** A sandbox, and a host connected to a server on it. */
export async function openHost(
  options: CreateServerOptions = {},
  capabilities?: ConstructorParameters<typeof McpClient>[1],
) {
  const sandbox = await openSandbox();
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const host = await connectInMemory({ client, ...options }, capabilities);
  return { sandbox, host, client };
}

/** What a tool said: its first text. */
export function said(result: unknown): string {
  const [first] = (result as CallToolResult).content;
  return first?.type === "text" ? first.text : "";
}

/** A tool's data. Fails the test with the tool's words when the call failed. */
export async function callTool(host: McpClient, name: string, args: Record<string, unknown> = {}) {
  const result = await host.callTool({ name, arguments: args });
  if (result.isError) throw new Error(said(result));
  return { text: said(result), data: result.structuredContent as Record<string, unknown> };
}

/** The words of a call that must fail. */
export async function failTool(
  host: McpClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const result = await host.callTool({ name, arguments: args });
  if (!result.isError) throw new Error(`${name} did not fail: ${said(result)}`);
  return said(result);
}
