import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { viewMimeType, viewUri } from "../../../mcp/view/resource.ts";
import { buildView } from "../../build-view.ts";
import { toolSummaries } from "../readme.ts";

/** How a host starts a server. */
export interface Start {
  command: string;
  args?: string[];
  env?: Record<string, string>;
}

/** Plays a host on a server over stdio: lists everything, lets a poll live, reads the view. Throws at what is wrong. */
export async function runHost(start: Start): Promise<void> {
  const host = new Client({ name: "package-check", version: "1.0.0" });
  await host.connect(new StdioClientTransport({ ...start, stderr: "ignore" }));
  try {
    const { tools } = await host.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolSummaries.map(({ name }) => name),
    );
    await playPoll(host);
    await readPage(host);
  } finally {
    await host.close();
  }
}

async function playPoll(host: Client): Promise<void> {
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
  assert.equal((await call("delete_poll", { pollId, confirmTitle: title }))["deleted"], true);
}

async function readPage(host: Client): Promise<void> {
  const { contents } = await host.readResource({ uri: viewUri });
  const [page] = contents as { mimeType: string; text: string }[];
  assert.equal(page?.mimeType, viewMimeType);
  assert.equal(page?.text, await buildView());
}

/** A program that goes on until it is stopped, and the first line that it said. */
export interface Running {
  line: string;
  stop(): Promise<void>;
}

// A program that starts at all says its line within seconds, on a busy machine too.
const patienceMs = 60000;

/**
 * Starts a program and waits until one of its streams says a line that fits. Throws with what it said when it ends
 * before, or when it has not said the line within a minute; it is killed then.
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
    let said = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`no line like ${expected} in ${patienceMs / 1000} s, but: ${said}`));
    }, patienceMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.on("data", (piece) => {
        said += piece;
        const line = name === stream ? said.split("\n").find((text) => expected.test(text)) : undefined;
        if (line === undefined || !said.endsWith("\n")) return;
        clearTimeout(timer);
        resolve(line);
      });
    child.once("error", fail);
    child.once("close", (code) => fail(new Error(`ended with ${code}: ${said}`)));
  });
}
