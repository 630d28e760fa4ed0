/** The app against a sandbox, or a server that responds as a test says, on a real socket, on a fixed date. */
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { type Bundle, createAppTester, type ZObject } from "zapier-platform-core";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import App from "../index.ts";

// The core ends a process that has run 250 steps and uses 450 MB. Here one process runs the steps of many files.
createRequire(import.meta.url)("zapier-platform-core/src/constants").KILL_MAX_LIMIT =
  Number.POSITIVE_INFINITY;

/** The fixed date of these tests. */
export const today = "2027-01-15T10:00:30Z";

/** What differs in the sandbox. */
export type HarnessOptions = Pick<SandboxOptions, "seed" | "limits" | "providers">;

type Perform = (z: ZObject, bundle: Bundle) => unknown;

const tester = createAppTester(App);

/** The function of a step; a function is returned as it is. */
const findPerform = (step: unknown): Perform =>
  (typeof step === "function"
    ? step
    : (step as { operation: { perform: unknown } }).operation.perform) as Perform;

/** Fixes the date before a file's tests; undone after them. */
function useTestClock(): void {
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
  /** What Zapier's core gives a run of each key. It copies the whole app for a run, which takes longer than most steps. */
  const tools = new Map<string, ZObject>();
  const harness = {
    sandbox: {} as Sandbox,
    /** Runs a step of the app, or one of its functions, in Zapier's core. Returns its output. */
    runInCore: <Result>(step: unknown, bundle: Record<string, unknown> = {}): Promise<Result> =>
      tester(findPerform(step), {
        authData: { apiKey: harness.sandbox.apiKey },
        ...bundle,
      }) as Promise<Result>,
    /** Runs a step of the app with what the core gives it, and with a cache if there is one. Returns its output. */
    async run<Result>(step: unknown, bundle: Record<string, unknown> = {}, cache = {}): Promise<Result> {
      const authData = { apiKey: harness.sandbox.apiKey, ...(bundle["authData"] as object) };
      const full = { inputData: {}, inputDataRaw: {}, meta: {}, ...bundle, authData } as unknown as Bundle;
      const key = authData.apiKey;
      if (!tools.has(key)) await harness.runInCore((z: ZObject) => tools.set(key, z) && [], { authData });
      const z = tools.get(key) as ZObject;
      return (await findPerform(step)({ ...z, cache: { ...z.cache, ...cache } }, full)) as Result;
    },
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

/** Servers for the tests of a file, one at a time, on a fixed date. */
export function createScriptedServer() {
  const servers: Server[] = [];
  useTestClock();
  afterEach(() => {
    if (servers.length === 0) return;
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    delete process.env["RALLLY_BASE_URL"];
  });
  return {
    /** Starts a server. The next steps of the app use it. */
    async serve(listener: RequestListener): Promise<void> {
      const server = createServer(listener);
      servers.push(server);
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      process.env["RALLLY_BASE_URL"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    },
    /** Runs a step of the app with a key. */
    run: (step: unknown, inputData: Record<string, unknown> = {}, meta: Record<string, unknown> = {}) =>
      tester(findPerform(step), {
        authData: { apiKey: "sk_test_key" },
        inputData,
        meta: meta as Bundle["meta"],
      }) as Promise<unknown>,
  };
}

/** The message of the error with which a step ends. */
export const refusalOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => "Nothing was refused.",
    (error: Error) => (JSON.parse(error.message) as { message: string }).message,
  );

/** The body of an error response. */
export const errorBody = (code: string, message = "No.") => JSON.stringify({ error: { code, message } });

/** Responds to every request in the same way. */
export const respond =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
