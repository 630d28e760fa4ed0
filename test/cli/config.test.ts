/** The entries that `rallly-connect config` prints: each is read in the client's own format, and starts the server. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeStart } from "../../cli/config.ts";
import { clients } from "../../mcp/clients.ts";

const node = resolve("node_modules/.bin/node");
const program = resolve("dist/cli/main.js");

function run(args: string[], file = program) {
  const { status, stdout, stderr } = spawnSync(node, [file, "config", ...args], {
    encoding: "utf8",
    env: { ...process.env, RALLLY_API_KEY: "sk_secret_000000000000000000000000000" },
  });
  return { status, stdout, stderr };
}

interface Entry {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** The words of a command, as a shell passes them. */
const splitWords = (command: string) =>
  execFileSync("sh", ["-c", `claude() { printf '%s\\n' "$@"; }; ${command}`], { encoding: "utf8" })
    .trim()
    .split("\n");

const readPath = (value: unknown, path: string[]): Entry =>
  path.reduce((inner, key) => Reflect.get(Object(inner), key), value) as Entry;

const readJson =
  (...path: string[]) =>
  (text: string) =>
    readPath(JSON.parse(text), path);

const read: Record<string, (text: string) => Entry> = {
  "claude-code": (text) => {
    const words = splitWords(text);
    const start = words.indexOf("--");
    expect(words.slice(0, 5)).toEqual(["mcp", "add", "rallly", "--scope", "user"]);
    const env = Object.fromEntries(
      words.slice(5, start).flatMap((word) => (word === "--env" ? [] : [word.split("=", 2)])),
    );
    const [command = "", ...args] = words.slice(start + 1);
    return { command, args, env };
  },
  "claude-desktop": readJson("mcpServers", "rallly"),
  codex: (text) => readPath(parseToml(text), ["mcp_servers", "rallly"]),
  cursor: readJson("mcpServers", "rallly"),
  gemini: readJson("mcpServers", "rallly"),
  vscode: readJson("servers", "rallly"),
  zed: readJson("context_servers", "rallly"),
  json: readJson("mcpServers", "rallly"),
};

/** A link to the program, in a folder whose name needs quotes. */
function linkProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), "it's here "));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(program, join(folder, "rallly-connect"));
  return join(folder, "rallly-connect");
}

describe.each(Object.keys(clients))("the entry for %s", (name) => {
  it("starts the server of this installation, on a sandbox", async () => {
    const { status, stdout } = run([name, "--sandbox"], linkProgram());
    expect(status).toBe(0);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StdioClientTransport({ ...read[name]?.(stdout), stderr: "ignore" } as Entry));
    const { isError } = await client.callTool({ name: "list_polls", arguments: {} });
    await client.close();
    expect(isError).toBeFalsy();
  });

  it("has a place for the key, and no key", () => {
    const { stdout, stderr } = run([name]);
    expect(stdout + stderr).not.toContain("sk_secret");
    expect(Object.keys(read[name]?.(stdout).env ?? {})).toEqual(["RALLLY_API_KEY"]);
  });

  it("takes the URL of a server elsewhere", () => {
    const url = "https://polls.example.com/mcp";
    const { stdout } = run([name, "--http", url]);
    expect(decodeURIComponent(stdout)).toContain(url);
    expect(stdout).not.toContain(program);
  });
});

it("asks in VS Code for the key, which then stands in no file", () => {
  const { inputs, servers } = JSON.parse(run(["vscode"]).stdout);
  expect(inputs).toMatchObject([{ type: "promptString", id: "rallly-api-key", password: true }]);
  expect(servers.rallly.env.RALLLY_API_KEY).toMatch(/^\$\{input:rallly-api-key\}$/);
});

it.each([
  [
    "a checkout",
    "/home/ada/rallly-connect/dist/cli/main.js",
    "linux",
    ["/bin/node", expect.any(String), "mcp"],
  ],
  [
    "a project",
    "/home/ada/app/node_modules/rallly-connect/dist/cli/main.js",
    "linux",
    ["/bin/node", expect.any(String), "mcp"],
  ],
  [
    "npx's cache",
    "/home/ada/.npm/_npx/1a/node_modules/rallly-connect/dist/cli/main.js",
    "linux",
    ["npx", "-y", "rallly-connect", "mcp"],
  ],
  [
    "a global install",
    "/usr/local/lib/node_modules/rallly-connect/dist/cli/main.js",
    "darwin",
    ["npx", "-y", "rallly-connect", "mcp"],
  ],
  [
    "a global install on Windows",
    String.raw`C:\Users\Ada\AppData\Roaming\npm\node_modules\rallly-connect\dist\cli\main.js`,
    "win32",
    ["cmd", "/c", "npx", "-y", "rallly-connect", "mcp"],
  ],
  [
    "a checkout on Windows",
    String.raw`C:\code\rallly-connect\dist\cli\main.js`,
    "win32",
    ["/bin/node", expect.any(String), "mcp"],
  ],
] as const)("starts what %s has", (_, file, platform, words) => {
  const { command, args } = describeStart({ file, node: "/bin/node", platform }, false);
  expect([command, ...args]).toEqual(words);
});

it.each([
  ["no client", []],
  ["an unknown client", ["emacs"]],
  ["two clients", ["zed", "codex"]],
  ["a URL that is none", ["zed", "--http", "polls.example.com"]],
  ["a URL beside the sandbox", ["zed", "--sandbox", "--http", "https://polls.example.com/mcp"]],
  ["an unknown option", ["zed", "--key", "sk_secret"]],
])("refuses %s", (_, args) => {
  const { status, stdout, stderr } = run(args);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^rallly-connect: config: .*See --help\.\n$/);
  expect(stderr).not.toContain("sk_secret");
});
