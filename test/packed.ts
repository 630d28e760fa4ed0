import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transform } from "esbuild";
import { packageManifest } from "../scripts/mcp-package/package-manifest.ts";
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

/** Creates a project with the packed package, Node's types and other installed packages. Returns its folder. */
export async function createProject(others: readonly string[] = []): Promise<string> {
  const project = mkdtempSync(join(tmpdir(), "rallly-project-"));
  const installed = join(project, "node_modules");
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  await stagePackage(join(installed, "rallly-mcp"));
  for (const name of ["@types/node", "undici-types", ...others]) {
    mkdirSync(dirname(join(installed, name)), { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules", name), join(installed, name));
  }
  linkPrograms(installed);
  return project;
}

/** Links the commands of the package, as npm does. */
function linkPrograms(installed: string): void {
  mkdirSync(join(installed, ".bin"));
  for (const [name, file] of Object.entries(packageManifest.bin))
    symlinkSync(join("../rallly-mcp", file), join(installed, ".bin", name));
}

/** Compiles programs in a project, by file name. Returns the errors; empty without errors. */
export function compile(
  project: string,
  programs: Record<string, string>,
  options: Record<string, unknown> = {},
): string {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(project, name), text);
  const settings = { compilerOptions: { ...strictest, ...options }, files: Object.keys(programs) };
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
