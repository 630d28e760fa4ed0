/** Every fault over a real socket, for every operation: the requests, the result, and the deadline. */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  createClient,
  NotSentError,
  RalllyError,
  RefusedError,
  UnknownOutcomeError,
} from "../../src/api/index.ts";
import { type FaultRule, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { type Expected, faultCases } from "./fault-rows.ts";
import { fakeTimeouts, idleTimeoutMs, passIdleTimeout, sendsNothing } from "./silence.ts";
import { createSteppedClock } from "./stepped-clock.ts";

const deadlineMs = 20_000;
const body = { title: "Fault", kind: "date" as const, options: [{ date: "2027-03-01" }] };

const clock = createSteppedClock();
let sandbox: Sandbox;
beforeAll(async () => {
  fakeTimeouts();
  sandbox = await startSandbox({ now: clock.now, limits: "none", seed: "empty" });
});
afterAll(async () => {
  await sandbox.close();
  vi.useRealTimers();
});

function connect() {
  return createClient({
    apiKey: sandbox.apiKey,
    baseUrl: sandbox.url,
    backoffMs: 1,
    deadlineMs,
    idleTimeoutMs,
    clock,
    reconcileDelaysMs: [1, 1],
    maxResponseBytes: 100_000,
    maxParticipantsBytes: 100_000,
  });
}
type TestClient = ReturnType<typeof connect>;

const operations = {
  listPolls: (client: TestClient) => client.listPolls({}),
  getPoll: (client: TestClient, pollId: string) => client.getPoll({ pollId }),
  getPollResults: (client: TestClient, pollId: string) => client.getPollResults({ pollId }),
  listParticipants: (client: TestClient, pollId: string) => client.listParticipants({ pollId }),
  getParticipant: (client: TestClient, pollId: string, participantId: string) =>
    client.getParticipant({ pollId, participantId }),
  getOpenApi: (client: TestClient) => client.getOpenApi({}),
  createPoll: (client: TestClient) => client.createPoll(body),
  deletePoll: (client: TestClient, pollId: string) => client.deletePoll({ pollId }),
};
type Name = keyof typeof operations;
const reads: Name[] = [
  "listPolls",
  "getPoll",
  "getPollResults",
  "listParticipants",
  "getParticipant",
  "getOpenApi",
];

const methods = { createPoll: "POST", deletePoll: "DELETE" } as const;

/** Advances the clock: by 1 ms while the service responds, to the timeout or the deadline after a fault without a response. */
async function passTime(name: Name, isOver: () => boolean) {
  // A create reserves half of its deadline for the search.
  const end = clock.now() + (name === "createPoll" ? deadlineMs / 2 : deadlineMs);
  for (let seen = sandbox.requests.length; !isOver(); await setTimeout(1)) {
    const fault = sandbox.requests.length > seen ? sandbox.requests.at(-1)?.fault : undefined;
    seen = sandbox.requests.length;
    if (sendsNothing(fault)) await passIdleTimeout();
    else if (fault === "slow") await clock.advance(end - clock.now());
    else await clock.advance(1);
  }
}

async function runWithFault(name: Name, rule: FaultRule | "refuse connections") {
  sandbox.setFaults({ rules: [] });
  // Another client prepares and checks, because a fault may block the rate limiter of the client under test.
  const [client, otherClient] = [connect(), connect()];
  const { data: poll } = await otherClient.createPoll({ ...body, title: `For ${name}` });
  const { id } = await sandbox.vote(poll.id, { name: "Ada", choices: {} });
  // A lost create is searched for among the newest polls, so polls of earlier tests are deleted.
  for (const { id: other, title } of (await otherClient.listPolls({ limit: 100 })).data) {
    if (title === body.title) await otherClient.deletePoll({ pollId: other });
  }
  const before = sandbox.requests.length;
  const listen = rule === "refuse connections" ? await sandbox.refuseConnections() : undefined;
  if (rule !== "refuse connections") sandbox.setFaults({ rules: [rule] });
  const startedAt = clock.now();
  let isOver = false;
  const passing = passTime(name, () => isOver);
  const result = await operations[name](client, poll.id, id).catch((error: unknown) => error);
  isOver = true;
  const durationMs = clock.now() - startedAt;
  await passing;
  await listen?.();
  const sent = sandbox.requests.slice(before).map(({ method }) => method);
  sandbox.setFaults({ rules: [] });
  const count = async () =>
    (await otherClient.listPolls({ limit: 100 })).data.filter(({ title }) => title === body.title).length;
  const created = await count();
  await sandbox.executeDelayed();
  const latePolls = await count();
  await otherClient.deletePoll({ pollId: poll.id }).catch(() => {});
  return { result, durationMs, created, latePolls, sent: sent.join(" ") };
}

function expectOutcome(
  name: Name,
  { result, durationMs, created, latePolls, sent }: Awaited<ReturnType<typeof runWithFault>>,
  expected: Expected,
) {
  expect(sent).toBe(expected.sent);
  expect(durationMs).toBeLessThanOrEqual(deadlineMs);
  expect(JSON.stringify(result)).not.toContain(sandbox.apiKey);
  if (expected.outcome === "done" || expected.outcome === "recovered") {
    expect(result).not.toBeInstanceOf(Error);
    expect(result).toMatchObject(expected.outcome === "recovered" ? { recovered: true } : {});
    if (name === "createPoll") expect([created, latePolls]).toEqual([1, 1]);
    return;
  }
  const kinds = { refused: RefusedError, unknown: UnknownOutcomeError, "not-sent": NotSentError };
  expect(result).toBeInstanceOf(kinds[expected.outcome]);
  if (!(result instanceof RalllyError)) return;
  const tries = sent
    .split(" ")
    .filter((method) => method === (methods[name as "createPoll"] ?? "GET")).length;
  expect(result).toMatchObject({
    operation: name,
    outcome: expected.outcome,
    ...(expected.outcome !== "not-sent" && { attempts: tries }),
    ...(expected.status !== undefined && { status: expected.status }),
    ...(expected.retryAfterMs !== undefined && { retryAfterMs: expected.retryAfterMs }),
  });
  if (name === "createPoll") expect([created, latePolls]).toEqual([0, expected.latePolls ?? 0]);
}

describe.each(faultCases)("$name", ({ rule, ...row }) => {
  it.each(reads)("%s", async (name) => {
    expectOutcome(name, await runWithFault(name, { ...rule, method: "GET" }), row.read);
  });
  it("createPoll", async () => {
    expectOutcome("createPoll", await runWithFault("createPoll", { ...rule, method: "POST" }), row.create);
  });
  it("deletePoll", async () => {
    expectOutcome("deletePoll", await runWithFault("deletePoll", { ...rule, method: "DELETE" }), row.delete);
  });
});

describe("a service that refuses connections", () => {
  it.each(Object.keys(operations) as Name[])("%s", async (name) => {
    const run = await runWithFault(name, "refuse connections");
    expectOutcome(name, run, { sent: "", outcome: "not-sent" });
    expect(run.result).toMatchObject({ attempts: 3 });
  });
});
