/**
 * Packs the package, installs it in an empty folder as its users do, and uses it there: lists the tools, runs the doctor on a
 * sandbox, compiles the programs of the documentation, and runs one. Exits non-zero at the first failure.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { startSandbox } from "../../src/sandbox/index.ts";
import { listDocPrograms } from "./doc-programs.ts";

const root = join(import.meta.dirname, "../..");

/** A program in CommonJS, of an old compiler too. */
const commonProgram = `
import { createClient } from "rallly-connect";
import { planPoll } from "rallly-connect/scheduling";
import { startSandbox } from "rallly-connect/sandbox";
import { resolveLocal } from "rallly-connect/time";
import { receiveWebhook } from "rallly-connect/webhooks";
for (const value of [createClient, planPoll, startSandbox, resolveLocal, receiveWebhook])
  if (typeof value !== "function") throw new Error("an entry is empty");
`;

/** How programs are compiled: with each resolution, for each kind of runtime, by the oldest compiler that is supported and the newest. */
const resolutions = [
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "node16", moduleResolution: "node16" },
  { module: "esnext", moduleResolution: "bundler" },
];
const conditions = [[], ["browser"], ["worker"]];
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2023",
  types: ["node"],
  noEmit: true,
  erasableSyntaxOnly: true,
};

const folder = mkdtempSync(join(tmpdir(), "rallly-connect-"));
const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(command, args, { cwd: folder, env: { ...process.env, ...env }, encoding: "utf8" });

function check(condition: boolean, fact: string): void {
  if (!condition) throw new Error(`Does not hold: ${fact}`);
  console.log(`ok  ${fact}`);
}

/** Compiles files of the folder. */
function compile(compiler: string, files: string[], options: Record<string, unknown>): void {
  const settings = { compilerOptions: { ...compilerOptions, ...options }, files };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  run(process.execPath, [join(compiler, "bin/tsc"), "-p", "."]);
  const { version } = JSON.parse(readFileSync(join(compiler, "package.json"), "utf8"));
  const { module, moduleResolution = module, customConditions = [] } = options;
  const how = [moduleResolution, customConditions].flat().join(" with ");
  check(true, `TypeScript ${version} compiles ${files.length} programs, ${how}`);
}

try {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root, stdio: "inherit" });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  run("npm", ["install", "--silent", `./${tarball}`]);

  const command = join(folder, "node_modules/.bin/rallly-connect");
  const sandbox = await startSandbox();
  const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
  const client = new Client({ name: "package-check", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({ command, args: ["mcp"], env, cwd: folder, stderr: "inherit" }),
  );
  const { tools } = await client.listTools();
  const result = await client.callTool({ name: "list_polls", arguments: {} });
  check(
    tools.length > 0 && result.isError !== true,
    `the server lists ${tools.length} tools and answers a call`,
  );
  await client.close();
  const doctor = spawn(command, ["doctor"], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  const [status] = await once(doctor, "close");
  check(status === 0, "the doctor finds nothing wrong with a sandbox");
  await sandbox.close();

  const programs = listDocPrograms(root);
  for (const { name, text } of programs) writeFileSync(join(folder, name), text);
  run("npm", ["install", "--silent", "--save-dev", "@types/node@22", "typescript@5.9.3"]);
  const files = programs.map(({ name }) => name);
  const [oldest, newest] = [folder, root].map((place) => join(place, "node_modules/typescript")) as [
    string,
    string,
  ];
  for (const compiler of [oldest, newest])
    for (const resolution of resolutions)
      for (const customConditions of conditions)
        compile(compiler, files, { ...resolution, customConditions });
  const alone = programs.find(({ name }) => name.startsWith("docs-sandbox"));
  check(run(process.execPath, [alone?.name ?? ""]) === alone?.output, "and that of docs/sandbox.md runs");

  writeFileSync(join(folder, "common.cts"), commonProgram);
  for (const compiler of [oldest, newest]) compile(compiler, ["common.cts"], { module: "nodenext" });
  const common = {
    module: "commonjs",
    moduleResolution: "node10",
    esModuleInterop: true,
    skipLibCheck: true,
  };
  compile(oldest, ["common.cts"], { ...common, noEmit: false });
  run(process.execPath, ["common.cjs"]);
  check(true, "and runs as CommonJS");
  for (const [file, ...conditions] of [
    ["index.js"],
    ...["workerd", "edge-light", "worker", "deno", "bun", "browser"].map((name) => ["web.js", "-C", name]),
  ] as const) {
    const resolve = 'console.log(import.meta.resolve("rallly-connect"))';
    const url = run(process.execPath, [...conditions, "--input-type=module", "--eval", resolve]).trim();
    check(url.endsWith(`/dist/src/api/${file}`), `${conditions[1] ?? "node"} gets ${file}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
