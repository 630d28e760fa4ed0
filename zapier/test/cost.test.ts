/** Counts the requests of every step on the sandbox, and compares the tables of docs/zapier-development.md with the counts. */
import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import type { Bundle } from "zapier-platform-core";
import { createClient } from "../../src/api/index.ts";
import App from "../../zapier/index.ts";
import { listSteps, readDefinition } from "./app-definition.ts";
import { createTestCache, useCache } from "./cache.ts";
import { startHarness, today } from "./harness.ts";

const harness = startHarness();
const { triggers, creates, searches } = App;
const docs = readFileSync(new URL("../../docs/zapier-development.md", import.meta.url), "utf8");

/** Polls in the space of each column. */
const spaces = [100, 300, 1_200];

/** Minutes between two checks. */
const intervals = [1, 2, 5, 15];
const minutesOfDay = 1_440;

/** Minutes for which the triggers keep a poll in the cache. */
const pollMinutes = 10;

/** The triggers that together must fit into the daily limit. */
const together = [
  "New Poll",
  "New Response of all open polls",
  "Poll Closed",
  "Poll Scheduled",
  "Responses Reached: Number of Responses",
];
const dailyLimit = 5_000;

const day = "2027-03-01";
const form = { title: "Poll 0", kind: "date", options: [{ date: day }] } as const;

const client = () => createClient({ apiKey: harness.sandbox.apiKey, baseUrl: harness.sandbox.url });

interface Row {
  name: string;
  step: { key: string };
  input: (poll: string) => Record<string, unknown>;
  /** The status of all polls in the space. Default: open. */
  status?: "closed" | "scheduled";
}

/** The triggers. A check finds nothing new: responses cost more, once. */
const triggerRows: Row[] = [
  { name: "New Poll", step: triggers.new_poll, input: () => ({}) },
  { name: "New Response with a poll", step: triggers.new_response, input: (poll) => ({ poll }) },
  { name: "New Response of all open polls", step: triggers.new_response, input: () => ({}) },
  { name: "New or Updated Response", step: triggers.updated_response, input: (poll) => ({ poll }) },
  {
    name: "Responses Reached with a poll",
    step: triggers.responses_reached,
    input: (poll) => ({ poll, min_responses: "9" }),
  },
  {
    name: "Responses Reached: Number of Responses",
    step: triggers.responses_reached,
    input: () => ({ min_responses: "9" }),
  },
  {
    name: "Responses Reached: Required People",
    step: triggers.responses_reached,
    input: () => ({ required_people: "Ben" }),
  },
  { name: "Poll Closed", step: triggers.poll_closed, input: () => ({}), status: "closed" },
  { name: "Poll Scheduled", step: triggers.poll_scheduled, input: () => ({}), status: "scheduled" },
];

/** The other steps. Each runs once in a space with one poll. */
const stepRows: Row[] = [
  { name: "Create Poll", step: creates.create_poll, input: () => ({ ...form, title: "New", dates: [day] }) },
  { name: "Copy Poll", step: creates.copy_poll, input: (poll) => ({ poll, move_by: "7" }) },
  { name: "Find Poll, with a poll", step: searches.find_poll, input: (poll) => ({ poll }) },
  { name: "Find Poll Results", step: searches.find_poll_results, input: (poll) => ({ poll }) },
  { name: "Find Response", step: searches.find_response, input: (poll) => ({ poll, person: "Ada" }) },
  { name: "Find Responses", step: searches.find_responses, input: (poll) => ({ poll }) },
  {
    name: "Find Missing People",
    step: searches.find_missing_people,
    input: (poll) => ({ poll, invited_people: "Ben" }),
  },
  {
    name: "Find Webhook Event",
    step: searches.find_webhook_event,
    input: (poll) => ({
      raw_body: JSON.stringify({
        version: "2026-09-20",
        id: "evt_1",
        type: "poll.closed",
        createdAt: today,
        data: { poll: { id: poll }, reason: "manual" },
      }),
    }),
  },
  { name: "Find Best Time", step: searches.find_best_time, input: (poll) => ({ poll }) },
  { name: "Delete Poll", step: creates.delete_poll, input: (poll) => ({ poll }) },
];

/** Find Poll by its title reads page by page. */
const titleRows: Row[] = [
  { name: "Find Poll, the newest", step: searches.find_poll, input: () => ({ title: "Newest" }) },
  { name: "Find Poll, not found", step: searches.find_poll, input: () => ({ title: "None" }) },
  {
    name: "Find Poll, any part of the title",
    step: searches.find_poll,
    input: () => ({ title: "New", match: "part" }),
  },
];

/** Steps that count themselves with another row, or that only the editor runs. */
const uncounted = ["poll_list"];

const count = async (act: () => Promise<unknown>): Promise<number> => (await harness.requestsOf(act)).length;

