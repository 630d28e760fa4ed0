/**
 * Simulates days of Zaps on a sandbox: the requests of the triggers, and whether each event fires once. Prints the table of
 * docs/zapier-development.md. `npm run zapier-day -- 72` runs so many days of chance instead, `-- 24 48` those after the 48th.
 */
import { mock } from "node:test";
import { type Scenario, simulate, thirtyZaps } from "./simulation.ts";

type Day = Omit<Scenario, "hours">;
const none = { created: 0, responses: 0, changes: 0, ended: 0 };
const thirty: Day = { ...thirtyZaps, every: 2 };
const days: Record<string, Day> = {
  "30 Zaps, every 2 minutes": thirty,
  "30 Zaps, every minute": { ...thirty, every: 1 },
  "30 Zaps, Zapier's clock 20 s ahead": { ...thirty, ahead: 20_000 },
  "30 Zaps, Zapier's clock 20 s behind": { ...thirty, ahead: -20_000 },
  "30 Zaps, every third call of the cache fails": { ...thirty, failEvery: 3 },
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
  "one Zap of each trigger": {
    ...thirty,
    watch: (polls) => [
      ...new Map(thirtyZaps.watch(polls).map((zap) => [zap.step, zap])).values(),
      {
        step: "enough_responses_received",
        input: { number_of_responses: "5" },
        wants: ({ kind, count }) => kind === "response" && count === 5,
      },
    ],
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

/** A day of chance, the same one for the same number. */
function draw(number: number): Day {
  let state = number * 7_919 + 1;
  const pick = (count: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
  const perDay = { created: pick(20), responses: pick(200), changes: 0, ended: pick(12) };
  return {
    every: [2, 5, 15, 30][pick(4)] ?? 2,
    openPolls: 22 + pick(20),
    endedPolls: pick(40),
    ahead: (pick(3) - 1) * 20_000,
    ...(pick(2) === 0 && { failEvery: 3 }),
    perDay,
    watch: (polls) => thirtyZaps.watch(polls).filter(() => pick(4) === 0),
  };
}

mock.timers.enable({ apis: ["Date"] });
const [count = 0, skipped = 0] = process.argv.slice(2).map(Number);
const drawn = Array.from({ length: count }, (_, index) => skipped + index + 1).map(
  (number) => [`day ${number}`, draw(number)] as const,
);
console.log("| Zaps | requests a day | fired once | lost | double | old |\n|---|---:|---:|---:|---:|---:|");
for (const [name, day] of count === 0 ? Object.entries(days) : drawn) {
  const start = Date.parse("2027-01-15T10:00:30Z");
  const outcome = await simulate({ ...day, hours: 24 }, start, (ms) => mock.timers.setTime(ms));
  const cells = Object.values(outcome).map((figure) => figure.toLocaleString("en-US"));
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
