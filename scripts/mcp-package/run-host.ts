import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { viewMimeType, viewUri } from "../../mcp/view/resource.ts";
import { buildView } from "../build-view.ts";
import { toolSummaries } from "./readme.ts";

/** How a host starts a server. */
export interface Start {
  command: string;
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
}

/** Tests a server over stdio as a host: lists its tools, calls them on a poll, reads the view. Throws at the first error. */
export async function runHost(start: Start): Promise<void> {
  const host = new Client({ name: "package-check", version: "1.0.0" });
  await host.connect(new StdioClientTransport({ ...start, stderr: "ignore" }));
  try {
    const { tools } = await host.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolSummaries.map(({ name }) => name),
    );
    await callTools(host);
    await checkView(host);
  } finally {
    await host.close();
  }
}

async function callTools(host: Client): Promise<void> {
  const call = async (name: string, input: Record<string, unknown>) => {
    const { isError, content, structuredContent } = await host.callTool({ name, arguments: input });
    assert.ok(!isError, `${name}: ${JSON.stringify(content)}`);
    return structuredContent as Record<string, unknown>;
  };
  const title = "Unpacked";
  const days = { startDate: "2037-03-28", endDate: "2037-03-30" };
  const windows = [{ ...days, from: "09:00", to: "11:00" }];
  const made = await call("create_poll", { title, timeZone: "Europe/Berlin", duration: 60, windows });
  assert.equal(made["optionCount"], 6);
  const { pollId } = made;
  const { polls } = await call("list_polls", { query: title });
  assert.equal((polls as unknown[]).length, 1);
  assert.equal((await call("get_poll", { pollId }))["title"], title);
  assert.equal((await call("find_best_times", { title: "Board meeting" }))["people"], 2);
  const uri = `rallly://polls/${pollId}/options/1/calendar.ics`;
  const { contents } = await host.readResource({ uri });
  assert.match(JSON.stringify(contents), /DTSTART;TZID=Europe\/Berlin:20370328T090000/);
  assert.equal((await call("delete_poll", { pollId, confirmTitle: title }))["deleted"], true);
}

async function checkView(host: Client): Promise<void> {
  const { contents } = await host.readResource({ uri: viewUri });
  const [page] = contents as { mimeType: string; text: string }[];
  assert.equal(page?.mimeType, viewMimeType);
  assert.equal(page?.text, await buildView());
}

/** A running program and its first matching line. */
export interface Running {
  line: string;
  stop(): Promise<void>;
}

// Far longer than a start takes, also on a busy machine.
const startTimeoutMs = 60_000;

/**
 * Starts a program and waits for a line on one of its streams. Throws with its output when it exits before, or after a
 * minute, and then kills it.
 */
export async function startProgram(
  [command, ...args]: [string, ...string[]],
  env: Record<string, string>,
  stream: "stdout" | "stderr",
  expected: RegExp,
): Promise<Running> {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const line = await waitForLine(child, stream, expected);
  return {
    line,
    async stop() {
      const closed = once(child, "close");
      if (child.kill()) await closed;
    },
  };
}

function waitForLine(child: ChildProcess, stream: "stdout" | "stderr", expected: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`no line like ${expected} in ${startTimeoutMs / 1000} s: ${output}`));
    }, startTimeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.on("data", (piece) => {
        output += piece;
        const line = name === stream ? output.split("\n").find((text) => expected.test(text)) : undefined;
        if (line === undefined || !output.endsWith("\n")) return;
        clearTimeout(timer);
        resolve(line);
      });
    child.once("error", fail);
    child.once("close", (code) => fail(new Error(`exited with ${code}: ${output}`)));
  });
}
