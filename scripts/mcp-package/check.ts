/**
 * Checks the npm package and the desktop bundle as users install them: in empty folders, without a network, on every
 * Node of this machine. Exits non-zero at the first failure.
 */
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, relative, sep } from "node:path";
import { getMcpConfigForManifest, v0_3 } from "@anthropic-ai/mcpb";
import { apiKeys } from "../../src/sandbox/accounts.ts";
import { root } from "../bundle/root.ts";
import { runSteps } from "../progress.ts";
import { readZip, unpack } from "../zip.ts";
import { checkRelease, releaseSteps } from "./check-release.ts";
import { run } from "./commands.ts";
import { desktopBundle, packageFolder, packageName, tarball, version } from "./package-info.ts";
import { runHost, type Start, startProgram } from "./run-host.ts";

/** An installed Node. */
interface Node {
  path: string;
  version: string;
}

const strictest = {
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: "es2023",
  noEmit: true,
};

const resolutions = [
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
];

const temporaryFolder = mkdtempSync(join(tmpdir(), "rallly-mcp-"));
const [project, desktop] = ["project", "desktop"].map((name) => join(temporaryFolder, name)) as [
  string,
  string,
];

/** Installs the tarball in an empty folder, offline and with an empty cache, so that nothing else is installed. */
async function install(): Promise<void> {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  const offline = ["--offline", "--cache", join(temporaryFolder, "cache"), "--no-audit", "--no-fund"];
  await run("npm", ["install", ...offline, tarball], project);
  const installed = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
  assert.deepEqual(installed, [packageName]);
  const globalFolder = join(temporaryFolder, "global");
  await run("npm", ["install", "--global", "--prefix", globalFolder, ...offline, tarball], temporaryFolder);
  assert.equal(
    await run(join(globalFolder, "bin", packageName), ["--version"], temporaryFolder),
    `${version}\n`,
  );
}

/** The command of a program in the package, with PATH so that its shebang finds this Node. */
function getProgram({ path }: Node, name: string) {
  return { command: join(project, "node_modules", ".bin", name), env: { PATH: dirname(path) } };
}

/** Runs the example of the README and the desktop bundle on the packaged sandbox. */
async function runExample(node: Node): Promise<void> {
  const { command, env } = getProgram(node, "rallly-sandbox");
  const sandbox = await startProgram([command, "--json"], env, "stdout", /^\{/);
  try {
    const { url, apiKey } = JSON.parse(sandbox.line) as { url: string; apiKey: string };
    const readme = readFileSync(join(project, "node_modules", packageName, "README.md"), "utf8");
    const [, example] = /^```ts\n([\s\S]*?)^```/m.exec(readme) ?? [];
    writeFileSync(join(project, "example.mjs"), example ?? "");
    const output = await run(node.path, ["example.mjs"], project, {
      RALLLY_API_KEY: apiKey,
      RALLLY_BASE_URL: url,
    });
    assert.match(output, /^15 options: http/);
    assert.match(output, /POLL_NOT_FOUND 404\n$/);
    for (const settings of [{ api_key: apiKey, base_url: url }, { sandbox: true }]) {
      const start = await getDesktopStart(desktop, settings);
      await runHost({ ...start, command: node.path });
    }
  } finally {
    await sandbox.stop();
  }
}

async function serveHttp(node: Node): Promise<void> {
  const { command, env } = getProgram(node, "rallly-mcp");
  const args = ["--http", "--port", "0", "--sandbox"];
  const server = await startProgram([command, ...args], env, "stderr", /serving http/);
  try {
    const [url] = /http\S+\/mcp/.exec(server.line.slice(server.line.indexOf("serving"))) ?? [];
    assert.equal((await fetch(new URL("/health", url))).status, 200);
  } finally {
    await server.stop();
  }
}

/** Starts the server and the doctor with npx from the tarball, with an empty cache and a registry that does not respond. */
async function startWithNpx(): Promise<void> {
  const cwd = join(temporaryFolder, "npx");
  mkdirSync(cwd);
  const env = {
    PATH: process.env["PATH"] ?? "",
    // Nothing listens on the port `discard`.
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_cache: join(cwd, "cache"),
  };
  await runHost({ command: "npx", args: ["--yes", `file:${tarball}`, "--sandbox"], env, cwd });
  const report = await run("npx", ["--yes", `file:${tarball}`, "doctor", "--sandbox"], cwd, env);
  assert.match(report, /\n11 ok, 2 skipped\n$/);
}

const nodes = await listNodes();
try {
  await runSteps(releaseSteps + 5 + 3 * nodes.length, async ({ step }) => {
    await checkRelease(step);
    await step("the package contains no secret", async () =>
      assert.deepEqual(await findSecrets(packageFolder), []),
    );
    await step("the tarball installs offline, in an empty folder and globally", install);
    await step("npx starts the tarball without a network", startWithNpx);
    unpack(readZip(desktopBundle), desktop);
    await step("the desktop bundle contains no secret", async () =>
      assert.deepEqual(await findSecrets(desktop), []),
    );
    for (const node of nodes) {
      const start = getProgram(node, "rallly-mcp");
      await step(`${node.version}: rallly-mcp --sandbox, every kind of call and the view`, () =>
        runHost({ ...start, args: ["--sandbox"] }),
      );
      await step(`${node.version}: rallly-mcp --http`, () => serveHttp(node));
      await step(`${node.version}: rallly-sandbox, the client's example and the desktop bundle on it`, () =>
        runExample(node),
      );
    }
    await step("its types compile in strict programs without zod", () => compileConsumers(project));
  });
} finally {
  rmSync(temporaryFolder, { recursive: true, force: true });
}

/** The Node that runs this script, and every Node on PATH with another version. */
async function listNodes(): Promise<Node[]> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const others = folders.map((folder) => join(folder, "node")).filter((path) => existsSync(path));
  const nodes: Node[] = [];
  for (const path of [process.execPath, ...others].map((path) => realpathSync(path))) {
    const version = (await run(path, ["--version"], root)).trim();
    if (!nodes.some((node) => node.version === version)) nodes.push({ path, version });
  }
  return nodes;
}

