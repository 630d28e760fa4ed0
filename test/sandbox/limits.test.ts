/** The rate limits of the contract, on a fixed clock. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { type ApiResponse, call, start } from "./request.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: { perMinute: 3, perDay: 5 } });
});
afterEach(() => sandbox.close());

const list = (key = sandbox.apiKey) => call(sandbox, "GET", "/polls", { key });
const limitsOf = ({ headers }: ApiResponse) =>
  ["limit", "remaining", "reset"].map((name) => Number(headers[`ratelimit-${name}`]));
const minute = 60_000;

describe("rate limits with a `now` option", () => {
  /** Clocks of the caller, each with a way to move it by a second. */
  const clocks: [string, () => { now: SandboxOptions["now"]; step: (sandbox: Sandbox) => void }][] = [
    ["a text", () => ({ now: start, step: (own) => own.advance(1000) })],
    ["a Date", () => ({ now: new Date(start), step: (own) => own.advance(1000) })],
    ["a number", () => ({ now: Date.parse(start), step: (own) => own.advance(1000) })],
    ["a function that always returns the same", () => ({ now: () => Date.parse(start), step: () => {} })],
    [
      "a function that moves in steps",
      () => {
        let time = Date.parse(start);
        return {
          now: () => time,
          step: () => {
            time += 1000;
          },
        };
      },
    ],
    ["a function that runs", () => ({ now: () => new Date(), step: () => {} })],
  ];

  it.each(clocks)("are off by default with %s", async (_, create) => {
    const { now, step } = create();
    const own = await startSandbox({ now, seed: "empty" });
    onTestFinished(() => own.close());
    const statuses = new Set<number>();
    for (const count of [1, 80, 80]) {
      for (let sent = 0; sent < count; sent++) statuses.add((await call(own, "GET", "/polls")).status);
      step(own);
    }
    own.setNow("2027-06-01T00:00:00Z");
    statuses.add((await call(own, "GET", "/polls")).status);
    expect([...statuses]).toEqual([200]);
  });

  it("are the service's with limits: service, and refill as the clock moves", async () => {
    const frozen = await startSandbox({ now: start, seed: "empty", limits: "service" });
    onTestFinished(() => frozen.close());
    const statusOf = async () => (await call(frozen, "GET", "/polls")).status;
    for (let count = 0; count < 60; count++) expect(await statusOf()).toBe(200);
    expect(await statusOf()).toBe(429);
    frozen.advance(59_999);
    expect(await statusOf()).toBe(429);
    await fetch(`${frozen.controlUrl}/clock`, { method: "POST", body: '{"advanceMs": 1}' });
    expect(await statusOf()).toBe(200);
  });

  it("are the service's with limits: service on a clock function, and refill as it moves", async () => {
    let now = Date.parse(start);
    const stepped = await startSandbox({ now: () => now, seed: "empty", limits: "service" });
    onTestFinished(() => stepped.close());
    const statusOf = async () => (await call(stepped, "GET", "/polls")).status;
    for (let count = 0; count < 60; count++) expect(await statusOf()).toBe(200);
    now += 1000;
    expect(await statusOf()).toBe(429);
    now += 59_000;
    for (let count = 0; count < 60; count++) expect(await statusOf()).toBe(200);
    now += 1;
    expect(await statusOf()).toBe(429);
  });
});

