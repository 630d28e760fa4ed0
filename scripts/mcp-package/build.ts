/**
 * Builds the npm package `rallly-mcp` (a folder and a tarball, with server.json for the MCP registry) and the desktop
 * bundle. Everything is written to build/; nothing is published.
 */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { replaceFolder } from "../replace-folder.ts";
import { mcpb, run } from "./commands.ts";
import { buildFolder, desktopBundle, desktopFolder, packageFolder, tarball } from "./package-info.ts";
import { stageDesktop, stagePackage } from "./stage.ts";

mkdirSync(buildFolder, { recursive: true });
// Built in a temporary folder, then moved, so that a server that runs from build/ keeps its files.
const temporary = mkdtempSync(join(buildFolder, ".package-"));
const inFolder = (path: string) => join(temporary, basename(path));
try {
  await stagePackage(inFolder(packageFolder));
  await run("npm", ["pack", "--silent", "--pack-destination", temporary], inFolder(packageFolder));
  await stageDesktop(inFolder(desktopFolder));
  await mcpb(["validate", "manifest.json"], inFolder(desktopFolder));
  await mcpb(["pack", ".", inFolder(desktopBundle)], inFolder(desktopFolder));
  for (const folder of [packageFolder, desktopFolder]) replaceFolder(inFolder(folder), folder);
  for (const file of [tarball, desktopBundle]) {
    renameSync(inFolder(file), file);
    console.log(`${relative(process.cwd(), file)}: ${Math.round(statSync(file).size / 1024)} KiB`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

// Remove tarballs of earlier versions.
for (const name of readdirSync(buildFolder))
  if (/^rallly-mcp-.*\.tgz$/.test(name) && name !== basename(tarball)) rmSync(join(buildFolder, name));
