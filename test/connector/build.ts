import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The folder of the Worker's bundle, with the files that it imports as text. */
export const bundleFolder = fileURLToPath(new URL("../../build/connector", import.meta.url));

/** Bundles the Worker once for all files, as `wrangler deploy` would upload it. */
export default function buildWorker(): void {
  const folder = fileURLToPath(new URL("../..", import.meta.url));
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/wrangler/bin/wrangler.js", "deploy", "--dry-run", "--outdir", bundleFolder],
    { cwd: folder, stdio: "inherit" },
  );
  if (status !== 0) throw new Error("wrangler could not bundle the connector.");
}
