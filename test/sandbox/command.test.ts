/** The built command `rallly-sandbox`. */
import { spawnSync } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { version } from "../../src/version.ts";
import { main, spawnSandbox, startSpawned } from "./spawn.ts";

const running: { child: { kill(signal: "SIGKILL"): boolean } }[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL");
});
const keep = <T extends { child: { kill(signal: "SIGKILL"): boolean } }>(spawned: T): T => {
  running.push(spawned);
  return spawned;
};
const list = async (url: string, apiKey: string) => {
  const response = await fetch(`${url}/polls`, { headers: { authorization: `Bearer ${apiKey}` } });
  const body = (await response.json()) as { data: unknown[] };
  return { limit: Number(response.headers.get("ratelimit-limit")), count: body.data.length };
};

describe("rallly-sandbox", () => {
  it("prints its URL and key as JSON and serves the demo polls under the service's rate limits", async () => {
    const { url, apiKey } = keep(await startSpawned());
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(await list(url, apiKey)).toEqual({ limit: 60, count: 20 });
  });

  it("prints lines for a shell, which sets the URL and the key", async () => {
    const sandbox = keep(spawnSandbox("--empty"));
    await expect.poll(() => sandbox.lines.join("\n")).toContain("Ctrl+C");
    const lines = [...sandbox.lines, 'echo "$RALLLY_BASE_URL $RALLLY_API_KEY"'];
    const env = { PATH: process.env["PATH"] };
    const { stdout, stderr } = spawnSync("sh", ["-eu"], { input: lines.join("\n"), encoding: "utf8", env });
    expect(stderr).toBe("");
    const [url = "", apiKey = ""] = stdout.trim().split(" ");
    expect(await list(url, apiKey)).toMatchObject({ count: 0 });
    const page = /in a browser: (\S+)/.exec(lines.join("\n"))?.[1] ?? "";
    expect(await (await fetch(page)).text()).toContain("<h1>");
  });

  it("ends without a stack trace when nothing reads its output", () => {
    const closed = '{ sleep 0.5; "$0" "$1" --version; echo "code $?" >&2; } | true';
    const { stderr } = spawnSync("sh", ["-c", closed, process.execPath, main], { encoding: "utf8" });
    expect(stderr).toBe("code 0\n");
  });

  it("has no polls and no limits with --empty --limits none", async () => {
    const { url, apiKey } = keep(await startSpawned("--empty", "--limits", "none"));
    expect(await list(url, apiKey)).toMatchObject({ count: 0, limit: expect.any(Number) });
    expect((await list(url, apiKey)).limit).toBeGreaterThan(1e6);
  });

  it("accepts webhooks to other machines only with --allow-external-webhooks", async () => {
    const statusOf = async (url: string) => {
      const body = JSON.stringify({ url: "https://example.com/hook", events: ["ping"] });
      const { status } = await fetch(url.replace("/v1", "/sandbox/webhooks"), { method: "POST", body });
      return status;
    };
    expect(await statusOf(keep(await startSpawned("--empty")).url)).toBe(400);
    expect(await statusOf(keep(await startSpawned("--empty", "--allow-external-webhooks")).url)).toBe(200);
  });

  it("accepts the video services of --provider", async () => {
    const { url } = keep(await startSpawned("--empty", "--provider", "webex", "--provider", "whereby"));
    expect(await (await fetch(`${url}/openapi`)).text()).toContain('"teams","webex","whereby"]');
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "exits with 0 on %s, even with an open connection",
    async (signal) => {
      const { child, url, apiKey, ended, errors } = keep(await startSpawned());
      await list(url, apiKey);
      child.kill(signal);
      expect(await ended).toBe(0);
      expect(errors).toEqual([]);
    },
  );

  it.each([
    [["--limits", "5"], "--limits must be none or service"],
    [["--port", "70000"], "--port must be a number"],
    [["--port", "x"], "--port must be a number"],
    [["--port"], "Option '--port <value>' argument missing"],
    [["--data="], "--data must name a file"],
    [["--provider", "webex", "--provider", "Webex"], "providers.1: Must be a name in lower case"],
    [["--colour"], "Unknown option '--colour'"],
    [["start"], "Unexpected argument 'start'"],
  ])("rejects %j with the reason and exit code 2", async (options, reason) => {
    const { ended, errors } = keep(spawnSandbox(...options));
    expect(await ended).toBe(2);
    expect(errors.join("")).toMatch(/^rallly-sandbox: [^\n]+\. See rallly-sandbox --help\.\n$/);
    expect(errors.join("")).toContain(reason);
  });

  it("has the exit code of rallly-mcp for a wrong option", () => {
    const { status } = spawnSync(process.execPath, [main.replace("src/sandbox", "mcp"), "--colour"]);
    expect(status).toBe(2);
  });

  it("exits with 1 for a data file that it cannot open", async () => {
    const { ended, errors } = keep(spawnSandbox("--data", "/nowhere/at/all"));
    expect(await ended).toBe(1);
    expect(errors.join("")).toContain("the folder /nowhere/at of the data file does not exist");
  });

  it("reports a port in use without a stack trace", async () => {
    const { url } = keep(await startSpawned("--empty"));
    const { port } = new URL(url);
    const { ended, errors } = keep(spawnSandbox("--port", port));
    expect(await ended).toBe(2);
    expect(errors.join("")).toBe(
      `rallly-sandbox: Port ${port} is in use. Pass another with --port, or 0 for a free one.\n`,
    );
  });

  it.each(["--help", "-h"])("prints its usage with %s", async (option) => {
    const { ended, firstLine } = keep(spawnSandbox(option));
    expect(await firstLine).toMatch(/^Usage: rallly-sandbox /);
    expect(await ended).toBe(0);
  });

  it.each(["--version", "-v"])("prints its version with %s", async (option) => {
    const { ended, lines } = keep(spawnSandbox(option));
    expect(await ended).toBe(0);
    expect(lines).toEqual([version]);
  });
});
