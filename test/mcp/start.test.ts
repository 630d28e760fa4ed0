import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";

const main = "dist/mcp/main.js";

/** Runs the program with an empty stdin. Returns its exit code and output. */
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
    [
      "an address without https, with the variable that accepts it",
      { RALLLY_BASE_URL: "http://api.example.com/v1", RALLLY_ALLOW_HTTP: "0" },
      /unless RALLLY_ALLOW_HTTP=1 is set/,
    ],
    [
      "an address without /v1",
      { RALLLY_BASE_URL: "https://polls.example.com" },
      /RALLLY_BASE_URL: Must end with \/v1\. Did you mean https:\/\/polls\.example\.com\/api\/v1\?\n$/,
    ],
    [
      "another value of RALLLY_ALLOW_HTTP",
      { RALLLY_ALLOW_HTTP: "yes" },
      /RALLLY_ALLOW_HTTP must be true or false/,
    ],
    [
      "a proxy that is not a URL",
      { https_proxy: "http://ada:1#SECRETPART@proxy" },
      /^rallly-mcp: https_proxy: Must be a URL such as http:\/\/proxy\.example\.com:8080/,
    ],
    ["an address that is not a URL", { RALLLY_BASE_URL: "rallly" }, /RALLLY_BASE_URL: Must be a URL/],
    ["a choice that is neither", { RALLLY_SANDBOX: "maybe" }, /RALLLY_SANDBOX must be true or false/],
    [
      "a key with a space inside",
      { RALLLY_API_KEY: "sk_abc SECRETPART" },
      /RALLLY_API_KEY: Contains a space/,
    ],
    [
      "a key in quotes",
      { RALLLY_API_KEY: '"sk_abc_SECRETPART"' },
      /^rallly-mcp: RALLLY_API_KEY: Has quotes around it\. Remove the quotes\.\n$/,
    ],
    [
      "a placeholder",
      { RALLLY_API_KEY: "sk_..." },
      /RALLLY_API_KEY: Is a placeholder\. The owner of a space/,
    ],
  ])("reports the variable without its value: %s", async (_, wrong, expected) => {
    const { code, stdout, stderr } = await start([], { RALLLY_API_KEY: "sk_abc_SECRETPART", ...wrong });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/SECRETPART|createClient|^\s+at /m);
  });

  it.each([
    ["docter", 'Unknown command "docter". Did you mean doctor?'],
    ["Doctor", 'Unknown command "Doctor". Did you mean doctor?'],
    ["serve", 'Unknown command "serve".'],
    ["sk_abc123_SECRETPART", "Unknown command."],
  ])("reports an unknown command: %s", async (name, text) => {
    const { code, stdout, stderr } = await start([name]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(`rallly-mcp: ${text} See rallly-mcp --help.\n`);
  });

  it.each([[[]], [["--sandbox"]]])("reports a port in use (%s)", async (more) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, stderr } = await start(["--http", "--port", String(port), ...more]);
    other.close();
    expect(code).toBe(2);
    expect(stderr).toContain(`Port ${port} is in use. Pass another with --port, or 0 for a free one.\n`);
  });

  it.each([
    [["--host", "192.0.2.1", "--allowed-host", "a.example"], /--host is not an address of this machine/],
    [["--host", "0.0.0.0"], /--allowed-host/],
    [["--allowed-host", "https://a.example"], /perhaps a\.example/],
  ])("reports what is wrong with %s, and exits", async (args, text) => {
    const token = { RALLLY_MCP_TOKEN: "0123456789abcdef0123456789abcdef" };
    const { code, stderr } = await start(["--http", "--port", "0", "--sandbox", ...args], token);
    expect(code).toBe(2);
    expect(stderr).toMatch(text);
  });

  it("rejects a token that cannot be sent", async () => {
    const token = { RALLLY_MCP_TOKEN: "0123456789abcdef 0123456789abcdef" };
    const { code, stderr } = await start(["--http", "--port", "0", "--sandbox"], token);
    expect(code).toBe(2);
    expect(stderr).toContain("RALLLY_MCP_TOKEN must have no spaces");
    expect(stderr).not.toContain("0123456789abcdef");
  });

  it("starts without tools when --read-only removes all, and logs it", async () => {
    const { code, stderr } = await start(["--read-only", "--tools", "create_poll", "--sandbox"]);
    expect(code).toBe(0);
    expect(stderr).toContain("No tools: --read-only removes every tool in --tools");
  });
});

describe("the environment of a host", () => {
  const placeholder = (setting: string) => `\${user_config.${setting}}`;

  it("chooses the sandbox, also beside a key", async () => {
    for (const value of ["true", " TRUE ", "1"]) {
      const { code, stderr } = await start([], {
        RALLLY_SANDBOX: value,
        RALLLY_API_KEY: "sk_abc_SECRETPART",
      });
      expect(code).toBe(0);
      expect(stderr).toMatch(
        /ready, on a sandbox at (http:\S+)\/v1 \(to vote in a browser, open \1\/\); ignored with --sandbox: RALLLY_API_KEY/,
      );
    }
  });

  it("does not choose the sandbox", async () => {
    for (const value of ["false", "", "0", placeholder("sandbox")])
      expect((await start([], { RALLLY_SANDBOX: value })).stderr).toBe(
        "rallly-mcp: ready without RALLLY_API_KEY: tools are listed, and each call explains how to set it\n",
      );
  });

  it("has no key when the host passes the placeholder of an empty setting", async () => {
    const { stderr } = await start([], { RALLLY_API_KEY: placeholder("api_key") });
    expect(stderr).toContain("ready without RALLLY_API_KEY");
  });
});

describe("a server with a base URL over plain http", () => {
  const env = { RALLLY_BASE_URL: "http://polls.example.com/api/v1", RALLLY_ALLOW_HTTP: "1" };

  it.each([
    ["with a key", { RALLLY_API_KEY: "sk_abc_SECRETPART" }],
    ["without a key", {}],
  ])("starts with a warning, %s", async (_, key) => {
    const { code, stderr } = await start([], { ...env, ...key });
    expect(code).toBe(0);
    expect(stderr).toContain(
      "Warning: RALLLY_BASE_URL is plain http, so the API key and the polls travel in clear",
    );
  });

  it("gives no warning for https, loopback or a sandbox", async () => {
    for (const url of ["https://polls.example.com/api/v1", "http://127.0.0.1:4270/v1"])
      expect((await start([], { ...env, RALLLY_BASE_URL: url })).stderr).not.toContain("Warning");
    const { stderr } = await start(["--sandbox"], env);
    expect(stderr).not.toContain("Warning");
    expect(stderr).toContain("ignored with --sandbox: RALLLY_BASE_URL, RALLLY_ALLOW_HTTP");
  });

  it("does not look at a proxy for a sandbox", async () => {
    const { code, stderr } = await start(["--sandbox"], { HTTPS_PROXY: "not a proxy" });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("ready, on a sandbox") });
  });
});
