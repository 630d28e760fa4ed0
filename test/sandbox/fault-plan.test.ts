/** One shape for faults, outages and steps of the clock: in the start options, by function and by control route. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Fault, type FaultPlan, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { call, start } from "./request.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

const post = (path: string, body: unknown) =>
  fetch(`${sandbox.controlUrl}/${path}`, { method: "POST", body: JSON.stringify(body) });

/** The three ways to set the same plan; each resolves to the statuses of eight requests. */
const ways: [string, (plan: FaultPlan) => Promise<number[]>][] = [
  [
    "the start options",
    async (faults) => {
      const own = await startSandbox({ now: start, seed: "empty", faults });
      const statuses = await listStatuses(own);
      await own.close();
      return statuses;
    },
  ],
  [
    "setFaults",
    async (plan) => {
      sandbox.setFaults(plan);
      return listStatuses(sandbox);
    },
  ],
  [
    "the control route",
    async (plan) => {
      const response = await post("faults", plan);
      if (response.status !== 200) throw new Error(await response.text());
      return listStatuses(sandbox);
    },
  ],
];

async function listStatuses(of: Sandbox): Promise<number[]> {
  const statuses = [];
  for (let count = 0; count < 8; count++) statuses.push((await call(of, "GET", "/polls")).status);
  return statuses;
}

describe.each(ways)("a fault plan given by %s", (_, set) => {
  const rules = [{ fault: { kind: "status" as const, status: 500 }, rate: 0.5 }];

  it("has rules and a seed", async () => {
    sandbox.setFaults({ rules, seed: 7 });
    const expected = await listStatuses(sandbox);
    expect(expected).toContain(500);
    expect(expected).toContain(200);
    expect(await set({ rules, seed: 7 })).toEqual(expected);
  });

  it("matches a method in either case", async () => {
    const fault = { kind: "status" as const, status: 502 };
    expect(await set({ rules: [{ fault, method: "get", times: 1 }] })).toEqual([502, ...Array(7).fill(200)]);
  });

  it.each<[string, object]>([
    ["rules.0.fault.kind", { rules: [{ fault: { kind: "explode" } }] }],
    ["rules.0.fault.seconds", { rules: [{ fault: { kind: "skew", offsetMs: 1, seconds: 1 } }] }],
    ["rules.0.fault.retryAfter", { rules: [{ fault: { kind: "status", status: 503, retryAfter: 5 } }] }],
    ["rules.1.lateMS", { rules: [{ fault: { kind: "reset" } }, { fault: { kind: "reset" }, lateMS: 1 }] }],
    ["rules.0.path", { rules: [{ fault: { kind: "reset" }, path: "polls/*" }] }],
    ["rules.0.times", { rules: [{ fault: { kind: "reset" }, times: 1.5 }] }],
    ["rules.0.rate", { rules: [{ fault: { kind: "reset" }, rate: "half" }] }],
    ["seed", { rules: [], seed: 0.5 }],
    ["sede", { rules: [], sede: 1 }],
    ["rules", {}],
  ])("is refused with %s named", async (field, plan) => {
    const problem = await set(plan as FaultPlan).catch((error: Error) => error.message);
    expect(problem).toEqual(expect.stringContaining(`${field}: `));
  });
});

describe("former spellings", () => {
  it("of a plan are accepted: a list of rules, with or without a seed", async () => {
    const rules = [{ fault: { kind: "status" as const, status: 500 }, rate: 0.5 }];
    sandbox.setFaults({ rules, seed: 9 });
    const expected = await listStatuses(sandbox);
    sandbox.setFaults(rules, 9);
    expect(await listStatuses(sandbox)).toEqual(expected);
    sandbox.setFaults({ rules });
    const unseeded = await listStatuses(sandbox);
    expect((await post("faults", rules)).status).toBe(200);
    expect(await listStatuses(sandbox)).toEqual(unseeded);
  });

  it.each<[Fault, string]>([
    [{ kind: "lacking" }, "missingFields"],
    [{ kind: "cut" }, "truncate"],
    [{ kind: "stall" }, "hang-midway"],
    [{ kind: "drip", everyMs: 0 }, "slow"],
    [{ kind: "stale" }, "staleConnection"],
  ])("of the fault %j are accepted, and logged as %s", async (fault, name) => {
    for (const set of [() => sandbox.setFaults([{ fault }]), () => post("faults", { rules: [{ fault }] })]) {
      await set();
      const signal = AbortSignal.timeout(200);
      await fetch(`${sandbox.url}/polls`, { signal, headers: { connection: "close" } })
        .then((response) => response.text())
        .catch(() => "");
      expect(sandbox.requests.at(-1)?.fault).toBe(name);
    }
  });

  it.each<Fault>([
    { kind: "skew", seconds: 60 },
    { kind: "skew", offsetMs: 60_000 },
  ])("of a skewed clock are accepted: %j", async (fault) => {
    sandbox.setFaults({ rules: [{ fault, when: "after" }] });
    const { headers } = await call(sandbox, "GET", "/polls");
    expect(Date.parse(headers["date"] ?? "") - Date.parse(start)).toBe(60_000);
  });

  it.each<[Parameters<Sandbox["setOutage"]>, string]>([
    [["maintenance", 5], "5"],
    [["maintenance"], "30"],
    [[{ state: "maintenance", retryAfterMs: 5000 }], "5"],
    [[{ state: "limiter", retryAfterMs: 4001 }], "5"],
    [[{ state: "limiter" }], "30"],
  ])("of an outage are accepted: %j", async (outage, retryAfter) => {
    sandbox.setOutage(...outage);
    expect((await call(sandbox, "GET", "/polls")).headers["retry-after"]).toBe(retryAfter);
    sandbox.setOutage({ state: "none" });
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
  });
});
