/**
 * Counts the requests of every MCP tool and every Zapier step on the sandbox, with the example of each, and compares them with
 * the least that the service's endpoints allow. docs/zapier-development.md has the requests of the steps in large spaces.
 */
import type { Bundle, ZObject } from "zapier-platform-core";
import { allTools } from "../../mcp/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { runExchange } from "../mcp/exchanges.ts";
import { createInvocations } from "../zapier/invocations.ts";
import type { Figure, Row } from "./figure.ts";

// Outside of tests the core prints the memory of every run. It reads this variable while it loads.
process.env["NODE_ENV"] = "test";
const { createAppTester } = await import("zapier-platform-core");
const { default: App } = await import("../../zapier/index.ts");

/** The least requests of each tool's example, and the endpoints that have what the tool returns. */
const leastOfTools: Record<string, number> = {
  create_poll: 1,
  // One page.
  list_polls: 1,
  get_poll: 1,
  // The poll has title and time zone, its results the votes.
  get_poll_results: 2,
  // The poll and its participants, here and below. With a title the list of polls holds the poll.
  find_best_times: 2,
  list_participants: 2,
  get_participant: 2,
  find_missing_people: 2,
  wait_for_responses: 2,
  // The title is compared before the poll is deleted.
  delete_poll: 2,
};

/** The least requests of each step's examples, in the order of scripts/zapier/invocations.ts. */
const leastOfSteps: Record<string, number[]> = {
  // One page of polls. Only one poll has responses.
  "trigger new_poll": [1, 1],
  "trigger new_response": [2, 2, 2],
  // The poll is in Zapier's cache.
  "trigger updated_response": [1],
  "trigger responses_reached": [1, 2],
  "trigger poll_closed": [1],
  "trigger poll_scheduled": [1],
  "trigger poll_list": [1],
  "create create_poll": [1, 1, 1],
  // The poll is read and created.
  "create copy_poll": [2],
  "create delete_poll": [1],
  "search find_poll": [1],
  // The poll, and its results or participants.
  "search find_poll_results": [2],
  "search find_response": [2],
  "search find_responses": [2],
  "search find_missing_people": [2],
  "search find_best_time": [2],
  "search find_webhook_event": [1],
};

async function countTools(): Promise<Counted[]> {
  const counted: Counted[] = [];
  for (const { name } of allTools) {
    const { requests } = await runExchange(name);
    counted.push({ name, requests, least: leastOfTools[name] });
  }
  return counted;
}

async function countSteps(): Promise<Counted[]> {
  const sandbox = await startSandbox({ seed: "empty", limits: "none" });
  process.env["RALLLY_BASE_URL"] = sandbox.url;
  const tester = createAppTester(App);
  const counted: Counted[] = [];
  for (const [name, invocations] of await createInvocations(sandbox)) {
    const [type, key = ""] = name.split(" ");
    for (const [index, { note, input = {}, flags = [] }] of invocations.entries()) {
      const earlier = sandbox.requests.length;
      const meta = Object.fromEntries(flags.map((flag) => [flag.replace(/^--/, ""), true]));
      await tester(findPerform(type, key), {
        authData: { apiKey: sandbox.apiKey },
        inputData: input,
        meta: meta as unknown as Bundle["meta"],
      });
      const requests = sandbox.requests.slice(earlier).map(({ method, path }) => `${method} ${path}`);
      counted.push({ name: note ? `${name}, ${note}` : name, requests, least: leastOfSteps[name]?.[index] });
    }
  }
  await sandbox.close();
  return counted;
}

type Perform = (z: ZObject, bundle: Bundle) => Promise<unknown>;

function findPerform(type: string | undefined, key: string): Perform {
  const { triggers, creates, searches } = App;
  const steps = type === "trigger" ? triggers : type === "create" ? creates : searches;
  return (steps as unknown as Record<string, { operation: { perform: Perform } }>)[key]?.operation
    .perform as Perform;
}

interface Counted {
  name: string;
  requests: string[];
  least: number | undefined;
}

export const figure: Figure = {
  title: "requests of each MCP tool and Zapier step",
  async measure({ log }) {
    const rows: Row[] = [];
    for (const [kind, counted] of [
      ["MCP tools", await countTools()],
      ["Zapier steps", await countSteps()],
    ] as const) {
      for (const { name, requests, least } of counted)
        log(`${String(requests.length).padStart(2)} (least ${least}) ${name}: ${requests.join(", ")}`);
      const unknown = counted.filter(({ least }) => least === undefined).map(({ name }) => name);
      if (unknown.length > 0)
        throw new Error(`scripts/bench/requests.ts has no number for ${unknown.join("; ")}`);
      const value = counted.reduce((sum, { requests }) => sum + requests.length, 0);
      const reference = counted.reduce((sum, { least = 0 }) => sum + least, 0);
      // No example can take fewer than the least, so equal sums are equal numbers everywhere.
      rows.push({
        figure: `requests of ${counted.length} examples of ${kind}`,
        value,
        unit: "requests",
        comparedWith: "the least possible",
        reference,
        ratio: value / reference,
        bound: { ratioAtMost: 1 },
      });
    }
    return rows;
  },
};
