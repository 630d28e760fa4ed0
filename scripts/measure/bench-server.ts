/** What many callers of one server over HTTP take: get_poll of a poll with 20 options, beside a server with one tool. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { median } from "./bench-client.ts";

const root = join(import.meta.dirname, "../..");

/** The smallest server on the same SDK: one tool, on stdio or with --http. */
const oneTool = `
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
const inputSchema = z.object({ poll: z.string() });
const create = () => {
  const server = new McpServer({ name: "one-tool", version: "1.0.0" });
  server.registerTool("get_poll", { description: "Read one poll.", inputSchema }, () => ({ content: [], structuredContent: {} }));
  return server;
};
if (process.argv.includes("--http")) {
  const { fetch } = createMcpHandler(create);
  const server = createServer(getRequestListener((request) => fetch(request)));
  server.listen(0, "127.0.0.1", () => console.error("http://127.0.0.1:" + server.address().port + "/mcp"));
} else serveStdio(create);
`;

/** Bundles the server with one tool, as our own command is bundled. */
export async function bundleOneTool(folder: string): Promise<string> {
  const outfile = join(folder, "one-tool.mjs");
  const banner = {
    js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);',
  };
  const stdin = { contents: oneTool, resolveDir: root };
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm", banner });
  return outfile;
}

const keyCount = 150;
const callCount = 20_000;
/** Connections, each with one call at a time. */
const parallel = 32;

/** Runs, each with servers of its own: when memory is collected depends on chance. */
const runCount = 3;

/** Measures the built server on a service that responds at once and has no limit of its own. */
export async function measureServer(folder: string) {
  const other = await bundleOneTool(folder);
  const own = join(root, "dist/cli/main.js");
  const runs: Awaited<ReturnType<typeof measureRun>>[] = [];
  const ratios: number[] = [];
  for (let run = 0; run < runCount; run += 1) {
    const result = await measureRun([own, "mcp", "--http", "--port", "0"]);
    runs.push(result);
    ratios.push(result.rate / (await measureRun([other, "--http"])).rate);
  }
  type Field = keyof (typeof runs)[number];
  const list = (field: Field) => runs.map((run) => run[field]);
  const highest = (field: Field) => Math.max(...list(field));
  const what = `${callCount.toLocaleString("en")} calls of get_poll, ${keyCount} keys`;
  return [
    { figure: `${what}, in a second`, value: median(list("rate")), unit: "calls", least: 500 },
    { figure: `${what}, beside a server with one tool`, value: median(ratios), unit: "times" },
    { figure: `${what}, memory after them, median`, value: median(list("memory")), unit: "MB" },
    { figure: `${what}, memory after them, highest`, value: highest("memory"), unit: "MB", budget: 300 },
    {
      figure: `${what}, memory beside that after half of them, highest`,
      value: highest("growth"),
      unit: "times",
      budget: 1.25,
    },
    { figure: `${what}, new connections`, value: highest("connections"), unit: "connections", budget: 200 },
  ];
}

/** A poll with 20 options, as the service responds with it. */
function makeResponse(): string {
  const at = (hours: number) => new Date(Date.UTC(2037, 2, 1) + hours * 3_600_000).toISOString();
  const options = Array.from({ length: 20 }, (_, index) => ({
    id: `o${index}`,
    startTime: at(index * 24 + 9),
    duration: 60,
  }));
  const texts = { title: "Bench", description: null, location: null, conferencing: null };
  const settings = { requireEmail: false, hideParticipants: false, hideScores: false, disableComments: true };
  const links = {
    adminUrl: "https://app.example.com/poll/p1",
    inviteUrl: "https://app.example.com/invite/p1",
  };
  const data = {
    ...{ id: "p1", ...texts, ...settings, ...links, options, timeZone: "Europe/Berlin", status: "open" },
    ...{ kind: "time", createdAt: at(-9), updatedAt: at(-9), organizer: null, allowTentativeVotes: true },
    participantCount: 0,
  };
  return JSON.stringify({ data });
}

async function measureRun(command: string[]) {
  let connections = 0;
  const body = makeResponse();
  const service = createServer((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json");
    response.end(body);
  });
  service.on("connection", () => (connections += 1)).listen(0, "127.0.0.1");
  await once(service, "listening");
  const { port } = service.address() as AddressInfo;
  const child = spawn(process.execPath, command, {
    env: { ...process.env, RALLLY_BASE_URL: `http://127.0.0.1:${port}/v1` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const url = await readUrl(child.stderr);
    const readMemory = () => {
      const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" });
      return Number(kilobytes) / 1024;
    };
    await callInTurn(url, keyCount * 2);
    const [before, start] = [connections, performance.now()];
    await callInTurn(url, callCount / 2);
    const halfway = readMemory();
    await callInTurn(url, callCount / 2);
    const memory = readMemory();
    return {
      rate: callCount / ((performance.now() - start) / 1000),
      memory,
      growth: memory / halfway,
      connections: connections - before,
    };
  } finally {
    child.kill();
    await once(child, "exit");
    service.closeAllConnections();
    service.close();
  }
}

/** The address in the line about the start. */
async function readUrl(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stderr })) {
    const [url] = /http:\S+\/mcp/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error("The server did not start.");
}

async function callInTurn(url: string, count: number): Promise<void> {
  let number = 0;
  const callNext = async () => {
    while (number < count) {
      number += 1;
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "x-rallly-api-key": `sk_bench_${number % keyCount}`,
        },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_poll","arguments":{"poll":"p1"}}}',
      });
      const text = await response.text();
      if (!text.includes('"structuredContent"')) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: parallel }, callNext));
}
