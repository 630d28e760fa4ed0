/**
 * Measures size and time of each Zapier trigger and search in the fullest space: 1,000 polls of 100 options, and by
 * default 1,000 people who voted for all of them. Zapier allows 6 MB and 30 seconds. The CPU time includes that of the
 * server, and compares better than the time on a busy machine.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Bundle, ZObject } from "zapier-platform-core";
import { type Figure, median, type Row } from "./figure.ts";

// Outside of tests the core prints the memory of every run. It reads this variable while it loads.
process.env["NODE_ENV"] = "test";
const { createAppTester } = await import("zapier-platform-core");
const { default: App } = await import("../../zapier/index.ts");
const { serveCrowd } = await import("../crowd.ts");

/** What Zapier allows for the result of a step: bytes and seconds. */
const [maxBytes, maxSeconds] = [6_000_000, 30];

type Perform = (z: ZObject, bundle: Bundle) => Promise<unknown[]>;
const { triggers, searches } = App;
const seeding = { isPopulatingDedupe: true };
const runs: [string, Perform, Record<string, unknown>, object][] = [
  ["New Response", triggers.new_response.operation.perform, { poll: "p0" }, {}],
  ["New Response, switched on", triggers.new_response.operation.perform, { poll: "p0" }, seeding],
  ["New Response, any poll", triggers.new_response.operation.perform, {}, {}],
  ["New or Updated Response", triggers.updated_response.operation.perform, { poll: "p0" }, {}],
  ["Responses Reached, number", triggers.responses_reached.operation.perform, { min_responses: "1" }, {}],
  [
    "Responses Reached, people",
    triggers.responses_reached.operation.perform,
    { poll: "p0", required_people: ["person.1@example.com", "person.2@example.com"] },
    {},
  ],
  ["New Poll", triggers.new_poll.operation.perform, {}, {}],
  ["New Poll, switched on", triggers.new_poll.operation.perform, {}, seeding],
  ["Poll Closed", triggers.poll_closed.operation.perform, {}, {}],
  ["Poll Scheduled", triggers.poll_scheduled.operation.perform, {}, {}],
  ["Poll Closed, switched on", triggers.poll_closed.operation.perform, {}, seeding],
  ["Find Response", searches.find_response.operation.perform, { poll: "p0", person: "Ann" }, {}],
  ["Find Responses", searches.find_responses.operation.perform, { poll: "p0" }, {}],
  [
    "Find Missing People",
    searches.find_missing_people.operation.perform,
    {
      poll: "p0",
      invited_people: Array.from({ length: 1_000 }, (_, index) => `Ann <person.${index * 2}@example.com>`),
    },
    {},
  ],
  ["Find Best Time", searches.find_best_time.operation.perform, { poll: "p0" }, {}],
  ["Find Poll, not found", searches.find_poll.operation.perform, { title: "None" }, {}],
];

export const figure: Figure = {
  title: "size and time of each Zapier trigger and search in the fullest space",
  settings: { people: 1_000, rounds: 5 },
  async measure({ settings, log }) {
    const { people = 0, rounds = 1 } = settings;
    const server = createServer(serveCrowd({ people, options: 100, respondedAt: new Date().toISOString() }));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    process.env["RALLLY_BASE_URL"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const tester = createAppTester(App);
    log(`${people} people x 100 options, 1,000 polls, median of ${rounds} rounds\n`);
    log(`${"step".padEnd(28)}records      bytes        time    CPU time`);
    const measured: { bytes: number; ms: number }[] = [];
    for (const [name, perform, inputData, meta] of runs) {
      const times: number[] = [];
      const cpuTimes: number[] = [];
      let records: unknown[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const [start, startCpu] = [performance.now(), process.cpuUsage()];
        records = await tester(perform, {
          authData: { apiKey: "sk_bench_key" },
          inputData,
          meta: meta as Bundle["meta"],
        });
        times.push(performance.now() - start);
        const { user, system } = process.cpuUsage(startCpu);
        cpuTimes.push((user + system) / 1000);
      }
      const bytes = Buffer.byteLength(JSON.stringify(records));
      measured.push({ bytes, ms: median(times) });
      const figures = [
        String(records.length).padStart(7),
        bytes.toLocaleString("en").padStart(12),
        `${median(times).toFixed(0).padStart(9)} ms`,
        `${median(cpuTimes).toFixed(0).padStart(9)} ms`,
      ];
      log(name.padEnd(28) + figures.join(""));
    }
    server.close();
    server.closeAllConnections();
    const bytes = Math.max(...measured.map((each) => each.bytes));
    const seconds = Math.max(...measured.map(({ ms }) => ms)) / 1000;
    const common = { comparedWith: "Zapier's limit", bound: { ratioAtMost: 1 } };
    const rows: Row[] = [
      {
        ...common,
        figure: "the largest result of a Zapier step, 1,000 polls of 100 options",
        unit: "bytes",
        value: bytes,
        reference: maxBytes,
        ratio: bytes / maxBytes,
      },
      {
        ...common,
        figure: "the slowest Zapier step there",
        unit: "s",
        value: seconds,
        reference: maxSeconds,
        ratio: seconds / maxSeconds,
      },
    ];
    return rows;
  },
};
