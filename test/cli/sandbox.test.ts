/** `rallly-connect sandbox`: refused in this process, and run in one of its own. */
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../cli/options.ts";
import { runSandbox } from "../../cli/sandbox.ts";
import { openSandbox } from "../mcp/harness.ts";
import { startProgram } from "../programs.ts";
import { openShell } from "./shell.ts";

describe("the running sandbox", () => {
  const start = (...options: string[]) =>
    startProgram(resolve("node_modules/.bin/node"), [resolve("dist/cli/main.js"), "sandbox", ...options]);

  it("prints its URL and key as one line of JSON, serves them, and ends with 0 on a signal", async () => {
    const program = start("--json", "--empty", "--limits", "none", "--allow-external-webhooks");
    await expect.poll(program.output, { timeout: 20_000 }).toContain("\n");
    const { url, apiKey } = JSON.parse(program.output());
    const response = await fetch(`${url}/polls`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(await response.json()).toEqual({ data: [], nextCursor: null });
    expect(Number(response.headers.get("ratelimit-limit"))).toBeGreaterThan(1e6);
    const body = JSON.stringify({ url: "https://example.com/hook" });
    const hook = await fetch(url.replace("/v1", "/sandbox/webhooks"), { method: "POST", body });
    expect(hook.status).toBe(200);
    program.kill("SIGTERM");
    expect(await program.ended).toBe(0);
  });

  it("prints lines to paste into a shell, with the demo polls and the service's limits", async () => {
    const program = start();
    await expect.poll(program.output, { timeout: 20_000 }).toContain("Ctrl+C");
    const [, url] = /^export RALLLY_BASE_URL=(\S+)$/m.exec(program.output()) ?? [];
    const [, apiKey] = /^export RALLLY_API_KEY=(\S+)$/m.exec(program.output()) ?? [];
    const response = await fetch(`${url}/polls`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(response.headers.get("ratelimit-limit")).toBe("60");
    expect(await response.text()).toContain("Weekly sync");
  });
});

describe("wrong options of the sandbox", () => {
  const refuse = async (args: string[], text: string) => {
    const refused = runSandbox(args, openShell().shell);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(text);
  };

  it.each([
    [["--limits", "5"], "--limits must be service or none"],
    ...["x", "1e3", "0x1F90", "", "65536", " 80", "-1"].map((port): [string[], string] => [
      [`--port=${port}`],
      "--port must be a number from 0 to 65535",
    ]),
    [["--provider", "Webex"], "providers.0: Must be a name in lower case"],
    [["--data", "polls.json"], "Unknown option '--data'"],
  ])("are refused: %j", refuse);

  it("name a port in use", async () => {
    const { port } = new URL((await openSandbox()).url);
    await refuse(["--port", port], "The port is in use. Pass another with --port");
  });
});
