/** Requests executed after their callers got a fault, and the fault `refuse`. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Fault, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { attempt } from "./attempt.ts";
import { call, create, datePoll, list, start } from "./request.ts";
import { until } from "./until.ts";

let sandbox: Sandbox;
let agent: Agent;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
  agent = new Agent({ connections: 1 });
});
afterEach(async () => {
  vi.useRealTimers();
  await agent.destroy();
  await sandbox.close();
});

const count = async () => (await list(sandbox)).data.length;
/** Longer than any test, so that only executeDelayed executes a request. */
const lateMs = 600_000;
/** Fakes the sandbox's timers, which then run only with vi.advanceTimersByTime. */
const stopTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

describe("a fault with when: late", () => {
  it.each<[Fault, object]>([
    [{ kind: "reset" }, { failed: "Error ECONNRESET" }],
    [{ kind: "hang" }, { failed: expect.stringContaining("TimeoutError") }],
    [{ kind: "hang-midway" }, { status: 500, text: "cut off" }],
    [{ kind: "truncate" }, { status: 500, text: "cut off" }],
    [{ kind: "status", status: 504, html: true }, { status: 504 }],
    [{ kind: "contentType" }, { status: 500 }],
    [{ kind: "missingFields" }, { status: 200, text: "{}" }],
    [{ kind: "staleConnection" }, { status: 500 }],
  ])("%j reaches the caller at once, and the request is executed later", async (fault, seen) => {
    sandbox.setFaults({ rules: [{ fault, when: "late", lateMs, times: 1 }] });
    expect(await attempt(agent, sandbox)).toMatchObject(seen);
    expect(await count()).toBe(0);
    const [logged] = sandbox.requests;
    expect(logged).toMatchObject({ fault: fault.kind, when: "late", executed: false });
    sandbox.advance(60_000);
    await sandbox.executeDelayed();
    expect(await count()).toBe(1);
    expect(logged).toMatchObject({ executed: true, body: datePoll });
    const [poll] = (await list(sandbox)).data;
    expect(poll?.createdAt).toBe("2027-02-01T08:01:00.000Z");
    await sandbox.executeDelayed();
    expect(await count()).toBe(1);
  });

  it("executes the request after lateMs, although its caller has disconnected", async () => {
    stopTimers();
    sandbox.setFaults({ rules: [{ fault: { kind: "hang" }, when: "late", lateMs: 400, times: 1 }] });
    expect(await attempt(agent, sandbox)).toHaveProperty("failed");
    vi.advanceTimersByTime(399);
    expect(await count()).toBe(0);
    vi.advanceTimersByTime(1);
    await until(async () => (await count()) === 1);
  });

  it("executes the request after one second by default", async () => {
    stopTimers();
    sandbox.setFaults({ rules: [{ fault: { kind: "reset" }, when: "late", times: 1 }] });
    await attempt(agent, sandbox);
    vi.advanceTimersByTime(999);
    expect(await count()).toBe(0);
    vi.advanceTimersByTime(1);
    await until(async () => (await count()) === 1);
  });

  it("executes a delayed delete, and does nothing when the poll was deleted before", async () => {
    const [one, two] = [await create(sandbox, datePoll), await create(sandbox, datePoll)];
    sandbox.setFaults({
      rules: [{ fault: { kind: "reset" }, when: "late", lateMs, method: "DELETE", times: 2 }],
    });
    for (const { id } of [one, two])
      await attempt(agent, sandbox, { method: "DELETE", path: `/polls/${id}` });
    expect(await count()).toBe(2);
    expect((await call(sandbox, "DELETE", `/polls/${one.id}`)).status).toBe(200);
    await sandbox.executeDelayed();
    expect(await count()).toBe(0);
  });

  it("counts against the rate limits when the request is executed", async () => {
    const limited = await startSandbox({
      now: start,
      seed: "empty",
      limits: "service",
      faults: { rules: [{ fault: { kind: "reset" }, when: "late", lateMs, times: 1 }] },
    });
    await attempt(agent, limited);
    const left = async () => (await call(limited, "GET", "/polls")).headers["ratelimit-remaining"];
    expect(await left()).toBe("59");
    await limited.executeDelayed();
    expect(await left()).toBe("57");
    await limited.close();
  });

  it("never executes a request whose body did not arrive", async () => {
    sandbox.setFaults({ rules: [{ fault: { kind: "hang" }, when: "late", lateMs: 0 }] });
    const { port } = new URL(sandbox.url);
    const socket = connect(Number(port), "127.0.0.1");
    const head = `POST /v1/polls HTTP/1.1\r\nHost: ${new URL(sandbox.url).host}\r\nAuthorization: Bearer ${sandbox.apiKey}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"title": "La`);
    await until(() => sandbox.requests.length === 1);
    socket.destroy();
    sandbox.setFaults({ rules: [] });
    expect(await count()).toBe(0);
    await sandbox.executeDelayed();
    expect(sandbox.requests[0]).toMatchObject({ executed: false });
  });

  it("drops the request when the sandbox closes", async () => {
    stopTimers();
    sandbox.setFaults({ rules: [{ fault: { kind: "reset" }, when: "late", lateMs }] });
    await attempt(agent, sandbox);
    await sandbox.close();
    vi.advanceTimersByTime(lateMs);
    await sandbox.executeDelayed();
    expect(sandbox.requests[0]).toMatchObject({ executed: false });
  });

  it.each<Fault>([
    { kind: "status", status: 429 },
    { kind: "status", status: 503, retryAfter: "1" },
    { kind: "status", status: 404 },
  ])("is rejected when the response means that nothing changed: %j", (fault) => {
    expect(() => sandbox.setFaults({ rules: [{ fault, when: "late" }] })).toThrow(
      "rules.0.when: Must be before",
    );
  });

  it("is required for lateMs", () => {
    const fault: Fault = { kind: "reset" };
    expect(() => sandbox.setFaults({ rules: [{ fault, lateMs: 5 }] })).toThrow("lateMs");
    expect(() => sandbox.setFaults({ rules: [{ fault, when: "after", lateMs: 5 }] })).toThrow("lateMs");
  });

  it("can be set and executed by control routes", async () => {
    const control = (path: string, body: unknown) =>
      fetch(`${sandbox.controlUrl}/${path}`, { method: "POST", body: JSON.stringify(body) });
    const rules = [{ fault: { kind: "reset" }, when: "late", lateMs, times: 1 }];
    expect((await control("faults", { rules })).status).toBe(200);
    await attempt(agent, sandbox);
    expect(await (await control("faults/late", {})).json()).toEqual({ ok: true });
    expect(await count()).toBe(1);
  });
});

