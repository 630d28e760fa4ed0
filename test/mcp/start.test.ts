import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";

const main = "dist/mcp/main.js";

/** Starts the program, with its input ended at once, and tells how it ended. */
async function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  child.stdin.end();
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

describe("a server that cannot start", () => {
  it.each([
    [
      "an address without https",
      { RALLLY_BASE_URL: "http://api.example.com/v1" },
      /RALLLY_BASE_URL: Must start with https/,
    ],
    ["an address that is none", { RALLLY_BASE_URL: "rallly" }, /RALLLY_BASE_URL: Not a URL/],
    ["a key with a blank inside", { RALLLY_API_KEY: "sk_abc SECRETPART" }, /RALLLY_API_KEY: Has a space/],
  ])("names the variable and not its value: %s", async (_, wrong, words) => {
    const { code, stdout, stderr } = await start([], { RALLLY_API_KEY: "sk_abc_SECRETPART", ...wrong });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/SECRETPART|createClient|\bat /);
  });

  it("says that its port is taken, and what to do", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, stderr } = await start(["--http", "--port", String(port)]);
    other.close();
    expect(code).toBe(2);
    expect(stderr).toContain("The port is taken: pass another with --port");
  });

  it("says when its options leave no tool, and starts all the same, since read-only wins", async () => {
    const { code, stderr } = await start(["--read-only", "--tools", "create_poll", "--sandbox"]);
    expect(code).toBe(0);
    expect(stderr).toContain("no tool is left");
  });
});
