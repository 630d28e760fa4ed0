/**
 * Measures how long the MCP server takes to reject hostile requests of up to a megabyte, and how large its responses are.
 * Every request goes through the protocol and the tools, in one process. Prints the medians of several runs: elapsed time,
 * and CPU time, which other programs on the machine do not change.
 */
import { parseArgs } from "node:util";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { allTools, createServer } from "../mcp/index.ts";
import { createClient } from "../src/api/index.ts";
import { startSandbox } from "../src/sandbox/index.ts";
import { type HostileRequest, listHostileRequests, toJson } from "./hostile-input.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "5" }, rows: { type: "string", default: "15" } },
});
const [runs, rows] = [Number(values.runs), Number(values.rows)];

const sandbox = await startSandbox({ limits: "none" });
const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
const server = createServer({ client });
const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
await server.connect(serverTransport);
await clientTransport.start();

let nextId = 0;

interface Sent {
  text: string;
  ms: number;
  cpuMs: number;
}

function send(method: string, params: string): Promise<Sent> {
  nextId += 1;
  const line = `{"jsonrpc":"2.0","id":${nextId},"method":"${method}","params":${params}}`;
  return new Promise((resolve) => {
    const start = performance.now();
    const cpu = process.cpuUsage();
    clientTransport.onmessage = (message) => {
      const text = JSON.stringify(message);
      const { user, system } = process.cpuUsage(cpu);
      resolve({ text, ms: performance.now() - start, cpuMs: (user + system) / 1000 });
    };
    void clientTransport.send(JSON.parse(line));
  });
}

async function measure(request: HostileRequest) {
  const params = toJson(request);
  const sent: Sent[] = [];
  for (let run = 0; run < runs; run += 1) sent.push(await send(request.method, params));
  return {
    request: request.name,
    "median ms": median(sent.map(({ ms }) => ms)),
    "processor ms": median(sent.map(({ cpuMs }) => cpuMs)),
    "response bytes": Math.max(...sent.map(({ text }) => Buffer.byteLength(text))),
  };
}

function median(figures: number[]): number {
  return Math.round(figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? 0);
}

const clientInfo = { name: "bench", version: "1" };
await send("initialize", JSON.stringify({ protocolVersion: "2025-11-25", capabilities: {}, clientInfo }));
const measured = [];
for (const request of listHostileRequests(allTools.map(({ name }) => name)))
  measured.push(await measure(request));
const slowest = measured.toSorted((one, other) => other["processor ms"] - one["processor ms"]);
const longest = measured.toSorted((one, other) => other["response bytes"] - one["response bytes"]);
console.log(`${measured.length} requests, ${runs} runs each. The slowest:`);
console.table(slowest.slice(0, rows));
console.log("The longest responses:");
console.table(longest.slice(0, 5));
await server.close();
await sandbox.close();
