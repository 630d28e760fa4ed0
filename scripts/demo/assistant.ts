/** An AI assistant's side of the demo: the MCP server as a process of its own, and a client that calls its tools. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const server = fileURLToPath(new URL("../../dist/mcp/main.js", import.meta.url));

/** What a tool answered: its text, and its data when the call went well. */
export interface Answer {
  text: string;
  failed: boolean;
  // The demo checks every field it shows, so the data may stay as open as it comes.
  data: Record<string, unknown>;
}

/** Starts the server and connects to it. */
export async function connectAssistant(apiKey: string, baseUrl: string) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server],
    env: { RALLLY_API_KEY: apiKey, RALLLY_BASE_URL: baseUrl },
    // The log would interrupt the transcript.
    stderr: "ignore",
  });
  const client = new Client({ name: "rallly-connect-demo", version: "1.0.0" });
  await client.connect(transport);

  return {
    /** The names of the tools, as the server lists them. */
    async listTools(): Promise<string[]> {
      return (await client.listTools()).tools.map((tool) => tool.name);
    },
    /** Calls a tool. */
    async call(name: string, input: Record<string, unknown>): Promise<Answer> {
      const result = await client.callTool({ name, arguments: input });
      const parts = result.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
      // The data also comes as JSON for clients that know no structured content: nothing to read aloud.
      const text = parts.filter((part) => !part.startsWith("{")).join("\n\n");
      return {
        text,
        failed: result.isError === true,
        data: (result.structuredContent ?? {}) as Record<string, unknown>,
      };
    },
    close: () => client.close(),
  };
}

export type Assistant = Awaited<ReturnType<typeof connectAssistant>>;
