/** Every fault over a real socket with one transport, for every operation: the requests, the result, and the deadline. */
import { setTimeout } from "node:timers/promises";
import { Agent } from "undici";
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

const transports = { undici: {}, fetch: { fetch }, dispatcher: { dispatcher: new Agent() } };
type TransportName = keyof typeof transports;

function connect(transport: TransportName) {
  return createClient({
    ...transports[transport],
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

async function runWithFault(transport: TransportName, name: Name, rule: FaultRule | "refuse connections") {
  sandbox.setFaults({ rules: [] });
  // Another client prepares and checks, because a fault may block the rate limiter of the client under test.
  const [client, otherClient] = [connect(transport), connect("undici")];
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
    ...(expected.outcome !== "not-sent" && { attempts: expected.attempts ?? tries }),
    ...(expected.status !== undefined && { status: expected.status }),
    ...(expected.retryAfterMs !== undefined && { retryAfterMs: expected.retryAfterMs }),
  });
  if (name === "createPoll") expect([created, latePolls]).toEqual([0, expected.latePolls ?? 0]);
}

const repeat = (method: string, times: number) => Array(times).fill(method).join(" ");

/**
 * What differs for a transport that cannot tell whether a connection carried an earlier request: a refused read is
 * confirmed once, and an unusable response to a read or a deletion is requested again.
 */
function onUnknownConnection(fault: string, name: Name, expected: Expected): Expected {
  const { sent, outcome, status = 0 } = expected;
  if (name === "createPoll" || sent.includes(" ")) return expected;
  const isRefused = outcome === "refused" && name !== "deletePoll" && ![429, 503].includes(status);
  if (isRefused) return { ...expected, sent: repeat(sent, 2) };
  // The second deletion finds no poll, and the response has the wrong content type too.
  if (fault.includes("another content type") && name === "deletePoll")
    return { sent: repeat(sent, 2), outcome: "unknown", status: 404 };
  const isUnusable = outcome === "unknown" && status >= 200 && status < 300 && !fault.startsWith("huge");
  return isUnusable ? { ...expected, sent: repeat(sent, 3) } : expected;
}

/** What the standard of fetch demands beyond that: it hides a 407, and sends a request again after a 421. */
function onFetch(fault: string, name: Name, row: Expected): Expected {
  const expected = onUnknownConnection(fault, name, row);
  if (row.status === 407) {
    const sent = name === "createPoll" ? row.sent : repeat(row.sent, 3);
    return { sent, outcome: "unknown" };
  }
  if (row.status === 421)
    return {
      ...expected,
      sent: expected.sent.replace(name === "createPoll" ? "POST" : /\w+/g, "$& $&"),
      attempts: name in methods ? 1 : 2,
    };
  return expected;
}

const adapt = {
  undici: (_fault: string, _name: Name, expected: Expected) => expected,
  dispatcher: onUnknownConnection,
  fetch: onFetch,
};

/** Describes the whole table with one transport. */
export function describeFaults(transport: TransportName): void {
  beforeAll(async () => {
    fakeTimeouts();
    sandbox = await startSandbox({ now: clock.now, limits: "none", seed: "empty" });
  });
  afterAll(async () => {
    await sandbox.close();
    vi.useRealTimers();
  });

  describe.each(faultCases)("$name", ({ name: fault, rule, ...row }) => {
    const run = async (name: Name, method: "GET" | "POST" | "DELETE", expected: Expected) =>
      expectOutcome(
        name,
        await runWithFault(transport, name, { ...rule, method }),
        adapt[transport](fault, name, expected),
      );
    it.each(reads)("%s", (name) => run(name, "GET", row.read));
    it("createPoll", () => run("createPoll", "POST", row.create));
    it("deletePoll", () => run("deletePoll", "DELETE", row.delete));
  });

  describe("a service that refuses connections", () => {
    it.each(Object.keys(operations) as Name[])("%s", async (name) => {
      const result = await runWithFault(transport, name, "refuse connections");
      expectOutcome(name, result, { sent: "", outcome: "not-sent" });
      expect(result.result).toMatchObject({ attempts: 3 });
    });
  });
}
