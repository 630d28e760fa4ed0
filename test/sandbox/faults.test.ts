/** Every fault on a real socket: before, after and late, and the polls that exist after it. */
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { Agent, request } from "undici";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Fault, FaultPlan, FaultRule, Sandbox } from "../../src/sandbox/index.ts";
import { call, datePoll, list, openSandbox, start } from "./request.ts";
import { until } from "./until.ts";

let sandbox: Sandbox;
let agent: Agent;
beforeEach(async () => {
  sandbox = await openSandbox();
  agent = new Agent({ connections: 1 });
});
afterEach(async () => {
  vi.useRealTimers();
  await agent.destroy();
});

/**
 * Sends one request, by default a create. Returns the response or the error. Aborts when a fault sends nothing more,
 * unless `patient`.
 */
async function attemptVia(
  agent: Agent,
  sandbox: Sandbox,
  input: { method?: "POST" | "GET" | "DELETE" | undefined; path?: string; waitForResponse?: boolean } = {},
) {
  const { method = "POST", path = "/polls", waitForResponse: patient = false } = input;
  const abort = new AbortController();
  let [responded, ended] = [false, false];
  const watch = async () => {
    const before = sandbox.requests.length;
    const isLast = () => {
      const fault = sandbox.requests[before]?.fault;
      return fault === "hang" || (fault === "hang-midway" && responded);
    };
    await until(() => ended || isLast());
    // Received data is read before the abort.
    for (let turn = 0; turn < 20 && !ended; turn += 1) await setImmediate();
    abort.abort(new DOMException("no more data", "TimeoutError"));
  };
  const watching = patient ? undefined : watch();
  try {
    const response = await request(`${sandbox.url}${path}`, {
      method,
      dispatcher: agent,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      body: method === "POST" ? JSON.stringify(datePoll) : null,
      signal: abort.signal,
    });
    responded = true;
    const { statusCode: status, headers } = response;
    const text = await response.body.text().catch(() => "cut off");
    return { status, headers, text };
  } catch (error) {
    return { failed: error instanceof Error ? `${error.name} ${"code" in error ? error.code : ""}` : "?" };
  } finally {
    ended = true;
    await watching;
  }
}

const attempt = (input?: Parameters<typeof attemptVia>[2]) => attemptVia(agent, sandbox, input);
const count = async () => (await list(sandbox)).data.length;
const header = (name: string, value: unknown) => ({ headers: expect.objectContaining({ [name]: value }) });
const broken: Fault = { kind: "respond", status: 500 };
/** Longer than any test, so that only executeDelayed executes a request. */
const lateMs = 600_000;
/** Fakes the sandbox's timers, which then run only with vi.advanceTimersByTime. */
const stopTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

const reset = { failed: "Error ECONNRESET" };
const silence = { failed: expect.stringContaining("TimeoutError") };
const text = (part: string) => ({ text: expect.stringContaining(part) });
const past = "Mon, 01 Feb 2027 07:00:00 GMT";
const respond = (given: Omit<Fault, "kind">): Fault => ({ kind: "respond", ...given });

