/** `rallly-mcp doctor` on the sandbox: each check, what each depends on, and the exit codes. */
import { describe, expect, it } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { diagnose, openServer, unknownKey } from "./doctor-harness.ts";
import { openSandbox } from "./harness.ts";

const connect = ({ url, apiKey }: Sandbox, key: string = apiKey) => ({
  RALLLY_API_KEY: key,
  RALLLY_BASE_URL: url,
});

/** A sandbox with the machine's clock. */
const openCurrent = (options = {}) => openSandbox({ now: new Date(), ...options });

const passed = {
  node: "ok",
  "key-form": "ok",
  "base-url": "ok",
  dns: "skipped",
  proxy: "ok",
  tls: "skipped",
  reachability: "ok",
  key: "ok",
  plan: "ok",
  "rate-limit": "ok",
  clock: "ok",
  polls: "ok",
  document: "ok",
};

describe("a service that works", () => {
  it("passes every check with two requests, of which the first has no key", async () => {
    const sandbox = await openCurrent({ limits: "service" });
    const { code, statuses, check, report } = await diagnose(connect(sandbox));
    expect({ code, statuses }).toEqual({ code: 0, statuses: passed });
    expect(report).toMatchObject({ passed: true, findings: [] });
    expect(check("rate-limit")?.found).toMatch(/^59 of 60 requests left, new in \d+ s$/);
    expect(sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/openapi",
      "GET /v1/polls?limit=100",
    ]);
  });

  it("sends no key with the first request", async () => {
    const seen: unknown[] = [];
    const url = await openServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ openapi: "3.1.0", paths: {} }));
    });
    await diagnose({ RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: url });
    expect(seen).toEqual([undefined, `Bearer ${unknownKey}`]);
  });

  it("prints one line for each check, and a summary", async () => {
    const { text } = await diagnose(connect(await openCurrent()));
    const lines = (await text()).trim().split("\n");
    expect(lines).toHaveLength(15);
    expect(lines[0]).toMatch(/^ok {11}Node\.js {7}\d+\.\d+\.\d+ \(20\.19 or newer is needed\)$/);
    expect(lines.at(-1)).toBe("11 ok, 2 skipped");
  });

  it.each([
    [{ seed: "empty" as const }, "0 in the space of this key"],
    [{}, /^\d\d in the space of this key$/],
  ])("counts polls: %j", async (options, found) => {
    const { check } = await diagnose(connect(await openCurrent(options)));
    expect(check("polls")?.found).toEqual(typeof found === "string" ? found : expect.stringMatching(found));
  });

  it("counts at most a hundred polls", async () => {
    const sandbox = await openCurrent({ seed: "empty" });
    for (let index = 0; index < 101; index += 1)
      await fetch(`${sandbox.url}/polls`, {
        method: "POST",
        headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ title: `Poll ${index}`, kind: "date", options: [{ date: "2037-03-01" }] }),
      });
    const { check } = await diagnose(connect(sandbox));
    expect(check("polls")?.found).toBe("100 or more in the space of this key");
  });

  it("starts its own sandbox with --sandbox, and ignores the environment", async () => {
    const { code, statuses } = await diagnose(
      { RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: "https://unused.invalid/v1" },
      { args: ["--sandbox"] },
    );
    expect({ code, statuses }).toEqual({ code: 0, statuses: passed });
  });
});

describe("the key", () => {
  it("fails without one, and still compares the document", async () => {
    const { url } = await openCurrent();
    const { code, statuses } = await diagnose({ RALLLY_BASE_URL: url });
    expect(code).toBe(1);
    const missing = "not-checked";
    expect(statuses).toEqual({
      ...passed,
      "key-form": "failed",
      key: missing,
      plan: missing,
      "rate-limit": missing,
      polls: missing,
    });
  });

  it("needs none with --without-key", async () => {
    const sandbox = await openCurrent();
    const { code, statuses } = await diagnose(connect(sandbox), { args: ["--without-key"] });
    expect(code).toBe(0);
    expect(statuses).toMatchObject({
      "key-form": "skipped",
      key: "skipped",
      polls: "skipped",
      document: "ok",
    });
    expect(sandbox.requests.map(({ path }) => path)).toEqual(["/v1/openapi"]);
  });

  it("reports a key that the service does not know", async () => {
    const { code, statuses, check } = await diagnose(connect(await openCurrent(), unknownKey));
    expect(code).toBe(1);
    expect(check("key")).toMatchObject({ status: "failed", found: "not accepted (401)" });
    expect(check("key")?.advice).toContain("mistyped, expired or revoked");
    expect(statuses).toMatchObject({ plan: "not-checked", "rate-limit": "not-checked", document: "ok" });
  });

  it("reports a space without a Pro plan", async () => {
    const sandbox = await openCurrent();
    const { code, statuses, check } = await diagnose(connect(sandbox, sandbox.apiKeys.nonPro));
    expect(code).toBe(1);
    expect(statuses).toMatchObject({ key: "ok", plan: "failed", "rate-limit": "not-checked" });
    expect(check("plan")?.found).toBe("no Pro plan (403 SPACE_NOT_PRO)");
  });

  it("reports a rate limit that is used up, and one that nearly is", async () => {
    const sandbox = await openCurrent({ limits: { perMinute: 3, perDay: 5_000 } });
    const list = () => diagnose(connect(sandbox));
    expect((await list()).check("rate-limit")).toMatchObject({ status: "ok" });
    await list();
    expect((await list()).check("rate-limit")).toMatchObject({
      status: "warning",
      found: expect.stringMatching(/^0 of 3/),
    });
    const { code, statuses, check } = await list();
    expect(code).toBe(0);
    expect(check("rate-limit")).toMatchObject({ status: "warning", found: "used up (429)" });
    expect(check("rate-limit")?.advice).toMatch(/Try again in \d+ s\./);
    expect(statuses).toMatchObject({ key: "ok", plan: "ok", polls: "not-checked" });
  });
});

