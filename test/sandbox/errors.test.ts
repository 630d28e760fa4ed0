/** Every row of the contract's error table, over a real socket. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { inappropriateText, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { call, create, datePoll, start } from "./request.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterAll(() => sandbox.close());

const rateLimitHeaders = ["ratelimit-policy", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
const manyDates = Array.from({ length: 101 }, (_, day) => ({
  date: new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
}));

describe("a response with 400", () => {
  it.each([
    ["VALIDATION_ERROR", { ...datePoll, title: "" }],
    ["ORGANIZER_NOT_MEMBER", { ...datePoll, organizer: { email: "outsider@example.com" } }],
    ["TOO_MANY_OPTIONS", { ...datePoll, options: manyDates }],
    ["CONFERENCING_UNAVAILABLE", { ...datePoll, conferencing: { provider: "teams" } }],
    ["CONFERENCING_NOT_CONNECTED", { ...datePoll, conferencing: { provider: "zoom" } }],
    ["INAPPROPRIATE_CONTENT", { ...datePoll, title: `Buy ${inappropriateText}` }],
    ["INAPPROPRIATE_CONTENT", { ...datePoll, description: inappropriateText }],
    ["INAPPROPRIATE_CONTENT", { ...datePoll, location: inappropriateText }],
  ])("is %s for an invalid create, which stores nothing", async (code, body) => {
    const response = await call(sandbox, "POST", "/polls", { body });
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error: { code, message: expect.any(String) } });
    expect((await call(sandbox, "GET", "/polls")).body.data).toEqual([]);
  });

  it.each(["Basic abc", "Bearer", "Bearer a b", "sk_sbxdemo_x", "Bearer sk_ä"])(
    "is INVALID_AUTHORIZATION_HEADER for the header %j",
    async (header) => {
      const authorization = Buffer.from(header).toString("latin1");
      const response = await call(sandbox, "GET", "/polls", { key: null, headers: { authorization } });
      expect(response.status).toBe(400);
      expect(response.body.error.code).toBe("INVALID_AUTHORIZATION_HEADER");
    },
  );

  it("is not sent for a video service that another space has connected", async () => {
    const zoom = await create(
      sandbox,
      { ...datePoll, conferencing: { provider: "zoom" } },
      sandbox.apiKeys.secondSpace,
    );
    expect(zoom.conferencing).toEqual({ provider: "zoom" });
    const { organizer } = await create(
      sandbox,
      { ...datePoll, organizer: { email: "ADA@example.com" } },
      sandbox.apiKeys.secondSpace,
    );
    expect(organizer?.email).toBe("ada@example.com");
  });
});

describe("authentication", () => {
  it.each(["revoked", "expired", "bannedOwner"] as const)("rejects a %s key with 401", async (name) => {
    const response = await call(sandbox, "GET", "/polls", { key: sandbox.apiKeys[name] });
    expect(response.status).toBe(401);
    expect(response.body.error.code).toBe("UNAUTHORIZED");
    expect(response.headers["www-authenticate"]).toMatch(/^Bearer/);
  });

  it.each([null, "sk_nobody_unknown", "x"])(
    "rejects the key %j with 401 without RateLimit headers",
    async (key) => {
      const response = await call(sandbox, "GET", "/polls", { key });
      expect(response.status).toBe(401);
      expect(response.headers["www-authenticate"]).toMatch(/^Bearer/);
      expect(Object.keys(response.headers).filter((name) => rateLimitHeaders.includes(name))).toEqual([]);
      expect(response.headers["cache-control"]).toBe("no-store");
    },
  );

  it("rejects a space without Pro plan with 403 without RateLimit headers", async () => {
    const response = await call(sandbox, "GET", "/polls", { key: sandbox.apiKeys.nonPro });
    expect(response.status).toBe(403);
    expect(response.body.error.code).toBe("SPACE_NOT_PRO");
    expect(Object.keys(response.headers).filter((name) => rateLimitHeaders.includes(name))).toEqual([]);
  });

  it.each(["/polls/nothing", "/nowhere"])("comes before the route: %s without a key is 401", async (path) => {
    expect((await call(sandbox, "GET", path, { key: null })).status).toBe(401);
  });
});

describe("a response with 404", () => {
  it.each([
    ["GET", "/nowhere"],
    ["GET", "/polls/"],
    ["GET", "/polls/%zz"],
    ["GET", "/polls/a/votes"],
    ["PUT", "/polls/a"],
    ["PATCH", "/polls/a"],
    ["DELETE", "/polls"],
    ["POST", "/openapi"],
  ] as const)("is NOT_FOUND for %s %s", async (method, path) => {
    const response = await call(sandbox, method, path);
    expect(response.status).toBe(404);
    expect(response.body.error.code).toBe("NOT_FOUND");
  });

  it.each([
    ["GET", ""],
    ["DELETE", ""],
    ["GET", "/results"],
    ["GET", "/participants"],
    ["GET", "/participants/x"],
  ] as const)(
    "is POLL_NOT_FOUND for %s of an unknown poll%s, and of another space's poll",
    async (method, rest) => {
      const foreign = await create(sandbox, datePoll, sandbox.apiKeys.secondSpace);
      for (const id of ["nothing", foreign.id, "a%2Fb"]) {
        const response = await call(sandbox, method, `/polls/${id}${rest}`);
        expect(response.status).toBe(404);
        expect(response.body.error.code).toBe("POLL_NOT_FOUND");
        expect(response.headers["ratelimit-limit"]).toBeDefined();
      }
      expect(
        (await call(sandbox, "GET", `/polls/${foreign.id}`, { key: sandbox.apiKeys.secondSpace })).status,
      ).toBe(200);
    },
  );

  it("is PARTICIPANT_NOT_FOUND for an unknown participant of a known poll", async () => {
    const poll = await create(sandbox, datePoll);
    const response = await call(sandbox, "GET", `/polls/${poll.id}/participants/nobody`);
    expect(response.status).toBe(404);
    expect(response.body.error.code).toBe("PARTICIPANT_NOT_FOUND");
  });

  it("is NOT_FOUND outside /v1", async () => {
    const response = await fetch(new URL("/elsewhere", sandbox.url));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: { code: "NOT_FOUND", message: expect.any(String) } });
  });
});

describe("a response with 500 or 503", () => {
  it("is INTERNAL_ERROR without details after an internal error", async () => {
    const report = vi.fn();
    const fragile = await startSandbox({
      seed: "empty",
      report,
      now: () => {
        throw new Error("the clock\nstopped");
      },
    });
    onTestFinished(() => fragile.close());
    const response = await call(fragile, "GET", "/polls");
    expect(response.status).toBe(500);
    expect(response.body).toEqual({ error: { code: "INTERNAL_ERROR", message: "Something went wrong." } });
    expect(new Set(report.mock.calls.flat())).toEqual(new Set(["Error: the clock stopped"]));
  });

  it("comes with one line on stderr without a report function", async () => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => write.mockRestore());
    const fragile = await startSandbox({
      seed: "empty",
      now: () => {
        throw new Error("the clock stopped");
      },
    });
    onTestFinished(() => fragile.close());
    await call(fragile, "GET", "/polls");
    expect(new Set(write.mock.calls.flat())).toEqual(new Set(["rallly-sandbox: Error: the clock stopped\n"]));
  });

  it("is INTERNAL_ERROR even when report throws", async () => {
    const fragile = await startSandbox({
      seed: "empty",
      now: () => {
        throw new Error("the clock stopped");
      },
      report: () => {
        throw new Error("the log is full");
      },
    });
    onTestFinished(() => fragile.close());
    expect((await call(fragile, "GET", "/polls")).status).toBe(500);
  });

  it("is sent during maintenance even for an invalid key, with Retry-After and without RateLimit headers", async () => {
    sandbox.setOutage({ state: "maintenance", retryAfterMs: 120_000 });
    const response = await call(sandbox, "GET", "/polls", { key: null });
    sandbox.setOutage({ state: "none" });
    expect(response.status).toBe(503);
    expect(response.body.error.code).toBe("SERVICE_UNAVAILABLE");
    expect(response.headers["retry-after"]).toBe("120");
    expect(Object.keys(response.headers).filter((name) => rateLimitHeaders.includes(name))).toEqual([]);
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
  });

  it("is sent while the rate limiter is down, but 401 for an invalid key", async () => {
    sandbox.setOutage({ state: "limiter", retryAfterMs: 5000 });
    const responses = [
      await call(sandbox, "GET", "/polls"),
      await call(sandbox, "GET", "/polls", { key: null }),
    ];
    sandbox.setOutage({ state: "none" });
    expect(responses.map(({ status }) => status)).toEqual([503, 401]);
    expect(responses[0]?.headers["retry-after"]).toBe("5");
  });
});
