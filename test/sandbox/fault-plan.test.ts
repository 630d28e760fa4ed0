/** Fault and outage plans: the same in options, functions and control routes. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Fault,
  type FaultPlan,
  type OutagePlan,
  type Sandbox,
  startSandbox,
} from "../../src/sandbox/index.ts";
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

describe.each(ways)("a fault plan set by %s", (_, set) => {
  const rules = [{ fault: { kind: "status" as const, status: 500 }, rate: 0.5 }];

  it("has rules and a seed", async () => {
    sandbox.setFaults({ rules, seed: 7 });
    const expected = await listStatuses(sandbox);
    expect(expected).toContain(500);
    expect(expected).toContain(200);
    expect(await set({ rules, seed: 7 })).toEqual(expected);
  });

  it("matches methods in upper and lower case", async () => {
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
  ])("is rejected with the field %s in the error", async (field, plan) => {
    const problem = await set(plan as FaultPlan).catch((error: Error) => error.message);
    expect(problem).toEqual(expect.stringContaining(`${field}: `));
  });
});

describe("a plan with another shape or unit", () => {
  it.each<[string, unknown]>([
    ["faults: Invalid input: expected object", []],
    ["rules.0.fault.offsetMs: ", { rules: [{ fault: { kind: "skew", seconds: 60 } }] }],
  ])("is rejected by setFaults: %s", (message, plan) => {
    expect(() => sandbox.setFaults(plan as FaultPlan)).toThrow(message);
  });

  it("is rejected by POST /sandbox/faults: a list of rules without a plan", async () => {
    const response = await post("faults", [{ fault: { kind: "reset" } }]);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("body: Invalid input: expected object");
  });

  it.each<[string, unknown]>([
    ["outage: Invalid input: expected object", "maintenance"],
    ["retryAfter: Unrecognized key", { state: "maintenance", retryAfter: 5 }],
  ])("is rejected by setOutage: %s", async (message, plan) => {
    expect(() => sandbox.setOutage(plan as OutagePlan)).toThrow(message);
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
  });
});

describe("a former name of a fault", () => {
  it.each<[Fault, string]>([
    [{ kind: "lacking" }, "missingFields"],
    [{ kind: "cut" }, "truncate"],
    [{ kind: "stall" }, "hang-midway"],
    [{ kind: "drip", everyMs: 0 }, "slow"],
    [{ kind: "stale" }, "staleConnection"],
  ])("is accepted: %j, and logged as %s", async (fault, name) => {
    const rules = [{ fault }];
    for (const set of [() => sandbox.setFaults({ rules }), () => post("faults", { rules })]) {
      await set();
      const signal = AbortSignal.timeout(200);
      await fetch(`${sandbox.url}/polls`, { signal, headers: { connection: "close" } })
        .then((response) => response.text())
        .catch(() => "");
      expect(sandbox.requests.at(-1)?.fault).toBe(name);
    }
  });
});

describe("setOutage", () => {
  it.each<[OutagePlan, string]>([
    [{ state: "maintenance", retryAfterMs: 5000 }, "5"],
    [{ state: "limiter", retryAfterMs: 4001 }, "5"],
    [{ state: "limiter" }, "30"],
  ])("sends Retry-After in whole seconds: %j", async (outage, retryAfter) => {
    sandbox.setOutage(outage);
    expect((await call(sandbox, "GET", "/polls")).headers["retry-after"]).toBe(retryAfter);
    sandbox.setOutage({ state: "none" });
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
  });
});