describe("the fault refuse", () => {
  const refused = { failed: "Error ECONNREFUSED" };
  const isOpen = async (asked: Sandbox) => "status" in (await attempt(agent, asked, { method: "GET" }));

  it.each(["before", "after"] as const)(
    "resets the connection %s the change, and refuses new ones for forMs",
    async (when) => {
      stopTimers();
      sandbox.setFaults({ rules: [{ fault: { kind: "refuse", forMs: 400 }, when, times: 1 }] });
      expect(await attempt(agent, sandbox)).toEqual({ failed: "Error ECONNRESET" });
      vi.advanceTimersByTime(399);
      expect(await attempt(agent, sandbox)).toEqual(refused);
      vi.advanceTimersByTime(1);
      await until(() => isOpen(sandbox));
      expect(await count()).toBe(when === "after" ? 1 : 0);
      expect(sandbox.requests[0]).toMatchObject({ fault: "refuse", when, executed: when === "after" });
      expect(sandbox.requests[0]).not.toHaveProperty("status");
    },
  );

  it("refuses connections until every refusal has ended", async () => {
    stopTimers();
    sandbox.setFaults({ rules: [{ fault: { kind: "refuse", forMs: 20 }, times: 1 }] });
    await attempt(agent, sandbox);
    const accept = await sandbox.refuseConnections();
    await vi.advanceTimersByTimeAsync(20);
    expect(await attempt(agent, sandbox)).toEqual(refused);
    await accept();
    await accept();
    expect(await attempt(agent, sandbox)).toMatchObject({ status: 201 });
  });

  it("reports an error when the port cannot be reopened", async () => {
    stopTimers();
    const report = vi.fn();
    const own = await startSandbox({ now: start, seed: "empty", limits: "none", report });
    own.setFaults({ rules: [{ fault: { kind: "refuse", forMs: 100 }, times: 1 }] });
    await attempt(agent, own);
    const thief = createServer().listen(Number(new URL(own.url).port), "127.0.0.1");
    await once(thief, "listening");
    vi.advanceTimersByTime(100);
    await until(() => report.mock.calls.length > 0);
    const taken = expect.objectContaining({ code: "EADDRINUSE" });
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("EADDRINUSE"));
    const accept = await own.refuseConnections();
    await expect(accept()).rejects.toEqual(taken);
    thief.close();
    await once(thief, "close");
    await accept();
    expect(await attempt(agent, own)).toMatchObject({ status: 201 });
    await own.close();
  });

  it("lets the sandbox close while connections are refused and a request hangs", async () => {
    sandbox.setFaults({ rules: [{ fault: { kind: "hang" }, times: 1 }] });
    const other = new Agent();
    const hanging = attempt(other, sandbox, { waitForResponse: true });
    await until(() => sandbox.requests.length === 1);
    sandbox.setFaults({ rules: [{ fault: { kind: "refuse", forMs: 600_000 } }] });
    await attempt(agent, sandbox);
    await sandbox.close();
    expect(await hanging).toHaveProperty("failed");
    await other.destroy();
  });
});
