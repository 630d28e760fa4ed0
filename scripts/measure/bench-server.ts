/** What many callers of one server over HTTP take: calls with 150 keys in turn. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { median } from "./bench-client.ts";

const keyCount = 150;
const callCount = 20_000;
/** Calls at the same time. */
const parallel = 20;

/** Runs, each with a server of its own: when memory is collected depends on chance. */
const runCount = 5;

/** Measures the built server on a service that responds at once and has no limit of its own. */
export async function measureServer() {
  const runs: Awaited<ReturnType<typeof measureRun>>[] = [];
  for (let run = 0; run < runCount; run += 1) runs.push(await measureRun());
  type Field = keyof (typeof runs)[number];
  const list = (field: Field) => runs.map((run) => run[field]);
  const highest = (field: Field) => Math.max(...list(field));
  const what = `${callCount.toLocaleString("en")} calls of ${keyCount} keys`;
  return [
    { figure: `${what}, in a second of processor time`, value: median(list("rate")), unit: "calls" },
    {
      figure: `${what}, memory after them, lowest of ${runCount}`,
      value: Math.min(...list("memory")),
      unit: "MB",
    },
    { figure: `${what}, memory after them, median`, value: median(list("memory")), unit: "MB" },
    { figure: `${what}, memory after them, highest`, value: highest("memory"), unit: "MB", budget: 300 },
    {
      figure: `${what}, memory beside that after half of them, highest`,
      value: highest("growth"),
      unit: "times",
      budget: 1.25,
    },
    {
      figure: `${what}, new connections`,
      value: highest("connections"),
      unit: "connections",
      budget: 200,
    },
  ];
}

async function measureRun() {
  let connections = 0;
  const service = createServer((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json");
    response.end('{"data":[],"nextCursor":null}');
  });
  service.on("connection", () => (connections += 1)).listen(0, "127.0.0.1");
  await once(service, "listening");
  const { port } = service.address() as AddressInfo;
  const program = join(import.meta.dirname, "../../dist/cli/main.js");
  const child = spawn(process.execPath, [program, "mcp", "--http", "--port", "0"], {
    env: { ...process.env, RALLLY_BASE_URL: `http://127.0.0.1:${port}/v1` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const url = await readUrl(child.stderr);
    const readProcess = (field: "rss" | "time") =>
      execFileSync("ps", ["-o", `${field}=`, "-p", String(child.pid)], { encoding: "utf8" }).trim();
    const readSeconds = () =>
      readProcess("time")
        .split(/[:-]/)
        .reduce((sum, part) => sum * 60 + Number(part), 0);
    await callInTurn(url, keyCount * 2);
    const readMemory = () => Number(readProcess("rss")) / 1024;
    const [before, start] = [connections, readSeconds()];
    await callInTurn(url, callCount / 2);
    const halfway = readMemory();
    await callInTurn(url, callCount / 2);
    const memory = readMemory();
    return {
      rate: callCount / (readSeconds() - start),
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
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_polls","arguments":{}}}',
      });
      const text = await response.text();
      if (!text.includes('"structuredContent"')) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: parallel }, callNext));
}
