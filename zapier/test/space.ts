/** A space of a sandbox, and Zaps that watch it: one cache for all Zaps of a connection, as at Zapier, and a memory of ids for each. */
import { afterEach, beforeEach, vi } from "vitest";
import { createClient, type Poll } from "../../src/api/index.ts";
import { createCache } from "./cache.ts";
import { type HarnessOptions, startHarness, today } from "./harness.ts";

export type Item = Record<string, unknown> & { id: string };

export type Answer = "yes" | "ifNeedBe" | "no";

/** Starts a sandbox, which is emptied before each test, with a clock that only `pass` moves. */
export function startSpace(options: HarnessOptions = {}) {
  const harness = startHarness(options);
  const cache = createCache();
  const client = () => createClient({ apiKey: harness.sandbox.apiKey, baseUrl: harness.sandbox.url });
  beforeEach(async () => {
    cache.clear();
    cache.isBroken = false;
    cache.failingReads = 0;
    for (;;) {
      const { data } = await client().listPolls({ limit: 100 });
      if (data.length === 0) return;
      await Promise.all(data.map(({ id }) => client().deletePoll({ pollId: id })));
    }
  });
  afterEach(() => {
    vi.setSystemTime(today);
    harness.sandbox.setNow(today);
    harness.sandbox.setFaults({ rules: [] });
  });
  const space = {
    harness,
    cache,
    client,
    get sandbox() {
      return harness.sandbox;
    },
    /** Lets minutes pass for the service and for Zapier. */
    pass(minutes: number): void {
      const milliseconds = Math.round(minutes * 60_000);
      harness.sandbox.advance(milliseconds);
      vi.setSystemTime(Date.now() + milliseconds);
    },
    /** Runs a step with the shared cache. */
    async run<Result = Item[]>(
      step: unknown,
      inputData: Record<string, unknown> = {},
      meta: Record<string, unknown> = {},
      apiKey: string = harness.sandbox.apiKey,
      more: Record<string, unknown> = {},
    ): Promise<Result> {
      return harness.run<Result>(step, { inputData, meta, authData: { apiKey }, ...more }, cache);
    },
    /** A poll of one day, by default 1 March 2027. */
    async createPoll(title = "Lunch", date = "2027-03-01"): Promise<string> {
      return (await client().createPoll({ title, kind: "date", options: [{ date }] })).data.id;
    },
    /** A poll of half hours at 9:00 in New York on the first days of March 2027, or of a floating clock. */
    async createCall(days = 2, timeZone: string | null = "America/New_York"): Promise<Poll> {
      const zone = timeZone === null ? "" : "Z";
      const options = Array.from({ length: days }, (_, day) => ({
        startTime: `2027-03-0${day + 1}T14:00:00${zone}`,
      })) as [{ startTime: string }];
      const call = { title: "Call", kind: "time", location: "Room 4", duration: 30, options } as const;
      return (await client().createPoll({ ...call, ...(timeZone !== null && { timeZone }) })).data;
    },
    /** Adds a response with an answer to each option of a poll. Returns its id. */
    answer({ id, options }: Poll, name: string, answers: readonly Answer[], email?: string): string {
      const choices = Object.fromEntries(answers.map((answer, index) => [options[index]?.id ?? "", answer]));
      return harness.sandbox.vote(id, { name, choices, ...(email !== undefined && { email }) }).id;
    },
    /** Creates polls at once. Returns their ids. */
    async createPolls(count: number): Promise<string[]> {
      const ids: string[] = [];
      for (let made = 0; made < count; made = ids.length) {
        const size = Math.min(50, count - made);
        const titles = Array.from({ length: size }, (_, index) => `Poll ${made + index}`);
        ids.push(...(await Promise.all(titles.map((title) => space.createPoll(title)))));
      }
      return ids;
    },
    /** Adds a response, one second later. Returns its id. */
    vote(
      pollId: string,
      name = "Ada",
      more: { email?: string; choices?: Record<string, "yes" | "no"> } = {},
    ): string {
      space.pass(1 / 60);
      return harness.sandbox.vote(pollId, { name, choices: { "2027-03-01": "yes" }, ...more }).id;
    },
    /** A Zap that waits for a trigger, switched off at first. */
    watch(step: unknown, inputData: Record<string, unknown> = {}) {
      const seen = new Set<string>();
      const zap = {
        /** The key of the connection. */
        apiKey: harness.sandbox.apiKey as string,
        /** Learns what is old; nothing fires. */
        async switchOn(): Promise<void> {
          for (const { id } of await space.run(step, inputData, { isPopulatingDedupe: true })) seen.add(id);
        },
        /** What a check fires two minutes later, the newest first. */
        async check(minutes = 2): Promise<Item[]> {
          space.pass(minutes);
          const fresh = (await space.run(step, inputData, {}, zap.apiKey)).filter(({ id }) => !seen.has(id));
          for (const { id } of fresh) seen.add(id);
          return fresh;
        },
      };
      return zap;
    },
    /** A Zap that is switched on. */
    async switchOn(step: unknown, inputData: Record<string, unknown> = {}) {
      const zap = space.watch(step, inputData);
      await zap.switchOn();
      return zap;
    },
    /** The requests that `act` causes, as paths without ids. */
    async requestsOf(act: () => Promise<unknown>): Promise<string[]> {
      return (await harness.requestsOf(act)).map((line) =>
        line.replace(/^GET \/v1\/polls/, "").replace(/^\/[\w-]{6,}/, "/…"),
      );
    },
  };
  return space;
}
