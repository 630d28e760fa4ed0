/**
 * `npm run chaos -- --creates 1500 --seed 1`: concurrent callers create, read and delete polls through every fault of the sandbox.
 * Then what they were told is compared with the polls that exist. Exits with 1 when an invariant is violated.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { inspect, parseArgs } from "node:util";
import { type Client, createClient, paginate, RalllyError } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { faultRules } from "./fault-rules.ts";
import { Ledger } from "./ledger.ts";

const { values } = parseArgs({
  options: { creates: { type: "string", default: "1500" }, seed: { type: "string", default: "1" } },
});
const [creates, seed] = [Number(values.creates), Number(values.seed)];

const callerCount = 32;
const deadlineMs = 4000;
const abortRate = 0.08;
const maxAbortDelayMs = 12;

/** Numbers from 0 to 1: the same seed gives the same ones. */
function createRandom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const sandbox = await startSandbox({ seed: "empty", limits: "none" });
sandbox.setFaults({ rules: faultRules, seed });
const { apiKey, url: baseUrl } = sandbox;
const ledger = new Ledger();
const delay = monitorEventLoopDelay();
delay.enable();
let titles = 0;

/** Makes random calls, one at a time, until all creates are made. Several callers of one key have clients of their own. */
async function runCaller(caller: number): Promise<void> {
  const random = createRandom(seed * 1000 + caller);
  const open = () => createClient({ apiKey, baseUrl, deadlineMs, timeoutMs: 250 });
  let client = open();
  const own: { id: string; title: string; participantId: string }[] = [];

  /** Makes one call, sometimes aborts it, and records its end and its violations. */
  async function observe<Value>(
    name: string,
    call: (client: Client, options: { signal?: AbortSignal }) => Promise<Value>,
  ): Promise<{ told: "done" | "unknown" | "failed"; value?: Value }> {
    const abort = new AbortController();
    const reason = new Error("aborted by the caller");
    const aborts = random() < abortRate;
    const timer = aborts ? setTimeout(() => abort.abort(reason), random() * maxAbortDelayMs) : undefined;
    const start = performance.now();
    let label = "done";
    try {
      const value = await call(client, aborts ? { signal: abort.signal } : {});
      if (Object(value).recovered) label = "recovered";
      return { told: "done", value };
    } catch (error) {
      if (inspect(error, { depth: 9, showHidden: true, getters: true }).includes(apiKey))
        ledger.leaks.push(name);
      if (error === reason) label = "aborted";
      else if (error instanceof RalllyError) label = error.outcome;
      else ledger.wrongResponses.push(`${name} threw ${error}`);
      // After a Retry-After of years a client correctly sends nothing more.
      if (error instanceof RalllyError && error.attempts === 0) client = open();
      // An aborted delete rejects with the reason whether or not it was sent, an aborted create only if it was not.
      const isUnknown = label === "unknown" || (label === "aborted" && name === "deletePoll");
      return { told: isUnknown ? "unknown" : "failed" };
    } finally {
      clearTimeout(timer);
      const durationMs = performance.now() - start;
      // A pause of the machine delays every call, and is not the client's fault.
      if (durationMs > deadlineMs + 500 + 2 * (delay.max / 1e6))
        ledger.overdue.push(`${name} ${durationMs} ms`);
      const line = `${name} ${label}`;
      ledger.outcomes.set(line, (ledger.outcomes.get(line) ?? 0) + 1);
    }
  }

  async function create(): Promise<void> {
    titles += 1;
    // Every fifth title is shared with other callers.
    const title = random() < 0.2 ? `Shared ${Math.floor(titles / 40)}` : `Poll ${titles}`;
    const days = { kind: "date" as const, options: [{ date: "2099-03-01" }, { date: "2099-03-02" }] };
    const options = [{ startTime: "2099-03-01T09:00" }];
    const slots = { kind: "time" as const, timeZone: "Europe/Berlin", duration: 30, options };
    const body = { title, ...(random() < 0.5 ? days : slots) };
    const { told, value } = await observe("createPoll", (client, options) =>
      client.createPoll(body, options),
    );
    const id = value?.data.id;
    ledger.creates.push({ title, told, id });
    if (value === undefined || id === undefined) return;
    if (value.data.title !== title) ledger.wrongResponses.push(`createPoll of ${title}`);
    try {
      const choices = { [value.data.options[0]?.id ?? ""]: "yes" as const };
      own.push({ id, title, participantId: sandbox.vote(id, { name: "Ada", choices }).id });
    } catch {
      // The ledger reports the missing poll.
    }
  }

  type Read = (client: Client, poll: (typeof own)[number], options: object) => Promise<boolean>;
  const reads: Record<string, Read> = {
    getPoll: async (client, { id }, options) =>
      (await client.getPoll({ pollId: id }, options)).data.id === id,
    listPolls: async (client, _, options) => (await client.listPolls({ limit: 20 }, options)).data.length > 0,
    getPollResults: async (client, { id }, options) =>
      (await client.getPollResults({ pollId: id }, options)).data.participantCount === 1,
    listParticipants: async (client, { id, participantId }, options) =>
      (await client.listParticipants({ pollId: id }, options)).data[0]?.id === participantId,
  };
  const names = Object.keys(reads);

  while (titles < creates) {
    const poll = own[Math.floor(random() * own.length)];
    const choice = random();
    if (poll === undefined || choice < 0.5) await create();
    else if (choice < 0.9) {
      const name = names[Math.floor(random() * names.length)] ?? "getPoll";
      const { told, value } = await observe(name, async (client, options) =>
        reads[name]?.(client, poll, options),
      );
      if (told === "done" && !value) ledger.wrongResponses.push(`${name} of ${poll.title}`);
    } else {
      own.splice(own.indexOf(poll), 1);
      const { told } = await observe("deletePoll", (client, options) =>
        client.deletePoll({ pollId: poll.id }, options),
      );
      ledger.deletes.push({ ...poll, told });
    }
  }
}

await Promise.all(Array.from({ length: callerCount }, (_, caller) => runCaller(caller)));

sandbox.setFaults({ rules: [] });
await sandbox.executeDelayed();
const executed = sandbox.requests.filter(({ method, executed }) => method === "POST" && executed);
const remaining = new Set<string>();
for await (const { id } of paginate(createClient({ apiKey, baseUrl }), { limit: 100 })) remaining.add(id);
await sandbox.close();

const faulted = sandbox.requests.filter(({ fault }) => fault !== undefined).length;
console.log(`${sandbox.requests.length} requests, ${faulted} of them with a fault (seed ${seed})\n`);
for (const [line, count] of [...ledger.outcomes].sort()) console.log(`${String(count).padStart(7)}  ${line}`);
console.log("");
const violations = ledger.compare(
  executed.map(({ body }) => String(Object(body).title)),
  remaining,
);
for (const [invariant, found] of Object.entries(violations)) {
  console.log(`${String(found.length).padStart(7)}  ${invariant}  ${found.slice(0, 3).join("; ")}`.trimEnd());
}
process.exitCode = Object.values(violations).every((found) => found.length === 0) ? 0 : 1;
