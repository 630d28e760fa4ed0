/** The control routes, called by curl and by a hostile web page, and the log of requests. */
import { request } from "undici";
import { beforeEach, expect, it } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { call, create, datePoll, openSandbox, start } from "./request.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});

/** The fields in responses of control routes. */
interface ControlBody {
  id: string;
  now: string;
  data: unknown[];
  error: { message: string };
}

/** Sends a control request as curl does: without a JSON content type and without a key. */
async function control(method: string, path: string, body?: unknown, headers = {}) {
  const response = await request(`${sandbox.controlUrl}/${path}`, {
    method: method as "GET",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.statusCode, body: (await response.body.json()) as ControlBody };
}
const read = async (path: string) => (await call(sandbox, "GET", path)).body.data;

it("GET /sandbox/ lists every route as curl commands that run unchanged", async () => {
  const { id } = await create(sandbox, { ...datePoll, options: [{ date: "2099-03-01" }] });
  const response = await fetch(`${sandbox.controlUrl}/`);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain;/);
  const commands = (await response.text()).trimEnd().split("\n").slice(1);
  const ids: Record<string, string> = { POLL: id };
  const listed = new Set<string>();
  for (const command of commands) {
    const [, method = "", path = "", body] =
      /^curl -X (\w+) \S+\/sandbox\/(\S+)(?: -d '(.*)')?$/.exec(command) ?? [];
    listed.add(`${method} ${path}`);
    const filled = path.replace(/\$([A-Z]+)/g, (_, name: string) => ids[name] ?? "");
    const printed = await control(method, filled, body);
    expect(printed.status, command).toBe(200);
    if (method === "POST" && printed.body.id) ids[path === "webhooks" ? "WEBHOOK" : "VOTE"] = printed.body.id;
  }
  expect([...listed].sort()).toEqual(
    [
      ...["DELETE polls/$POLL/votes/$VOTE", "PATCH polls/$POLL", "PATCH polls/$POLL/votes/$VOTE"],
      ...["POST polls/$POLL/cancel", "POST polls/$POLL/close", "POST polls/$POLL/reopen"],
      ...["POST polls/$POLL/schedule", "POST polls/$POLL/votes", "GET clock", "POST clock"],
      ...["POST faults", "POST faults/late", "GET requests", "GET deliveries"],
      ...["GET webhooks", "POST webhooks", "POST webhooks/$WEBHOOK/ping", "DELETE webhooks/$WEBHOOK"],
    ].sort(),
  );
  expect(await read(`/polls/${id}`)).toMatchObject({ title: "Late lunch", status: "canceled" });
});

it("POST /sandbox/clock moves and sets the clock", async () => {
  expect((await control("POST", "clock", { advanceMs: 30_000 })).body).toEqual({
    now: "2027-02-01T08:00:30.000Z",
  });
  await control("POST", "clock", { now: "2027-05-01T00:00:00Z" });
  expect((await control("GET", "clock")).body.now).toBe("2027-05-01T00:00:00.000Z");
});

it("GET /sandbox/requests lists method, path as it was sent, body and status, without keys", async () => {
  await call(sandbox, "POST", "/polls", { body: datePoll });
  await request(`${sandbox.url}/polls/..%2F?limit=1`);
  const { body } = await control("GET", "requests");
  expect(body.data).toEqual([
    { method: "POST", path: "/v1/polls", executed: true, body: datePoll, status: 201 },
    { method: "GET", path: "/v1/polls/..%2F?limit=1", executed: true, status: 401 },
  ]);
});

it.each([
  ["POST", "polls/nothing/close", undefined, 404, /^no poll nothing$/],
  ["POST", "nowhere", undefined, 404, /^unknown control route/],
  ["DELETE", "webhooks/nothing", undefined, 404, /^no webhook/],
  ["POST", "clock", { now: "soon" }, 400, /^now: /],
  ["POST", "clock", { now: "2027-05-01T00:00" }, 400, /^now: .* with Z or an offset/],
  ["POST", "clock", { advanceSeconds: 60 }, 400, /^advanceSeconds: Unrecognized key/],
  ["POST", "clock", { advanceMs: 1e300 }, 400, /^now: invalid time: /],
  ["POST", "clock", "{", 400, /^body: invalid JSON$/],
  ["POST", "clock", "x".repeat(1_100_000), 400, /^body: Larger than/],
  ["POST", "faults", { rule: [] }, 400, /^rules: .*; rule: Unrecognized key$/],
  ["POST", "webhooks", { url: "http://example.com/" }, 400, /^url: must be on this machine/],
] as const)("%s %s with %j gets %i and names the problem", async (method, path, body, status, message) => {
  const response = await control(method, path, body);
  expect(response).toEqual({ status, body: { error: { message: expect.stringMatching(message) } } });
  expect(sandbox.now()).toBe(start);
});

it.each(["https://evil.example.com", "null", "http://127.0.0.1:1", "http://localhost"])(
  "a web page at %s cannot use the control routes",
  async (origin) => {
    const { id } = await create(sandbox, datePoll);
    expect((await control("POST", `polls/${id}/close`, undefined, { origin })).status).toBe(403);
    expect((await control("GET", "requests", undefined, { origin })).status).toBe(403);
    expect((await read(`/polls/${id}`)).status).toBe("open");
    const own = { origin: new URL(sandbox.url).origin };
    expect((await control("GET", "clock", undefined, own)).status).toBe(200);
  },
);
