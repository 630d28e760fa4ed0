/**
 * Measures how long the MCP server takes to reject hostile requests of up to a megabyte, and how large its responses are.
 * Every request goes through the protocol and the tools, in one process. Takes the medians of several runs: elapsed time,
 * and CPU time, which other programs on the machine do not change.
 */
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { allTools, createServer } from "../../mcp/index.ts";
import { createClient } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { type HostileRequest, listHostileRequests, toJson } from "../hostile-input.ts";
import { type Figure, median } from "./figure.ts";

interface Sent {
  text: string;
  ms: number;
  cpuMs: number;
}

/** Starts a server, and returns a function that sends it a request. */
async function connect() {
  const sandbox = await startSandbox({ limits: "none" });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const server = createServer({ client });
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
  await server.connect(serverTransport);
  await clientTransport.start();
  let nextId = 0;
  const send = (method: string, params: string): Promise<Sent> => {
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
  };
  const clientInfo = { name: "bench", version: "1" };
  await send("initialize", JSON.stringify({ protocolVersion: "2025-11-25", capabilities: {}, clientInfo }));
  const close = async () => {
    await server.close();
    await sandbox.close();
  };
  return { send, close };
}

export const figure: Figure = {
  title: "rejection of hostile MCP requests of a megabyte",
  settings: { runs: 5, rows: 15 },
  async measure({ settings, log }) {
    const { runs = 1, rows = 1 } = settings;
    const { send, close } = await connect();
    const time = async (request: HostileRequest) => {
      const params = toJson(request);
      const sent: Sent[] = [];
      for (let run = 0; run < runs; run += 1) sent.push(await send(request.method, params));
      return {
        name: request.name,
        ms: median(sent.map(({ ms }) => ms)),
        cpuMs: median(sent.map(({ cpuMs }) => cpuMs)),
        bytes: Math.max(...sent.map(({ text }) => Buffer.byteLength(text))),
      };
    };
    const measured: Awaited<ReturnType<typeof time>>[] = [];
    for (const request of listHostileRequests(allTools.map(({ name }) => name)))
      measured.push(await time(request));
    const format = ({ name, ms, cpuMs, bytes }: (typeof measured)[number]) =>
      `${ms.toFixed(0).padStart(6)} ms ${cpuMs.toFixed(0).padStart(6)} ms of processor ${bytes.toLocaleString("en").padStart(10)} bytes  ${name}`;
    const slowest = measured.toSorted((one, other) => other.cpuMs - one.cpuMs);
    const longest = measured.toSorted((one, other) => other.bytes - one.bytes);
    log(`${measured.length} requests, median of ${runs} runs each. The slowest:`);
    for (const each of slowest.slice(0, rows)) log(format(each));
    log("The longest responses:");
    for (const each of longest.slice(0, 5)) log(format(each));
    await close();
    const cpuTimes = measured.map(({ cpuMs }) => cpuMs);
    const [value, reference] = [Math.max(...cpuTimes), median(cpuTimes)];
    return [
      {
        figure: "the slowest rejection, processor time",
        unit: "ms",
        comparedWith: `the median of ${measured.length} requests`,
        value,
        reference,
        ratio: value / reference,
      },
    ];
  },
};
