/**
 * Checks the Zapier app without Zapier: runs its CLI in the root and in the staged folder, and invokes every step against
 * the sandbox. Zapier's own integration checks need its server; this script does not replace them.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startSandbox } from "../src/sandbox/index.ts";
import { runSteps, type Steps } from "./progress.ts";
import { buildArchives } from "./zapier/archive.ts";
import { run, zapier } from "./zapier/cli.ts";
import { compareRecord, createInvocations } from "./zapier/invocations.ts";
import { stage } from "./zapier-stage.ts";
import { readZip, unpack } from "./zip.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Maximum size of the zip in bytes. */
const maxZipBytes = 1_000_000;

/** Files that must not be in the zip. */
const forbiddenFiles = /(^|\/)(undici|@modelcontextprotocol|test|tests|vitest|\.env[^/]*)(\/|$)/;

const plurals = { trigger: "triggers", create: "creates", search: "searches" } as const;
type Step = { display: { hidden?: boolean } };
type Definition = Partial<Record<(typeof plurals)[keyof typeof plurals], Record<string, Step>>>;

function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

async function checkZip(zip: string, log: (line: string) => void): Promise<void> {
  const entries = readZip(zip);
  const bad = [...entries.keys()].filter((name) => forbiddenFiles.test(name));
  assert(bad.length === 0, `the zip contains ${bad.join(", ")}`);
  const app = entries.get("index.js")?.toString("utf8") ?? "";
  assert(app.length > 0, "the zip contains no index.js");
  assert(!/["'](undici|@modelcontextprotocol[^"']*)["']/.test(app), "the app loads undici or the MCP SDK");
  const { size } = statSync(zip);
  assert(size < maxZipBytes, `the zip has ${size} bytes`);
  const folder = mkdtempSync(join(tmpdir(), "zapier-app-"));
  try {
    unpack(entries, folder);
    const script = `import { handler } from ${JSON.stringify(pathToFileURL(join(folder, "zapierwrapper.js")).href)};
      const { results } = await handler({ command: "validate" });
      console.log(JSON.stringify(results));`;
    const output = await run("node", ["--input-type=module", "--eval", script], folder);
    assert(output.trim().split("\n").at(-1) === "[]", `the unpacked app is not valid: ${output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  log(`    ${entries.size} files, ${Math.round(size / 1024)} KiB`);
}

/** The archive for Zapier's reviewers holds the sources of the app, and nothing that npm installs. */
function checkSourceArchive(zip: string, log: (line: string) => void): void {
  const names = [...readZip(zip).keys()];
  const expected = ["package.json", "index.js", "zapier/index.ts", "src/api/core.ts", "src/api/types.ts"];
  const missing = expected.filter((name) => !names.includes(name));
  assert(missing.length === 0, `the source archive lacks ${missing.join(", ")}`);
  const bad = names.filter((name) =>
    /(^|\/)(node_modules|build|test|mcp|sandbox|\.env[^/]*)(\/|$)/.test(name),
  );
  assert(bad.length === 0, `the source archive contains ${bad.length} other files, such as ${bad[0]}`);
  log(`    ${names.length} files`);
}

/** The commands of docs/zapier-development.md that invoke a step on this machine. They read the API key from the environment. */
function listDocumentedCommands(apiKey: string): string[] {
  const docs = readFileSync(join(root, "docs", "zapier-development.md"), "utf8");
  const commands = docs.split("\n").filter((line) => line.startsWith("npx zapier-platform invoke"));
  assert(commands.length > 0, "docs/zapier-development.md shows no invoke command");
  assert(
    docs.includes(`authData_apiKey=${apiKey}\n`),
    "docs/zapier-development.md does not show the sandbox's API key",
  );
  return commands;
}

/** Every step of the definition as `type key`. */
const listStepNames = (definition: Definition, filter: (step: Step) => boolean = () => true): string[] =>
  (["trigger", "create", "search"] as const).flatMap((type) =>
    Object.entries(definition[plurals[type]] ?? {})
      .filter(([, step]) => filter(step))
      .map(([key]) => `${type} ${key}`),
  );

/** The changelog that `promote` shows names every step that people see. */
function checkChangelog(definition: Definition): void {
  const changelog = readFileSync(join(root, "zapier", "submission", "CHANGELOG.md"), "utf8");
  const visible = listStepNames(definition, ({ display }) => display.hidden !== true);
  const missing = visible
    .map((name) => name.replace(" ", "/"))
    .filter((name) => !changelog.includes(`${name}:`));
  assert(missing.length === 0, `zapier/submission/CHANGELOG.md has no line for ${missing.join(", ")}`);
}

/** Invokes every step of the definition with the CLI against the sandbox. */
async function checkSteps(folder: string, definition: Definition, { step, expect }: Steps): Promise<void> {
  const sandbox = await startSandbox({ seed: "empty", limits: "none" });
  const env = { RALLLY_BASE_URL: sandbox.url, authData_apiKey: sandbox.apiKey };
  const invoke = async (...args: string[]): Promise<unknown> =>
    JSON.parse(await zapier(["invoke", ...args, "--non-interactive"], folder, env));
  try {
    await step("invoke auth test", () => invoke("auth", "test"));
    await step("invoke auth template", async () => {
      const template = JSON.stringify(await invoke("auth", "template"));
      assert(template.includes('"supported":true'), `not supported: ${template}`);
      assert(template.includes("Bearer {{bundle.authData.apiKey}}"), `no bearer header: ${template}`);
    });
    const invocations = await createInvocations(sandbox);
    const steps = listStepNames(definition);
    const unknown = [...invocations.keys()].filter((name) => !steps.includes(name));
    assert(
      unknown.length === 0,
      `scripts/zapier/invocations.ts names no step of the app: ${unknown.join(", ")}`,
    );
    const lacking = steps.filter((name) => !invocations.get(name)?.length);
    assert(
      lacking.length === 0,
      `scripts/zapier/invocations.ts has no example input for ${lacking.join(", ")}`,
    );
    const documented = listDocumentedCommands(sandbox.apiKey);
    expect(2 + [...invocations.values()].flat().length + documented.length);
    for (const name of steps)
      for (const { note, input = {}, flags = [], first } of invocations.get(name) ?? [])
        await step(`invoke ${name}${note === undefined ? "" : `, ${note}`}`, async () => {
          const output = await invoke(...name.split(" "), "-i", JSON.stringify(input), ...flags);
          const [record] = [output].flat() as Record<string, unknown>[];
          assert(record !== undefined, "no record");
          const difference = compareRecord(record, first);
          assert(difference === "", difference);
        });
    for (const command of documented)
      await step(command, async () => {
        const output = JSON.parse(await run("sh", ["-c", command], folder, env)) as object;
        assert(Object.keys(output).length > 0, "no output");
      });
  } finally {
    await sandbox.close();
  }
}

await runSteps(9, async (steps) => {
  const { step, log } = steps;
  await step("build", () => run("npm", ["run", "--silent", "build"], root));
  await step("validate --without-style, at the root", () =>
    zapier(["validate", "--without-style", "--skip-build"], root),
  );
  const folder = await step("stage", stage);
  await step("validate --without-style, staged", () => zapier(["validate", "--without-style"], folder));
  const { app: zip, sources } = await step("build --skip-dep-install --skip-validation, staged", () =>
    buildArchives(folder),
  );
  await step("build.zip", () => checkZip(zip, log));
  await step("source.zip", () => checkSourceArchive(sources, log));
  assert(!existsSync(join(folder, ".env")), "the staged folder contains a .env");
  const definition = JSON.parse(readZip(zip).get("definition.json")?.toString("utf8") ?? "") as Definition;
  await step("CHANGELOG.md", () => checkChangelog(definition));
  await checkSteps(folder, definition, steps);
  await step("test --skip-validate", async () => {
    // Colors would split the text that is parsed here.
    const text = await zapier(["test", "--skip-validate"], root, { NO_COLOR: "1" });
    const files = text.match(/^ *[✓❯] .*\.test\.ts/gm) ?? [];
    assert(files.length > 0, `no test ran:\n${text}`);
    const other = files.filter((line) => !line.includes(" test/zapier/"));
    assert(other.length === 0, `tests ran that do not belong to the Zapier app: ${other.join()}`);
  });
});
console.log(
  "\nNot checked: Zapier's own integration checks. With a network, run `npx zapier-platform validate` in build/zapier.",
);
