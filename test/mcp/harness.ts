import { type CallToolResult, Client as McpClient } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import { type CreateServerOptions, createServer } from "../../mcp/index.ts";
import { createClient } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";

/** The current time of tests: a Friday. */
export const fixedNow = "2027-02-12T09:00:00Z";

/** Registers a function to call after the test. The one registered last is called first. */
export function closeLater(close: () => Promise<unknown>): void {
  onTestFinished(async () => {
    await close();
  });
}

/** Opens a sandbox whose clock stands at {@link fixedNow}. */
export async function openSandbox(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox({ now: fixedNow, limits: "none", ...options });
  closeLater(() => sandbox.close());
  return sandbox;
}

/** Connects an MCP client of the older protocol to a server in memory. */
export async function connectInMemory(
  options: CreateServerOptions = {},
  capabilities: ConstructorParameters<typeof McpClient>[1] = {},
): Promise<McpClient> {
  const server = createServer({ now: () => new Date(fixedNow), ...options });
  const host = new McpClient({ name: "test-host", version: "1.0.0" }, capabilities);
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
  await server.connect(serverTransport);
  await host.connect(clientTransport);
  closeLater(() => host.close());
  return host;
}

/** Opens a sandbox, and a host connected to a server on it. */
export async function openHost(
  options: CreateServerOptions = {},
  capabilities?: ConstructorParameters<typeof McpClient>[1],
) {
  const sandbox = await openSandbox();
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const host = await connectInMemory({ client, ...options }, capabilities);
  return { sandbox, host, client };
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
  return { text: resultText(result), data: result.structuredContent as Record<string, unknown> };
}

/** Calls a tool that must fail. Returns the error text. */
export async function failTool(
  host: McpClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const result = await host.callTool({ name, arguments: args });
  if (!result.isError) throw new Error(`${name} did not fail: ${resultText(result)}`);
  return resultText(result);
}
