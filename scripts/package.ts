/**
 * Builds everything to publish into build/: the npm package `rallly-mcp`, the desktop bundle, server.json for the MCP
 * registry, the Zapier app, and their checksums. Publishes nothing.
 */
import { createHash } from "node:crypto";
import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { root } from "./bundle/root.ts";
import { buildPackages, packageSteps, removeFormerArchives } from "./mcp-package/build.ts";
import {
  checksumsFile,
  desktopBundle,
  registryFile,
  tarball,
  zapierArchives,
} from "./mcp-package/package-info.ts";
import { createRegistryEntry } from "./mcp-package/package-manifest.ts";
import { runSteps } from "./progress.ts";
import { buildArchives } from "./zapier/archive.ts";
import { stage } from "./zapier-stage.ts";

const files = [tarball, desktopBundle, registryFile, zapierArchives.app, zapierArchives.sources];

const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

await runSteps(packageSteps + 3, async ({ step, log }) => {
  await buildPackages(step);
  await step(basename(registryFile), () => {
    const entry = createRegistryEntry(sha256(desktopBundle));
    writeFileSync(registryFile, `${JSON.stringify(entry, null, 2)}\n`);
  });
  await step(`${basename(zapierArchives.app)} and its sources`, async () => {
    const { app, sources } = await buildArchives(await stage());
    cpSync(app, zapierArchives.app);
    cpSync(sources, zapierArchives.sources);
  });
  await step(basename(checksumsFile), () =>
    writeFileSync(checksumsFile, files.map((file) => `${sha256(file)}  ${basename(file)}\n`).join("")),
  );
  removeFormerArchives(files);
  for (const file of files) log(`${relative(root, file)}: ${Math.round(statSync(file).size / 1024)} KiB`);
});
