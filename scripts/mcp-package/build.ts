import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runSteps, type Step } from "../progress.ts";
import { replaceFolder } from "../replace-folder.ts";
import { mcpb, run } from "./commands.ts";
import { buildFolder, desktopBundle, desktopFolder, packageFolder, tarball } from "./package-info.ts";
import { stageDesktop, stagePackage } from "./stage.ts";

/** Number of steps of {@link buildPackages}. */
export const packageSteps = 2;

/**
 * Builds the npm package `rallly-mcp`, as a folder and a tarball, and the desktop bundle in the build folder. Needs the output
 * of `npm run build`.
 */
export async function buildPackages(step: Step): Promise<void> {
  mkdirSync(buildFolder, { recursive: true });
  // Built in a temporary folder, then moved, so that a server that runs from build/ keeps its files.
  const temporary = mkdtempSync(join(buildFolder, ".package-"));
  const inFolder = (path: string) => join(temporary, basename(path));
  try {
    await step(basename(tarball), async () => {
      await stagePackage(inFolder(packageFolder));
      await run("npm", ["pack", "--silent", "--pack-destination", temporary], inFolder(packageFolder));
    });
    await step(basename(desktopBundle), async () => {
      await stageDesktop(inFolder(desktopFolder));
      await mcpb(["validate", "manifest.json"], inFolder(desktopFolder));
      await mcpb(["pack", ".", inFolder(desktopBundle)], inFolder(desktopFolder));
    });
    for (const folder of [packageFolder, desktopFolder]) replaceFolder(inFolder(folder), folder);
    for (const file of [tarball, desktopBundle]) renameSync(inFolder(file), file);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Removes archives of earlier versions from the build folder. */
export function removeFormerArchives(current: readonly string[]): void {
  const names = current.map((file) => basename(file));
  for (const name of readdirSync(buildFolder))
    if (/^rallly-.*\.(tgz|zip)$/.test(name) && !names.includes(name)) rmSync(join(buildFolder, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runSteps(packageSteps, ({ step }) => buildPackages(step));
