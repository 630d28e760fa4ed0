/** Every fault over a real socket, for every operation: what was sent, what the caller is told, and by when. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createClient,
  NotSentError,
  RalllyError,
  RefusedError,
  UnknownOutcomeError,
} from "../../src/api/index.ts";
import { type FaultRule, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { type Expected, rows } from "./fault-rows.ts";

const deadlineMs = 2_400;
const body = { title: "Fault", kind: "date" as const, options: [{ date: "2027-03-01" }] };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: Date.parse("2027-02-01T08:00:00Z"), limits: "none", seed: "empty" });
});
afterAll(() => sandbox.close());

function connect(silenceTimeoutMs = 300) {
  return createClient({
    apiKey: sandbox.apiKey,
    baseUrl: sandbox.url,
    backoffMs: 1,
    deadlineMs,
    silenceTimeoutMs,
    settleMs: [1, 1],
    largestAnswer: 100_000,
    largestParticipants: 100_000,
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

async function play(name: Name, rule: FaultRule | "refuse connections") {
  sandbox.setFaults([]);
  // The gate of the client under test is shut by what it learns: setting up and looking after is another's work.
  // What drips is never silent: only the deadline is to end it, on a slow machine too.
  const drips = rule !== "refuse connections" && rule.fault.kind === "drip";
  const [client, keeper] = [connect(drips ? 10_000 : undefined), connect()];
  const { data: poll } = await keeper.createPoll({ ...body, title: `For ${name}` });
  const { id } = await sandbox.vote(poll.id, { name: "Ada", choices: {} });
  // A create is looked for among the newest polls: what an earlier cell made must not be there.
  for (const { id: other, title } of (await keeper.listPolls({ limit: 100 })).data) {
    if (title === body.title) await keeper.deletePoll({ pollId: other });
  }
  const before = sandbox.requests.length;
  const listen = rule === "refuse connections" ? await sandbox.refuseConnections() : undefined;
  if (rule !== "refuse connections") sandbox.setFaults([rule]);
  const begun = Date.now();
  const result = await operations[name](client, poll.id, id).catch((error: unknown) => error);
  const took = Date.now() - begun;
  await listen?.();
  const sent = sandbox.requests.slice(before).map(({ method }) => method);
  sandbox.setFaults([]);
  const count = async () =>
    (await keeper.listPolls({ limit: 100 })).data.filter(({ title }) => title === body.title).length;
  const made = await count();
  await sandbox.carryOutLate();
  const later = await count();
  await keeper.deletePoll({ pollId: poll.id }).catch(() => {});
  return { result, took, made, later, sent: sent.join(" ") };
}

function judge(
  name: Name,
  { result, took, made, later, sent }: Awaited<ReturnType<typeof play>>,
  expected: Expected,
) {
  expect(sent).toBe(expected.sent);
  // The deadline itself, and what a loaded machine may add.
  expect(took).toBeLessThan(deadlineMs + 1_000);
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
    judge(name, await play(name, { ...rule, method: "GET" }), row.read);
  });
  it("createPoll", async () => {
    judge("createPoll", await play("createPoll", { ...rule, method: "POST" }), {
      ...row.create,
      // A create that is carried out answers 201, spoiled or not.
      ...(row.create.status === 200 && { status: 200 }),
    });
  });
  it("deletePoll", async () => {
    judge("deletePoll", await play("deletePoll", { ...rule, method: "DELETE" }), row.delete);
  });
});

describe("a service that refuses connections", () => {
  it.each(Object.keys(operations) as Name[])("%s", async (name) => {
    const played = await play(name, "refuse connections");
    judge(name, played, { sent: "", told: "not-sent" });
    expect(played.result).toMatchObject({ attempts: 3 });
  });
});
