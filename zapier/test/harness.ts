/** The app against a sandbox on a real socket, on a fixed date. */

import { afterAll, beforeAll, vi } from "vitest";
import { type Bundle, createAppTester, type ZObject } from "zapier-platform-core";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import App from "../index.ts";

/** The fixed date of these tests. */
export const today = "2027-01-15T10:00:30Z";

/** What differs in the sandbox. */
export type HarnessOptions = Pick<SandboxOptions, "seed" | "limits" | "providers">;

type Perform = (z: ZObject, bundle: Bundle) => unknown;

/** The function of a step; a function is returned as it is. */
export const findPerform = (step: unknown): Perform =>
  (typeof step === "function"
    ? step
    : (step as { operation: { perform: unknown } }).operation.perform) as Perform;

/** Fixes the date before a file's tests; undone after them. */
export function useTestClock(): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(today) });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}

/** Starts a sandbox before the tests of a file and closes it after them. */
export function startHarness(options: HarnessOptions = {}) {
  useTestClock();
  const tester = createAppTester(App);
  const harness = {
    sandbox: {} as Sandbox,
    /** Runs a step of the app, or one of its functions, as Zapier does. Returns its output. */
    run: <Result>(step: unknown, bundle: Record<string, unknown> = {}): Promise<Result> =>
      tester(findPerform(step), {
        authData: { apiKey: harness.sandbox.apiKey },
        ...bundle,
      }) as Promise<Result>,
    /** The requests that `act` causes, as method and path. */
    async requestsOf(act: () => Promise<unknown>): Promise<string[]> {
      const before = harness.sandbox.requests.length;
      await act();
      return harness.sandbox.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    },
  };
  beforeAll(async () => {
    harness.sandbox = await startSandbox({ seed: "empty", limits: "none", now: today, ...options });
    process.env["RALLLY_BASE_URL"] = harness.sandbox.url;
  });
  afterAll(async () => {
    await harness.sandbox.close();
    delete process.env["RALLLY_BASE_URL"];
  });
  return harness;
}
