import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createServer } from "../../../mcp/index.ts";
import { type Clock, createClient } from "../../../src/api/index.ts";
import { type LoggedRequest, type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { type BarePoll, readPolls } from "./bare.ts";
import type { Assistant, BareApi, Job } from "./job.ts";

/** The time of the sandbox and the server: a Friday. */
const jobTime = "2027-02-12T09:00:00Z";

/** What hosts pass to their model: all text blocks of a result, or its structured content. */
export type Form = "text" | "structured";

/** One call as a model reads and writes it. */
export interface Exchange {
  request: string;
  text: string;
  structured: string;
}

/** A finished job. */
export interface JobRun {
  answer: unknown;
  exchanges: Exchange[];
  /** Polls that exist only after the job, without what differs from run to run, and those that exist only before. */
  made: unknown[];
  gone: unknown[];
  /** Titles of both. */
  titles: { made: string[]; gone: string[] };
}

/** The part of a host that jobs use. Clients of every SDK generation have it. */
export interface JobHost {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Runs the script of a job over the protocol, on a new sandbox. The script sees one form of the results only. */
export function runJob(job: Job, form: Form, connect = connectJob): Promise<JobRun> {
  return runOnSandbox(job, async (sandbox, exchanges) => {
    const host = await connect(sandbox);
    try {
      return await job.run(createAssistant(host, form, exchanges, createLater(job, sandbox)));
    } finally {
      await host.close();
    }
  });
}

/** Does a job with the bare endpoints, on a new sandbox. */
export function runBare(job: Job): Promise<JobRun> {
  return runOnSandbox(job, (sandbox, exchanges) =>
    job.bare(createBareApi(sandbox, exchanges, createLater(job, sandbox))),
  );
}

async function runOnSandbox(
  job: Job,
  run: (sandbox: Sandbox, exchanges: Exchange[]) => Promise<unknown>,
): Promise<JobRun> {
  const sandbox = await startSandbox({ now: jobTime, limits: "none" });
  try {
    await job.prepare?.(sandbox);
    const before = await readPolls(sandbox);
    const exchanges: Exchange[] = [];
    const answer = await run(sandbox, exchanges);
    const after = await readPolls(sandbox);
    const made = after.filter(({ id }) => before.every((poll) => poll.id !== id));
    const gone = before.filter(({ id }) => after.every((poll) => poll.id !== id));
    const fix = createFixer(sandbox, made);
    return {
      answer: fix(answer),
      exchanges: fix(exchanges) as Exchange[],
      made: made.map(withoutIds),
      gone: gone.map(withoutIds),
      titles: { made: made.map(({ title }) => title), gone: gone.map(({ title }) => title) },
    };
  } finally {
    await sandbox.close();
  }
}

// The port of the sandbox and the ids of new polls differ from run to run.
function createFixer({ url }: Sandbox, made: BarePoll[]): (value: unknown) => unknown {
  return (value) => {
    let json = (JSON.stringify(value) ?? "null").replaceAll(new URL(url).origin, "https://app.rallly.co");
    for (const { id } of made) json = json.replaceAll(id, "Xk3pQ9vLm2Ab");
    return JSON.parse(json);
  };
}

function withoutIds({ id: _, createdAt, updatedAt, adminUrl, inviteUrl, options, ...poll }: BarePoll) {
  return { ...poll, options: options.map(({ id: __, ...option }) => option) };
}

function createLater(job: Job, sandbox: Sandbox): () => Promise<void> {
  const readsVotes = ({ path, status }: LoggedRequest) =>
    status === 200 && /\/(?:participants|results)$/.test(path);
  return async () => {
    for (let waits = 0; !sandbox.requests.some(readsVotes); waits += 1) {
      if (waits === 500) throw new Error("nobody read the votes");
      await sleep(10);
    }
    await job.meanwhile?.(sandbox);
  };
}

/** A clock that is ten times as fast as the machine's, so that waits end soon. */
export const fastClock: Required<Clock> = {
  now: () => performance.now() * 10,
  monotonic: () => performance.now() * 10,
  sleep: (milliseconds, signal) => sleep(milliseconds / 10, undefined, { signal }),
};

/** Connects a client to a server in memory. */
async function connectJob(sandbox: Sandbox): Promise<JobHost> {
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const server = createServer({ client, now: () => new Date(jobTime), clock: fastClock });
  const host = new Client({ name: "scripted-assistant", version: "1" });
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
  await server.connect(serverTransport);
  await host.connect(clientTransport);
  return host as JobHost;
}

interface TextBlock {
  type: string;
  text: string;
}

function createAssistant(
  host: JobHost,
  form: Form,
  exchanges: Exchange[],
  later: () => Promise<void>,
): Assistant {
  const call = async (name: string, args: object) => {
    const result = await host.callTool({ name, arguments: { ...args } });
    const blocks = (result["content"] as TextBlock[]).filter(({ type }) => type === "text");
    const text = blocks.map((block) => block.text).join("\n");
    const failed = result["isError"] === true;
    // Errors have no structured content, so both kinds of hosts pass their text.
    const structured = failed ? text : JSON.stringify(result["structuredContent"]);
    exchanges.push({ request: JSON.stringify({ name, arguments: args }), text, structured });
    return { failed, text, json: form === "text" ? (blocks[1]?.text ?? "") : structured };
  };
  return {
    later,
    call: async (tool, args) => {
      const { failed, text, json } = await call(tool, args);
      if (failed) throw new Error(text);
      return JSON.parse(json);
    },
    fail: async (tool, args) => {
      const { failed, text } = await call(tool, args);
      if (!failed) throw new Error(`${tool} did not fail: ${text}`);
      return text;
    },
  };
}

function createBareApi(sandbox: Sandbox, exchanges: Exchange[], later: () => Promise<void>): BareApi {
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
  const request = async (method: string, path: string, input?: object) => {
    const body = input === undefined ? null : JSON.stringify(input);
    const response = await fetch(`${sandbox.url}${path}`, { method, headers, body });
    const text = await response.text();
    exchanges.push({
      request: JSON.stringify({ method, path, ...(input && { body: input }) }),
      text,
      structured: text,
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text);
  };
  return {
    later,
    get: (path) => request("GET", path),
    post: (path, body) => request("POST", path, body),
    delete: async (path) => {
      await request("DELETE", path);
    },
  };
}