async function fill(size: number): Promise<string[]> {
  const space = client();
  for (;;) {
    const { data } = await space.listPolls({ limit: 100 });
    if (data.length === 0) break;
    await Promise.all(data.map(({ id }) => space.deletePoll({ pollId: id })));
  }
  const create = async (title: string) => (await space.createPoll({ ...form, title })).data.id;
  const ids: string[] = [];
  for (let made = 0; made < size - 1; made = ids.length) {
    const batch = Array.from({ length: Math.min(50, size - 1 - made) }, (_, index) => `Poll ${made + index}`);
    ids.push(...(await Promise.all(batch.map(create))));
  }
  return [...ids, await create("Newest")];
}

afterEach(() => vi.setSystemTime(today));

/** The requests of a check that finds nothing new: one soon after another, and one after the cache dropped the poll. */
async function countChecks({ step, input }: Row, poll: string): Promise<[soon: number, later: number]> {
  const run = useCache(step, createTestCache());
  const bundle = (meta: Partial<Bundle["meta"]>) => ({ inputData: input(poll), meta });
  await harness.run(run, bundle({ isPopulatingDedupe: true }));
  // More than 20 polls with responses take several checks.
  for (let check = 0; check < 3; check++) await harness.run(run, bundle({}));
  const soon = await count(() => harness.run(run, bundle({})));
  vi.setSystemTime(Date.now() + pollMinutes * 60_000);
  return [soon, await count(() => harness.run(run, bundle({})))];
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const format = (number: number): string => number.toLocaleString("en");

it("docs/zapier-development.md has the requests of every step, and of each trigger for a day", async () => {
  const requests = new Map<string, number[]>();
  const rereads = new Map<string, number[]>();
  const push = (map: Map<string, number[]>, name: string, value: number) =>
    map.set(name, [...(map.get(name) ?? []), value]);
  const note = (name: string, value: number) => push(requests, name, value);
  const noteChecks = async (rows: readonly Row[], poll: string) => {
    for (const row of rows) {
      const [soon, later] = await countChecks(row, poll);
      note(row.name, soon);
      push(rereads, row.name, later - soon);
    }
  };
  for (const size of spaces) {
    const ids = await fill(size);
    const [poll = ""] = ids;
    for (const id of ids.slice(-20)) harness.sandbox.vote(id, { name: "Ada", choices: { [day]: "yes" } });
    await noteChecks(
      triggerRows.filter(({ status }) => status === undefined),
      poll,
    );
    for (const row of titleRows)
      note(row.name, await count(() => harness.run(row.step, { inputData: row.input(poll) })));
    for (const id of ids) harness.sandbox.closePoll(id);
    await noteChecks(
      triggerRows.filter(({ status }) => status === "closed"),
      poll,
    );
    for (const id of ids) harness.sandbox.schedulePoll(id, day);
    await noteChecks(
      triggerRows.filter(({ status }) => status === "scheduled"),
      poll,
    );
  }
  const [poll = ""] = await fill(1);
  harness.sandbox.vote(poll, { name: "Ada", choices: { [day]: "yes" } });
  for (const row of stepRows) {
    const used = await count(() => harness.run(row.step, { inputData: row.input(poll) }));
    for (const _ of spaces) note(row.name, used);
  }

  const of = (name: string): readonly number[] => requests.get(name) ?? [];
  /** The requests of a day in the space of a column. */
  const total = (name: string, column: number, minutes: number) =>
    ((of(name)[column] ?? 0) * minutesOfDay) / minutes +
    ((rereads.get(name)?.[column] ?? 0) * minutesOfDay) / Math.max(minutes, pollMinutes);
  const perRun = table(
    ["Step", ...spaces.map((size) => `${format(size)} polls`)],
    [...triggerRows, ...stepRows, ...titleRows].map(({ name }) => [name, ...of(name)]),
  );
  const perDay = table(
    ["Trigger", "Polls", ...intervals.map((minutes) => `every ${minutes} min`)],
    triggerRows.flatMap(({ name }) =>
      spaces.map((size, column) => [
        name,
        format(size),
        ...intervals.map((minutes) => format(total(name, column, minutes))),
      ]),
    ),
  );
  for (const counted of [perRun, perDay])
    expect(docs.includes(counted), `Put this table into docs/zapier-development.md:\n\n${counted}\n`).toBe(
      true,
    );
  const sum = together.reduce((all, name) => all + total(name, 0, 2), 0);
  expect(sum).toBeLessThan(dailyLimit);
  expect(docs).toContain(`${format(sum)} requests a day`);
}, 120_000);

it("every step is in the tables: add a new one to the rows above", async () => {
  const counted = [...triggerRows, ...stepRows, ...titleRows].map(({ step }) => step.key);
  const missing = listSteps(await readDefinition())
    .map(({ key }) => key)
    .filter((key) => !counted.includes(key) && !uncounted.includes(key));
  expect(missing).toEqual([]);
});
