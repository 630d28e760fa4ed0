/** What many callers of one server over HTTP take: get_poll of a poll with 20 options. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { makePoll, median } from "./bench-client.ts";

const keyCount = 150;
const callCount = 20_000;
/** Connections, each with one call at a time. */
const parallel = 32;

/** Runs, each with servers of its own: when memory is collected depends on chance. */
const runCount = 3;

/** Measures the built server on a service that responds at once and has no limit of its own. */
export async function measureServer() {
  const runs: Awaited<ReturnType<typeof measureRun>>[] = [];
  for (let run = 0; run < runCount; run += 1) runs.push(await measureRun());
  const list = (field: keyof (typeof runs)[number]) => runs.map((run) => run[field]);
  const what = `${callCount.toLocaleString("en")} calls of get_poll, ${keyCount} keys`;
  const highest = {
    "memory after them": { field: "memory", unit: "MB", budget: 300 },
    "memory beside that after half of them": { field: "growth", unit: "times", budget: 1.25 },
    "new connections": { field: "connections", unit: "connections", budget: 200 },
  } as const;
  return [
    { figure: `${what}, in a second`, value: median(list("rate")), unit: "calls", least: 500 },
    ...Object.entries(highest).map(([name, { field, ...rest }]) => ({
      figure: `${what}, ${name}, highest`,
      value: Math.max(...list(field)),
      ...rest,
    })),
  ];
}

async function measureRun() {
  let connections = 0;
  const body = JSON.stringify({ data: makePoll(20) });
  const service = createServer((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json");
    response.end(body);
  });
  service.on("connection", () => (connections += 1)).listen(0, "127.0.0.1");
  await once(service, "listening");
  const { port } = service.address() as AddressInfo;
  // As docs/hosting.md starts it.
  const args = ["--max-semi-space-size=4", "dist/cli/main.js", "mcp", "--http", "--port", "0"];
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, "../.."),
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
