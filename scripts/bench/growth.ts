/** Measures how the time of calls grows with the number of polls, options and people: a tenfold of each. */
import { createClient } from "../../src/api/index.ts";
import { startCannedServer } from "./canned-server.ts";
import { makeParticipants, makePoll } from "./content.ts";
import { alternate, type Figure, type Row, toRow } from "./figure.ts";

const page = (polls: number) => ({
  data: Array.from({ length: polls }, (_, index) => makePoll(index)),
  nextCursor: null,
});

const bodies = {
  "/v1/polls/o10": { data: { ...makePoll(0, 10), id: "o10" } },
  "/v1/polls/o100": { data: { ...makePoll(0, 100), id: "o100" } },
  "/v1/polls?limit=10": page(10),
  "/v1/polls?limit=100": page(100),
  "/v1/polls/p100/participants": { data: makeParticipants(100) },
  "/v1/polls/p1000/participants": { data: makeParticipants(1_000) },
  "/v1/polls/p10000/participants": { data: makeParticipants(10_000) },
};

export const figure: Figure = {
  title: "growth of the time of calls with polls, options and people",
  settings: { rounds: 30 },
  checkSettings: { rounds: 9 },
  async measure({ settings }) {
    const server = await startCannedServer(bodies);
    const client = createClient({ apiKey: "sk_bench_0123456789abcdef", baseUrl: `${server.url}/v1` });
    const calls: [figure: string, of: string, sizes: number[], call: (size: number) => Promise<unknown>][] = [
      ["client.getPoll", "options", [10, 100], (size) => client.getPoll({ pollId: `o${size}` })],
      ["client.listPolls", "polls", [10, 100], (size) => client.listPolls({ limit: size })],
      [
        "client.listParticipants",
        "people",
        [100, 1_000, 10_000],
        (size) => client.listParticipants({ pollId: `p${size}` }),
      ],
    ];
    const rows: Row[] = [];
    try {
      for (const [name, of, sizes, call] of calls) {
        const time = async (size: number) => {
          const start = performance.now();
          await call(size);
          return performance.now() - start;
        };
        const candidates = Object.fromEntries(sizes.map((size) => [size, () => time(size)]));
        const times = await alternate(candidates, { rounds: settings["rounds"] ?? 0, warmup: 15 });
        for (const [index, size] of sizes.entries()) {
          const smaller = sizes[index - 1];
          if (smaller === undefined) continue;
          const row = {
            figure: `${name}, ${size.toLocaleString("en")} ${of}`,
            unit: "ms",
            comparedWith: `${smaller.toLocaleString("en")} ${of}`,
            bound: { ratioAtMost: 12 },
          };
          rows.push(toRow(row, times[size] ?? [], times[smaller] ?? []));
        }
      }
    } finally {
      server.close();
    }
    return rows;
  },
};
