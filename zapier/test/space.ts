/** A space of a sandbox, and Zaps that watch it: one cache for all Zaps of a connection, as at Zapier, and a memory of ids for each. */
import { afterEach, beforeEach, vi } from "vitest";
import type { Bundle, ZObject } from "zapier-platform-core";
import { createClient } from "../../src/api/index.ts";
import "./memory-limit.ts";
import { findPerform, type HarnessOptions, startHarness, today } from "./harness.ts";

export type Item = Record<string, unknown> & { id: string };

/** Zapier's cache as it is in production: values are found only with the scope they were set with, and they expire. */
function createCache() {
  const values = new Map<string, { value: string; expires: number }>();
  const place = (key: string, scope: string[] = []) => `${scope.join("+")} ${key}`;
  const cache = {
    /** Makes every call reject, as when Zapier's service for the cache is down. */
    isBroken: false,
    /** Makes so many reads reject. */
    failingReads: 0,
    clear: () => values.clear(),
    /** Drops one value in so many, as a cache does that needs room. */
    drop: (one: number, of: number) => {
      for (const [index, key] of [...values.keys()].entries()) if (index % of === one) values.delete(key);
    },
    /** The length of the longest value, in characters. */
    longest: () => Math.max(...[...values.values()].map(({ value }) => value.length)),
    async get(key: string, scope?: string[]): Promise<unknown> {
      if (cache.isBroken || cache.failingReads-- > 0) throw new Error("RPC request failed");
      const found = values.get(place(key, scope));
      return found === undefined || found.expires <= Date.now() ? null : JSON.parse(found.value);
    },
    async set(key: string, value: unknown, seconds = 0, scope?: string[], nx = false): Promise<boolean> {
      if (cache.isBroken) throw new Error("RPC request failed");
      if (nx && (await cache.get(key, scope)) !== null) return false;
      values.set(place(key, scope), { value: JSON.stringify(value), expires: Date.now() + seconds * 1000 });
      return true;
    },
  };
  return cache;
}

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
    run: <Result = Item[]>(
      step: unknown,
      inputData: Record<string, unknown> = {},
      meta: Record<string, unknown> = {},
      apiKey: string = harness.sandbox.apiKey,
    ): Promise<Result> =>
      harness.run<Result>(
        (z: ZObject, bundle: Bundle) => findPerform(step)({ ...z, cache: { ...z.cache, ...cache } }, bundle),
        { inputData, meta, authData: { apiKey } },
      ),
    /** A poll of one day, by default 1 March 2027. */
    async createPoll(title = "Lunch", date = "2027-03-01"): Promise<string> {
      return (await client().createPoll({ title, kind: "date", options: [{ date }] })).data.id;
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
    /** The requests that `act` causes, as paths without ids. */
    async requestsOf(act: () => Promise<unknown>): Promise<string[]> {
      return (await harness.requestsOf(act)).map((line) =>
        line.replace(/^GET \/v1\/polls/, "").replace(/^\/[\w-]{6,}/, "/…"),
      );
    },
  };
  return space;
}
