/** The entries that `rallly-connect config` prints: each is read in the client's own format, and starts the server. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Installation, printConfig } from "../../cli/config.ts";
import { hosts } from "../../cli/hosts.ts";
import { UsageError } from "../../cli/options.ts";
import { openShell } from "./shell.ts";

const checkout: Installation = {
  ...{ file: "/home/ada/it's here/dist/cli/main.js", node: "/bin/node", platform: "linux" },
  ...{ home: "/home/ada", folder: "/home/ada" },
};

/** Runs the command, on a machine such as this one. */
function run(args: string[], machine: Partial<Installation> = {}) {
  const { shell, written } = openShell();
  printConfig(args, { ...checkout, ...machine }, shell);
  return written;
}

interface Entry {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** The words of a command, as a shell passes them. */
const splitWords = (command: string) =>
  execFileSync("sh", ["-c", `${command.replace(/^(\w+)/, "$1() { printf '%s\\n' \"$@\"; }; $1")}`], {
    encoding: "utf8",
  })
    .trim()
    .split("\n");

/** What a command adds: its options for variables, and the program behind its name or two hyphens. */
function readCommand(text: string, option: string, start: readonly string[]): Entry {
  const words = splitWords(text);
  expect(words.slice(0, start.length)).toEqual(start);
  const env = Object.fromEntries(
    words.flatMap((word, index) => (words[index - 1] === option ? [word.split("=", 2)] : [])),
  );
  const rest = words
    .slice(start.length)
    .filter((word, index, all) => word !== option && all[index - 1] !== option);
  const [command = "", ...args] = rest.filter((word) => word !== "--" && word !== "rallly");
  return { command, args, env };
}

const readEntry = (text: string): Entry => {
  const end = text.indexOf("\n}") + 2;
  return JSON.parse(`{${text.slice(0, end)}}`).rallly;
};

const read: Record<string, (text: string) => Entry> = {
  "claude-code": (text) => readCommand(text, "--env", ["mcp", "add", "rallly", "--scope", "user"]),
  "claude-desktop": readEntry,
  codex: (text) => readCommand(text, "--env", ["mcp", "add", "rallly"]),
  cursor: readEntry,
  gemini: (text) => readCommand(text, "-e", ["mcp", "add", "--scope", "user"]),
  vscode: readEntry,
  zed: readEntry,
  json: readEntry,
};

describe.each(Object.keys(hosts))("the entry for %s", (name) => {
  it("starts the server of this installation, in the client's own format", () => {
    const { command, args } = read[name]?.(run([name, "--sandbox"]).stdout) ?? {};
    expect([command, args]).toEqual(["/bin/node", [checkout.file, "mcp", "--sandbox"]]);
  });

  it("has a place for the key", () => {
    const { stdout } = run([name]);
    expect(Object.keys(read[name]?.(stdout).env ?? {})).toEqual(["RALLLY_API_KEY"]);
  });

  it("takes the URL of a server elsewhere, with a place for its token", () => {
    const url = "https://polls.example.com/mcp";
    const { stdout, stderr } = run([name, "--http", url]);
    expect(decodeURIComponent(stdout)).toContain(url);
    expect(stdout).not.toContain(checkout.file);
    if (name === "claude-desktop") return;
    const place = /Authorization.*Bearer <RALLLY_MCP_TOKEN>|--bearer-token-env-var RALLLY_MCP_TOKEN/;
    expect(stdout).toMatch(place);
    expect(stderr).toContain("The token of that server goes");
  });
});

it("starts the server on a sandbox by a link to the built program, and prints no key", async () => {
  const folder = mkdtempSync(join(tmpdir(), "it's here "));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const link = join(folder, "rallly-connect");
  symlinkSync(resolve("dist/cli/main.js"), link);
  const env = { ...process.env, RALLLY_API_KEY: "sk_secret_000000000000000000000000000" };
  const node = resolve("node_modules/.bin/node");
  const printed = execFileSync(node, [link, "config", "codex", "--sandbox"], {
    encoding: "utf8",
    env,
    stdio: "pipe",
  });
  expect(printed).not.toContain("sk_secret");
  const client = new Client({ name: "test", version: "1" });
  const entry = { ...read["codex"]?.(printed), stderr: "ignore" } as Entry;
  await client.connect(new StdioClientTransport(entry));
  const { isError } = await client.callTool({ name: "list_polls", arguments: {} });
  await client.close();
  expect(isError).toBeFalsy();
});

it("asks in VS Code for the key, which then stands in no file", () => {
  const { stdout } = run(["vscode"]);
  expect(stdout).toContain('"password": true');
  expect(readEntry(stdout).env).toEqual({ RALLLY_API_KEY: `\${input:rallly-api-key}` });
});

it("says what a file needs that does not exist yet", () => {
  const { stderr } = run(["cursor", "--sandbox"]);
  expect(stderr).toContain('{ "mcpServers": { } }');
  expect(stderr).toContain("npx rallly-connect config cursor --sandbox --write\n");
  expect(run(["json"]).stderr).not.toContain("--write");
});

it.each([
  ["cursor", false],
  ["codex", true],
])("says how the key reaches %s, and what shows that it works", (name, isCommand) => {
  const { stderr } = run([name]);
  expect(stderr).toContain("npx rallly-connect doctor");
  expect(stderr.includes('"read -rs RALLLY_API_KEY && export RALLLY_API_KEY"')).toBe(isCommand);
});

describe("--write", () => {
  /** A home of its own, with an empty folder of Cursor. */
  function openHome() {
    const home = mkdtempSync(join(tmpdir(), "home-"));
    onTestFinished(() => rmSync(home, { recursive: true }));
    mkdirSync(join(home, ".cursor"));
    return { home, folder: home, file: join(home, files.cursor) };
  }

  /** Runs it in a home of its own, with the files of this content. */
  function write(name: string, path: string, content?: string, ...calls: string[][]) {
    const { home } = openHome();
    const file = join(home, path);
    if (content !== undefined) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const readFile = (each: string) => (existsSync(each) ? readFileSync(each, "utf8") : undefined);
    let [stderr, error]: [string, unknown] = ["", undefined];
    try {
      for (const args of calls.length > 0 ? calls : [[]])
        ({ stderr } = run([name, "--write", ...args], { home, folder: home }));
    } catch (thrown) {
      error = thrown;
    }
    return { stderr, error, text: readFile(file), copy: readFile(`${file}.before-rallly`) };
  }

  const files = {
    "claude-desktop": ".config/Claude/claude_desktop_config.json",
    cursor: ".cursor/mcp.json",
    gemini: ".gemini/settings.json",
    vscode: ".config/Code/User/mcp.json",
    zed: ".config/zed/settings.json",
  };

  it.each(Object.entries(files))(
    "makes the file of %s, with a place for the key, and none for a sandbox",
    (name, path) => {
      const { text = "", copy } = write(name, path);
      expect(copy).toBeUndefined();
      const servers = JSON.parse(text)[hosts[name]?.servers ?? ""];
      expect(servers.rallly.args).toEqual([checkout.file, "mcp"]);
      expect(Object.keys(servers.rallly.env)).toEqual(["RALLLY_API_KEY"]);
      const { stderr, text: own = "" } = write(name, path, undefined, [], ["--sandbox"]);
      expect(JSON.parse(own)[hosts[name]?.servers ?? ""].rallly).not.toHaveProperty("env");
      expect(stderr).not.toContain("Kept");
    },
  );

  it("keeps comments and other entries, and a copy of the file as it was at first", () => {
    const before =
      '{\n  // mine\n  "theme": "dark",\n  "context_servers": {\n    "other": { "command": "x" },\n  },\n}\n';
    const { text, copy } = write("zed", files.zed, before, [], ["--sandbox"]);
    expect(copy).toBe(before);
    expect(text).toContain("// mine");
    expect(text).toContain('"command": "x"');
    expect(text).toContain('"rallly": {');
  });

  it("keeps the key of an entry that is there already, and asks VS Code once for one", () => {
    const old = { mcpServers: { rallly: { command: "old", args: [], env: { RALLLY_API_KEY: "sk_mine" } } } };
    const { mcpServers } = JSON.parse(write("cursor", files.cursor, JSON.stringify(old)).text ?? "");
    expect(mcpServers.rallly).toMatchObject({
      args: [checkout.file, "mcp"],
      env: { RALLLY_API_KEY: "sk_mine" },
    });
    const first = write("vscode", files.vscode).text;
    const { inputs } = JSON.parse(write("vscode", files.vscode, first).text ?? "");
    expect(inputs).toHaveLength(1);
  });

  it.each([
    ["null in place of its servers", '{"mcpServers":null}'],
    ["a byte order mark", '\ufeff{"mcpServers":{}}'],
  ])("takes a file that has %s", (_, before) => {
    const { mcpServers } = JSON.parse(write("cursor", files.cursor, before).text ?? "");
    expect(mcpServers.rallly).toMatchObject({ args: [checkout.file, "mcp"] });
  });

  it.each([
    ["keeps those of an entry for a sandbox, and says so", { RALLLY_API_KEY: "sk_mine" }, ["--sandbox"], {}],
    ["makes a place for the key beside others", {}, [], { RALLLY_API_KEY: "sk_..." }],
  ])("variables: %s", (_, own, args, added) => {
    const env = { ...own, HTTPS_PROXY: "http://proxy" };
    const old = JSON.stringify({ mcpServers: { rallly: { command: "old", env } } });
    const { stderr, text = "" } = write("cursor", files.cursor, old, args);
    expect(JSON.parse(text).mcpServers.rallly.env).toEqual({ ...env, ...added });
    expect(stderr).toContain(`Kept of the entry that was there: ${Object.keys(env).join(", ")}.\n`);
    expect(stderr).not.toContain("sk_mine");
  });

  it.each([
    ["is no JSON", "{ broken", "because it is not JSON (the first mistake is in line 1). Correct that"],
    ["holds a list", "[]", "holds no JSON object"],
    ["has a list of servers", '{"mcpServers":[]}', "its mcpServers is no JSON object"],
    [
      "has its servers twice",
      '{"mcpServers":{},"mcpServers":{"z":{}}}',
      "has a field twice, such as mcpServers",
    ],
    ["has the entry twice", '{"mcpServers":{"rallly":{},"rallly":{"url":"x"}}}', "has a field twice"],
  ])("refuses a file that %s, and leaves it", (_, content, reason) => {
    const { error, text, copy } = write("cursor", files.cursor, content);
    expect([text, copy]).toEqual([content, undefined]);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(reason);
  });

  it("write-full-disk: leaves a file whole, and its folder as it was", () => {
    const { home, file } = openHome();
    const before = JSON.stringify({ mcpServers: {}, more: "x".repeat(4_000) });
    for (const each of [file, `${file}.before-rallly`]) writeFileSync(each, before);
    const program = [resolve("node_modules/.bin/node"), resolve("dist/cli/main.js")].join(" ");
    // Files end at one block of 512 or 1,024 bytes.
    const line = `trap "" XFSZ; ulimit -f 1; exec ${program} config cursor --write`;
    const env = { ...process.env, HOME: home, NODE_DISABLE_COMPILE_CACHE: "1" };
    const { status, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8", env });
    expect(stderr).toContain(`config: Cannot write ${file}: `);
    expect([status, readFileSync(file, "utf8")]).toEqual([2, before]);
    expect(readdirSync(dirname(file))).toEqual(["mcp.json", "mcp.json.before-rallly"]);
  });

  it("write-denied: names the file", () => {
    const { home, file } = openHome();
    for (const [folder, mode] of [
      [home, 0o755],
      [dirname(file), 0o555],
    ] as const)
      chmodSync(folder, mode);
    const program = [resolve("dist/cli/main.js"), "config", "cursor", "--write"];
    const env = { ...process.env, HOME: home, NODE_DISABLE_COMPILE_CACHE: "1" };
    // To root everything is permitted.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const { status, stderr } = spawnSync(process.execPath, program, { encoding: "utf8", env, ...user });
    expect(stderr).toContain(`config: Cannot write ${file}: permission denied.`);
    expect([status, readdirSync(dirname(file))]).toEqual([2, []]);
  });

  it.each<[string, (file: string) => void, string]>([
    ["a folder", (file) => mkdirSync(file), "is not changed, because it is no file of at most"],
    [
      "more than a megabyte",
      (file) => writeFileSync(file, `{}${" ".repeat(1_000_000)}`),
      "is not changed, because it is no file of at most",
    ],
    ["a circle of links", (file) => symlinkSync(file, file), "Cannot write"],
  ])("refuses %s, by its name", (_, make, reason) => {
    const { file, ...place } = openHome();
    make(file);
    const write = () => run(["cursor", "--write"], place);
    expect(write).toThrow(file);
    expect(write).toThrow(reason);
  });

  it.each([
    ["a file", "mcp.json", 0o644],
    ["a link to one", "../dotfiles/mcp.json", 0o640],
    ["a link to nothing yet", "../dotfiles/new.json", 0o600],
  ])("keeps %s what it is, with its mode", (_, target, mode) => {
    const { file, ...place } = openHome();
    const real = join(dirname(file), target);
    mkdirSync(join(place.home, "dotfiles"));
    if (real !== file) symlinkSync(target, file);
    if (mode !== 0o600) writeFileSync(real, "{}", { mode });
    run(["cursor", "--write"], place);
    expect(readFileSync(real, "utf8")).toContain('"rallly"');
    expect(statSync(real).mode & 0o777).toBe(mode);
    expect(lstatSync(file).isSymbolicLink()).toBe(real !== file);
    if (mode !== 0o600) expect(statSync(`${file}.before-rallly`).mode & 0o777).toBe(mode);
  });

  it.each(["claude-code", "codex", "json"])("is refused for %s, which it cannot write", (name) => {
    expect(String(write(name, "none").error)).toContain("--write does not");
  });
});

it.each([
  ["a checkout", "/home/ada/rallly-connect", "linux", ["/bin/node"]],
  ["a project", "/home/ada/app/node_modules/rallly-connect", "linux", ["/bin/node"]],
  ["npx's cache", "/home/ada/.npm/_npx/1a/node_modules/rallly-connect", "linux", ["npx", "-y"]],
  ["a global install", "/usr/local/lib/node_modules/rallly-connect", "darwin", ["npx", "-y"]],
  [
    "a global install on Windows",
    String.raw`C:\Users\Ada\AppData\Roaming\npm\node_modules\rallly-connect`,
    "win32",
    ["cmd", "/c", "npx", "-y"],
  ],
  ["a checkout on Windows", String.raw`C:\code\rallly-connect`, "win32", ["/bin/node"]],
] as const)("starts what %s has", (_, folder, platform, start) => {
  const separator = platform === "win32" ? "\\" : "/";
  const file = [folder, "dist", "cli", "main.js"].join(separator);
  const { command, args } = readEntry(run(["json"], { file, platform }).stdout);
  const program = start.length === 1 ? file : "rallly-connect";
  expect([command, ...args]).toEqual([...start, program, "mcp"]);
});

it.each([
  ["no client", []],
  ["an unknown client", ["emacs"]],
  ["two clients", ["zed", "codex"]],
  ["a URL that is none", ["zed", "--http", "polls.example.com"]],
  ["a URL beside the sandbox", ["zed", "--sandbox", "--http", "https://polls.example.com/mcp"]],
  ["a user name in the URL", ["cursor", "--http", "http://sk_secret@polls.example.com/"]],
  ["a password in the URL", ["cursor", "--http", "https://:sk_secret@polls.example.com/"]],
  ["a key in the URL", ["cursor", "--http", "https://polls.example.com/?key=sk_live_sk_secret0123456789"]],
  ["a key in the URL's host", ["json", "--http", "https://sk_live_sk_secret0123456789/mcp"]],
])("refuses %s", (_, args) => {
  expect(() => run(args)).toThrow(UsageError);
  expect(() => run(args)).toThrow(/^(?!.*sk_secret)/);
});
