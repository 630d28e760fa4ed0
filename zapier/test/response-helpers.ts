/** New Response against a sandbox, with a cache that all Zaps of a test share. */
import { afterEach, beforeEach, vi } from "vitest";
import App from "../../zapier/index.ts";
import { createTestCache, useCache } from "./cache.ts";
import { startHarness, today } from "./harness.ts";
import { createPollHelpers } from "./polls.ts";
import { createZap } from "./zap.ts";

/** The request for the open polls. */
export const list = "?status=open&limit=100";

/** The request for the responses to a poll. */
export const participants = "/…/participants";

/** The ids of records. */
export const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

/** Starts a sandbox, which is emptied before each test, and returns the helpers of these tests. */
export function createResponseHelpers() {
  const harness = startHarness();
  const { client, createPolls } = createPollHelpers(harness);
  const cache = createTestCache();
  beforeEach(() => {
    cache.values.clear();
    cache.isBroken = false;
  });
  afterEach(() => {
    vi.setSystemTime(today);
    harness.sandbox.setNow(today);
    harness.sandbox.setFaults({ rules: [] });
  });
  return {
    harness,
    client,
    createPolls,
    cache,
    /** Adds a response and returns its id. */
    vote(pollId: string, name = "Ada", options = {}): string {
      harness.sandbox.advance(1000);
      return harness.sandbox.vote(pollId, { name, choices: { "2027-03-01": "yes" }, ...options }).id;
    },
    /** Lets time pass for the service and for Zapier. */
    pass(milliseconds: number): void {
      harness.sandbox.advance(milliseconds);
      vi.setSystemTime(Date.now() + milliseconds);
    },
    /** A Zap that watches all polls, or the one in `inputData`. */
    watch: (inputData: Record<string, unknown> = {}) =>
      createZap(harness, useCache(App.triggers.new_response, cache), inputData),
    /** The requests of a run, as paths without ids. */
    kinds: async (act: () => Promise<unknown>): Promise<string[]> =>
      (await harness.requestsOf(act)).map((line) =>
        line.replace(/^GET \/v1\/polls/, "").replace(/^\/[\w-]{6,}/, "/…"),
      ),
  };
}
