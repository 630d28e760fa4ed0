import { monitorEventLoopDelay } from "node:perf_hooks";
import {
  createClient,
  createUndiciTransport,
  paginate,
  type Transport,
  TransportError,
} from "../../src/api/index.ts";
import { ControlError, startSandbox } from "../../src/sandbox/index.ts";
import { runCaller } from "./caller.ts";
import { openConnection } from "./connection.ts";
import { faultRules } from "./fault-rules.ts";
import { findViolations, type Ledger, type Violations } from "./ledger.ts";
import { createRandom } from "./random.ts";

/** What a run was and what it found. */
export interface ChaosReport {
  calls: number;
  requests: number;
  struck: number;
  /** Creates and deletions that were carried out after their callers had met a fault. */
  late: number;
  /** Attempts that met a closed port. */
  refused: number;
  outcomes: Map<string, number>;
  violations: Violations;
}

const callers = 16;
const deadlineMs = 4000;

/** Every figure of the client scaled down, so that thousands of faults fit into a minute. */
const timing = {
  deadlineMs,
  backoffMs: 5,
  backoffCapMs: 50,
  reconcileDelaysMs: [20, 50, 100, 200],
  reconcileReserveMs: 1500,
};
const timeouts = { connectTimeoutMs: 500, idleTimeoutMs: 250 };

/** Random calls from 16 concurrent callers of one client through every fault; then the store is compared with them. */
export async function runChaos({ calls, seed }: { calls: number; seed: number }): Promise<ChaosReport> {
  const sandbox = await startSandbox({ seed: "empty", limits: "none", faults: { rules: faultRules, seed } });
  const { transport, refused } = countRefusals(createUndiciTransport(timeouts));
  const connection = openConnection({ apiKey: sandbox.apiKey, baseUrl: sandbox.url, ...timing, transport });
  const ledger: Ledger = {
    creates: [],
    deletes: [],
    overdue: [],
    leaks: [],
    wrongResponses: [],
    outcomes: new Map(),
  };
  const delay = monitorEventLoopDelay();
  delay.enable();
  const random = createRandom(seed);
  let made = 0;
  const nextTitle = () => {
    made += 1;
    // Shared only among the calls of one client: no client can know what another one made.
    const shared = `Shared ${connection.current().generation}.${Math.floor(made / 40)}`;
    return random.next() < 0.2 ? shared : `Poll ${made}`;
  };
  const vote = (pollId: string, optionId: string): string => {
    try {
      return sandbox.vote(pollId, { name: "Ada", choices: { [optionId]: "yes" } }).id;
    } catch (error) {
      // A poll that is not there is for the judge to find.
      if (error instanceof ControlError) return "";
      throw error;
    }
  };
  const budget = { left: calls };
  // A machine that stops for a moment delays everyone; what it lost is not the client's doing.
  const maxDurationMs = () => deadlineMs + 500 + 2 * (delay.max / 1e6);

  const running = { open: true };
  const drops = refuseNowAndThen(sandbox, createRandom(seed + 1), running);
  const silence = watchOutput(sandbox.apiKey, ledger);
  try {
    await Promise.all(
      Array.from({ length: callers }, (_, caller) =>
        runCaller({
          connection,
          random: createRandom(seed * 1000 + caller),
          ledger,
          budget,
          nextTitle,
          vote,
          maxDurationMs,
          apiKey: sandbox.apiKey,
        }),
      ),
    );
  } finally {
    running.open = false;
    await drops;
    silence();
    delay.disable();
  }

  sandbox.setFaults({ rules: [] });
  await sandbox.executeDelayed();
  const requests = sandbox.requests.length;
  const struck = sandbox.requests.filter(({ fault }) => fault !== undefined).length;
  const late = sandbox.requests.filter(
    ({ method, when, executed }) => method !== "GET" && when === "late" && executed,
  ).length;
  const createdTitles = sandbox.requests.flatMap(({ method, executed, body }) =>
    method === "POST" && executed ? titleOf(body) : [],
  );
  const remaining: { id: string; title: string }[] = [];
  const calm = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  for await (const { id, title } of paginate(calm, { limit: 100 })) remaining.push({ id, title });
  await sandbox.close();
  return {
    calls,
    requests,
    struck,
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

/** Refuses connections for some milliseconds every now and then, which also drops those that are open. */
async function refuseNowAndThen(
  sandbox: Awaited<ReturnType<typeof startSandbox>>,
  random: ReturnType<typeof createRandom>,
  running: { open: boolean },
): Promise<void> {
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  while (running.open) {
    await wait(100 + random.next() * 400);
    const accept = await sandbox.refuseConnections();
    await wait(random.next() * 30);
    await accept();
  }
}

/** Watches what the process prints for the key; the function that comes back ends it. */
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
