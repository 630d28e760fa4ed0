/** Measures calls of get_poll over stdio and over HTTP. */
import { request } from "undici";
import { startCannedServer } from "./canned-server.ts";
import { makePoll } from "./content.ts";
import { alternate, type Figure, median, toRow } from "./figure.ts";
import { startHttpServer } from "./mcp/http-host.ts";
import { bundleOneTool, checkoutServer, serviceVariables } from "./mcp/programs.ts";
import { initialize, startStdioServer } from "./mcp/stdio-host.ts";

const pollId = "p0";

/** The time of a call in milliseconds. Fails unless the result holds the poll. */
async function time(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const result = await call();
  const elapsed = performance.now() - start;
  if (!JSON.stringify(result).includes(pollId)) throw new Error(`A call failed: ${JSON.stringify(result)}`);
  return elapsed;
}

async function measureStdio(url: string, calls: number) {
  const env = serviceVariables(url);
  const server = startStdioServer([checkoutServer], env);
  try {
    await initialize(server);
    const headers = { authorization: `Bearer ${env.RALLLY_API_KEY}`, accept: "application/json" };
    const measured = await alternate(
      {
        call: () => time(() => server.request("tools/call", { name: "get_poll", arguments: { pollId } })),
        bare: () =>
          time(async () => {
            const { body } = await request(`${url}/v1/polls/${pollId}`, { headers });
            return JSON.parse(await body.text());
          }),
      },
      { rounds: calls, warmup: calls },
    );
    return toRow(
      {
        figure: "get_poll over stdio",
        unit: "ms",
        comparedWith: "bare undici.request",
        bound: { moreAtMost: 0.6 },
        accepted: { ratioAtMost: 4 },
      },
      measured.call,
      measured.bare,
    );
  } finally {
    await server.close();
  }
}

async function measureHttp(url: string, calls: number, rounds: number) {
  const env = serviceVariables(url);
  const servers = await Promise.all([
    startHttpServer([checkoutServer, "--http", "--port", "0"], env),
    startHttpServer([await bundleOneTool("http")], env),
  ]);
  const measureRate = (server: (typeof servers)[number]) => async () => {
    const start = performance.now();
    await server.callMany(calls, pollId);
    return (calls / (performance.now() - start)) * 1000;
  };
  try {
    const { ours, oneTool } = await alternate(
      { ours: measureRate(servers[0]), oneTool: measureRate(servers[1]) },
      { rounds, warmup: 3 },
    );
    return toRow(
      {
        figure: "get_poll over HTTP, 32 callers",
        unit: "calls/s",
        comparedWith: "one-tool server that makes the same request",
        bound: { ratioAtLeast: 0.7 },
        accepted: { ratioAtLeast: 0.6 },
      },
      ours,
      oneTool,
    );
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

export const figure: Figure = {
  title: "calls of get_poll over stdio and HTTP",
  settings: { stdioCalls: 1_000, httpCalls: 1_000, rounds: 9 },
  checkSettings: { stdioCalls: 300, httpCalls: 500, rounds: 5 },
  async measure({ settings: { stdioCalls = 1_000, httpCalls = 1_000, rounds = 9 }, log }) {
    const service = await startCannedServer({ [`/v1/polls/${pollId}`]: { data: makePoll(0) } });
    try {
      const stdio = await measureStdio(service.url, stdioCalls);
      log(`over stdio ${median([stdio.value - stdio.reference]).toFixed(2)} ms more than a bare request`);
      return [stdio, await measureHttp(service.url, httpCalls, rounds)];
    } finally {
      service.close();
    }
  },
};