describe("rate limits", () => {
  it.each<SandboxOptions>([
    {},
    { now: start, limits: "service" },
    { now: () => Date.now(), limits: "service" },
    { now: start, limits: { perMinute: 60, perDay: 5000 } },
  ])("are 60 a minute and 5,000 a day with %j, both in the headers", async (options) => {
    const standard = await startSandbox({ seed: "empty", ...options });
    const response = await call(standard, "GET", "/polls");
    expect(response.headers["ratelimit-policy"]).toBe("60;w=60, 5000;w=86400");
    expect(limitsOf(response)).toEqual([60, 59, 60]);
    await standard.close();
  });

  it("have a shorter window with minuteMs", async () => {
    const limits = { perMinute: 1, perDay: 5, minuteMs: 2000 };
    const brief = await startSandbox({ now: start, seed: "empty", limits });
    const response = await call(brief, "GET", "/polls");
    expect(response.headers["ratelimit-policy"]).toBe("1;w=2, 5;w=86400");
    expect(limitsOf(response)).toEqual([1, 0, 2]);
    brief.advance(1_999);
    expect((await call(brief, "GET", "/polls")).status).toBe(429);
    brief.advance(1);
    expect((await call(brief, "GET", "/polls")).status).toBe(200);
    await brief.close();
  });

  it("count down, then give 429 with Retry-After, then start a new window", async () => {
    expect(limitsOf(await list())).toEqual([3, 2, 60]);
    sandbox.advance(20_500);
    expect(limitsOf(await list())).toEqual([3, 1, 40]);
    expect(limitsOf(await list())).toEqual([3, 0, 40]);
    const refused = await list();
    expect([refused.status, refused.body.error.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
    expect(refused.headers["retry-after"]).toBe("40");
    expect(limitsOf(refused)).toEqual([3, 0, 40]);
    sandbox.advance(39_499);
    expect((await list()).status).toBe(429);
    sandbox.advance(1);
    expect((await list()).status).toBe(200);
  });

  it("start a window with a request, not on the minute", async () => {
    await list();
    sandbox.advance(5 * minute + 17_000);
    expect(limitsOf(await list())).toEqual([3, 2, 60]);
  });

  it("report the daily limit when fewer requests are left of it", async () => {
    for (let count = 0; count < 3; count++) await list();
    sandbox.advance(minute);
    expect(limitsOf(await list())).toEqual([5, 1, 86_340]);
    expect(limitsOf(await list())).toEqual([5, 0, 86_340]);
    const refused = await list();
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "86340"]);
    sandbox.advance(24 * 60 * minute);
    expect((await list()).status).toBe(200);
  });

  it("count all keys of a space together, and spaces separately", async () => {
    for (let count = 0; count < 3; count++) await list(sandbox.apiKeys.demoSecondKey);
    expect((await list()).status).toBe(429);
    expect((await list(sandbox.apiKeys.secondSpace)).status).toBe(200);
  });

  it("count every endpoint and every error after authentication, but not 401, 403 or the OpenAPI document", async () => {
    await call(sandbox, "GET", "/polls/nothing");
    await call(sandbox, "GET", "/nowhere");
    for (const key of [null, sandbox.apiKeys.revoked, sandbox.apiKeys.nonPro]) {
      await call(sandbox, "GET", "/polls", { key });
    }
    const document = await call(sandbox, "GET", "/openapi");
    expect(document.headers["ratelimit-limit"]).toBeUndefined();
    const refusal = await call(sandbox, "POST", "/polls", { body: {} });
    expect(refusal.status).toBe(400);
    expect(limitsOf(refusal)).toEqual([3, 0, 60]);
  });

  it("start a new window when the clock is set back, and with resetLimits", async () => {
    for (let count = 0; count < 3; count++) await list();
    sandbox.setNow("2027-01-01T00:00:00Z");
    expect((await list()).status).toBe(200);
    sandbox.setNow(start);
    sandbox.resetLimits();
    expect(limitsOf(await list())).toEqual([3, 2, 60]);
  });

  it("are practically infinite with limits: none, and still in the headers", async () => {
    const endless = await startSandbox({ now: start, seed: "empty", limits: "none" });
    for (let count = 0; count < 70; count++) expect((await call(endless, "GET", "/polls")).status).toBe(200);
    const response = await call(endless, "GET", "/polls");
    expect(Number(response.headers["ratelimit-remaining"])).toBeGreaterThan(1e6);
    await endless.close();
  });

  it("come with Cache-Control: no-store and a Date of the sandbox's clock", async () => {
    const response = await list();
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.headers["date"]).toBe(new Date(start).toUTCString());
  });
});
