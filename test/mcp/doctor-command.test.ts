/** `rallly-mcp doctor` as a program: exit codes, output, what it loads, and that it never prints a secret. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkLabels } from "../../mcp/doctor/report.ts";
import { version } from "../../src/version.ts";
import { startForwardProxy } from "../api/forward-proxy.ts";
import { type DoctorReport, diagnose, openServer, unknownKey } from "./doctor-harness.ts";
import { closeLater, openSandbox } from "./harness.ts";

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["dist/mcp/main.js", "doctor", ...args], { env });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

describe("rallly-mcp doctor", () => {
  it("exits with 0 and prints a line for each check", async () => {
    const sandbox = await openSandbox({ now: new Date() });
    const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
    const { code, stdout, stderr } = await run([], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const label of Object.values(checkLabels)) expect(stdout).toContain(`  ${label}  `);
    expect(stdout).toMatch(/\n\n11 ok, 2 skipped\n$/);
  });

  it("exits with 1 when a check fails, and prints one JSON document with stable names", async () => {
    const sandbox = await openSandbox({ now: new Date() });
    const env = { RALLLY_API_KEY: sandbox.apiKeys.revoked, RALLLY_BASE_URL: sandbox.url };
    const { code, stdout, stderr } = await run(["--json"], env);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    const report: DoctorReport = JSON.parse(stdout);
    expect(report).toMatchObject({ version, passed: false, findings: [] });
    expect(report.checks.map(({ name }) => name)).toEqual(Object.keys(checkLabels));
    expect(report.checks[7]).toEqual({
      name: "key",
      status: "failed",
      found: "not accepted (401)",
      advice: expect.stringContaining("Copy it again"),
    });
  });

  it.each([[["--jsn"]], [["now"]], [["--json=1"]], [["--http"]]])("exits with 2 for %j", async (args) => {
    const { code, stdout, stderr } = await run(args, { RALLLY_API_KEY: unknownKey });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^rallly-mcp: doctor: .*--help\.\n$/);
  });

  it("checks the built-in sandbox with RALLLY_SANDBOX, as the server would use it", async () => {
    const { code, stdout } = await run([], { RALLLY_SANDBOX: "true" });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("127.0.0.1") });
    const wrong = await run([], { RALLLY_SANDBOX: "yes" });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("RALLLY_SANDBOX must be true") });
  });

  it.each(["1", "true", " TRUE "])("accepts RALLLY_ALLOW_HTTP=%j as the server does", async (value) => {
    const env = { RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: "http://rallly.invalid/v1" };
    const { stdout } = await run(["--json"], { ...env, RALLLY_ALLOW_HTTP: value });
    const [, , address] = (JSON.parse(stdout) as DoctorReport).checks;
    expect(address).toMatchObject({ name: "base-url", status: "warning", found: env.RALLLY_BASE_URL });
  });

  it("says how to correct RALLLY_ALLOW_HTTP and RALLLY_BASE_URL", async () => {
    const env = { RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: "http://rallly.invalid" };
    const wrongSwitch = await run([], { ...env, RALLLY_ALLOW_HTTP: "yes" });
    expect(wrongSwitch.code).toBe(1);
    expect(wrongSwitch.stdout).toContain("RALLLY_ALLOW_HTTP must be true or false.\n");
    expect((await run([], env)).stdout).toContain("unless RALLLY_ALLOW_HTTP=1 is set");
    const withoutPath = await run([], { ...env, RALLLY_ALLOW_HTTP: "1" });
    expect(withoutPath.stdout).toContain("Did you mean http://rallly.invalid/api/v1?\n");
  });

  it("keeps the names and statuses of --json with a password that is one of them", async () => {
    const env = { RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: "https://rallly.invalid/v1" };
    const { stdout } = await run(["--json"], { ...env, HTTPS_PROXY: "http://ada:failed@127.0.0.1:1" });
    const { checks }: DoctorReport = JSON.parse(stdout);
    expect(checks.find(({ name }) => name === "proxy")?.status).toBe("failed");
  });

  it("prints its help, and the program's help names it", async () => {
    const { code, stdout } = await run(["--help"]);
    expect(code).toBe(0);
    for (const option of ["--without-key", "--strict", "--json", "--sandbox"])
      expect(stdout).toContain(option);
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  it("is no part of what a server loads", () => {
    const loaded = new Map<string, string>();
    const load = (file: string) => {
      if (loaded.has(file)) return;
      const text = readFileSync(join("dist/mcp", file), "utf8");
      loaded.set(file, text);
      for (const [, target = ""] of text.matchAll(/^(?:import|export|\}).*"(\.\.?\/[^"]+\.js)";$/gm))
        load(join(dirname(file), target));
    };
    load("program.js");
    const text = [...loaded.values()].join("\n");
    expect(loaded.size).toBeGreaterThan(2);
    expect(text).toContain("function startService");
    expect(loaded.get("program.js")).toContain("{ runDoctor } = await import(");
    for (const name of ["compareDocument", "runChecks", "formatSummary"])
      expect(text).not.toContain(`function ${name}`);
  });
});

describe("secrets", () => {
  /** A service that repeats what it gets in every place of a response, and changes its manner with each request. */
  async function openEcho(mode: number): Promise<string> {
    return openServer((request, response) => {
      const said = `${request.headers.authorization ?? unknownKey} ${unknownKey}`;
      const document = {
        openapi: said,
        paths: { [`/v1/${said}`]: { get: { deprecated: true, summary: said } } },
      };
      const bodies = [
        JSON.stringify(request.url?.endsWith("/openapi") ? document : { data: said, nextCursor: said }),
        JSON.stringify({ error: { code: "VALIDATION_ERROR", message: said } }),
        `<html>${said}</html>`,
        JSON.stringify({ error: { code: said, message: said } }),
      ];
      const [status, type, location] = [
        [200, "application/json", ""],
        [400, "application/json", ""],
        [200, "text/html", ""],
        [302, "application/json", `https://${unknownKey}.example/${unknownKey}`],
        [403, "application/json", ""],
        [500, "application/json", ""],
      ][mode] as [number, string, string];
      response.writeHead(status, {
        "content-type": type,
        location,
        date: said,
        "ratelimit-remaining": said,
        "retry-after": said,
      });
      response.end(bodies[mode % bodies.length]);
    });
  }

  it.each([0, 1, 2, 3, 4, 5])("of a service that repeats the key are masked (%i)", async (mode) => {
    const env = { RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: await openEcho(mode) };
    for (const args of [[], ["--json"]]) {
      const { stdout, stderr } = await run(args, env);
      expect(stdout).toMatch(/reachability|Service/);
      expect(stdout + stderr).not.toMatch(/thisMustNeverBeSeen|0123456789/i);
    }
  });

  it.each([
    ["no network", { RALLLY_BASE_URL: "https://rallly.invalid/v1" }],
    ["a refused connection", { RALLLY_BASE_URL: "http://127.0.0.1:1/v1" }],
    ["a key in the base URL", { RALLLY_BASE_URL: `https://rallly.invalid/${unknownKey}/v1` }],
    ["a key as the base URL", { RALLLY_BASE_URL: unknownKey }],
    ["quotes", { RALLLY_API_KEY: `"${unknownKey}"`, RALLLY_BASE_URL: "http://127.0.0.1:1/v1" }],
    ["Bearer", { RALLLY_API_KEY: `Bearer ${unknownKey}`, RALLLY_BASE_URL: "http://127.0.0.1:1/v1" }],
    ["an invalid proxy", { HTTPS_PROXY: `socks5://ada:${unknownKey}@127.0.0.1:1` }],
    ["a key as a proxy", { HTTPS_PROXY: unknownKey }],
  ])("are not in the output with %s", async (_, env) => {
    for (const args of [[], ["--json"], ["--strict", "--without-key"]]) {
      const { code, stdout, stderr } = await run(args, { RALLLY_API_KEY: unknownKey, ...env });
      expect(code).toBe(1);
      expect(stdout + stderr).not.toMatch(/thisMustNeverBeSeen|0123456789/i);
    }
  });

  it.each(["", "http://"])("of a proxy are masked in texts of the service (%s)", async (scheme) => {
    const baseUrl = await openServer((_, response) => {
      const document = { openapi: "3.1.0", paths: { "/v1/ab9Xk2Lm7Qz": { get: { deprecated: true } } } };
      response.setHeader("content-type", "application/json").end(JSON.stringify(document));
    });
    const { output } = await diagnose(
      { RALLLY_BASE_URL: baseUrl, HTTPS_PROXY: `${scheme}ada:ab9Xk2Lm7Qz@proxy.example:1` },
      { args: ["--without-key"] },
    );
    expect(output).toContain("[key]");
    expect(output).not.toContain("ab9Xk2Lm7Qz");
  });

  it("of a proxy are not in the output", async () => {
    const proxy = await startForwardProxy({ hosts: {}, credentials: "ada:othrSecr3t" });
    closeLater(async () => proxy.close());
    const env = { RALLLY_BASE_URL: "https://rallly.invalid/v1", RALLLY_API_KEY: unknownKey };
    for (const credentials of ["ada:hunter22x", "ada:othrSecr3t", "ad%61:hunter%322x"]) {
      const { code, stdout } = await run([], {
        ...env,
        https_proxy: proxy.url.replace("://", `://${credentials}@`),
      });
      expect(code).toBe(1);
      expect(stdout).toMatch(/failed {7}Proxy {9}http:\/\/127\.0\.0\.1:\d+ \(https_proxy\)/);
      expect(stdout).not.toMatch(/hunter|othrSecr3t|ada:|thisMustNeverBeSeen/i);
    }
  });
});
