/** The programs of the documentation compile strictly, run unchanged, and print what the pages show. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocPrograms } from "../scripts/doc-programs.ts";
import { fillTables, pagesWithTables } from "../scripts/doc-tables.ts";
import { startSandbox } from "../src/sandbox/index.ts";

const root = process.cwd();
const node = join(root, "node_modules/.bin/node");

const programs = listDocPrograms(root);

// Inside the repository, so that programs import the package by its name.
let folder: string;
beforeAll(() => {
  mkdirSync("build", { recursive: true });
  folder = mkdtempSync(join(root, "build/docs-"));
  for (const { name, text } of programs) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (name: string, env: Record<string, string> = {}) =>
  (await promisify(execFile)(node, [join(folder, name)], { env: { ...process.env, ...env } })).stdout;

describe("the documented programs", () => {
  it("compile strictly", () => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      target: "es2023",
      module: "nodenext",
      types: ["node"],
      noEmit: true,
      skipLibCheck: true,
      erasableSyntaxOnly: true,
    };
    const files = programs.map(({ name }) => name);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    expect(() => execFileSync(node, ["node_modules/typescript/bin/tsc", "-p", folder])).not.toThrow();
  });

  it.each(programs.filter(({ output }) => output !== undefined))(
    "$name prints what its page shows",
    async (program) => {
      expect(await run(program.name)).toBe(program.output);
    },
  );

  it("the README's program runs with the key and address of a sandbox", async () => {
    const sandbox = await startSandbox();
    const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
    const lines = (await run("README-md-0.ts", env)).trim().split("\n");
    await sandbox.close();
    expect(lines[0]).toMatch(/^2 options: http/);
    expect(lines[1]).toContain("Team lunch");
    expect(lines.at(-1)).toBe("POLL_NOT_FOUND 404");
  });
});

// `node scripts/doc-tables.ts` writes them.
it.each(pagesWithTables)("%s has the tables that the code decides", (name) => {
  const page = readFileSync(name, "utf8");
  expect(page).toBe(fillTables(page));
});
