/** Measures the connector in Cloudflare's runtime: its size, the start of an isolate, and the processor time of a call. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { startSandbox } from "../../src/sandbox/index.ts";
import { connectHost } from "../../test/connector/host.ts";
import { buildWorker, workerFile } from "../connector/build.ts";
import { startConnector } from "../connector/start.ts";
import { alternate, type Figure, type Row, toRow } from "./figure.ts";
import { findChildren, readProcessorMs } from "./processes.ts";

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
  // The Worker is named as a module, because Miniflare would otherwise parse it to find its imports: Cloudflare does not.
  const start =
    (
      script: { modules: { type: "ESModule"; path: string }[] } | { modules: true; script: string },
      path: string,
    ) =>
    async () => {
      const began = performance.now();
      const runtime = new Miniflare({
        ...script,
        compatibilityDate: "2026-07-30",
        compatibilityFlags: ["nodejs_compat", "global_fetch_strictly_public"],
        kvNamespaces: ["OAUTH_KV"],
      });
      await (await fetch(new URL(path, await runtime.ready), { method: "POST" })).text();
      const elapsed = performance.now() - began;
      await runtime.dispose();
      return elapsed;
    };
  const times = await alternate(
    {
      connector: start({ modules: [{ type: "ESModule", path: workerFile }] }, "/mcp"),
      [idle]: start({ modules: true, script: "export default { fetch: () => new Response() }" }, "/"),
    },
    { rounds, warmup: 1 },
  );
  return toRow(
    { figure: "connector: start of the runtime to the first response", unit: "ms", comparedWith: idle },
    times["connector"] ?? [],
    times[idle] ?? [],
  );
}

/**
 * Processor time of a call of get_poll beside that of a Worker that only reads its store and sends the same request: the runtime's
 * process also does the work of Cloudflare's store and network, which Cloudflare does not count.
 */
async function measureCalls(calls: number): Promise<Row> {
  const sandbox = await startSandbox({ limits: "none" });
  const pollUrl = `${sandbox.url}/polls/DemoPoll0001`;
  const connector = await startConnector({ baseUrl: sandbox.url, hasLimiters: false });
  const [connectorPid = 0] = findChildren("workerd");
  const bare = new Miniflare({
    modules: true,
    script: `export default { async fetch(request, { OAUTH_KV, key, url }) {
      await request.text();
      await OAUTH_KV.get("token");
      return new Response(await (await fetch(url, { headers: { authorization: "Bearer " + key } })).text());
    } }`,
    compatibilityDate: "2026-07-30",
    kvNamespaces: ["OAUTH_KV"],
    bindings: { key: sandbox.apiKey, url: pollUrl },
  });
  try {
    const bareUrl = await bare.ready;
    const barePid = findChildren("workerd").find((pid) => pid !== connectorPid) ?? 0;
    const host = await connectHost(connector.origin, { key: sandbox.apiKey });
    const callConnector = async () => {
      const result = await host.call("get_poll", { pollId: "DemoPoll0001" });
      if (result["isError"]) throw new Error(JSON.stringify(result));
    };
    const callBare = async () => {
      await (await fetch(bareUrl, { method: "POST", body: "{}" })).text();
    };
    const count = Math.ceil(calls / 5);
    const measure = (pid: number, call: () => Promise<void>) => async () => {
      const before = readProcessorMs(pid);
      for (let index = 0; index < count; index += 1) await call();
      return (readProcessorMs(pid) - before) / count;
    };
    const reference = "a Worker with the same reads";
    const times = await alternate(
      { connector: measure(connectorPid, callConnector), [reference]: measure(barePid, callBare) },
      { rounds: 5, warmup: 1 },
    );
    return toRow(
      {
        figure: "connector: processor time of get_poll",
        unit: "ms",
        comparedWith: reference,
        bound: { moreAtMost: 5 },
        // A busy machine takes more processor time for both.
        accepted: { ratioAtMost: 7 },
      },
      times["connector"] ?? [],
      times[reference] ?? [],
    );
  } finally {
    await connector.close();
    await bare.dispose();
    await sandbox.close();
  }
}
