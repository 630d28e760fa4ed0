/** Rate limits: windows, headers, and what counts. */
import { beforeEach, expect, it } from "vitest";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/index.ts";
import { type ApiResponse, call, openSandbox } from "./request.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox({ limits: { perMinute: 3, perDay: 8 } });
});

const minute = 60_000;
const list = (key = sandbox.apiKey) => call(sandbox, "GET", "/polls", { key });
/** Status, limit, remaining and seconds to the reset. */
const readLimits = ({ status, headers }: ApiResponse) => [
  status,
  ...["limit", "remaining", "reset"].map((name) => Number(headers[`ratelimit-${name}`])),
];

const service = "60;w=60, 5000;w=86400";
it.each<[string, SandboxOptions, string, number[]]>([
  ["those of the service by default", { now: undefined, limits: undefined }, service, [200, 60, 59, 60]],
  ["practically none with a fixed clock", { limits: undefined }, "1000000000;", [200, 1e9, 1e9 - 1, 86_400]],
  ["those of the service if asked", { limits: "service" }, service, [200, 60, 59, 60]],
  ["other numbers", { limits: { perMinute: 1, perDay: 5 } }, "1;w=60, 5;", [200, 1, 0, 60]],
])("the limits are %s", async (_name, options, policy, limits) => {
  const response = await call(await openSandbox(options), "GET", "/polls");
  expect(response.headers["ratelimit-policy"]).toContain(policy);
  expect(response.headers["cache-control"]).toBe("no-store");
  expect(readLimits(response)).toEqual(limits);
});

it("the window opens with the first request, counts down, refuses with Retry-After, and ends", async () => {
  sandbox.advance(17_000);
  expect(readLimits(await list())).toEqual([200, 3, 2, 60]);
  sandbox.advance(20_500);
  expect(readLimits(await list())).toEqual([200, 3, 1, 40]);
  expect(readLimits(await list())).toEqual([200, 3, 0, 40]);
  const refused = await list();
  expect(refused.headers["date"]).toBe("Mon, 01 Feb 2027 08:00:37 GMT");
  expect(readLimits(refused)).toEqual([429, 3, 0, 40]);
  expect([refused.body.error.code, refused.headers["retry-after"]]).toEqual(["RATE_LIMIT_EXCEEDED", "40"]);
  sandbox.advance(39_499);
  expect((await list()).status).toBe(429);
  sandbox.advance(1);
  expect((await list()).status).toBe(200);
});

it("refused requests count too, and Retry-After is the longer wait when both windows are used up", async () => {
  for (let count = 0; count < 5; count++) await list();
  sandbox.advance(minute);
  // Five of the day's eight are used: three answered, two refused.
  expect(readLimits(await list())).toEqual([200, 8, 2, 86_340]);
  for (let count = 0; count < 2; count++) expect((await list()).status).toBe(200);
  const refused = await list();
  expect(readLimits(refused)).toEqual([429, 8, 0, 86_340]);
  expect(refused.headers["retry-after"]).toBe("86340");
  sandbox.advance(24 * 60 * minute);
  expect((await list()).status).toBe(200);
});

it("all keys of a space count together, and spaces separately", async () => {
  for (let count = 0; count < 3; count++) await list(sandbox.apiKeys.demoSecondKey);
  expect((await list()).status).toBe(429);
  expect((await list(sandbox.apiKeys.secondSpace)).status).toBe(200);
});

it("every endpoint and error after authentication counts, but not 401, 403 and the OpenAPI document", async () => {
  await call(sandbox, "GET", "/polls/nothing");
  await call(sandbox, "GET", "/nowhere");
  for (const key of [null, sandbox.apiKeys.revoked, sandbox.apiKeys.nonPro])
    await call(sandbox, "GET", "/polls", { key });
  expect((await call(sandbox, "GET", "/openapi")).headers).not.toHaveProperty("ratelimit-limit");
  expect(readLimits(await call(sandbox, "POST", "/polls", { body: {} }))).toEqual([400, 3, 0, 60]);
});
