import { monitorEventLoopDelay } from "node:perf_hooks";
import {
  createClient,
  createUndiciTransport,
  paginate,
  type Transport,
  TransportError,
} from "../../src/api/index.ts";
import { ControlError, startSandbox } from "../../src/sandbox/index.ts";
import { createRandom, openSharedClient, runCaller } from "./caller.ts";
import { faultRules } from "./fault-rules.ts";
import { createLedger, findViolations, type Ledger, type Violations } from "./ledger.ts";

/** The counts and the violations of a run. */
export interface ChaosReport {
  calls: number;
  requests: number;
  /** Requests with a fault. */
  faulted: number;
  /** Creates and deletes that were executed after their callers got a fault. */
  late: number;
  /** Attempts whose connection was refused. */
  refused: number;
  outcomes: Map<string, number>;
  violations: Violations;
}

const callers = 16;
const deadlineMs = 4000;

/** The times of the client, scaled down so that thousands of faults fit into a minute. */
const timing = {
  deadlineMs,
  backoffMs: 5,
  backoffCapMs: 50,
  reconcileDelaysMs: [20, 50, 100, 200],
  reconcileReserveMs: 1500,
};
const timeouts = { connectTimeoutMs: 500, idleTimeoutMs: 250 };

/** Options of {@link runChaos}. */
export interface ChaosOptions {
  calls: number;
  seed: number;
  /** Called with the number of calls so far. */
  onProgress?: (calls: number) => void;
}

/** Makes random calls from 16 concurrent callers through every fault, then compares their results with the store. */
export async function runChaos({ calls, seed, onProgress = () => {} }: ChaosOptions): Promise<ChaosReport> {
  const sandbox = await startSandbox({ seed: "empty", limits: "none", faults: { rules: faultRules, seed } });
  const { transport, refused } = countRefusals(createUndiciTransport(timeouts));
  const connection = openSharedClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url, ...timing, transport });
  const ledger = createLedger();
  const delay = monitorEventLoopDelay();
  delay.enable();
  const random = createRandom(seed);
  let titleCount = 0;
  const nextTitle = () => {
    titleCount += 1;
    // Shared only by calls of one client: a client cannot know the polls of another one.
    const shared = `Shared ${connection.current().generation}.${Math.floor(titleCount / 40)}`;
    return random.next() < 0.2 ? shared : `Poll ${titleCount}`;
  };
  const vote = (pollId: string, optionId: string): string => {
    try {
      return sandbox.vote(pollId, { name: "Ada", choices: { [optionId]: "yes" } }).id;
    } catch (error) {
      // findViolations reports the missing poll.
      if (error instanceof ControlError) return "";
      throw error;
    }
  };
  let left = calls;
  const takeCall = () => {
    if (left <= 0) return false;
    left -= 1;
    onProgress(calls - left);
    return true;
  };
  // A pause of the machine delays every call and is not the client's fault.
  const maxDurationMs = () => deadlineMs + 500 + 2 * (delay.max / 1e6);

  const state = { running: true };
  const refusals = refuseSometimes(sandbox, createRandom(seed + 1), state);
  const stopWatching = watchOutput(sandbox.apiKey, ledger);
  try {
    await Promise.all(
      Array.from({ length: callers }, (_, caller) =>
        runCaller({
          connection,
          random: createRandom(seed * 1000 + caller),
          ledger,
          takeCall,
          nextTitle,
          vote,
          maxDurationMs,
          apiKey: sandbox.apiKey,
        }),
      ),
    );
  } finally {
    state.running = false;
    await refusals;
    stopWatching();
    delay.disable();
  }

  sandbox.setFaults({ rules: [] });
  await sandbox.executeDelayed();
  const requests = sandbox.requests.length;
  const faulted = sandbox.requests.filter(({ fault }) => fault !== undefined).length;
  const late = sandbox.requests.filter(
    ({ method, when, executed }) => method !== "GET" && when === "late" && executed,
  ).length;
  const createdTitles = sandbox.requests.flatMap(({ method, executed, body }) =>
    method === "POST" && executed ? titleOf(body) : [],
  );
  const remaining: { id: string; title: string }[] = [];
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  for await (const { id, title } of paginate(client, { limit: 100 })) remaining.push({ id, title });
  await sandbox.close();
  return {
    calls,
    requests,
    faulted,
    late,
    refused: refused(),
    outcomes: ledger.outcomes,
    violations: findViolations(ledger, { createdTitles, remaining }),
  };
}

function countRefusals(inner: Transport): { transport: Transport; refused: () => number } {
  let count = 0;
  const transport: Transport = (request) =>
    inner(request).catch((error: unknown) => {
      if (error instanceof TransportError && error.message.includes("ECONNREFUSED")) count += 1;
      throw error;
    });
  return { transport, refused: () => count };
}

function titleOf(body: unknown): string[] {
  const title = typeof body === "object" && body !== null && "title" in body ? body.title : undefined;
  return typeof title === "string" ? [title] : [];
}

/** Closes and refuses connections for some milliseconds, at random times. */
async function refuseSometimes(
  sandbox: Awaited<ReturnType<typeof startSandbox>>,
  random: ReturnType<typeof createRandom>,
  state: { running: boolean },
): Promise<void> {
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  while (state.running) {
    await wait(100 + random.next() * 400);
    const accept = await sandbox.refuseConnections();
    await wait(random.next() * 30);
    await accept();
  }
}

/** Records output of the process that contains the key. Returns a function that stops it. */
function watchOutput(apiKey: string, ledger: Ledger): () => void {
  const streams = [process.stdout, process.stderr];
  const originals = streams.map((stream) => stream.write);
  for (const [at, stream] of streams.entries()) {
    const original = originals[at];
    stream.write = ((...written: Parameters<typeof stream.write>) => {
      if (String(written[0]).includes(apiKey)) ledger.leaks.push("printed");
      return original?.apply(stream, written) ?? true;
    }) as typeof stream.write;
  }
  return () => {
    for (const [at, stream] of streams.entries()) {
      const original = originals[at];
      if (original !== undefined) stream.write = original;
    }
  };
}
