/**
 * Lists and calls tools of the built server on a sandbox with independent MCP clients: `node clients.ts FOLDER`, where
 * `.ci/nightly` has installed them. Exits with 1 when a client cannot do it.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { startSandbox } from "../../src/sandbox/index.ts";

type Data = Record<string, unknown>;

/** An independent MCP client, which starts the server for each call. */
interface McpClient {
  listTools(): Promise<{ name: string }[]>;
  /** The structured content of a call. */
  call(tool: string, input: Data): Promise<Data>;
}

const folder = resolve(process.argv[2] ?? ".");
const server = ["dist/cli/main.js", "mcp"];
const sandbox = await startSandbox({ limits: "none" });
const env: Record<string, string> = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
const settings = (flag: string) => Object.entries(env).flatMap(([name, value]) => [flag, `${name}=${value}`]);

/** Runs a program of the folder, and returns the JSON that it prints. */
async function run(program: string, args: string[]) {
  const file = join(folder, "node_modules", program);
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args]);
  return JSON.parse(stdout.slice(stdout.indexOf("{")));
}

const words = server.flatMap((word) => ["--stdio-arg", word]);
const start = ["--stdio", process.execPath, ...words, "--name", "rallly", ...settings("--env")];
const mcporter = (args: string[]) => run("mcporter/dist/cli.js", args);

const inspector = (args: string[]) =>
  run("@modelcontextprotocol/inspector/clients/launcher/build/index.js", [
    ...["--cli", ...settings("-e"), process.execPath, ...server, ...args],
  ]);

const clients: Record<string, McpClient> = {
  mcporter: {
    listTools: async () => (await mcporter(["list", ...start, "--json"])).tools,
    call: (tool, input) =>
      mcporter(["call", ...start, "--tool", tool, "--args", JSON.stringify(input), "--output", "json"]),
  },
  inspector: {
    listTools: async () => (await inspector(["--method", "tools/list"])).tools,
    async call(tool, input) {
      const pairs = Object.entries(input).map(
        ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
      );
      const args = ["--method", "tools/call", "--tool-name", tool, "--tool-arg", ...pairs];
      return (await inspector(args)).structuredContent;
    },
  },
};

/** Finds a time with each client: a poll with nested arguments, a vote, the best time, a delete. */
async function check(name: string, client: McpClient): Promise<void> {
  const title = `Retro with ${name}`;
  const windows = [{ startDate: "2037-03-02", endDate: "2037-03-03", from: "09:00", to: "11:00" }];
  const busy = [{ start: "2037-03-03T09:00", end: "2037-03-03T09:30" }];
  const poll = { title, timeZone: "Europe/Berlin", duration: 60, windows, busy };
  const tools = (await client.listTools()).map((tool) => tool.name);
  assert.ok(tools.includes("create_poll") && tools.includes("delete_poll"));
  const created = await client.call("create_poll", poll);
  assert.equal(created["optionCount"], 3);
  const pollId = String(created["id"]);
  sandbox.vote(pollId, { name: "Ada", choices: { "2037-03-02T08:00:00Z": "yes" } });
  assert.equal((await client.call("get_poll", { poll: pollId }))["title"], title);
  const best = await client.call("find_best_times", { poll: pollId, required: ["Ada"], limit: 1 });
  assert.equal(best["responses"], 1);
  const missing = await client.call("find_missing_people", { poll: pollId, invited: ["Ada", "Ben"] });
  assert.match(JSON.stringify(missing["missing"]), /Ben/);
  assert.equal((await client.call("delete_poll", { poll: pollId, confirmTitle: title }))["deleted"], true);
}

for (const [name, client] of Object.entries(clients))
  await check(name, client).then(
    () => console.log(`ok    ${name}`),
    (error) => {
      console.log(`FAIL  ${name}: ${error}`);
      process.exitCode = 1;
    },
  );
await sandbox.close();
