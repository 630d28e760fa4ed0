/** What the tests of this room share: a sandbox on a real socket, the app's own tester, and a clock that stands. */

import { afterAll, beforeAll, vi } from "vitest";
import { type Bundle, createAppTester, type ZObject } from "zapier-platform-core";
import { type Clock, machineClock } from "../../src/api/deadline.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { runPolicy } from "../../zapier/client.ts";
import App from "../../zapier/index.ts";

/** The day on which the tests of this room take place. */
export const today = "2027-01-15T10:00:30Z";

/** Options of a play: what the sandbox is seeded with and how far its limits reach. */
export interface PlaySetting {
  seed?: "demo" | "empty";
  limits?: Parameters<typeof startSandbox>[0] extends infer Options | undefined
    ? Options extends { limits?: infer Limits }
      ? Limits
      : never
    : never;
}

type Perform = (z: ZObject, bundle: Bundle) => unknown;

/** The function of a step; what is a function already is that itself. */
export const findPerform = (step: unknown): Perform =>
  (typeof step === "function"
    ? step
    : (step as { operation: { perform: unknown } }).operation.perform) as Perform;

/** Waits shorter than this are skipped; longer ones are deadlines. In milliseconds. */
const maxSkippedMs = 5_000;

/** A clock on which the waits between requests take no time, and deadlines as long as ever. */
function createSkippingClock(): Clock {
  let skipped = 0;
  return {
    now: () => Date.now(),
    monotonic: () => performance.now() + skipped,
    async sleep(milliseconds, signal) {
      if (milliseconds > maxSkippedMs) return machineClock.sleep(milliseconds, signal);
      signal?.throwIfAborted();
      skipped += milliseconds;
    },
  };
}

/** Fixes the date and skips waits, before a file's tests; undone after them. */
export function useTestClock(): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(today) });
    runPolicy.clock = createSkippingClock();
  });
  afterAll(() => {
    delete runPolicy.clock;
    vi.useRealTimers();
  });
}

/** Opens the stage before a file's tests and clears it afterwards. */
export function openStage(setting: PlaySetting = {}) {
  useTestClock();
  const tester = createAppTester(App);
  const stage = {
    sandbox: {} as Sandbox,
    /** Runs a step of the app, or one of its functions, as Zapier would; answers what it gave. */
    run: <Result>(step: unknown, bundle: Record<string, unknown> = {}): Promise<Result> =>
      tester(findPerform(step), {
        authData: { apiKey: stage.sandbox.apiKey },
        ...bundle,
      }) as Promise<Result>,
    /** The requests made while something was done, as method and path. */
    async requestsOf(act: () => Promise<unknown>): Promise<string[]> {
      const before = stage.sandbox.requests.length;
      await act();
      return stage.sandbox.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    },
  };
  beforeAll(async () => {
    stage.sandbox = await startSandbox({ seed: "empty", limits: "none", now: today, ...setting });
    process.env["RALLLY_BASE_URL"] = stage.sandbox.url;
  });
  afterAll(async () => {
    await stage.sandbox.close();
    delete process.env["RALLLY_BASE_URL"];
  });
  return stage;
}
