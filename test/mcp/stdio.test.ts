import { spawn } from "node:child_process";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { callTool, closeLater, openSandbox, resultText } from "./harness.ts";

const main = "dist/mcp/main.js";

/** Runs the program to its end with nothing on stdin. */
function run(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main, ...args], {
      env: { ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin.end();
  });
}

describe("a spawned server on stdio", () => {
  it("works with the current SDK's client and the service", async () => {
    const sandbox = await openSandbox();
    const host = new Client({ name: "today", version: "1" });
    const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
    await host.connect(
      new StdioClientTransport({ command: process.execPath, args: [main], env, stderr: "ignore" }),
    );
    closeLater(() => host.close());
    expect((await host.listTools()).tools.length).toBeGreaterThanOrEqual(7);
    expect((await callTool(host, "list_polls", { query: "team lunch" })).text).toContain("1 of 1 found");
  });

  it("works with the older SDK's client and its own sandbox", async () => {
    const host = new OldClient({ name: "older", version: "1" });
    await host.connect(
      new OldTransport({ command: process.execPath, args: [main, "--sandbox"], stderr: "ignore" }),
    );
    closeLater(() => host.close());
    expect((await host.listTools()).tools.length).toBeGreaterThanOrEqual(7);
    const made = await host.callTool({
      name: "create_poll",
      arguments: { title: "Old", dates: ["2037-03-02"] },
    });
    expect(made.structuredContent).toMatchObject({ created: true, options: ["Mon 2037-03-02"] });
  });

  it("lists tools without a key, and a call explains how to get one", async () => {
    const host = new Client({ name: "keyless", version: "1" });
    await host.connect(
      new StdioClientTransport({ command: process.execPath, args: [main], env: {}, stderr: "ignore" }),
    );
    closeLater(() => host.close());
    expect((await host.listTools()).tools.length).toBeGreaterThanOrEqual(7);
    const result = await host.callTool({ name: "list_polls", arguments: {} });
    expect(result.isError).toBe(true);
    expect(resultText(result)).toContain("RALLLY_API_KEY");
  });
});

describe("the program rallly-mcp", () => {
  it("prints help and version to stdout", async () => {
    expect((await run(["--help"])).stdout).toContain("Usage: rallly-mcp");
    expect((await run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("reports an unknown option on stderr", async () => {
    const { code, stdout, stderr } = await run(["--sandbx"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("--sandbx");
    expect(stderr).toContain("--help");
  });

  it.each([[[]], [["--sandbox"]]])("ends with its host, without output on stdout (%s)", async (args) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toMatch(/^rallly-mcp: /);
  });

  it("rejects plain http to another machine, without printing the key", async () => {
    const key = "sk_test_verysecretindeed";
    const { code, stdout, stderr } = await run([], {
      RALLLY_API_KEY: key,
      RALLLY_BASE_URL: "http://example.com/v1",
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("https");
    expect(stderr).not.toContain(key);
  });
});
