/** Every row of the contract's error table, over a real socket, and the options of `startSandbox`. */
import { beforeEach, expect, it, vi } from "vitest";
import { ControlError, type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { inappropriateText } from "../../src/sandbox/state/create-poll.ts";
import { call, create, datePoll, openSandbox, start } from "./request.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});

const limitHeaders = ["ratelimit-policy", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
const limitsIn = (headers: Record<string, string>) => limitHeaders.filter((name) => name in headers);
const manyDates = Array.from({ length: 101 }, (_, day) => ({
  date: new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
}));

it.each([
  ["VALIDATION_ERROR", { title: "" }],
  ["ORGANIZER_NOT_MEMBER", { organizer: { email: "outsider@example.com" } }],
  ["TOO_MANY_OPTIONS", { options: manyDates }],
  ["CONFERENCING_UNAVAILABLE", { conferencing: { provider: "teams" } }],
  ["CONFERENCING_NOT_CONNECTED", { conferencing: { provider: "zoom" } }],
  ["INAPPROPRIATE_CONTENT", { title: `Buy ${inappropriateText}` }],
])("a create gets 400 %s, stores nothing, and has all RateLimit headers", async (code, fields) => {
  const response = await call(sandbox, "POST", "/polls", { body: { ...datePoll, ...fields } });
  expect(response.status).toBe(400);
  expect(response.body).toEqual({ error: { code, message: expect.any(String) } });
  expect(limitsIn(response.headers)).toEqual(limitHeaders);
  expect((await call(sandbox, "GET", "/polls")).body.data).toEqual([]);
});

it("each space has its own members and video services", async () => {
  const body = { ...datePoll, conferencing: { provider: "zoom" }, organizer: { email: "ADA@example.com" } };
  const poll = await create(sandbox, body, sandbox.apiKeys.secondSpace);
  expect(poll).toMatchObject({
    conferencing: { provider: "zoom" },
    organizer: { email: "ada@example.com" },
  });
});

it("--provider lets a create use a further video service, and the OpenAPI document lists it", async () => {
  const open = await openSandbox({ providers: ["webex"] });
  const conferencing = { provider: "webex" };
  expect(await create(open, { ...datePoll, conferencing })).toMatchObject({ conferencing });
  const document = await (await fetch(`${open.url}/openapi`)).text();
  expect(document).toContain('["zoom","meet","teams","webex"]');
});

it.each<[number, string, string | null]>([
  [401, "UNAUTHORIZED", null],
  [401, "UNAUTHORIZED", "Bearer sk_nobody_unknown"],
  [401, "UNAUTHORIZED", "revoked"],
  [403, "SPACE_NOT_PRO", "nonPro"],
  [400, "INVALID_AUTHORIZATION_HEADER", "Basic abc"],
  [400, "INVALID_AUTHORIZATION_HEADER", "Bearer a b"],
  [400, "INVALID_AUTHORIZATION_HEADER", "Bearer"],
])("gets %i %s before the route, without RateLimit headers: %s", async (status, code, credentials) => {
  const keys: Record<string, string> = { ...sandbox.apiKeys };
  const key = keys[credentials ?? ""];
  const authorization = key === undefined ? credentials : `Bearer ${key}`;
  for (const path of ["/polls", "/polls/nothing", "/nowhere"]) {
    const headers = authorization === null ? {} : { authorization };
    const response = await call(sandbox, "GET", path, { key: null, headers });
    expect([response.status, response.body.error.code]).toEqual([status, code]);
    expect(limitsIn(response.headers)).toEqual([]);
    expect("www-authenticate" in response.headers).toBe(status === 401);
    expect(response.headers["cache-control"]).toBe("no-store");
  }
});

it.each([
  ["NOT_FOUND", "GET", "/nowhere"],
  ["NOT_FOUND", "GET", "/polls/"],
  ["NOT_FOUND", "GET", "/polls/ID/nothing"],
  ["NOT_FOUND", "PATCH", "/polls/ID"],
  ["NOT_FOUND", "PUT", "/polls"],
  ["NOT_FOUND", "POST", "/openapi"],
  ["POLL_NOT_FOUND", "GET", "/polls/nothing"],
  ["POLL_NOT_FOUND", "DELETE", "/polls/nothing"],
  ["POLL_NOT_FOUND", "GET", "/polls/nothing/results"],
  ["POLL_NOT_FOUND", "GET", "/polls/OTHER"],
  ["POLL_NOT_FOUND", "DELETE", "/polls/OTHER"],
  ["POLL_NOT_FOUND", "GET", "/polls/OTHER/participants/any"],
  ["PARTICIPANT_NOT_FOUND", "GET", "/polls/ID/participants/nobody"],
] as const)("gets 404 %s: %s %s", async (code, method, path) => {
  const own = await create(sandbox, datePoll);
  const other = await create(sandbox, datePoll, sandbox.apiKeys.secondSpace);
  const filled = path.replace("ID", own.id).replace("OTHER", other.id);
  const response = await call(sandbox, method, filled);
  expect([response.status, response.body.error.code]).toEqual([404, code]);
});

it("an outage is a fault: 503 SERVICE_UNAVAILABLE with Retry-After, with any key, without RateLimit headers", async () => {
  sandbox.setFaults({
    rules: [{ fault: { kind: "respond", status: 503, headers: { "Retry-After": "300" } } }],
  });
  for (const key of [sandbox.apiKey, null]) {
    const { status, body, headers } = await call(sandbox, "GET", "/polls", { key });
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect([headers["retry-after"], limitsIn(headers)]).toEqual(["300", []]);
  }
  sandbox.setFaults({ rules: [] });
  expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
});

it("an internal error gets 500 INTERNAL_ERROR without details, and one line in the report", async () => {
  const report = vi.fn();
  let isBroken = false;
  const now = () => {
    if (isBroken) throw new Error("the clock\nstopped");
    return Date.parse(start);
  };
  const fragile = await openSandbox({ now, report });
  isBroken = true;
  const { status, body } = await call(fragile, "GET", "/polls");
  isBroken = false;
  expect([status, body.error]).toEqual([500, { code: "INTERNAL_ERROR", message: "Something went wrong." }]);
  expect(report).toHaveBeenCalledWith("Error: the clock stopped");
});

it("a Host that is no name gets 400", async () => {
  const { status } = await call(sandbox, "GET", "/polls", { headers: { host: "127.999.0.1" } });
  expect(status).toBe(400);
});

it.each(["evil.example.com", "127.0.0.1.evil.example.com", "192.168.0.1", "0.0.0.0"])(
  "a request with the Host %s, as from DNS rebinding, is refused and not logged",
  async (host) => {
    const before = sandbox.requests.length;
    for (const path of ["/polls", "/../", "/../sandbox/"]) {
      const { status, body } = await call(sandbox, "GET", path, { headers: { host } });
      expect([status, body.error.code]).toEqual([403, "HOST_NOT_ALLOWED"]);
    }
    expect(sandbox.requests).toHaveLength(before);
  },
);

it.each<[string, object]>([
  ["prot", { prot: 4270 }],
  ["port", { port: 65_536 }],
  ["data", { data: "" }],
  ["now", { now: "2027-02-30T10:00:00Z" }],
  ["now", { now: "2027-02-03T10:00" }],
  ["now", { now: "2027-02-03" }],
  ["now", { now: 8.64e15 }],
  ["seed", { seed: "full" }],
  ["limits", { limits: { perMinute: 60 } }],
  ["webhooks.timeout", { webhooks: { timeout: 1 } }],
  ["report", { report: "stderr" }],
])("startSandbox names the invalid option %s: %j", async (field, options) => {
  const started = startSandbox(options as SandboxOptions);
  await expect(started).rejects.toThrow(ControlError);
  await expect(started).rejects.toThrow(new RegExp(`(^|; )${field.replaceAll(".", "\\.")}: `));
});
