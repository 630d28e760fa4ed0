/**
 * Runs what compose.yaml runs, without containers: two processes of the built server behind HAProxy with deploy/haproxy.cfg. Two
 * callers with a key each make 2,000 calls, while one replica is stopped and started again. No call is retried. Exits non-zero when
 * a call fails, a response is not the caller's own, or a poll is missing or exists twice.
 *
 *     npm run balancer:check -- --calls 2000
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startSandbox } from "../src/sandbox/index.ts";
import { parseJournal } from "../src/sandbox/journal-format.ts";
import { type Caller, connectCaller } from "./balancer/caller.ts";
import { findHaproxy, findPort, type Program, startBalancer, startReplica } from "./balancer/programs.ts";
import { startProgress } from "./progress.ts";

/** Concurrent calls of each caller. */
const concurrency = 8;

/** The share of the calls that is made before the restart begins, and the share that waits for its end. */
const [before, after] = [0.3, 0.2];

const { values } = parseArgs({ options: { calls: { type: "string", default: "2000" } } });
const total = Number(values.calls);
if (!Number.isInteger(total) || total < 100) throw new RangeError("--calls must be a whole number from 100");

const haproxy = findHaproxy();
if (haproxy === null) {
  console.error(
    "HAProxy is not installed. Debian and Ubuntu: apt-get install haproxy. macOS: brew install haproxy.",
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "rallly-balancer-"));
const data = join(folder, "polls.jsonl");
const sandbox = await startSandbox({ seed: "empty", limits: "none", data });
const token = randomBytes(32).toString("hex");
const env = { RALLLY_MCP_TOKEN: token, RALLLY_BASE_URL: sandbox.url };
const [first, second, front] = [await findPort(), await findPort(), await findPort()];
const programs: Program[] = [];
const served = new Map<string, number>();
const count = (replica: string) => served.set(replica, (served.get(replica) ?? 0) + 1);
const progress = startProgress(total, "calls");
try {
  let replica = await startReplica(first, env);
  programs.push(replica, await startReplica(second, env));
  programs.push(await startBalancer(haproxy, front, [first, second]));
  const connect = (name: string, key: string) =>
    connectCaller(
      name,
      `http://127.0.0.1:${front}/mcp`,
      { authorization: `Bearer ${token}`, "x-rallly-api-key": key },
      count,
    );
  const callers = [
    await connect("Ada", sandbox.apiKeys.demo),
    await connect("Mei", sandbox.apiKeys.secondSpace),
  ] as const;

  let made = 0;
  let duringRestart = 0;
  let restart: Promise<void> | undefined;
  /** Stops a replica as `docker stop` does, starts it again, and waits until it gets calls. */
  const restartReplica = async () => {
    const from = made;
    assert.equal(await replica.stop(), 0, `exit code of the stopped replica: ${replica.log()}`);
    duringRestart = made - from;
    replica = await startReplica(first, env);
    programs.push(replica);
    const healthy = served.get("replica-1") ?? 0;
    while ((served.get("replica-1") ?? 0) === healthy) {
      await fetch(`http://127.0.0.1:${front}/health`).then(({ headers }) =>
        count(headers.get("x-served-by") ?? ""),
      );
      await sleep(100);
    }
  };
  const runCaller = async (caller: Caller, other: Caller) => {
    let next = 0;
    const calls = Math.floor(total / 2);
    const work = async () => {
      while (next < calls) {
        const index = next;
        next += 1;
        if (index >= calls * before) restart ??= restartReplica();
        if (index >= calls * (1 - after)) await restart;
        await caller.call(index, other);
        made += 1;
        progress.set(made);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  };
  const start = performance.now();
  await Promise.all([runCaller(callers[0], callers[1]), runCaller(callers[1], callers[0])]);
  await restart;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  for (const caller of callers) await caller.close();
  for (const program of programs) await program.stop();
  await sandbox.close();
  assert.equal(made, Math.floor(total / 2) * 2);
  assert.ok(duringRestart > 0, "no call was made during the restart");
  compareWithJournal(callers, { Ada: "space-demo", Mei: "space-second" });
  progress.log(
    `ok  ${made} calls of two callers in ${seconds} s, none failed: ${[...served]
      .sort()
      .map(([name, requests]) => `${requests} responses of ${name}`)
      .join(", ")}; ${duringRestart} calls while replica-1 stopped`,
  );
} finally {
  progress.end();
  for (const program of programs) await program.stop();
  await sandbox.close();
  rmSync(folder, { recursive: true });
}

/** Compares what the callers know with the journal of the sandbox: each poll created once in its caller's space, each delete once. */
function compareWithJournal(callers: readonly Caller[], spaces: Record<string, string>): void {
  const { changes } = parseJournal(readFileSync(data), data);
  const puts = (changes ?? []).flatMap((change) => ("put" in change ? [change.put] : []));
  // A record without an id keeps only the last sequence number.
  const removed = (changes ?? [])
    .flatMap((change) => ("remove" in change ? [change.remove] : []))
    .filter(Boolean);
  const known = callers.flatMap((caller) => caller.created.map((poll) => ({ ...poll, caller: caller.name })));
  const line = (space: string, id: string, title: string) => `${space} ${id} ${title}`;
  assert.deepEqual(
    puts.map(({ spaceId, id, title }) => line(spaceId, id, title)).sort(),
    known.map(({ caller, id, title }) => line(spaces[caller] ?? "", id, title)).sort(),
  );
  assert.deepEqual(removed.sort(), known.flatMap(({ id, deleted }) => (deleted ? [id] : [])).sort());
}
