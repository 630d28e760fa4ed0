import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import * as z from "zod";
import { fileOf, runNode } from "./programs.ts";

type Data = Record<string, unknown>;

/** Somebody else's client, told only how to start our server. */
export interface ThirdParty {
  name: string;
  listTools(): Promise<string[]>;
  /** The structured content of a call. Throws when the call failed. */
  call(tool: string, input: Data): Promise<Data>;
  close(): Promise<void>;
}

const server = ["dist/mcp/main.js"];
const listed = z.object({ tools: z.array(z.object({ name: z.string() })) });
const answered = z.object({
  structuredContent: z.record(z.string(), z.unknown()),
  isError: z.boolean().optional(),
});

/** The command line of mcporter. */
export function mcporter(env: Record<string, string>): ThirdParty {
  const program = fileOf("mcporter", "dist/cli.js");
  const start = ["--stdio", process.execPath, "--stdio-arg", ...server, "--name", "rallly"];
  const given = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  return {
    name: "mcporter",
    async listTools() {
      return listed
        .parse(await run([program, "list", ...start, ...given, "--json"]))
        .tools.map(({ name }) => name);
    },
    async call(tool, input) {
      const args = ["--tool", tool, "--args", JSON.stringify(input), "--output", "json"];
      return z
        .record(z.string(), z.unknown())
        .parse(await run([program, "call", ...start, ...given, ...args]));
    },
    close: async () => {},
  };
}

/** The Inspector's `--cli`. */
export function inspector(env: Record<string, string>): ThirdParty {
  const program = [fileOf("@modelcontextprotocol/inspector", "clients/launcher/build/index.js"), "--cli"];
  const given = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const start = [...program, ...given, process.execPath, ...server];
  return {
    name: "inspector --cli",
    async listTools() {
      return listed.parse(await run([...start, "--method", "tools/list"])).tools.map(({ name }) => name);
    },
    async call(tool, input) {
      const pairs = Object.entries(input).map(
        ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
      );
      const args = ["--method", "tools/call", "--tool-name", tool, "--tool-arg", ...pairs];
      return answered.parse(await run([...start, ...args])).structuredContent;
    },
    close: async () => {},
  };
}

/** The MCP client of the AI SDK. */
export async function aiSdk(env: Record<string, string>): Promise<ThirdParty> {
  const transport = new StdioTransport({ command: process.execPath, args: server, env, stderr: "ignore" });
  const client = await createMCPClient({ transport });
  return {
    name: "@ai-sdk/mcp",
    async listTools() {
      return (await client.listTools()).tools.map(({ name }) => name);
    },
    async call(tool, input) {
      const result = answered.parse(await client.callTool({ name: tool, arguments: input }));
      if (result.isError) throw new Error(JSON.stringify(result));
      return result.structuredContent;
    },
    close: () => client.close(),
  };
}

async function run(args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runNode(args);
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`);
  return JSON.parse(stdout.slice(stdout.indexOf("{")));
}
