/**
 * Makes what other people install of the MCP server: the npm package `rallly-mcp`, staged and as a tarball, with the
 * registry's server.json beside it; and the desktop bundle. Everything lies in build/; nothing is published.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { mcpb, run } from "./package/commands.ts";
import { build, desktopBundle, desktopFolder, packageFolder, tarball } from "./package/places.ts";
import { stageDesktop, stagePackage } from "./package/stage.ts";

mkdirSync(build, { recursive: true });
for (const name of readdirSync(build)) if (/^rallly-mcp.*\.(tgz|mcpb)$/.test(name)) rmSync(join(build, name));

await stagePackage(packageFolder);
await run("npm", ["pack", "--silent", "--pack-destination", build], packageFolder);
tell(tarball);

await stageDesktop(desktopFolder);
await mcpb(["validate", "manifest.json"], desktopFolder);
await mcpb(["pack", ".", desktopBundle], desktopFolder);
tell(desktopBundle);

function tell(file: string): void {
  console.log(`${relative(process.cwd(), file)}: ${Math.round(statSync(file).size / 1024)} KiB`);
}
