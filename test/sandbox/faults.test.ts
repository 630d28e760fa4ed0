/** Every fault on a real socket, and the polls that exist after it. */
import { Agent, request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Fault, type FaultRule, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { attempt as attemptVia } from "./attempt.ts";
import { call, create, datePoll, list, start } from "./request.ts";

let sandbox: Sandbox;
let agent: Agent;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
  agent = new Agent({ connections: 1 });
});
afterEach(async () => {
  sandbox.setFaults({ rules: [] });
  await agent.destroy();
  await sandbox.close();
});

const attempt = (method?: "POST" | "GET") => attemptVia(agent, sandbox, { method });
const count = async () => (await list(sandbox)).data.length;

/** Applies one fault to one create. Returns what the caller got and the number of polls. */
async function strike(fault: Fault, when: "before" | "after" = "before") {
  sandbox.setFaults({ rules: [{ fault, when, times: 1 }] });
  const seen = await attempt("POST");
  sandbox.setFaults({ rules: [] });
  return { ...seen, polls: await count() };
}

describe("a fault before the change", () => {
  it.each<[Fault, object]>([
    [
      { kind: "status", status: 500 },
      { status: 500, text: expect.stringContaining("INTERNAL_ERROR") },
    ],
    [
      { kind: "status", status: 502, html: true },
      { status: 502, text: expect.stringMatching(/^<!doctype html>/) },
    ],
    [
      { kind: "status", status: 400 },
      { status: 400, text: expect.stringContaining("VALIDATION_ERROR") },
    ],
    [
      { kind: "status", status: 418 },
      { status: 418, text: expect.stringContaining("VALIDATION_ERROR") },
    ],
    [
      { kind: "status", status: 401 },
      { status: 401, text: expect.stringContaining("UNAUTHORIZED") },
    ],
    [
      { kind: "status", status: 504 },
      { status: 504, text: expect.stringContaining("INTERNAL_ERROR") },
    ],
    [
      { kind: "redirect" },
      {
        status: 302,
        headers: expect.objectContaining({ location: expect.stringContaining("elsewhere.example.com") }),
      },
    ],
    [
      { kind: "redirect", status: 308, location: "/v1/polls" },
      { status: 308, headers: expect.objectContaining({ location: "/v1/polls" }) },
    ],
    [{ kind: "empty" }, { status: 204, text: "" }],
    [{ kind: "html" }, { status: 200, headers: expect.objectContaining({ "content-type": "text/html" }) }],
    [{ kind: "missingFields" }, { status: 200, text: "{}" }],
    [
      { kind: "contentType" },
      { status: 500, headers: expect.objectContaining({ "content-type": "text/plain" }) },
    ],
    [{ kind: "reset" }, { failed: "Error ECONNRESET" }],
    [{ kind: "hang" }, { failed: expect.stringContaining("TimeoutError") }],
  ])("%j reaches the caller and no poll is created", async (fault, seen) => {
    expect(await strike(fault)).toMatchObject({ ...seen, polls: 0 });
    expect(sandbox.requests[0]).toMatchObject({ executed: false, fault: fault.kind, when: "before" });
    expect(sandbox.requests[0]).not.toHaveProperty("body");
  });

  it.each([
    "0",
    "-1",
    "0x10",
    "1.5",
    "Mon, 01 Feb 2027 08:00:30 GMT",
    "Mon, 01 Feb 1999 08:00:30 GMT",
    "99999999999",
    "soon",
  ])("sends Retry-After unchanged: %s", async (retryAfter) => {
    for (const status of [429, 503]) {
      const { headers } = await strike({ kind: "status", status, retryAfter });
      expect(headers).toMatchObject({ "retry-after": retryAfter });
    }
    expect((await strike({ kind: "status", status: 429 })).headers).not.toHaveProperty("retry-after");
  });
});

