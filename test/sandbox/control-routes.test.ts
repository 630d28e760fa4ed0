/** The control routes, called by curl and by a hostile web page. */
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { controlRoutes } from "../../src/sandbox/control-routes.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { runCurl } from "./curl.ts";
import { call, create, datePoll, start } from "./request.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

/** The fields in responses of control routes. */
interface ControlBody {
  id: string;
  now: string;
  data: unknown[];
  error: { message: string };
}

/** Sends a control request as curl does: without a JSON content type and without a key. */
async function control(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers = {},
) {
  const response = await request(`${sandbox.controlUrl}/${path}`, {
    method,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.statusCode, body: (await response.body.json()) as ControlBody };
}
const read = async (path: string) => (await call(sandbox, "GET", path)).body.data;

describe("control routes", () => {
  it("are listed as curl commands that run unchanged", async () => {
    const { id } = await create(sandbox, { ...datePoll, options: [{ date: "2099-03-01" }] });
    const response = await fetch(`${sandbox.controlUrl}/`);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const [heading, ...commands] = (await response.text()).trimEnd().split("\n");
    expect(heading).toMatch(/^# \$POLL/);
    const known: Record<string, string> = { POLL: id };
    for (const command of commands) {
      const printed = await runCurl(command, known);
      expect(printed, command).not.toHaveProperty("error");
      if (printed.id !== undefined) known[command.includes("/webhooks") ? "WEBHOOK" : "VOTE"] = printed.id;
    }
    const listed = commands.map((command) =>
      / -X (\w+) \S+\/sandbox\/(\S+)/.exec(command)?.slice(1).join(" "),
    );
    const routes = new Set(listed.map((route) => route?.replace(/\$[A-Z]+/g, "*")));
    expect(routes).toEqual(new Set(controlRoutes));
    expect(await read(`/polls/${id}`)).toMatchObject({ title: "Late lunch", status: "canceled" });
  });

  it("vote, edit, schedule, reopen, close and cancel a poll", async () => {
    const { id } = await create(sandbox, datePoll);
    const choices = { "2027-03-01": "yes" };
    const vote = (await control("POST", `polls/${id}/votes`, { name: "Ada", choices })).body;
    expect(await read(`/polls/${id}/participants`)).toMatchObject([{ id: vote.id, name: "Ada" }]);
    await control("PATCH", `polls/${id}/votes/${vote.id}`, { name: "Ada L." });
    expect(await read(`/polls/${id}/participants/${vote.id}`)).toMatchObject({ name: "Ada L." });
    await control("DELETE", `polls/${id}/votes/${vote.id}`);
    expect(await read(`/polls/${id}/participants`)).toEqual([]);
    const steps: ["POST" | "PATCH", string, unknown, object][] = [
      ["PATCH", "", { title: "Offsite", location: null }, { title: "Offsite", status: "open" }],
      ["POST", "/close", undefined, { status: "closed" }],
      ["POST", "/reopen", undefined, { status: "open" }],
      ["POST", "/schedule", { option: "2027-03-02" }, { status: "scheduled" }],
      ["POST", "/cancel", undefined, { status: "canceled" }],
    ];
    for (const [method, path, body, expected] of steps) {
      expect(await control(method, `polls/${id}${path}`, body)).toEqual({ status: 200, body: { ok: true } });
      expect(await read(`/polls/${id}`)).toMatchObject(expected);
    }
  });

  it("move the clock, start outages and reset limits", async () => {
    for (const [body, now] of [
      [{ advanceMs: 30_000 }, "2027-02-01T08:00:30.000Z"],
      [{ advanceSeconds: 30 }, "2027-02-01T08:01:00.000Z"],
    ])
      expect((await control("POST", "clock", body)).body).toEqual({ now });
    await control("POST", "clock", { now: "2027-05-01T00:00:00Z" });
    expect((await control("GET", "clock")).body.now).toBe("2027-05-01T00:00:00.000Z");
    for (const [wait, header] of [
      [{ retryAfterMs: 6500 }, "7"],
      [{ retryAfter: 8 }, "8"],
      [{}, "30"],
    ] as const) {
      await control("POST", "outage", { state: "maintenance", ...wait });
      expect((await call(sandbox, "GET", "/polls")).headers["retry-after"]).toBe(header);
    }
    await control("POST", "outage", { state: "none" });
    expect((await control("POST", "limits/reset")).status).toBe(200);
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
  });

  it("add, ping, list and remove webhooks, and list requests without keys", async () => {
    const { body: hook } = await control("POST", "webhooks", {
      url: "http://127.0.0.1:9/",
      events: ["ping"],
    });
    expect((await control("GET", "webhooks")).body.data).toEqual([hook]);
    await control("POST", `webhooks/${hook.id}/ping`);
    await expect
      .poll(async () => (await control("GET", "deliveries")).body.data)
      .toMatchObject([{ type: "ping" }]);
    expect((await control("DELETE", `webhooks/${hook.id}`)).status).toBe(200);
    await create(sandbox, datePoll);
    const { body } = await control("GET", "requests");
    expect(body.data).toMatchObject([{ method: "POST", path: "/v1/polls", body: datePoll, status: 201 }]);
    expect(JSON.stringify(body)).not.toContain("sk_");
  });

  it.each([
    ["POST", "polls/nothing/close", undefined, 404],
    ["POST", "nowhere", undefined, 404],
    ["POST", "clock", { now: "soon" }, 400],
    ["POST", "clock", "{", 400],
    ["POST", "outage", { state: "off" }, 400],
    ["POST", "webhooks", { url: "http://example.com/" }, 400],
    ["DELETE", "webhooks/nothing", undefined, 404],
    ["POST", "clock", "x".repeat(1_100_000), 400],
  ] as const)("reject %s %s with the body %j with %i", async (method, path, body, status) => {
    const response = await control(method, path, body);
    expect(response).toEqual({ status, body: { error: { message: expect.any(String) } } });
  });

  it("name every invalid field", async () => {
    const { id } = await create(sandbox, datePoll);
    const { body } = await control("POST", `polls/${id}/votes`, {
      nmae: "Ada",
      choices: { "2027-03-01": "maybe" },
    });
    expect(body.error.message).toMatch(/^name: .*; choices\.2027-03-01: .*; nmae: /);
  });
});

describe("POST /sandbox/clock", () => {
  it.each([
    [{ now: "soon" }, /^now: /],
    [{ advanceSeconds: "60" }, /^advanceSeconds: /],
    [{ advance: 60 }, /^advance: Unrecognized key/],
    [{ advanceMs: "60" }, /^advanceMs: /],
    [{ advanceMs: 60, advanceSeconds: 60 }, /^advanceSeconds: Unrecognized key$/],
    [{}, /^now: Required without advanceMs$/],
    [{ now: start, advanceMs: 60 }, /^advanceMs: Cannot be combined with now$/],
    [{ now: start, advanceSeconds: 60 }, /^advanceMs: Cannot be combined with now$/],
    [[], /^body: .*array/],
    [{ advanceSeconds: 1e300 }, /^invalid time: /],
  ])("names the invalid field of %j and does not change the clock", async (body, message) => {
    const response = await control("POST", "clock", body);
    expect([response.status, response.body.error.message]).toEqual([400, expect.stringMatching(message)]);
    expect((await control("GET", "clock")).body.now).toBe(start);
  });
});

describe("control routes called from a web page", () => {
  it.each(["https://evil.example.com", "null", "http://127.0.0.1:1", "http://localhost", "file://"])(
    "reject the origin %s",
    async (origin) => {
      const { id } = await create(sandbox, datePoll);
      expect((await control("POST", `polls/${id}/close`, undefined, { origin })).status).toBe(403);
      expect((await control("GET", "requests", undefined, { origin })).status).toBe(403);
      expect((await read(`/polls/${id}`)).status).toBe("open");
    },
  );

  it("accept the sandbox's own origins", async () => {
    const { port } = new URL(sandbox.url);
    for (const name of ["127.0.0.1", "localhost", "LOCALHOST"]) {
      const own = { host: `${name}:${port}`, origin: `http://${name}:${port}` };
      expect((await control("GET", "clock", undefined, own)).status).toBe(200);
    }
  });
});