/** Finds API keys, paths of this machine and registry hosts in published files. Returns one line for each. */
async function findSecrets(folder: string): Promise<string[]> {
  const registry = new URL((await run("npm", ["config", "get", "registry"], root)).trim()).host;
  const forbidden = [root, homedir() + sep, registry, ["registry.", "npmjs"].join("")];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => {
      const text = readFileSync(file, "utf8");
      const found = [...forbidden.filter((item) => text.includes(item)), ...listKeys(text)];
      return found.map((text) => `${relative(folder, file)}: ${text}`);
    });
}

// The keys of the sandbox are public.
function listKeys(text: string): string[] {
  const known: string[] = Object.values(apiKeys);
  return (text.match(/\bsk_[a-z0-9]+_\w{8,}/gi) ?? []).filter((key) => !known.includes(key));
}

/** How a desktop host starts an unpacked bundle with these settings. Throws when it cannot. */
async function getDesktopStart(folder: string, settings: Record<string, string | boolean>): Promise<Start> {
  const start = await getMcpConfigForManifest({
    manifest: v0_3.McpbManifestSchema.parse(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))),
    extensionPath: folder,
    systemDirs: {},
    userConfig: settings,
    pathSeparator: sep,
  });
  if (start === undefined) throw new Error("The bundle cannot start with these settings.");
  const { command, args = [], env = {} } = start;
  return { command, args, env };
}

/** Compiles programs that use the installed package: first without other packages, then with Node's types. */
async function compileConsumers(folder: string): Promise<void> {
  for (const resolution of resolutions) await compile(folder, "client", { ...resolution, types: [] });
  for (const name of ["@types/node", "undici-types"])
    cpSync(join(root, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  for (const resolution of resolutions) await compile(folder, "server", { ...resolution, types: ["node"] });
}

async function compile(folder: string, name: string, options: object): Promise<void> {
  const source = readFileSync(new URL(`consumers/${name}.txt`, import.meta.url), "utf8");
  writeFileSync(join(folder, `${name}.ts`), source);
  const settings = { compilerOptions: { ...strictest, ...options }, files: [`${name}.ts`] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], folder);
}
