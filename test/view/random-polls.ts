import { type Grid, gridKey } from "../../mcp/view/grid.ts";
import type { CreatePollInput } from "../../src/api/index.ts";
import { fixedNow, openHost } from "../mcp/harness.ts";

/** The data of find_best_times that a person acts on. */
export interface BestTimes {
  options: {
    number: number;
    when: string;
    tied?: boolean;
    yes: number;
    ifNeedBe: number;
    noOrUnanswered: number;
    obstacles?: string[];
    requiredMissing?: string[];
  }[];
}

const zones = ["Asia/Tokyo", "America/New_York", "Pacific/Kiritimati", "Pacific/Niue", "Europe/Paris"];
const people = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"];
const hourMs = 3_600_000;

/**
 * Returns a function that makes a random poll in a sandbox and asks find_best_times about it: whole days, times in a zone or
 * floating ones, before and after the current time; some people answered twice, and some are required, optional or excluded.
 */
export async function createPollMaker() {
  const { host, client, sandbox } = await openHost();
  return async (seed: number) => {
    const random = createRandom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
    const some = () => people.filter(() => random(6) === 0);
    const kind = pick(["days", "zone", "floating"]);
    // One is in the future, because the service closes a poll without such options.
    const starts = new Set([72, ...Array.from({ length: 2 + random(6) }, () => random(120) - 48)]);
    const instants = [...starts].map((hours) =>
      new Date(Date.parse(fixedNow) + hours * hourMs).toISOString(),
    );
    const input = {
      title: `Poll ${seed}`,
      ...(kind === "days"
        ? {
            kind: "date",
            options: [...new Set(instants.map((each) => each.slice(0, 10)))].map((date) => ({ date })),
          }
        : {
            kind: "time",
            timeZone: kind === "zone" ? pick(zones) : null,
            options: instants.map((startTime) => ({ startTime, duration: pick([30, 60]) })),
          }),
    } as CreatePollInput;
    const { data: poll } = await client.createPoll(input);
    const voters = people.filter(() => random(3) > 0);
    for (const name of [...voters, ...voters.filter(() => random(4) === 0)]) {
      const choices = poll.options.map(({ id }) => [id, pick(["yes", "yes", "ifNeedBe", "no"])]);
      sandbox.vote(poll.id, { name, email: `${name}@example.com`, choices: Object.fromEntries(choices) });
    }
    const required = some().map((name) => `${name}@example.com`);
    const free = (names: string[]) =>
      names.map((name) => `${name}@example.com`).filter((each) => !required.includes(each));
    const result = await host.callTool({
      name: "find_best_times",
      arguments: {
        poll: poll.id,
        required,
        optional: free(some()),
        exclude: free(some()),
        limit: 20,
        ...(random(3) === 0 && { minAvailable: 1 + random(5) }),
        ...(random(3) === 0 && { minYes: 1 + random(4) }),
        ...(random(2) === 0 && { timeZone: pick(zones) }),
      },
    });
    return {
      result,
      data: result.structuredContent as unknown as BestTimes,
      grid: result._meta?.[gridKey] as Grid,
      now: fixedNow,
    };
  };
}

/** Whole numbers below a limit, the same for a seed on every machine. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
