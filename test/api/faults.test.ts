/** Every fault over a real socket, for every operation: what was sent, what the caller is told, and by when. */
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
import { type Expected, rows } from "./fault-rows.ts";
import { idleTimeoutMs, isSilent, outlastSilence, stopTimers } from "./silence.ts";
import { createSteppedClock } from "./stepped-clock.ts";

const deadlineMs = 20_000;
const body = { title: "Fault", kind: "date" as const, options: [{ date: "2027-03-01" }] };

const clock = createSteppedClock();
let sandbox: Sandbox;
beforeAll(async () => {
  stopTimers();
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
type Caller = ReturnType<typeof connect>;

const operations = {
  listPolls: (client: Caller) => client.listPolls({}),
  getPoll: (client: Caller, pollId: string) => client.getPoll({ pollId }),
  getPollResults: (client: Caller, pollId: string) => client.getPollResults({ pollId }),
  listParticipants: (client: Caller, pollId: string) => client.listParticipants({ pollId }),
  getParticipant: (client: Caller, pollId: string, participantId: string) =>
    client.getParticipant({ pollId, participantId }),
  getOpenApi: (client: Caller) => client.getOpenApi({}),
  createPoll: (client: Caller) => client.createPoll(body),
  deletePoll: (client: Caller, pollId: string) => client.deletePoll({ pollId }),
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

/** Lets time pass for the client: little while it is answered, and as much as it bears once a fault leaves it waiting. */
async function passTime(name: Name, isOver: () => boolean) {
  // A create keeps half of its time for finding out what it did.
  const end = clock.now() + (name === "createPoll" ? deadlineMs / 2 : deadlineMs);
  for (let met = sandbox.requests.length; !isOver(); await setTimeout(1)) {
    const fault = sandbox.requests.length > met ? sandbox.requests.at(-1)?.fault : undefined;
    met = sandbox.requests.length;
    if (isSilent(fault)) await outlastSilence();
    else if (fault === "slow") await clock.advance(end - clock.now());
    else await clock.advance(1);
  }
}

async function play(name: Name, rule: FaultRule | "refuse connections") {
  sandbox.setFaults({ rules: [] });
  // The limiter of the client under test is shut by what it learns: setting up and looking after is another's work.
  const [client, keeper] = [connect(), connect()];
  const { data: poll } = await keeper.createPoll({ ...body, title: `For ${name}` });
  const { id } = await sandbox.vote(poll.id, { name: "Ada", choices: {} });
  // A create is looked for among the newest polls: what an earlier cell made must not be there.
  for (const { id: other, title } of (await keeper.listPolls({ limit: 100 })).data) {
    if (title === body.title) await keeper.deletePoll({ pollId: other });
  }
  const before = sandbox.requests.length;
  const listen = rule === "refuse connections" ? await sandbox.refuseConnections() : undefined;
  if (rule !== "refuse connections") sandbox.setFaults({ rules: [rule] });
  const begun = clock.now();
  let isOver = false;
  const passing = passTime(name, () => isOver);
  const result = await operations[name](client, poll.id, id).catch((error: unknown) => error);
  isOver = true;
  const took = clock.now() - begun;
  await passing;
  await listen?.();
  const sent = sandbox.requests.slice(before).map(({ method }) => method);
  sandbox.setFaults({ rules: [] });
  const count = async () =>
    (await keeper.listPolls({ limit: 100 })).data.filter(({ title }) => title === body.title).length;
  const made = await count();
  await sandbox.executeDelayed();
  const later = await count();
  await keeper.deletePoll({ pollId: poll.id }).catch(() => {});
  return { result, took, made, later, sent: sent.join(" ") };
}

function classify(
  name: Name,
  { result, took, made, later, sent }: Awaited<ReturnType<typeof play>>,
  expected: Expected,
) {
  expect(sent).toBe(expected.sent);
  expect(took).toBeLessThanOrEqual(deadlineMs);
  expect(JSON.stringify(result)).not.toContain(sandbox.apiKey);
  if (expected.told === "done" || expected.told === "recovered") {
    expect(result).not.toBeInstanceOf(Error);
    expect(result).toMatchObject(expected.told === "recovered" ? { recovered: true } : {});
    if (name === "createPoll") expect([made, later]).toEqual([1, 1]);
    return;
  }
  const kinds = { refused: RefusedError, unknown: UnknownOutcomeError, "not-sent": NotSentError };
  expect(result).toBeInstanceOf(kinds[expected.told]);
  if (!(result instanceof RalllyError)) return;
  const tries = sent
    .split(" ")
    .filter((method) => method === (methods[name as "createPoll"] ?? "GET")).length;
  expect(result).toMatchObject({
    operation: name,
    outcome: expected.told,
    ...(expected.told !== "not-sent" && { attempts: tries }),
    ...(expected.status !== undefined && { status: expected.status }),
    ...(expected.retryAfterMs !== undefined && { retryAfterMs: expected.retryAfterMs }),
  });
  if (name === "createPoll") expect([made, later]).toEqual([0, expected.later ?? 0]);
}

describe.each(rows)("$name", ({ rule, ...row }) => {
  it.each(reads)("%s", async (name) => {
    classify(name, await play(name, { ...rule, method: "GET" }), row.read);
  });
  it("createPoll", async () => {
    classify("createPoll", await play("createPoll", { ...rule, method: "POST" }), {
      ...row.create,
      // A create that is carried out answers 201, spoiled or not.
      ...(row.create.status === 200 && { status: 200 }),
    });
  });
  it("deletePoll", async () => {
    classify("deletePoll", await play("deletePoll", { ...rule, method: "DELETE" }), row.delete);
  });
});

describe("a service that refuses connections", () => {
  it.each(Object.keys(operations) as Name[])("%s", async (name) => {
    const played = await play(name, "refuse connections");
    classify(name, played, { sent: "", told: "not-sent" });
    expect(played.result).toMatchObject({ attempts: 3 });
  });
});
