import { choose, createPastCheck, keyOf, layOut } from "../../mcp/view/draft.ts";
import { type Plan, planKey } from "../../mcp/view/plan.ts";
import { maxOptions } from "../../src/api/check/create-input.ts";
import { fixedNow, openHost } from "../mcp/harness.ts";
import { createRandom } from "./random-polls.ts";

/** Whole and half hours from UTC, and a clock change within the days of the plans in each. */
const zones = {
  "Europe/Berlin": ["2027-03-26", "2027-03-30"],
  "America/St_Johns": ["2027-03-12", "2027-03-16"],
  "Australia/Lord_Howe": ["2027-04-02", "2027-04-06"],
  "Asia/Kathmandu": ["2027-03-01", "2027-03-12"],
  "America/New_York": ["2027-11-05", "2027-11-09"],
  floating: ["2027-03-26", "2027-04-15"],
} as const;

/** The plan in a result of create_poll. */
export function readPlan({
  _meta,
  content,
}: {
  _meta?: Record<string, unknown> | undefined;
  content: unknown;
}) {
  const plan = _meta?.[planKey] as Plan | undefined;
  if (plan === undefined) throw new Error(`No plan: ${JSON.stringify(content)}`);
  return plan;
}

/** Returns a function that makes a random plan by a preview of create_poll on a sandbox. */
export async function createPlanMaker() {
  const { host, client } = await openHost();
  const callTool = (args: Record<string, unknown>) => host.callTool({ name: "create_poll", arguments: args });
  const makePlan = async (seed: number) => {
    const random = createRandom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
    const timeZone = pick(Object.keys(zones)) as keyof typeof zones;
    const [startDate, endDate] = zones[timeZone];
    const range = { startDate, endDate };
    const busy = [
      {
        start: startDate,
        end: endDate.slice(0, 8) + String(Number(startDate.slice(8)) + 1).padStart(2, "0"),
      },
    ];
    const isDays = random(4) === 0;
    const result = await callTool({
      title: `Plan ${seed}`,
      ...(isDays
        ? { windows: [range] }
        : {
            timeZone,
            duration: pick([15, 30, 45, 60]),
            windows: [
              {
                ...range,
                from: pick(["00:00", "01:15"]),
                to: pick(["04:00", "05:30"]),
                interval: pick([60, 75]),
              },
            ],
            times: [{ start: `${endDate}T${pick(["10:00", "13:30"])}`, duration: pick([20, 90]) }],
          }),
      ...(random(3) === 0 && { except: [endDate] }),
      ...(random(3) === 0 && { busy }),
      ...(random(4) === 0 && { description: "Bring <b>ideas</b>", requireEmail: true }),
      dryRun: true,
    });
    return { plan: readPlan(result), result, random };
  };
  return { makePlan, callTool, client };
}

/** Takes some options of a plan away and adds some, as clicks do. */
export function changePlan(plan: Plan, random: (below: number) => number) {
  const blocks = layOut(plan, {
    firstWeekday: 1 + random(7),
    isPast: createPastCheck(plan, Date.parse(fixedNow), "Asia/Tokyo"),
  });
  const chosen = choose(plan.options);
  for (const { option } of blocks.flatMap(({ rows }) => rows.flatMap(({ places }) => places))) {
    if (option === undefined || random(3) > 0) continue;
    if (!chosen.delete(keyOf(option)) && chosen.size < maxOptions) chosen.set(keyOf(option), option);
  }
  if (chosen.size === 0) for (const option of plan.options.slice(0, 1)) chosen.set(keyOf(option), option);
  return chosen;
}
