/** What callers are told when the service carries a call out after they met a fault, or while it restarts. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, UnknownOutcomeError } from "../../src/api/index.ts";
import { type FaultRule, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { body, failure } from "./scripted.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: Date.now, limits: "none", seed: "empty" });
});
afterEach(() => sandbox.close());

const connect = (settleMs: number[], backoffMs = 1) =>
  createClient({
    apiKey: sandbox.apiKey,
    baseUrl: sandbox.url,
    backoffMs,
    settleMs,
    silenceTimeoutMs: 300,
    random: () => 1,
  });
const sent = () => sandbox.requests.map(({ method }) => method).join(" ");
const list = async () => (await connect([]).listPolls({ limit: 100 })).data;
/** Longer than any test takes, so that only carryOutLate ends it. */
const late = { when: "late", lateMs: 600_000 } as const;
const faults: FaultRule["fault"][] = [
  { kind: "reset" },
  { kind: "hang" },
  { kind: "stall" },
  { kind: "cut" },
  { kind: "status", status: 504, html: true },
];

describe("a create that is carried out late", () => {
  it.each(faults)("is found while it is looked for, after %j", async (fault) => {
    sandbox.setFaults([{ fault, ...late, method: "POST" }]);
    const call = connect([1_500]).createPoll(body);
    await vi.waitFor(() => expect(sent()).toBe("POST GET"), { timeout: 5_000, interval: 10 });
    await sandbox.carryOutLate();
    await expect(call).resolves.toMatchObject({ recovered: true, data: { title: body.title } });
    expect(sent()).toBe("POST GET GET");
    expect(await list()).toHaveLength(1);
  });

  it("is told as a poll that may exist when it comes after the last look, and is never made twice", async () => {
    sandbox.setFaults([{ fault: { kind: "cut" }, ...late, method: "POST" }]);
    const error = await failure(connect([1, 1]).createPoll(body));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ attempts: 1, message: expect.stringMatching(/may or may not exist/) });
    expect(await list()).toHaveLength(0);
    await sandbox.carryOutLate();
    expect(await list()).toHaveLength(1);
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("may exist also for a caller that gave up, who is told so with its own reason", async () => {
    sandbox.setFaults([{ fault: { kind: "hang" }, ...late, method: "POST" }]);
    const caller = new AbortController();
    const told = failure(connect([1, 1]).createPoll(body, { signal: caller.signal }));
    await vi.waitFor(() => expect(sent()).toBe("POST"));
    caller.abort("enough");
    expect(await told).toMatchObject({ name: "UnknownOutcomeError", outcome: "unknown", cause: "enough" });
    await sandbox.carryOutLate();
    expect(await list()).toHaveLength(1);
  });
});

describe("a deletion that is carried out late", () => {
  const make = async () => (await connect([]).createPoll(body)).data.id;

  it("is done when a further try was faster", async () => {
    const pollId = await make();
    sandbox.setFaults([{ fault: { kind: "reset" }, ...late, method: "DELETE", times: 1 }]);
    await expect(connect([]).deletePoll({ pollId })).resolves.toEqual({
      data: { id: pollId, deleted: true },
    });
    await sandbox.carryOutLate();
    expect(await list()).toHaveLength(0);
  });

  it("is done when it was faster than a further try, which finds nothing", async () => {
    const pollId = await make();
    sandbox.setFaults([{ fault: { kind: "reset" }, ...late, method: "DELETE", times: 1 }]);
    const call = connect([], 1_500).deletePoll({ pollId });
    await vi.waitFor(() => expect(sent()).toBe("POST DELETE"));
    await sandbox.carryOutLate();
    await expect(call).resolves.toEqual({ data: { id: pollId, deleted: true } });
    expect(sandbox.requests.at(-1)).toMatchObject({ method: "DELETE", status: 404 });
  });

  it("is told as unknown while no try was answered", async () => {
    const pollId = await make();
    sandbox.setFaults([{ fault: { kind: "cut" }, ...late, method: "DELETE" }]);
    expect(await failure(connect([]).deletePoll({ pollId }))).toBeInstanceOf(UnknownOutcomeError);
    expect(await list()).toHaveLength(1);
    await sandbox.carryOutLate();
    expect(await list()).toHaveLength(0);
  });
});

describe("a service that restarts", () => {
  const restart = (method: string, when: "before" | "after" | "late") =>
    sandbox.setFaults([{ fault: { kind: "refuse", forMs: 300 }, method, when, times: 1 }]);

  it("has answered a read once it is back", async () => {
    restart("GET", "before");
    await expect(connect([], 800).listPolls({})).resolves.toMatchObject({ data: [] });
  });

  it("is asked for a poll that it had made, until it is back", async () => {
    restart("POST", "after");
    await expect(connect([1, 1, 800]).createPoll(body)).resolves.toMatchObject({ recovered: true });
    expect(sent()).toBe("POST GET");
  });

  it("may have made the poll when it does not come back in time", async () => {
    restart("POST", "before");
    const error = await failure(connect([1]).createPoll(body));
    expect(error).toMatchObject({
      outcome: "unknown",
      message: expect.stringContaining("could not be read"),
    });
    expect(sent()).toBe("POST");
  });

  it("may have deleted the poll before it went, although nobody could be asked again", async () => {
    const { data } = await connect([]).createPoll(body);
    restart("DELETE", "after");
    const error = await failure(connect([]).deletePoll({ pollId: data.id }));
    expect(error).toMatchObject({ name: "UnknownOutcomeError", attempts: 3 });
    expect(sent()).toBe("POST DELETE");
  });
});
