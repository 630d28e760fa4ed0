/**
 * Builds the connector as for a deployment, and drives it in Cloudflare's runtime on a sandbox. Exits non-zero when something
 * fails.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../bundle/root.ts";
import { resolvePackageFile } from "../mcp/programs.ts";

const steps = [
  {
    name: "wrangler deploy --dry-run",
    folder: join(root, "connector"),
    args: [resolvePackageFile("wrangler", "bin/wrangler.js"), "deploy", "--dry-run"],
  },
  {
    name: "the tests in Cloudflare's runtime",
    folder: root,
    args: [resolvePackageFile("vitest", "vitest.mjs"), "run", "--config", "vitest.connector.config.ts"],
  },
];

let [passed, failed] = [0, 0];
for (const { name, folder, args } of steps) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: folder,
    stdio: "inherit",
    // Nothing is sent to Cloudflare.
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name}`);
  if (status === 0) passed += 1;
  else failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
