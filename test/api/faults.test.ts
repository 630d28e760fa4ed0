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

/** What a call comes to: methods as sent, and `done`, `recovered` or the outcome of its error. */
interface Expected {
  sent: string;
  told: "done" | "recovered" | "refused" | "unknown" | "not-sent";
  status?: number;
  retryAfterMs?: number;
}
interface Row {
  name: string;
  rule: Omit<FaultRule, "method">;
  read: Expected;
  create: Expected;
  delete: Expected;
}

const refusedAtOnce = (status: number, rest: Partial<Expected> = {}) => {
  const told = { told: "refused", status, ...rest } as const;
  return {
    read: { sent: "GET", ...told },
    create: { sent: "POST", ...told },
    delete: { sent: "DELETE", ...told },
  };
};
const refusedAgain = (status: number, rest: Partial<Expected> = {}) => {
  const told = { told: "refused", status, ...rest } as const;
  return {
    read: { sent: "GET GET GET", ...told },
    create: { sent: "POST POST POST", ...told },
    delete: { sent: "DELETE DELETE DELETE", ...told },
  };
};
const looks = "POST GET GET GET";
const triedAgain = (status?: number) => {
  const told = { told: "unknown", ...(status !== undefined && { status }) } as const;
  return {
    read: { sent: "GET GET GET", ...told },
    create: { sent: looks, ...told },
    delete: { sent: "DELETE DELETE DELETE", ...told },
  };
};
const unusable = (status: number) => {
  const told = { told: "unknown", status } as const;
  return {
    read: { sent: "GET", ...told },
    create: { sent: looks, ...told },
    delete: { sent: "DELETE", ...told },
  };
};
const found: Expected = { sent: "POST GET", told: "recovered" };
const status = (code: number, retryAfter?: string, html = false) => ({
  rule: {
    fault: { kind: "status" as const, status: code, html, ...(retryAfter !== undefined && { retryAfter }) },
  },
});
const farDate = "Fri, 01 Jan 2100 00:00:00 GMT";
const pastDate = "Fri, 01 Jan 2021 00:00:00 GMT";

const broken: FaultRule["fault"][] = [
  { kind: "reset" },
  { kind: "hang" },
  { kind: "stall" },
  { kind: "cut" },
  { kind: "status", status: 500 },
  { kind: "status", status: 502, html: true },
];
const wrong: [FaultRule["fault"], number][] = [
  [{ kind: "empty" }, 204],
  [{ kind: "html" }, 200],
  [{ kind: "notJson" }, 200],
  [{ kind: "lacking" }, 200],
  [{ kind: "huge", bytes: 200_000 }, 200],
];

const rows: Row[] = [
  ...[400, 401, 403, 404, 409, 422].map((code) => ({
    name: `${code}`,
    ...status(code),
    ...refusedAtOnce(code),
  })),
  { name: "400 in HTML", ...status(400, undefined, true), ...refusedAtOnce(400) },
  { name: "429 without Retry-After", ...status(429), ...refusedAgain(429) },
  { name: "429, Retry-After 0", ...status(429, "0"), ...refusedAgain(429, { retryAfterMs: 0 }) },
  {
    name: "429, Retry-After in the past",
    ...status(429, pastDate),
    ...refusedAgain(429, { retryAfterMs: 0 }),
  },
  ...["-1", "1.5", "0x10", "soon", ""].map((text) => ({
    name: `429, Retry-After "${text}"`,
    ...status(429, text),
    ...refusedAgain(429),
  })),
  {
    name: "429, Retry-After past the deadline",
    ...status(429, "30"),
    ...refusedAtOnce(429, { retryAfterMs: 30_000 }),
  },
  { name: "429, a date far off", ...status(429, farDate), ...refusedAtOnce(429) },
  { name: "429, an absurd Retry-After", ...status(429, "9".repeat(30)), ...refusedAtOnce(429) },
  { name: "503, Retry-After 0", ...status(503, "0"), ...refusedAgain(503, { retryAfterMs: 0 }) },
  {
    name: "503, Retry-After past the deadline",
    ...status(503, "120"),
    ...refusedAtOnce(503, { retryAfterMs: 120_000 }),
  },
  { name: "503 without Retry-After", ...status(503), ...triedAgain(503) },
  { name: '503, Retry-After "1.5"', ...status(503, "1.5"), ...triedAgain(503) },
  { name: "501", ...status(501), ...triedAgain(501) },
  { name: "302 to another host", rule: { fault: { kind: "redirect" } }, ...refusedAtOnce(302) },
  { name: "308", rule: { fault: { kind: "redirect", status: 308 } }, ...refusedAtOnce(308) },
  ...broken.map((fault) => {
    const code =
      "status" in fault ? fault.status : fault.kind === "stall" || fault.kind === "cut" ? 500 : undefined;
    return {
      name: `${fault.kind} ${code ?? ""} before, every time`,
      rule: { fault },
      ...triedAgain(code),
    };
  }),
  ...broken.map((fault) => ({
    name: `${JSON.stringify(fault)} before, once`,
    rule: { fault, times: 1 },
    read: { sent: "GET GET", told: "done" as const },
    create: { sent: looks, told: "unknown" as const },
    delete: { sent: "DELETE DELETE", told: "done" as const },
  })),
  ...broken.map((fault) => ({
    name: `${JSON.stringify(fault)} after the change, once`,
    rule: { fault, when: "after" as const, times: 1 },
    read: { sent: "GET GET", told: "done" as const },
    create: found,
    delete: { sent: "DELETE DELETE", told: "done" as const },
  })),
  ...wrong.map(([fault, code]) => ({
    name: `${fault.kind} before`,
    rule: { fault },
    ...unusable(code),
  })),
  ...wrong.map(([fault, code]) => ({
    name: `${fault.kind} after the change`,
    rule: { fault, when: "after" as const },
    ...unusable(code),
    create: found,
  })),
  {
    name: "the true answer under another type",
    rule: { fault: { kind: "contentType" }, when: "after" },
    ...unusable(200),
    create: found,
  },
  {
    name: "a clock an hour ahead",
    rule: { fault: { kind: "skew", seconds: 3600 }, when: "after" },
    read: { sent: "GET", told: "done" },
    create: { sent: "POST", told: "done" },
    delete: { sent: "DELETE", told: "done" },
  },
  {
    name: "an answer that drips until time is over",
    rule: { fault: { kind: "drip", everyMs: 80 }, when: "after", times: 1 },
    read: { sent: "GET", told: "unknown" },
    create: found,
    delete: { sent: "DELETE", told: "unknown" },
  },
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
  const made = (await keeper.listPolls({ limit: 100 })).data.filter(
    ({ title }) => title === body.title,
  ).length;
  await keeper.deletePoll({ pollId: poll.id }).catch(() => {});
  return { result, took, made, sent: sent.join(" ") };
}

function judge(
  name: Name,
  { result, took, made, sent }: Awaited<ReturnType<typeof play>>,
  expected: Expected,
) {
  expect(sent).toBe(expected.sent);
  // The deadline itself, and what a loaded machine may add.
  expect(took).toBeLessThan(deadlineMs + 1_000);
  expect(JSON.stringify(result)).not.toContain(sandbox.apiKey);
  if (expected.told === "done" || expected.told === "recovered") {
    expect(result).not.toBeInstanceOf(Error);
    expect(result).toMatchObject(expected.told === "recovered" ? { recovered: true } : {});
    if (name === "createPoll") expect(made).toBe(1);
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
  if (name === "createPoll") expect(made).toBe(0);
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
