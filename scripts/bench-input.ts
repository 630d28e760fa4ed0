/**
 * How long the MCP server takes to refuse hostile requests of up to a megabyte, and how long its responses are: every
 * request goes through the protocol and the tools, in one process. Prints the median of several runs each.
 */
import { parseArgs } from "node:util";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { catalogue, createServer } from "../mcp/index.ts";
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
const [ours, theirs] = InMemoryTransport.createLinkedPair();
await server.connect(ours);
await theirs.start();

let nextId = 0;

function send(method: string, params: string): Promise<{ text: string; ms: number }> {
  nextId += 1;
  const line = `{"jsonrpc":"2.0","id":${nextId},"method":"${method}","params":${params}}`;
  return new Promise((resolve) => {
    const start = performance.now();
    theirs.onmessage = (message) => {
      const text = JSON.stringify(message);
      resolve({ text, ms: performance.now() - start });
    };
    void theirs.send(JSON.parse(line));
  });
}

async function measure(request: HostileRequest) {
  const params = toJson(request);
  const times: number[] = [];
  let bytes = 0;
  for (let run = 0; run < runs; run += 1) {
    const { text, ms } = await send(request.method, params);
    times.push(ms);
    bytes = Buffer.byteLength(text);
  }
  times.sort((one, other) => one - other);
  return { request: request.name, "median ms": Math.round(times[runs >> 1] ?? 0), "response bytes": bytes };
}

const clientInfo = { name: "bench", version: "1" };
await send("initialize", JSON.stringify({ protocolVersion: "2025-11-25", capabilities: {}, clientInfo }));
const measured = [];
for (const request of listHostileRequests(catalogue.map(({ name }) => name)))
  measured.push(await measure(request));
const slowest = measured.toSorted((one, other) => other["median ms"] - one["median ms"]);
const longest = measured.toSorted((one, other) => other["response bytes"] - one["response bytes"]);
console.log(`${measured.length} requests, ${runs} runs each. The slowest:`);
console.table(slowest.slice(0, rows));
console.log("The longest responses:");
console.table(longest.slice(0, 5));
await server.close();
await sandbox.close();
