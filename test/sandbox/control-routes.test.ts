/** The control routes, as curl and as a hostile web page meet them. */
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { controlRoutes } from "../../src/sandbox/control-routes.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { playCurl } from "./curl.ts";
import { call, create, datePoll, start } from "./request.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

/** What control routes answer, taken together. */
interface ControlBody {
  id: string;
  now: string;
  data: unknown[];
  error: { message: string };
}

/** A control request as curl sends it: no content type of JSON, no key. */
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
  it("list themselves as commands that run unchanged", async () => {
    const { id } = await create(sandbox, { ...datePoll, options: [{ date: "2099-03-01" }] });
    const answer = await fetch(`${sandbox.controlUrl}/`);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const [heading, ...commands] = (await answer.text()).trimEnd().split("\n");
    expect(heading).toMatch(/^# \$POLL/);
    const known: Record<string, string> = { POLL: id };
    for (const command of commands) {
      const printed = await playCurl(command, known);
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

  it("play a whole poll", async () => {
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

  it("move the clock, switch the service off and open new windows", async () => {
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

  it("add, ping, list and remove webhooks, and show requests without any key", async () => {
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
  ] as const)("refuse %s %s with %j as %i", async (method, path, body, status) => {
    const answer = await control(method, path, body);
    expect(answer).toEqual({ status, body: { error: { message: expect.any(String) } } });
  });

  it("name every field they refuse", async () => {
    const { id } = await create(sandbox, datePoll);
    const { body } = await control("POST", `polls/${id}/votes`, {
      nmae: "Ada",
      choices: { "2027-03-01": "maybe" },
    });
    expect(body.error.message).toMatch(/^name: .*; choices\.2027-03-01: .*; nmae: /);
  });
});

describe("the clock's control", () => {
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
  ])("names what is wrong with %j, and leaves the clock as it is", async (body, message) => {
    const answer = await control("POST", "clock", body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(message)]);
    expect((await control("GET", "clock")).body.now).toBe(start);
  });
});

describe("web pages", () => {
  it.each(["https://evil.example.com", "null", "http://127.0.0.1:1", "http://localhost", "file://"])(
    "of the origin %s are refused",
    async (origin) => {
      const { id } = await create(sandbox, datePoll);
      expect((await control("POST", `polls/${id}/close`, undefined, { origin })).status).toBe(403);
      expect((await control("GET", "requests", undefined, { origin })).status).toBe(403);
      expect((await read(`/polls/${id}`)).status).toBe("open");
    },
  );

  it("of the sandbox itself are not, under either of its names", async () => {
    const { port } = new URL(sandbox.url);
    for (const name of ["127.0.0.1", "localhost", "LOCALHOST"]) {
      const own = { host: `${name}:${port}`, origin: `http://${name}:${port}` };
      expect((await control("GET", "clock", undefined, own)).status).toBe(200);
    }
  });
});
