/** Requests that the service executes after their callers got a fault, and a service that restarts. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, UnknownOutcomeError } from "../../src/api/index.ts";
import { type FaultRule, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { until } from "../sandbox/until.ts";
import { body, getRejection } from "./scripted.ts";
import { fakeTimeouts, idleTimeoutMs, passIdleTimeout, sendsNothing } from "./silence.ts";
import { createSteppedClock } from "./stepped-clock.ts";

let sandbox: Sandbox;
let clock: ReturnType<typeof createSteppedClock>;
beforeEach(async () => {
  fakeTimeouts();
  clock = createSteppedClock();
  sandbox = await startSandbox({ now: clock.now, limits: "none", seed: "empty" });
});
afterEach(async () => {
  await sandbox.close();
  vi.useRealTimers();
});

const connect = (reconcileDelaysMs: number[], backoffMs = 1) =>
  createClient({
    apiKey: sandbox.apiKey,
    baseUrl: sandbox.url,
    backoffMs,
    reconcileDelaysMs,
    idleTimeoutMs,
    clock,
    random: () => 1,
  });
const sent = () => sandbox.requests.map(({ method }) => method).join(" ");
const list = async () => (await connect([]).listPolls({ limit: 100 })).data;
/** Resolves when a client waits for this time before its next attempt or search. */
const waitsFor = (milliseconds: number) => until(() => clock.sleeps.includes(milliseconds));
/** Lets each of these waits of the client pass, in this order. */
const pass = async (...waits: number[]) => {
  for (const milliseconds of waits) {
    await waitsFor(milliseconds);
    await clock.advance(milliseconds);
  }
};
/** Longer than any test, so that only executeDelayed executes the request. */
const late = { when: "late", lateMs: 600_000 } as const;
const faults: FaultRule["fault"][] = [
  { kind: "reset" },
  { kind: "hang" },
  { kind: "stall" },
  { kind: "cut" },
  { kind: "status", status: 504, html: true },
];

describe("a create that takes effect late", () => {
  it.each(faults)("is found by the search, after %j", async (fault) => {
    sandbox.setFaults({ rules: [{ fault, ...late, method: "POST" }] });
    const call = connect([1_500]).createPoll(body);
    await until(() => sent().startsWith("POST"));
    if (sendsNothing(fault.kind)) await passIdleTimeout();
    await waitsFor(1_500);
    expect(sent()).toBe("POST GET");
    await sandbox.executeDelayed();
    await clock.advance(1_500);
    await expect(call).resolves.toMatchObject({ recovered: true, data: { title: body.title } });
    expect(sent()).toBe("POST GET GET");
    expect(await list()).toHaveLength(1);
  });

  it("is unknown if it appears after the last search, and is never sent twice", async () => {
    sandbox.setFaults({ rules: [{ fault: { kind: "cut" }, ...late, method: "POST" }] });
    const rejection = getRejection(connect([10, 20]).createPoll(body));
    await pass(10, 20);
    const error = await rejection;
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ attempts: 1, message: expect.stringMatching(/may or may not exist/) });
    expect(await list()).toHaveLength(0);
    await sandbox.executeDelayed();
    expect(await list()).toHaveLength(1);
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("is unknown for an aborted call, with the abort reason as cause", async () => {
    sandbox.setFaults({ rules: [{ fault: { kind: "hang" }, ...late, method: "POST" }] });
    const caller = new AbortController();
    const rejection = getRejection(connect([10, 20]).createPoll(body, { signal: caller.signal }));
    await until(() => sent().startsWith("POST"));
    caller.abort("enough");
    expect(await rejection).toMatchObject({
      name: "UnknownOutcomeError",
      outcome: "unknown",
      cause: "enough",
    });
    await sandbox.executeDelayed();
    expect(await list()).toHaveLength(1);
  });
});

describe("a deletion that takes effect late", () => {
  const make = async () => (await connect([]).createPoll(body)).data.id;

  it("succeeds if a retry was faster", async () => {
    const pollId = await make();
    sandbox.setFaults({ rules: [{ fault: { kind: "reset" }, ...late, method: "DELETE", times: 1 }] });
    const call = connect([]).deletePoll({ pollId });
    await pass(1);
    await expect(call).resolves.toEqual({ data: { id: pollId, deleted: true } });
    await sandbox.executeDelayed();
    expect(await list()).toHaveLength(0);
  });

  it("succeeds if it was faster than the retry, which gets POLL_NOT_FOUND", async () => {
    const pollId = await make();
    sandbox.setFaults({ rules: [{ fault: { kind: "reset" }, ...late, method: "DELETE", times: 1 }] });
    const call = connect([], 1_500).deletePoll({ pollId });
    await waitsFor(1_500);
    await sandbox.executeDelayed();
    await clock.advance(1_500);
    await expect(call).resolves.toEqual({ data: { id: pollId, deleted: true } });
    expect(sandbox.requests.at(-1)).toMatchObject({ method: "DELETE", status: 404 });
  });

  it("is unknown without a response to any attempt", async () => {
    const pollId = await make();
    sandbox.setFaults({ rules: [{ fault: { kind: "cut" }, ...late, method: "DELETE" }] });
    const rejection = getRejection(connect([]).deletePoll({ pollId }));
    await pass(1, 2);
    expect(await rejection).toBeInstanceOf(UnknownOutcomeError);
    expect(await list()).toHaveLength(1);
    await sandbox.executeDelayed();
    expect(await list()).toHaveLength(0);
  });
});

describe("a service that restarts", () => {
  const forMs = 300_000;
  const restart = (method: string, when: "before" | "after" | "late") =>
    sandbox.setFaults({ rules: [{ fault: { kind: "refuse", forMs }, method, when, times: 1 }] });
  const comeBack = async () => {
    vi.advanceTimersByTime(forMs);
    await until(() => fetch(sandbox.controlUrl).then(Boolean, () => false));
  };

  it("responds to a retried read", async () => {
    restart("GET", "before");
    const call = connect([], 800).listPolls({});
    await pass(800);
    await waitsFor(1_600);
    await comeBack();
    await clock.advance(1_600);
    await expect(call).resolves.toMatchObject({ data: [] });
  });

  it("is asked for the created poll until it responds", async () => {
    restart("POST", "after");
    const call = connect([10, 20, 800]).createPoll(body);
    await pass(10, 20);
    await waitsFor(800);
    await comeBack();
    await clock.advance(800);
    await expect(call).resolves.toMatchObject({ recovered: true });
    expect(sent()).toBe("POST GET");
  });

  it("leaves a create unknown if it does not respond before the deadline", async () => {
    restart("POST", "before");
    const rejection = getRejection(connect([10]).createPoll(body));
    await pass(10);
    expect(await rejection).toMatchObject({
      outcome: "unknown",
      message: expect.stringContaining("could not be listed"),
    });
    expect(sent()).toBe("POST");
  });

  it("leaves a deletion unknown if it does not respond to retries", async () => {
    const { data } = await connect([]).createPoll(body);
    restart("DELETE", "after");
    const rejection = getRejection(connect([]).deletePoll({ pollId: data.id }));
    await pass(1, 2);
    expect(await rejection).toMatchObject({ name: "UnknownOutcomeError", attempts: 3 });
    expect(sent()).toBe("POST DELETE");
  });
});
