/**
 * Lists and calls every tool of the built server on a sandbox with independent MCP clients. Exits non-zero when a result is
 * wrong.
 */
import { isDeepStrictEqual } from "node:util";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import * as z from "zod";
import { startSandbox } from "../src/sandbox/index.ts";
import { resolvePackageFile, runNode } from "./mcp/programs.ts";
import { startProgress } from "./progress.ts";

type Data = Record<string, unknown>;

/** An independent MCP client that starts the server. */
interface McpClient {
  name: string;
  listTools(): Promise<string[]>;
  /** Returns the structured content of a call. Throws when the call fails. */
  call(tool: string, input: Data): Promise<Data>;
  close(): Promise<void>;
}

const server = ["dist/mcp/main.js"];
const listed = z.object({ tools: z.array(z.object({ name: z.string() })) });
const toolResult = z.object({
  structuredContent: z.record(z.string(), z.unknown()),
  isError: z.boolean().optional(),
});

const sandbox = await startSandbox({ limits: "none" });
const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
const clients = [await aiSdk(env), mcporter(env), inspector(env)];
let [passed, failed] = [0, 0];
const progress = startProgress(clients.length, "clients");

for (const client of clients) {
  try {
    const called = await callTools(client);
    const missing = (await client.listTools()).filter((name) => !called.includes(name));
    if (missing.length > 0) throw new Error(`never called: ${missing.join(", ")}`);
    progress.log(`ok   ${client.name}: ${called.join(", ")}`);
    passed += 1;
  } catch (error) {
    progress.log(`FAIL ${client.name}: ${error instanceof Error ? error.message : String(error)}`);
    failed += 1;
  } finally {
    await client.close();
  }
}
progress.end();
await sandbox.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Calls every tool once. Returns the names of the called tools. */
async function callTools(client: McpClient): Promise<string[]> {
  const called: string[] = [];
  const call = async (tool: string, input: Record<string, unknown>, expected: Record<string, unknown>) => {
    progress.set(passed + failed, `${client.name} calls ${tool}`);
    const data = await client.call(tool, input);
    called.push(tool);
    for (const [name, value] of Object.entries(expected)) {
      if (!isDeepStrictEqual(data[name], value))
        throw new Error(`${tool}: ${name} is ${JSON.stringify(data[name])}, not ${JSON.stringify(value)}`);
    }
    return data;
  };
  const title = `Retro with ${client.name}`;
  const windows = [{ startDate: "2037-03-02", endDate: "2037-03-03", from: "09:00", to: "11:00" }];
  const busy = [{ start: "2037-03-03T09:00", end: "2037-03-03T09:30" }];
  const made = await call(
    "create_poll",
    { title, timeZone: "Europe/Berlin", duration: 60, windows, busy },
    { created: true, optionCount: 3, droppedCount: 1 },
  );
  const pollId = String(made["pollId"]);
  const voter = sandbox.vote(pollId, { name: "Ada", choices: { "2037-03-02T08:00:00Z": "yes" } });
  await call("list_polls", { query: title, limit: 5 }, { hasMore: false });
  await call("get_poll", { pollId }, { title, optionCount: 3 });
  await call("get_poll_results", { pollId }, { participants: 1 });
  const calendarEntry = `rallly://polls/${pollId}/options/1/calendar.ics`;
  await call("find_best_times", { pollId, required: ["Ada"] }, { people: 1, fits: true, calendarEntry });
  await call("list_participants", { pollId, includeEmails: true }, { participantCount: 1 });
  await call("list_participants", { pollId, option: "2037-03-02T09:00", answer: ["yes"] }, { matching: 1 });
  await call("get_participant", { pollId, person: "ada" }, { participantId: voter.id });
  await call("find_missing_people", { pollId, invited: ["Ada", "Ben"] }, { missing: ["Ben"] });
  await call("wait_for_responses", { pollId, count: 1 }, { done: true });
  const copy = { copyFrom: title, title: `${title} again`, shiftDays: 7, minAvailable: 1 };
  await call("create_poll", copy, { copiedFrom: pollId, optionCount: 1 });
  await call("delete_poll", { pollId, confirmTitle: title }, { deleted: true });
  return called;
}

/** The command line of mcporter. */
function mcporter(env: Record<string, string>): McpClient {
  const program = resolvePackageFile("mcporter", "dist/cli.js");
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
function inspector(env: Record<string, string>): McpClient {
  const program = [
    resolvePackageFile("@modelcontextprotocol/inspector", "clients/launcher/build/index.js"),
    "--cli",
  ];
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
      return toolResult.parse(await run([...start, ...args])).structuredContent;
    },
    close: async () => {},
  };
}

/** The MCP client of the AI SDK. */
async function aiSdk(env: Record<string, string>): Promise<McpClient> {
  const transport = new StdioTransport({ command: process.execPath, args: server, env, stderr: "ignore" });
  const client = await createMCPClient({ transport });
  return {
    name: "@ai-sdk/mcp",
    async listTools() {
      return (await client.listTools()).tools.map(({ name }) => name);
    },
    async call(tool, input) {
      const result = toolResult.parse(await client.callTool({ name: tool, arguments: input }));
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
