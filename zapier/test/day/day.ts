/** Simulates a day of Zaps on a sandbox: the requests of the triggers, and whether each event fires once. */
import { mock } from "node:test";
import { type Scenario, simulate, thirtyZaps } from "./simulation.ts";

const none = { created: 0, responses: 0, changes: 0, ended: 0 };
const scenarios: Record<string, Omit<Scenario, "hours">> = {
  "30 Zaps, every 2 minutes": { ...thirtyZaps, every: 2 },
  "30 Zaps, every minute": { ...thirtyZaps, every: 1 },
  "7 New Response, each an open poll": {
    every: 2,
    openPolls: 40,
    endedPolls: 0,
    perDay: { ...none, responses: 20 },
    watch: (polls) =>
      polls.slice(0, 7).map((poll) => ({
        step: "new_response",
        input: { poll },
        wants: (each) => each.kind === "response" && each.poll === poll,
      })),
  },
  "Poll Ended, 600 ended polls": {
    every: 2,
    openPolls: 40,
    endedPolls: 600,
    perDay: { ...none, created: 10, ended: 10 },
    watch: () => [
      {
        step: "poll_ended",
        input: {},
        wants: ({ kind }) => ["closed", "scheduled", "canceled"].includes(kind),
      },
    ],
  },
};

mock.timers.enable({ apis: ["Date"] });
const hours = Number(process.argv[2] ?? 24);
console.log("| Zaps | requests a day | fired once | lost | double | old |\n|---|---|---|---|---|---|");
for (const [name, scenario] of Object.entries(scenarios)) {
  const start = Date.parse("2027-01-15T10:00:30Z");
  const outcome = await simulate({ ...scenario, hours }, start, (ms) => mock.timers.setTime(ms));
  console.log(
    `| ${name} | ${Object.values(outcome)
      .map((count) => count.toLocaleString("en-US"))
      .join(" | ")} |`,
  );
}
