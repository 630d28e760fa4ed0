/**
 * Starts every entry on Node.js versions that are too old, given by their paths, and checks that it prints one line with the
 * required version. Needs the output of `npm run package`. Exits non-zero at the first failure.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../bundle/root.ts";
import { desktopFolder, packageFolder } from "./package-info.ts";
import { packageManifest, serverFile } from "./package-manifest.ts";

const entries = [
  join(root, "dist/mcp/main.js"),
  join(root, "dist/src/sandbox/main.js"),
  ...Object.values(packageManifest.bin).map((file) => join(packageFolder, file)),
  join(desktopFolder, serverFile),
];

const nodes = process.argv.slice(2);
if (nodes.length === 0) throw new Error("Pass the path of at least one old Node.js.");
for (const node of nodes) {
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim().slice(1);
  for (const entry of entries) {
    const { status, stdout, stderr } = spawnSync(node, [entry], { encoding: "utf8", input: "" });
    assert.notEqual(status, 0, entry);
    assert.equal(stdout, "", entry);
    assert.match(
      stderr,
      new RegExp(`^rallly-\\w+ needs Node\\.js [\\d.]+ or newer; this is Node\\.js ${version}\\.\\n$`),
    );
  }
  console.log(`ok  Node.js ${version}: ${entries.length} entries name the version that they need`);
}
