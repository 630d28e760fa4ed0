/**
 * Makes what other people install of the MCP server: the npm package `rallly-mcp`, staged and as a tarball, with the
 * registry's server.json beside it; and the desktop bundle. Everything lies in build/; nothing is published.
 */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { mcpb, run } from "./package/commands.ts";
import { build, desktopBundle, desktopFolder, packageFolder, tarball } from "./package/places.ts";
import { stageDesktop, stagePackage } from "./package/stage.ts";
import { replaceFolder } from "./replace-folder.ts";

mkdirSync(build, { recursive: true });
// Made beside what is there, then put in its place: a server that runs from here goes on.
const made = mkdtempSync(join(build, ".package-"));
const inFolder = (path: string) => join(made, basename(path));
try {
  await stagePackage(inFolder(packageFolder));
  await run("npm", ["pack", "--silent", "--pack-destination", made], inFolder(packageFolder));
  await stageDesktop(inFolder(desktopFolder));
  await mcpb(["validate", "manifest.json"], inFolder(desktopFolder));
  await mcpb(["pack", ".", inFolder(desktopBundle)], inFolder(desktopFolder));
  for (const folder of [packageFolder, desktopFolder]) replaceFolder(inFolder(folder), folder);
  for (const file of [tarball, desktopBundle]) {
    renameSync(inFolder(file), file);
    console.log(`${relative(process.cwd(), file)}: ${Math.round(statSync(file).size / 1024)} KiB`);
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}

// Those of earlier versions.
for (const name of readdirSync(build))
  if (/^rallly-mcp-.*\.tgz$/.test(name) && name !== basename(tarball)) rmSync(join(build, name));
