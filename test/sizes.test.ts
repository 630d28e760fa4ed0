/** What a bundler makes of the entries: minified, gzipped, in kilobytes of 1,000 bytes. */
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

/** Bundles an export. Returns the size of all files, and of those that are loaded at once. */
async function measure(entry: string, platform: "node" | "neutral" = "neutral") {
  const contents = `export ${entry}`;
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: ".", sourcefile: "program.ts" },
    bundle: true,
    minify: true,
    splitting: true,
    metafile: true,
    write: false,
    outdir: "bundle",
    format: "esm",
    target: "es2023",
    platform,
    mainFields: ["module", "main"],
    external: ["undici"],
  });
  const initial = new Set(
    Object.keys(metafile.outputs).filter((path) => metafile.outputs[path]?.entryPoint === "program.ts"),
  );
  for (const path of initial)
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === "import-statement") initial.add(imported);
  const size = { all: 0, initial: 0 };
  for (const { path, contents } of outputFiles) {
    const bytes = gzipSync(contents, { level: 9 }).length;
    size.all += bytes / 1000;
    if (initial.has(relative("", path))) size.initial += bytes / 1000;
  }
  return size;
}

it.each([
  ["createClient for the web", '{ createClient } from "./src/api/web.ts"', "neutral", 20],
  ["createClient for Node, without undici", '{ createClient } from "./src/api/index.ts"', "node", 22],
  ["verifyWebhook", '{ verifyWebhook } from "./src/api/webhooks.ts"', "neutral", 2],
  ["time", '* from "./src/time/index.ts"', "neutral", 5],
  ["scheduling", '* from "./src/scheduling/index.ts"', "neutral", 90],
] as const)("%s stays within its budget", async (_, entry, platform, budget) => {
  expect((await measure(entry, platform)).all).toBeLessThanOrEqual(budget);
});

it("scheduling without what it loads later stays within its budget", async () => {
  expect((await measure('* from "./src/scheduling/index.ts"')).initial).toBeLessThanOrEqual(30);
});
