/**
 * Checks the npm package and the desktop bundle as users install them: in empty folders, without a network, on every
 * Node of this machine. Exits non-zero at the first failure.
 */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readZip, unpack } from "../zip.ts";
import { compileConsumers } from "./check/compile-consumers.ts";
import { readDesktopStart } from "./check/desktop-start.ts";
import { findSecrets } from "./check/find-secrets.ts";
import { listNodes, type Node } from "./check/node-versions.ts";
import { runHost, startProgram } from "./check/run-host.ts";
import { run } from "./commands.ts";
import { packageName, version } from "./package-info.ts";
import { desktopBundle, packageFolder, tarball } from "./paths.ts";

const place = mkdtempSync(join(tmpdir(), "rallly-mcp-"));
const [project, desktop] = ["project", "desktop"].map((name) => join(place, name)) as [string, string];

/** Runs a step and says that it went well. */
async function step(name: string, act: () => Promise<unknown>): Promise<void> {
  await act();
  console.log(`ok  ${name}`);
}

/** Installs the tarball where nothing else is, with an empty cache, so that nothing can come from elsewhere. */
async function install(): Promise<void> {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  const alone = ["--offline", "--cache", join(place, "cache"), "--no-audit", "--no-fund"];
  await run("npm", ["install", ...alone, tarball], project);
  const installed = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
  assert.deepEqual(installed, [packageName]);
  const everywhere = join(place, "global");
  await run("npm", ["install", "--global", "--prefix", everywhere, ...alone, tarball], place);
  assert.equal(await run(join(everywhere, "bin", packageName), ["--version"], place), `${version}\n`);
}

/** A program of the package as its shebang starts it: the first `node` on PATH runs it. */
function programOf({ path }: Node, name: string) {
  return { command: join(project, "node_modules", ".bin", name), env: { PATH: dirname(path) } };
}

/** The README's own example, on the packaged sandbox. */
async function runExample(node: Node): Promise<void> {
  const { command, env } = programOf(node, "rallly-sandbox");
  const sandbox = await startProgram([command, "--json"], env, "stdout", /^\{/);
  try {
    const { url, apiKey } = JSON.parse(sandbox.line) as { url: string; apiKey: string };
    const readme = readFileSync(join(project, "node_modules", packageName, "README.md"), "utf8");
    const [, example] = /^```ts\n([\s\S]*?)^```/m.exec(readme) ?? [];
    writeFileSync(join(project, "example.mjs"), example ?? "");
    const said = await run(node.path, ["example.mjs"], project, {
      RALLLY_API_KEY: apiKey,
      RALLLY_BASE_URL: url,
    });
    assert.match(said, /^15 options: http/);
    assert.match(said, /POLL_NOT_FOUND 404\n$/);
    const start = await readDesktopStart(desktop, { api_key: apiKey, base_url: url });
    await runHost({ ...start, command: node.path });
  } finally {
    await sandbox.stop();
  }
}

async function serveHttp(node: Node): Promise<void> {
  const { command, env } = programOf(node, "rallly-mcp");
  const args = ["--http", "--port", "0", "--sandbox"];
  const server = await startProgram([command, ...args], env, "stderr", /serving http/);
  try {
    const [url] = /http\S+\/mcp/.exec(server.line.slice(server.line.indexOf("serving"))) ?? [];
    assert.equal((await fetch(new URL("/health", url))).status, 200);
  } finally {
    await server.stop();
  }
}

try {
  await step("nothing private in the package", async () =>
    assert.deepEqual(await findSecrets(packageFolder), []),
  );
  await step("the tarball installs by itself, in an empty folder and as commands", install);
  unpack(readZip(desktopBundle), desktop);
  await step("nothing private in the desktop bundle", async () =>
    assert.deepEqual(await findSecrets(desktop), []),
  );
  for (const node of await listNodes()) {
    const start = programOf(node, "rallly-mcp");
    await step(`${node.version}: rallly-mcp --sandbox, every kind of call and the view`, () =>
      runHost({ ...start, args: ["--sandbox"] }),
    );
    await step(`${node.version}: rallly-mcp --http`, () => serveHttp(node));
    await step(`${node.version}: rallly-sandbox, the client's example and the desktop bundle on it`, () =>
      runExample(node),
    );
  }
  await step("its types hold in strict programs without zod", () => compileConsumers(project));
} finally {
  rmSync(place, { recursive: true, force: true });
}
