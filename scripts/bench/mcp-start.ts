/** Measures the start of MCP servers on stdio, until the tools are listed, and their memory then. */
import { alternate, type Figure, toRow } from "./figure.ts";
import {
  bundleOneTool,
  checkoutServer,
  installPeers,
  serviceVariables,
  stageServer,
} from "./mcp/programs.ts";
import { initialize, startStdioServer } from "./mcp/stdio-host.ts";
import { readMemory } from "./processes.ts";

const oneTool = "one-tool server on the same SDK";

/** Notion's server wants a token to start, and does not use it to list tools. */
const variables = { ...serviceVariables(), NOTION_TOKEN: "ntn_bench" };

export const figure: Figure = {
  title: "start of the MCP server to its list of tools, and its memory then",
  settings: { rounds: 15 },
  checkSettings: { rounds: 7 },
  async measure({ settings: { rounds = 15 }, log }) {
    const commands: Record<string, string[]> = {
      [oneTool]: [await bundleOneTool("stdio")],
      packed: [await stageServer()],
      checkout: [checkoutServer],
      ...(await installPeers()),
    };
    const memory: Record<string, number[]> = {};
    const measureStart = (name: string, command: string[]) => async () => {
      const start = performance.now();
      const server = startStdioServer(command, variables);
      await initialize(server);
      await server.request("tools/list", {});
      const elapsed = performance.now() - start;
      memory[name] = [...(memory[name] ?? []), readMemory(server.pid)];
      await server.close();
      return elapsed;
    };
    const candidates = Object.entries(commands).map(([name, command]) => [name, measureStart(name, command)]);
    // The first rounds fill the compile cache.
    const times = (await alternate(Object.fromEntries(candidates) as Record<string, () => Promise<number>>, {
      rounds,
      warmup: 2,
    })) as Record<string, number[]>;
    log(
      JSON.stringify({ times, memory }, (_, value) =>
        typeof value === "number" ? Math.round(value) : value,
      ),
    );
    const row = (server: string, comparedWith: string, ratioAtMost: number, accepted: number) =>
      toRow(
        {
          figure: `MCP start to tools/list, ${server}`,
          unit: "ms",
          comparedWith,
          bound: { ratioAtMost },
          accepted: { ratioAtMost: accepted },
        },
        times[server] ?? [],
        times[comparedWith] ?? [],
      );
    const memoryRow = (server: string) =>
      toRow(
        {
          figure: `MCP memory after start, ${server}`,
          unit: "MB",
          comparedWith: oneTool,
          bound: { ratioAtMost: 1.25 },
          accepted: { ratioAtMost: 1.4 },
        },
        memory[server] ?? [],
        memory[oneTool] ?? [],
      );
    const peers = Object.keys(commands).filter((name) => name.startsWith("@"));
    return [
      row("packed", oneTool, 1.25, 1.6),
      row("checkout", oneTool, 1.25, 1.6),
      ...peers.map((peer) => row("packed", peer, 0.6, 0.8)),
      memoryRow("packed"),
      memoryRow("checkout"),
    ];
  },
};
