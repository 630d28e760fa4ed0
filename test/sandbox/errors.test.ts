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

describe("400", () => {
  it.each([
    ["VALIDATION_ERROR", { ...datePoll, title: "" }],
    ["ORGANIZER_NOT_MEMBER", { ...datePoll, organizer: { email: "stranger@example.com" } }],
    ["TOO_MANY_OPTIONS", { ...datePoll, options: manyDates }],
    ["CONFERENCING_UNAVAILABLE", { ...datePoll, conferencing: { provider: "teams" } }],
    ["CONFERENCING_NOT_CONNECTED", { ...datePoll, conferencing: { provider: "zoom" } }],
    ["INAPPROPRIATE_CONTENT", { ...datePoll, title: `Buy ${inappropriateText}` }],
    ["INAPPROPRIATE_CONTENT", { ...datePoll, description: inappropriateText }],
    ["INAPPROPRIATE_CONTENT", { ...datePoll, location: inappropriateText }],
  ])("%s answers a create and keeps nothing", async (code, body) => {
    const answer = await call(sandbox, "POST", "/polls", { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: { code, message: expect.any(String) } });
    expect((await call(sandbox, "GET", "/polls")).body.data).toEqual([]);
  });

  it.each(["Basic abc", "Bearer", "Bearer a b", "sk_sbxdemo_x", "Bearer sk_ä"])(
    "INVALID_AUTHORIZATION_HEADER answers the header %j",
    async (header) => {
      const authorization = Buffer.from(header).toString("latin1");
      const answer = await call(sandbox, "GET", "/polls", { key: null, headers: { authorization } });
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe("INVALID_AUTHORIZATION_HEADER");
    },
  );

  it("takes what another space has connected", async () => {
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

describe("401 and 403", () => {
  it.each(["revoked", "expired", "bannedOwner"] as const)("a %s key answers 401", async (name) => {
    const answer = await call(sandbox, "GET", "/polls", { key: sandbox.apiKeys[name] });
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe("UNAUTHORIZED");
    expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
  });

  it.each([null, "sk_nobody_unknown", "x"])("the key %j answers 401 and carries no limits", async (key) => {
    const answer = await call(sandbox, "GET", "/polls", { key });
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
    expect(Object.keys(answer.headers).filter((name) => rateLimitHeaders.includes(name))).toEqual([]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("a space that is not Pro answers 403 and carries no limits", async () => {
    const answer = await call(sandbox, "GET", "/polls", { key: sandbox.apiKeys.nonPro });
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe("SPACE_NOT_PRO");
    expect(Object.keys(answer.headers).filter((name) => rateLimitHeaders.includes(name))).toEqual([]);
  });

  it.each(["/polls/nothing", "/nowhere"])("asks for the key before it looks at %s", async (path) => {
    expect((await call(sandbox, "GET", path, { key: null })).status).toBe(401);
  });
});

describe("404", () => {
  it.each([
    ["GET", "/nowhere"],
    ["GET", "/polls/"],
    ["GET", "/polls/%zz"],
    ["GET", "/polls/a/votes"],
    ["PUT", "/polls/a"],
    ["PATCH", "/polls/a"],
    ["DELETE", "/polls"],
    ["POST", "/openapi"],
  ] as const)("NOT_FOUND answers %s %s", async (method, path) => {
    const answer = await call(sandbox, method, path);
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe("NOT_FOUND");
  });

  it.each([
    ["GET", ""],
    ["DELETE", ""],
    ["GET", "/results"],
    ["GET", "/participants"],
    ["GET", "/participants/x"],
  ] as const)(
    "POLL_NOT_FOUND answers %s of a strange poll%s, and of another space's",
    async (method, rest) => {
      const foreign = await create(sandbox, datePoll, sandbox.apiKeys.secondSpace);
      for (const id of ["nothing", foreign.id, "a%2Fb"]) {
        const answer = await call(sandbox, method, `/polls/${id}${rest}`);
        expect(answer.status).toBe(404);
        expect(answer.body.error.code).toBe("POLL_NOT_FOUND");
        expect(answer.headers["ratelimit-limit"]).toBeDefined();
      }
      expect(
        (await call(sandbox, "GET", `/polls/${foreign.id}`, { key: sandbox.apiKeys.secondSpace })).status,
      ).toBe(200);
    },
  );

  it("PARTICIPANT_NOT_FOUND answers a strange participant of a known poll", async () => {
    const poll = await create(sandbox, datePoll);
    const answer = await call(sandbox, "GET", `/polls/${poll.id}/participants/nobody`);
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe("PARTICIPANT_NOT_FOUND");
  });

  it("answers what lies outside /v1 the same way", async () => {
    const response = await fetch(new URL("/elsewhere", sandbox.url));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: { code: "NOT_FOUND", message: expect.any(String) } });
  });
});

describe("500 and 503", () => {
  it("INTERNAL_ERROR answers a fault of its own, without details", async () => {
    const report = vi.fn();
    const fragile = await startSandbox({
      seed: "empty",
      report,
      now: () => {
        throw new Error("the clock\nstopped");
      },
    });
    onTestFinished(() => fragile.close());
    const answer = await call(fragile, "GET", "/polls");
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ error: { code: "INTERNAL_ERROR", message: "Something went wrong." } });
    expect(new Set(report.mock.calls.flat())).toEqual(new Set(["Error: the clock stopped"]));
  });

  it("writes an internal error to stderr as one line when no report is given", async () => {
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

  it("sends INTERNAL_ERROR even when the report throws", async () => {
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

  it("maintenance answers even a bad key, with Retry-After and no limits", async () => {
    sandbox.setOutage({ state: "maintenance", retryAfterMs: 120_000 });
    const answer = await call(sandbox, "GET", "/polls", { key: null });
    sandbox.setOutage({ state: "none" });
    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe("SERVICE_UNAVAILABLE");
    expect(answer.headers["retry-after"]).toBe("120");
    expect(Object.keys(answer.headers).filter((name) => rateLimitHeaders.includes(name))).toEqual([]);
    expect((await call(sandbox, "GET", "/polls")).status).toBe(200);
  });

  it("fails closed when the limiter's store is down, after the key was checked", async () => {
    sandbox.setOutage({ state: "limiter", retryAfterMs: 5000 });
    const answers = [
      await call(sandbox, "GET", "/polls"),
      await call(sandbox, "GET", "/polls", { key: null }),
    ];
    sandbox.setOutage({ state: "none" });
    expect(answers.map(({ status }) => status)).toEqual([503, 401]);
    expect(answers[0]?.headers["retry-after"]).toBe("5");
  });
});