describe("the base URL", () => {
  it.each([
    ["http://api.example.com/v1", /Must start with https.* unless RALLLY_ALLOW_HTTP=1 is set/],
    ["rallly", /Must be a URL/],
    ["https://user:hunter22@api.example.com/v1", /user name or a password/],
    ["https://api.example.com/v1?key=hunter22", /query/],
  ])("that is invalid stops the checks, and is not printed: %s", async (url, advice) => {
    const { code, output, check, statuses } = await diagnose({
      RALLLY_API_KEY: unknownKey,
      RALLLY_BASE_URL: url,
    });
    expect(code).toBe(1);
    expect(check("base-url")).toMatchObject({ status: "failed", found: "RALLLY_BASE_URL is invalid" });
    expect(check("base-url")?.advice).toMatch(advice);
    expect(output).not.toContain("hunter22");
    expect(new Set(Object.values(statuses).slice(3))).toEqual(new Set(["not-checked"]));
  });

  it.each([
    ["1", "warning", "http://api.example.com/v1", /in clear text/],
    [" True ", "warning", "http://api.example.com/v1", /in clear text/],
    ["0", "failed", "RALLLY_BASE_URL is invalid", /Must start with https/],
    [`\${user_config.allow_http}`, "failed", "RALLLY_BASE_URL is invalid", /Must start with https/],
    ["yes", "failed", "RALLLY_ALLOW_HTTP is invalid", /^RALLLY_ALLOW_HTTP must be true or false\.$/],
  ])(
    "with http and RALLLY_ALLOW_HTTP=%s is read as the server reads it",
    async (value, status, found, advice) => {
      const { check } = await diagnose(
        {
          RALLLY_API_KEY: unknownKey,
          RALLLY_BASE_URL: "http://api.example.com/v1",
          RALLLY_ALLOW_HTTP: value,
        },
        { lookup: () => Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" })) },
      );
      expect(check("base-url")).toMatchObject({ status, found });
      if (advice) expect(check("base-url")?.advice).toMatch(advice);
      expect(check("dns")?.status).toBe(status === "warning" ? "failed" : "not-checked");
    },
  );
});

describe("the clock", () => {
  it.each([
    [-30, "ok", /^(29|30|31) s behind/],
    [200, "warning", /^(199|200|201) s ahead of/],
    [-4_000, "warning", /^(3999|4000|4001) s behind/],
  ])("of this machine that is %i s off", async (seconds, status, found) => {
    const sandbox = await openCurrent();
    const { check, code } = await diagnose(connect(sandbox), { now: () => Date.now() + seconds * 1000 });
    expect(code).toBe(0);
    expect(check("clock")).toMatchObject({ status });
    expect(check("clock")?.found).toMatch(found);
    expect(check("clock")?.advice?.includes("Webhooks are refused") ?? false).toBe(Math.abs(seconds) > 300);
  });
});

describe("a check that throws an unexpected error", () => {
  it("counts as failed, the ones after it as not checked, and the summary is printed", async () => {
    const sandbox = await openCurrent();
    const now = () => {
      throw new RangeError(`No clock for ${sandbox.apiKey}`);
    };
    const { code, check, statuses, output, text } = await diagnose(connect(sandbox), { now });
    expect(code).toBe(1);
    expect(Object.keys(statuses)).toEqual(Object.keys(passed));
    expect(statuses).toMatchObject({ dns: "skipped", proxy: "ok", tls: "failed", document: "not-checked" });
    expect(check("tls")?.found).toMatch(/^stopped with an unexpected error: RangeError: No clock for /);
    expect(check("document")?.found).toBe("needs TLS");
    expect(output).not.toContain(sandbox.apiKey);
    expect((await text()).trim().split("\n").at(-1)).toMatch(/^\d ok, 1 failed, 1 skipped, 7 not checked$/);
  });
});
