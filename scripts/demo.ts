/**
 * One poll from start to end, against the local sandbox: the built MCP server as a process, and the Zapier app in
 * Zapier's own tester. Exits non-zero at the first fact that does not hold.
 */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Bundle, ZObject } from "zapier-platform-core";
import { startSandbox } from "../src/sandbox/index.ts";

type Fields = Record<string, unknown>;
type Perform = (z: ZObject, bundle: Bundle) => Promise<Fields[]>;

// Outside of tests the core prints the memory of every run. It reads this variable while it loads.
process.env["NODE_ENV"] = "test";
const { createAppTester } = await import("zapier-platform-core");
const { default: zapierApp } = await import("../zapier/index.ts");

const timeZone = "America/New_York";
const year = new Date().getUTCFullYear() + 1;
const [firstDay, lastDay] = [`${year}-03-02`, `${year}-03-03`];
/** The votes for the options, in their order: two hours on each of the two days. */
const votes = {
  "Ana Souza": ["yes", "no", "yes", "yes"],
  "Bartłomiej Nowak": ["no", "no", "ifNeedBe", "yes"],
  "Grace O’Connor": ["yes", "no", "yes", "yes"],
} as const;

const sandbox = await startSandbox({ seed: "empty" });
const connection = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
const assistant = new Client({ name: "rallly-connect-demo", version: "1.0.0" });
const server = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
process.env["RALLLY_BASE_URL"] = sandbox.url;
const runZapierStep = createAppTester(zapierApp);

try {
  console.log(`A sandbox imitates Rallly at ${sandbox.url}. Nothing leaves this machine.`);
  // The log of the server would interrupt the output.
  await assistant.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [server, "mcp"],
      env: connection,
      stderr: "ignore",
    }),
  );

  heading("An AI assistant creates a poll", "MCP tool create_poll");
  const window = { startDate: firstDay, endDate: lastDay, from: "09:00", to: "11:00", interval: 60 };
  const input = { title: "Design review", timeZone, duration: 60, windows: [window] };
  const created = await callTool("create_poll", input);
  const pollId = String(created.data["id"]);
  printLines((created.data["options"] as string[]).join("\n"));
  check("the poll has four options", created.data["optionCount"] === 4);
  check("its page is served", (await fetch(String(created.data["inviteUrl"]))).ok);

  heading("Three people vote", "as on the poll's page");
  const optionIds = await listOptionIds(pollId);
  for (const [name, marks] of Object.entries(votes)) {
    const choices = Object.fromEntries(optionIds.map((id, index) => [id, marks[index] ?? "no"]));
    sandbox.vote(pollId, { name, choices });
    printLines(`${name}: ${marks.join(", ")}`);
  }

  heading("A Zap starts for every response", "Zapier trigger New Response, as its test in the editor");
  const responses = await runStep(
    zapierApp.triggers.new_response.operation.perform,
    { poll: pollId },
    { isLoadingSample: true },
  );
  const names = responses.map(({ name }) => String(name)).reverse();
  printLines(names.join(", "));
  check("the trigger returns all three people", names.join() === Object.keys(votes).join());

  heading("When do we meet?", "MCP tool find_best_times, Zapier search Find Best Time");
  const best = await callTool("find_best_times", { poll: pollId, limit: 2 });
  printLines(best.text);
  const [found] = await runStep(zapierApp.searches.find_best_time.operation.perform, { poll: pollId });
  printLines(`Zapier: ${found?.["date_and_time"]}`);
  const leader = String((best.data["options"] as Fields[])[0]?.["when"]);
  check("everyone can make the best time", leader.includes(`${lastDay} 10:00`));
  check("both return the same time", String(found?.["start"]).startsWith(`${lastDay}T10:00`));

  heading("The poll is deleted", "MCP tool delete_poll");
  const deleted = await callTool("delete_poll", { poll: pollId, confirmTitle: "Design review" });
  check(
    "the poll no longer exists",
    deleted.data["deleted"] === true && (await requestPoll(pollId)).status === 404,
  );
  console.log("\nTo vote in a browser: npx rallly-connect sandbox. To connect your own space: README.md.");
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await assistant.close();
  await sandbox.close();
}

function heading(title: string, how: string): void {
  console.log(`\n${title} (${how})`);
}

/** Prints text indented, folded to the width of a terminal. */
function printLines(text: string): void {
  const folded = text.trim().replace(/(.{1,96})(?: +|$)/gm, "$1\n");
  for (const line of folded.split("\n")) if (line !== "") console.log(`  ${line}`);
}

function check(fact: string, holds: boolean): void {
  if (!holds) throw new Error(`expected that ${fact}`);
  console.log(`  ✓ ${fact}`);
}

async function callTool(name: string, input: Fields): Promise<{ text: string; data: Fields }> {
  const { content, isError, structuredContent } = await assistant.callTool({ name, arguments: input });
  // The data comes a second time as JSON text, for clients without structured content.
  const parts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const text = parts.filter((part) => !part.startsWith("{")).join("\n");
  if (isError) throw new Error(`${name}: ${text}`);
  return { text, data: structuredContent as Fields };
}

/** Runs a trigger or a search as Zapier does. */
function runStep(perform: unknown, inputData: Fields, meta: Fields = {}): Promise<Fields[]> {
  return runZapierStep(perform as Perform, { authData: { apiKey: sandbox.apiKey }, inputData, meta });
}

function requestPoll(pollId: string): Promise<Response> {
  return fetch(`${sandbox.url}/polls/${pollId}`, { headers: { Authorization: `Bearer ${sandbox.apiKey}` } });
}

async function listOptionIds(pollId: string): Promise<string[]> {
  const { data } = (await (await requestPoll(pollId)).json()) as { data: { options: { id: string }[] } };
  return data.options.map(({ id }) => id);
}
