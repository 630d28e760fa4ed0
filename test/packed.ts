import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transform } from "esbuild";
import { stagePackage } from "../scripts/mcp-package/stage.ts";

const strictest = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: "es2023",
  module: "nodenext",
  types: ["node"],
  noEmit: true,
};

/** Creates a project with the packed package and Node's types. Returns its folder. */
export async function createProject(): Promise<string> {
  const project = mkdtempSync(join(tmpdir(), "rallly-project-"));
  const installed = join(project, "node_modules");
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  await stagePackage(join(installed, "rallly-mcp"));
  mkdirSync(join(installed, "@types"));
  for (const name of ["@types/node", "undici-types"])
    symlinkSync(join(process.cwd(), "node_modules", name), join(installed, name));
  return project;
}

/** Compiles programs in a project, by file name. Returns the errors; empty without errors. */
export function compile(project: string, programs: Record<string, string>): string {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(project, name), text);
  const settings = { compilerOptions: strictest, files: Object.keys(programs) };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(settings));
  return spawnSync(
    process.execPath,
    [join(process.cwd(), "node_modules/typescript/bin/tsc"), "-p", project],
    {
      encoding: "utf8",
    },
  ).stdout;
}

/** Writes a TypeScript program into a project as JavaScript. Returns its path. */
export async function writeProgram(project: string, name: string, text: string): Promise<string> {
  const file = join(project, `${name}.mjs`);
  writeFileSync(file, (await transform(text, { loader: "ts" })).code);
  return file;
}

/** The code blocks of a language in a page. */
export function listSnippets(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, text]) => text ?? "",
  );
}