it.each<[FaultRule["when"], Fault, object]>([
  ["before", broken, { status: 500, ...text("INTERNAL_ERROR") }],
  ["before", respond({ status: 401 }), { status: 401, ...text("UNAUTHORIZED") }],
  ["before", respond({ status: 418 }), { status: 418, ...text("VALIDATION_ERROR") }],
  ["before", respond({ status: 502, body: "<h1>Error</h1>" }), { status: 502, text: "<h1>Error</h1>" }],
  [
    "before",
    respond({ status: 429, headers: { "Retry-After": "soon" } }),
    { status: 429, ...header("retry-after", "soon"), ...text("RATE_LIMIT_EXCEEDED") },
  ],
  [
    "before",
    respond({ status: 308, headers: { Location: "/v1" } }),
    { status: 308, text: "", ...header("location", "/v1") },
  ],
  ["before", { kind: "reset" }, reset],
  ["before", { kind: "hang" }, silence],
  ["after", broken, { status: 500 }],
  ["after", respond({ status: 204, body: "none" }), { status: 204, text: "" }],
  [
    "after",
    respond({ body: "{}" }),
    { status: 201, text: "{}", ...header("content-type", "application/json") },
  ],
  [
    "after",
    respond({ headers: { "Content-Type": "application/xml" } }),
    { status: 201, ...text("Team offsite"), ...header("content-type", "application/xml") },
  ],
  ["after", respond({ headers: { Date: past } }), header("date", past)],
  ["after", { kind: "truncate" }, { status: 201, text: "cut off" }],
  ["after", { kind: "hang-midway" }, { status: 201, text: "cut off" }],
  ["after", { kind: "reset" }, reset],
  ["after", { kind: "hang" }, silence],
  ["after", { kind: "slow", everyMs: 0 }, { status: 201, text: expect.stringMatching(/^\{"data".*\}$/) }],
  ["late", { kind: "reset" }, reset],
  ["late", { kind: "hang" }, silence],
  ["late", { kind: "truncate" }, { status: 500, text: "cut off" }],
  ["late", respond({ status: 504 }), { status: 504 }],
])("%s: %j reaches the caller, and a poll exists after the change only", async (when, fault, seen) => {
  sandbox.setFaults({ rules: [{ fault, when, times: 1, ...(when === "late" && { lateMs }) }] });
  expect(await attempt()).toMatchObject(seen);
  const isCreated = when === "after";
  expect(await count()).toBe(isCreated ? 1 : 0);
  expect(sandbox.requests[0]).toMatchObject({ executed: isCreated, fault: fault.kind, when });
  sandbox.advance(60_000);
  await sandbox.executeDelayed();
  await sandbox.executeDelayed();
  const created = (await list(sandbox)).data.map(({ createdAt }) => createdAt);
  const times = { before: [], after: [start], late: ["2027-02-01T08:01:00.000Z"] };
  expect(created).toEqual(times[when ?? "before"]);
});

it.each<[Fault["kind"], object]>([
  ["truncate", { status: 201, text: "cut off" }],
  ["respond", { status: 201, ...text("Team offsite") }],
  ["reset", reset],
])(
  "%s alone, with all defaults, has the response of an executed request if it needs one",
  async (kind, seen) => {
    sandbox.setFaults({ rules: [{ fault: { kind }, times: 1 }] });
    expect(await attempt()).toMatchObject(seen);
    expect(await count()).toBe("status" in seen ? 1 : 0);
  },
);

describe("a late request", () => {
  it.each([400, undefined])("is executed by itself after %s ms, by default a second", async (delay) => {
    stopTimers();
    sandbox.setFaults({ rules: [{ fault: { kind: "hang" }, when: "late", lateMs: delay, times: 1 }] });
    await attempt();
    vi.advanceTimersByTime((delay ?? 1000) - 1);
    expect(await count()).toBe(0);
    vi.advanceTimersByTime(1);
    await until(async () => (await count()) === 1);
  });

  it("counts against the limits when it is executed, and a request with a fault before never", async () => {
    const rules: FaultRule[] = [
      { fault: { kind: "reset" }, when: "late", lateMs, times: 1 },
      { fault: broken, times: 1 },
    ];
    const limited = await openSandbox({ limits: "service" });
    limited.setFaults({ rules });
    await attemptVia(agent, limited);
    await attemptVia(agent, limited);
    const left = async () => (await call(limited, "GET", "/polls")).headers["ratelimit-remaining"];
    expect(await left()).toBe("59");
    await limited.executeDelayed();
    expect(await left()).toBe("57");
  });

  it("is not executed when its body did not arrive, or when the sandbox closes", async () => {
    sandbox.setFaults({ rules: [{ fault: { kind: "hang" }, when: "late", lateMs }] });
    const { port, host } = new URL(sandbox.url);
    const socket = connect(Number(port), "127.0.0.1");
    const head = `POST /v1/polls HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${sandbox.apiKey}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"title": "La`);
    await until(() => sandbox.requests.length === 1);
    socket.destroy();
    await attempt();
    await sandbox.close();
    await sandbox.executeDelayed();
    expect(sandbox.requests.map(({ executed }) => executed)).toEqual([false, false]);
  });
});

