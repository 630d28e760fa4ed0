/** An AI assistant's side of the demo: the MCP server as a process of its own, and a client that calls its tools. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import "./zapier-environment.ts";
import zapier, { type Bundle, type ZObject } from "zapier-platform-core";
import App from "../../zapier/index.ts";

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
type Fields = Record<string, unknown>;

/** What a step runs; the tester gives back whatever it answers. */
type Perform<Result> = (z: ZObject, bundle: Bundle) => Promise<Result>;

/** Prepares the app for a space; the tester needs the service's address in the environment, as Zapier does. */
export function openZap(apiKey: string, baseUrl: string) {
  process.env["RALLLY_BASE_URL"] = baseUrl;
  const run = zapier.createAppTester(App, { customStoreKey: "demo" });
  const authData = { apiKey };

  return {
    /** What the trigger finds at a tick of Zapier's clock, newest first. */
    poll: (trigger: keyof typeof App.triggers): Promise<Fields[]> =>
      run(App.triggers[trigger].operation.perform as Perform<Fields[]>, { authData }),
    /** Runs a search with what a person put into its form; best match first. */
    search: (search: keyof typeof App.searches, inputData: Fields): Promise<Fields[]> =>
      run(App.searches[search].operation.perform as Perform<Fields[]>, { authData, inputData }),
    /** Runs an action with what a person put into its form. */
    act: (action: keyof typeof App.creates, inputData: Fields): Promise<Fields> =>
      run(App.creates[action].operation.perform as Perform<Fields>, {
        authData,
        inputData,
        meta: { timezone: "Europe/Berlin" },
      }),
  };
}

export type Zap = ReturnType<typeof openZap>;