describe("a fault after the change", () => {
  it.each<[Fault, object]>([
    [{ kind: "status", status: 500 }, { status: 500 }],
    [{ kind: "status", status: 503 }, { status: 503 }],
    [{ kind: "status", status: 502, html: true }, { status: 502 }],
    [{ kind: "empty" }, { status: 204 }],
    [{ kind: "html" }, { status: 200 }],
    [{ kind: "missingFields" }, { status: 200, text: "{}" }],
    [{ kind: "notJson" }, { status: 200, text: expect.stringMatching(/^\{"data":\{.*[^}]$/) }],
    [
      { kind: "contentType", value: "application/xml" },
      { status: 201, text: expect.stringContaining("Team offsite") },
    ],
    [
      { kind: "skew", offsetMs: -3_600_000 },
      { status: 201, headers: expect.objectContaining({ date: "Mon, 01 Feb 2027 07:00:00 GMT" }) },
    ],
    [{ kind: "truncate" }, { status: 201, text: "cut off" }],
    [{ kind: "hang-midway" }, { status: 201, text: "cut off" }],
    [{ kind: "reset" }, { failed: "Error ECONNRESET" }],
    [{ kind: "hang" }, { failed: expect.stringContaining("TimeoutError") }],
    [{ kind: "staleConnection" }, { status: 201 }],
  ])("%j reaches the caller and the poll exists", async (fault, seen) => {
    expect(await strike(fault, "after")).toMatchObject({ ...seen, polls: 1 });
    expect(sandbox.requests[0]).toMatchObject({
      executed: true,
      fault: fault.kind,
      when: "after",
      body: datePoll,
    });
  });

  it.each<Fault>([
    { kind: "status", status: 429 },
    { kind: "status", status: 404 },
    { kind: "status", status: 503, retryAfter: "1" },
  ])("is rejected when the response means that nothing changed: %j", (fault) => {
    expect(() => sandbox.setFaults({ rules: [{ fault, when: "after" }] })).toThrow(
      "rules.0.when: Must be before",
    );
  });

  it.each<[Fault, number]>([
    [{ kind: "status", status: 429, html: true }, 429],
    [{ kind: "status", status: 503, retryAfter: "1", html: true }, 503],
    [{ kind: "redirect" }, 302],
  ])("is accepted when a gateway may send the response: %j", async (fault, status) => {
    expect(await strike(fault, "after")).toMatchObject({ status, polls: 1 });
  });

  it("slow sends the complete response", async () => {
    const { status, text } = await strike({ kind: "slow", everyMs: 0 }, "after");
    expect([status, JSON.parse(text ?? "").data.title]).toEqual([201, "Team offsite"]);
  });

  it("huge sends as many bytes as configured, and stops when the client does not read", async () => {
    const { status, text } = await strike({ kind: "huge", bytes: 3_000_000 }, "after");
    expect([status, text?.length]).toEqual([200, 3_000_000]);
    expect(JSON.parse(text ?? "").data).toMatch(/^x+$/);
    sandbox.setFaults({ rules: [{ fault: { kind: "huge", bytes: 1e12 } }] });
    const response = await request(`${sandbox.url}/polls`, { dispatcher: agent });
    response.body.on("error", () => {}).destroy();
  });

  it("staleConnection resets the next request, which is not executed", async () => {
    sandbox.setFaults({ rules: [{ fault: { kind: "staleConnection" }, when: "after", times: 1 }] });
    expect(await attempt("GET")).toMatchObject({ status: 200 });
    expect(await attempt()).toMatchObject({ failed: "Error ECONNRESET" });
    expect(await attempt()).toMatchObject({ status: 201 });
    expect(sandbox.requests.map(({ executed, fault }) => [executed, fault])).toEqual([
      [true, "staleConnection"],
      [false, "reset"],
      [true, undefined],
    ]);
  });
});

describe("refuseConnections", () => {
  it("refuses connections until it is released, then accepts on the same port", async () => {
    const { id } = await create(sandbox, datePoll);
    const accept = await sandbox.refuseConnections();
    expect(await attempt()).toMatchObject({ failed: expect.stringContaining("ECONNREFUSED") });
    await accept();
    expect((await call(sandbox, "GET", `/polls/${id}`)).status).toBe(200);
    const again = await sandbox.refuseConnections();
    await sandbox.close();
    expect(again).toBeTypeOf("function");
  });
});

describe("fault rules", () => {
  const statusesOf = async (rules: FaultRule[], seed?: number, calls = 6) => {
    sandbox.setFaults({ rules, seed });
    const statuses = [];
    for (let made = 0; made < calls; made++) statuses.push((await call(sandbox, "GET", "/polls")).status);
    return statuses;
  };
  const broken: Fault = { kind: "status", status: 500 };

  it("apply to `times` requests after `skip` requests", async () => {
    expect(await statusesOf([{ fault: broken, skip: 2, times: 3 }])).toEqual([200, 200, 500, 500, 500, 200]);
  });

  it("apply in order: the first match", async () => {
    const rules = [
      { fault: broken, times: 1 },
      { fault: { kind: "status", status: 502 } as const, times: 2 },
    ];
    expect(await statusesOf(rules)).toEqual([500, 502, 502, 200, 200, 200]);
  });

  it("apply only to their method and path, without the query", async () => {
    const { id } = await create(sandbox, datePoll);
    sandbox.setFaults({ rules: [{ fault: broken, method: "GET", path: "/v1/polls/*" }] });
    expect((await call(sandbox, "GET", `/polls/${id}?x=1`)).status).toBe(500);
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
    expect((await call(sandbox, "GET", `/polls/${id}/results`)).status).toBe(200);
    expect((await call(sandbox, "DELETE", `/polls/${id}`)).status).toBe(200);
  });

  it("apply at a rate, equally with the same seed", async () => {
    const rules = [{ fault: broken, rate: 0.5 }];
    const first = await statusesOf(rules, 7, 60);
    expect(await statusesOf(rules, 7, 60)).toEqual(first);
    expect(await statusesOf(rules, 8, 60)).not.toEqual(first);
    const faulted = first.filter((status) => status === 500).length;
    expect(faulted).toBeGreaterThan(15);
    expect(faulted).toBeLessThan(45);
    expect(() => sandbox.setFaults({ rules: [{ fault: broken, rate: 1.5 }] })).toThrow(RangeError);
  });

  it("do not count against the rate limits with `before`", async () => {
    const limited = await startSandbox({
      now: start,
      seed: "empty",
      limits: "service",
      faults: { rules: [{ fault: broken, times: 1 }] },
    });
    const [faulted, free] = [await call(limited, "GET", "/polls"), await call(limited, "GET", "/polls")];
    expect([faulted.status, faulted.headers["ratelimit-limit"]]).toEqual([500, undefined]);
    expect(free.headers["ratelimit-remaining"]).toBe("59");
    await limited.close();
  });

  it.each<[string, FaultRule]>([
    ["forMs", { fault: { kind: "refuse", forMs: -5 } }],
    ["forMs", { fault: { kind: "refuse", forMs: 2 ** 31 } }],
    ["forMs", { fault: { kind: "refuse", forMs: Number.NaN } }],
    ["lateMs", { fault: { kind: "reset" }, when: "late", lateMs: 3e9 }],
    ["lateMs", { fault: { kind: "reset" }, when: "late", lateMs: -1 }],
    ["everyMs", { fault: { kind: "slow", everyMs: 2 ** 31 } }],
  ])("reject a %s that is too long for a timer: %j", async (field, rule) => {
    expect(() => sandbox.setFaults({ rules: [rule] })).toThrow(RangeError);
    expect(() => sandbox.setFaults({ rules: [rule] })).toThrow(
      new RegExp(`^rules\\.0\\.(fault\\.)?${field}: `),
    );
    const asked = { method: "POST", body: JSON.stringify({ rules: [rule] }) };
    const response = await fetch(`${sandbox.controlUrl}/faults`, asked);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(field);
  });

  it("accept the longest duration of a timer", () => {
    const longest = 2 ** 31 - 1;
    sandbox.setFaults({
      rules: [{ fault: { kind: "refuse", forMs: longest }, when: "late", lateMs: longest }],
    });
  });

  it("can be set by POST /sandbox/faults, which validates them", async () => {
    const send = async (body: unknown) => {
      const response = await fetch(`${sandbox.controlUrl}/faults`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      return response.status;
    };
    expect(await send({ rules: [{ fault: broken, times: 1 }], seed: 3 })).toBe(200);
    expect((await call(sandbox, "GET", "/polls")).status).toBe(500);
    expect(await send({ rules: [{ fault: { kind: "explode" } }] })).toBe(400);
    expect(await send({ rules: [{ fault: { kind: "status", status: 404 }, when: "after" }] })).toBe(400);
  });
});