it("staleConnection resets the next request, which is not executed", async () => {
  sandbox.setFaults({ rules: [{ fault: { kind: "staleConnection" }, when: "after", times: 1 }] });
  expect(await attempt({ method: "GET" })).toMatchObject({ status: 200 });
  expect(await attempt()).toMatchObject(reset);
  expect(await attempt()).toMatchObject({ status: 201 });
  expect(sandbox.requests.map(({ executed }) => executed)).toEqual([true, false, true]);
});

it("a sandbox closes also while a request hangs", async () => {
  sandbox.setFaults({ rules: [{ fault: { kind: "hang" }, times: 1 }] });
  const hanging = attempt({ waitForResponse: true });
  await until(() => sandbox.requests.length === 1);
  await sandbox.close();
  expect(await hanging).toHaveProperty("failed");
});

describe("fault rules", () => {
  const statusesOf = async (rules: FaultRule[], seed?: number, calls = 6) => {
    sandbox.setFaults({ rules, seed });
    const statuses = [];
    for (let made = 0; made < calls; made++) statuses.push((await call(sandbox, "GET", "/polls")).status);
    return statuses;
  };
  it.each<[FaultRule[], number[]]>([
    [[{ fault: broken, skip: 2, times: 3 }], [200, 200, 500, 500, 500, 200]],
    [[{ fault: broken, method: "get", path: "/v1/polls", times: 1 }], [500, 200, 200, 200, 200, 200]],
    [[{ fault: broken, path: "/v1/polls/*" }], Array(6).fill(200)],
    [[{ fault: broken, method: "POST" }], Array(6).fill(200)],
  ])("%j gives %j", async (rules, statuses) => {
    expect(await statusesOf(rules)).toEqual(statuses);
  });

  it("apply in their order", async () => {
    const rules = [broken, respond({ status: 502 })].map((fault, at) => ({ fault, times: at + 1 }));
    expect(await statusesOf(rules)).toEqual([500, 502, 502, 200, 200, 200]);
  });

  it("with a rate apply to that share, equally with the same seed", async () => {
    const rules = [{ fault: broken, rate: 0.5 }];
    const first = await statusesOf(rules, 7, 60);
    expect(await statusesOf(rules, 7, 60)).toEqual(first);
    expect(await statusesOf(rules, 8, 60)).not.toEqual(first);
    expect(Math.abs(first.filter((status) => status === 500).length - 30)).toBeLessThan(15);
  });

  it.each<[string, object]>([
    ["rules.0.fault.kind", { rules: [{ fault: { kind: "lacking" } }] }],
    ["rules.0.fault.seconds", { rules: [{ fault: { kind: "slow", everyMs: 1, seconds: 1 } }] }],
    ["rules.0.fault.status", { rules: [{ fault: { kind: "respond", status: 600 } }] }],
    ["rules.0.fault.everyMs", { rules: [{ fault: { kind: "slow", everyMs: 2 ** 31 } }] }],
    ...[{ x: "漢" }, { "a b": "1" }, { x: "a\nb" }, { x: "\u0001" }].map((headers): [string, object] => [
      `rules.0.fault.headers.${Object.keys(headers)[0]}`,
      { rules: [{ fault: { kind: "respond", headers } }] },
    ]),
    ["rules.0.path", { rules: [{ fault: { kind: "reset" }, path: "polls/*" }] }],
    ["rules.0.rate", { rules: [{ fault: { kind: "reset" }, rate: 1.5 }] }],
    ["sede", { rules: [], sede: 1 }],
  ])("that are invalid name %s", (field, plan) => {
    expect(() => sandbox.setFaults(plan as FaultPlan)).toThrow(`${field}: `);
  });
});
