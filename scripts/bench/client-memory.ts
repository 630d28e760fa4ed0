/** Measures the memory of a process with a client after many calls beside that after a tenth of them. */
import { createClient } from "../../src/api/index.ts";
import { startCannedServer } from "./canned-server.ts";
import { makePoll } from "./content.ts";
import type { Figure } from "./figure.ts";

const concurrency = 16;

/** Memory after a collection that returns unused pages, in megabytes. Without it, resident memory shows how V8 sized its heap. */
async function measureMemory(): Promise<{ resident: number; heap: number }> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.({ execution: "sync", type: "major", flavor: "last-resort" });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { rss, heapUsed } = process.memoryUsage();
  return { resident: rss / 1e6, heap: heapUsed / 1e6 };
}

export const figure: Figure = {
  title: "memory of the client after many calls",
  settings: { calls: 100_000 },
  checkSettings: { calls: 50_000 },
  async measure({ settings, log }) {
    const total = settings["calls"] ?? 0;
    const server = await startCannedServer({ "/v1/polls/p0": { data: makePoll(0) } });
    const client = createClient({ apiKey: "sk_bench_0123456789abcdef", baseUrl: `${server.url}/v1` });
    const call = async (calls: number) => {
      let left = calls;
      const work = async () => {
        for (; left > 0; left -= 1) await client.getPoll({ pollId: "p0" });
      };
      await Promise.all(Array.from({ length: concurrency }, work));
    };
    await call(total / 10);
    const earlier = await measureMemory();
    await call(total - total / 10);
    const later = await measureMemory();
    server.close();
    log(`heap: ${earlier.heap.toFixed(2)} MB, then ${later.heap.toFixed(2)} MB`);
    return (["resident", "heap"] as const).map((kind) => ({
      figure: `client, ${kind === "heap" ? "used heap" : "resident memory"} after ${total.toLocaleString("en")} calls`,
      value: later[kind],
      unit: "MB",
      comparedWith: `after ${(total / 10).toLocaleString("en")} calls`,
      reference: earlier[kind],
      ratio: later[kind] / earlier[kind],
      bound: { ratioAtMost: 1.05 },
      accepted: { ratioAtMost: 1.2 },
    }));
  },
};
