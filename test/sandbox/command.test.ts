/** The program `rallly-connect sandbox`, and the options of `startSandbox`. */
import { afterEach, describe, expect, it } from "vitest";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { version } from "../../src/version.ts";
import { openSandbox } from "./request.ts";
import { spawnSandbox } from "./spawn.ts";
import { until } from "./until.ts";

const running: ReturnType<typeof spawnSandbox>[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL");
});
const run = (...options: string[]) => {
  const program = spawnSandbox(...options);
  running.push(program);
  return program;
};

describe("rallly-connect sandbox", () => {
  it("prints its URL and key as one line of JSON, serves them, and ends with 0 on a signal", async () => {
    const program = run("--json", "--empty", "--limits", "none", "--allow-external-webhooks");
    await until(() => program.output() !== "");
    const { url, apiKey } = JSON.parse(program.output());
    const response = await fetch(`${url}/polls`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(await response.json()).toEqual({ data: [], nextCursor: null });
    expect(Number(response.headers.get("ratelimit-limit"))).toBeGreaterThan(1e6);
    const body = JSON.stringify({ url: "https://example.com/hook" });
    const hook = await fetch(url.replace("/v1", "/sandbox/webhooks"), { method: "POST", body });
    expect(hook.status).toBe(200);
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(0);
  });

  it("prints lines to paste into a shell, with the demo polls and the service's limits", async () => {
    const program = run();
    await until(() => program.output().includes("Ctrl+C"));
    const [, url] = /^export RALLLY_BASE_URL=(\S+)$/m.exec(program.output()) ?? [];
    const [, apiKey] = /^export RALLLY_API_KEY=(\S+)$/m.exec(program.output()) ?? [];
    const response = await fetch(`${url}/polls`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(response.headers.get("ratelimit-limit")).toBe("60");
    expect(await response.text()).toContain("Weekly sync");
  });

  it.each([
    [["--limits", "5"], 2, 'limits: Expected "service", "none"'],
    [["--port", "x"], 2, "port: Must be a whole number from 0 to 65535"],
    [["--data", ""], 2, "data: Must name a file"],
    [["--provider", "Webex"], 2, "providers.0: Must be a name in lower case"],
    [["--colour"], 2, "See rallly-connect sandbox --help."],
    [["--data", "/nowhere/at/all"], 1, "ENOENT"],
    [["--version"], 0, version],
    [["--help"], 0, "Usage: rallly-connect sandbox"],
  ])("%j ends with %i and one clear text", async (options, code, text) => {
    const program = run(...options);
    expect(await program.ended).toBe(code);
    expect(program.output() + program.errors()).toContain(text);
    if (code > 0) expect(program.errors()).toMatch(/^rallly-connect sandbox: [^\n]+\n$/);
  });

  it("names a port in use", async () => {
    const { port } = new URL((await openSandbox()).url);
    const program = run("--port", port);
    expect(await program.ended).toBe(2);
    expect(program.errors()).toContain(
      "The port is in use, perhaps by another sandbox. Pass another with --port. See rallly-connect sandbox --help.",
    );
  });
});

describe("startSandbox", () => {
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
  ])("names the invalid option %s: %j", async (field, options) => {
    const started = startSandbox(options as SandboxOptions);
    await expect(started).rejects.toThrow(RangeError);
    await expect(started).rejects.toThrow(new RegExp(`(^|; )${field.replaceAll(".", "\\.")}: `));
  });
});
