/** Measures the memory of the MCP server after many calls. */
import { setTimeout as sleep } from "node:timers/promises";
import { startCannedServer } from "./canned-server.ts";
import { makePoll } from "./content.ts";
import { type Figure, type Row, toRow } from "./figure.ts";
import { startHttpServer } from "./mcp/http-host.ts";
import { checkoutServer, serviceVariables } from "./mcp/programs.ts";
import { initialize, startStdioServer } from "./mcp/stdio-host.ts";
import { readMemory } from "./processes.ts";

const pollId = "p0";

/** The least memory in some moments after the calls: V8 frees it when the process is idle. */
async function readIdleMemory(pid: number): Promise<number> {
  const samples: number[] = [];
  for (let moment = 0; moment < 10; moment += 1) {
    await sleep(200);
    samples.push(readMemory(pid));
  }
  return Math.min(...samples);
}

/** A server and a function that sends calls to it. */
interface Target {
  pid: number;
  callMany: (count: number) => Promise<void>;
  close(): Promise<void>;
}

async function startStdio(env: Record<string, string>): Promise<Target> {
  const { pid, request, close } = startStdioServer([checkoutServer], env);
  await initialize({ pid, request, close });
  return {
    pid,
    close,
    // One after the other, as an assistant makes them.
    async callMany(count) {
      for (let call = 0; call < count; call += 1) {
        const result = (await request("tools/call", { name: "get_poll", arguments: { pollId } })) as {
          isError?: boolean;
        };
        if (result.isError) throw new Error(`A call failed: ${JSON.stringify(result)}`);
      }
    },
  };
}

async function startHttp(env: Record<string, string>): Promise<Target> {
  const { pid, callMany, close } = await startHttpServer([checkoutServer, "--http", "--port", "0"], env);
  return { pid, close, callMany: (count) => callMany(count, pollId) };
}

export const figure: Figure = {
  title: "memory of the MCP server after 100,000 calls",
  settings: { first: 10_000, all: 100_000 },
  checkSettings: { first: 10_000, all: 20_000 },
  async measure({ settings: { first = 10_000, all = 100_000 }, log }) {
    const service = await startCannedServer({ [`/v1/polls/${pollId}`]: { data: makePoll(0) } });
    const rows: Row[] = [];
    try {
      for (const [name, start] of Object.entries({ stdio: startStdio, HTTP: startHttp })) {
        const server = await start(serviceVariables(service.url));
        try {
          await server.callMany(first);
          const reference = await readIdleMemory(server.pid);
          let value = reference;
          // In steps, so that the details show how the memory grows.
          for (let done = first; done < all; done += first) {
            await server.callMany(first);
            value = await readIdleMemory(server.pid);
            log(`${name}: ${(done + first).toLocaleString("en")} calls, ${value.toFixed(1)} MB`);
          }
          rows.push(
            toRow(
              {
                figure: `MCP memory after ${all.toLocaleString("en")} calls, ${name}`,
                unit: "MB",
                comparedWith: `after ${first.toLocaleString("en")} calls`,
                bound: { ratioAtMost: 1.05 },
                // V8 grows its heap until some 20,000 calls.
                accepted: { ratioAtMost: 1.3 },
              },
              [value],
              [reference],
            ),
          );
        } finally {
          await server.close();
        }
      }
      return rows;
    } finally {
      service.close();
    }
  },
};
