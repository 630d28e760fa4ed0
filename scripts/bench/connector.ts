/** Measures the connector in Cloudflare's runtime: its size, the start of an isolate, and the processor time of a call. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { startSandbox } from "../../src/sandbox/index.ts";
import { connectHost } from "../../test/connector/host.ts";
import { buildWorker, workerFile } from "../connector/build.ts";
import { startConnector } from "../connector/start.ts";
import { alternate, type Figure, median, type Row, toRow } from "./figure.ts";

export const figure: Figure = {
  title: "the connector on Cloudflare Workers: size, start of an isolate, processor time of a call",
  settings: { rounds: 9, calls: 1000 },
  checkSettings: { rounds: 3, calls: 300 },
  async measure({ settings: { rounds = 9, calls = 1000 } }) {
    await buildWorker();
    const kilobytes = gzipSync(readFileSync(workerFile)).length / 1000;
    const size: Row = {
      figure: "connector: bundle, compressed",
      value: kilobytes,
      unit: "kB",
      comparedWith: "the bound",
      reference: 600,
      ratio: kilobytes / 600,
      bound: { atMost: 600 },
    };
    // Linux shows the processor time of a process with enough digits.
    const perCall = process.platform === "linux" ? [await measureCalls(calls)] : [];
    return [size, await measureStart(rounds), ...perCall];
  },
};

async function measureStart(rounds: number): Promise<Row> {
  const idle = "a Worker that does nothing";
  const start = (script: { scriptPath: string } | { script: string }, path: string) => async () => {
    const began = performance.now();
    const runtime = new Miniflare({
      modules: true,
      ...script,
      compatibilityDate: "2026-07-30",
      compatibilityFlags: ["nodejs_compat"],
      kvNamespaces: ["OAUTH_KV"],
    });
    await (await fetch(new URL(path, await runtime.ready), { method: "POST" })).text();
    const elapsed = performance.now() - began;
    await runtime.dispose();
    return elapsed;
  };
  const times = await alternate(
    {
      connector: start({ scriptPath: workerFile }, "/mcp"),
      [idle]: start({ script: "export default { fetch: () => new Response() }" }, "/"),
    },
    { rounds, warmup: 1 },
  );
  return toRow(
    { figure: "connector: start of the runtime to the first response", unit: "ms", comparedWith: idle },
    times["connector"] ?? [],
    times[idle] ?? [],
  );
}

/** Processor time of the runtime for each call of get_poll, with everything that it does for a call but the service's part. */
async function measureCalls(calls: number): Promise<Row> {
  const sandbox = await startSandbox({ limits: "none" });
  const connector = await startConnector({ baseUrl: sandbox.url, hasLimiters: false });
  try {
    const host = await connectHost(connector.origin, { key: sandbox.apiKey });
    const input = { pollId: "DemoPoll0001" };
    const call = async () => {
      const result = await host.call("get_poll", input);
      if (result["isError"]) throw new Error(JSON.stringify(result));
    };
    const parts: number[] = [];
    const partSize = Math.ceil(calls / 5);
    for (let index = 0; index < partSize; index += 1) await call();
    for (let part = 0; part < 5; part += 1) {
      const before = readProcessorMs();
      for (let index = 0; index < partSize; index += 1) await call();
      parts.push((readProcessorMs() - before) / partSize);
    }
    const value = median(parts);
    return {
      figure: "connector: processor time of get_poll",
      value,
      unit: "ms",
      comparedWith: "the bound",
      reference: 5,
      ratio: value / 5,
      bound: { atMost: 5 },
    };
  } finally {
    await connector.close();
    await sandbox.close();
  }
}

/** Milliseconds per tick of the kernel's process times. */
const tickMs = 10;

/** Processor time that the runtime's process has used, in milliseconds. */
function readProcessorMs(): number {
  const pid = execFileSync("pgrep", ["--parent", String(process.pid), "workerd"], {
    encoding: "utf8",
  }).trim();
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // After the name in parentheses: state, ..., then user and system time as the 12th and 13th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
