/** Bundles the connector's Worker. Wrangler runs it before it deploys. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../bundle/root.ts";
import { embedServerData, sdkAlias } from "../bundle/server-options.ts";

/** The bundled Worker, one file. */
export const workerFile = join(root, "build/connector/worker.js");

/** Writes the bundle. Needs the results view of `npm run build`. */
export async function buildWorker(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ["connector/worker.ts"],
    outfile: workerFile,
    bundle: true,
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    target: "es2022",
    format: "esm",
    minify: true,
    // Wrangler uploads it, so that stack traces in Cloudflare's log have names and lines.
    sourcemap: "linked",
    sourcesContent: false,
    legalComments: "none",
    loader: { ".css": "text", ".html": "text" },
    external: ["node:*", "cloudflare:*"],
    alias: sdkAlias,
    plugins: [embedServerData()],
    logLevel: "warning",
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWorker();
