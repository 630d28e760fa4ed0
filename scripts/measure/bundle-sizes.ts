/** What a bundler makes of the library's entries: minified, gzipped, in kilobytes of 1,000 bytes. */
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** A bundle of an export, and the most that it may weigh. */
interface Bundle {
  figure: string;
  exported: string;
  platform: "node" | "neutral";
  budget: number;
  /** Whether what is loaded later, by a dynamic import, is left out. */
  initial?: true;
}

const scheduling = { exported: '* from "./src/scheduling/index.ts"', platform: "neutral" } as const;

export const bundles: Bundle[] = [
  {
    figure: "createClient for the web",
    exported: '{ createClient } from "./src/api/web.ts"',
    platform: "neutral",
    budget: 20,
  },
  {
    figure: "createClient for Node, without undici",
    exported: '{ createClient } from "./src/api/index.ts"',
    platform: "node",
    budget: 22,
  },
  {
    figure: "verifyWebhook",
    exported: '{ verifyWebhook } from "./src/api/webhooks/index.ts"',
    platform: "neutral",
    budget: 2,
  },
  {
    figure: "rallly-connect/time",
    exported: '* from "./src/time/index.ts"',
    platform: "neutral",
    budget: 5,
  },
  { figure: "rallly-connect/scheduling", ...scheduling, budget: 90 },
  { figure: "rallly-connect/scheduling, what is loaded at once", ...scheduling, budget: 30, initial: true },
];

export async function measureBundle({ exported, platform, initial }: Bundle): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${exported}`, resolveDir: ".", sourcefile: "program.ts" },
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
  const paths = Object.keys(metafile.outputs);
  const loaded = new Set(
    initial ? paths.filter((path) => metafile.outputs[path]?.entryPoint === "program.ts") : paths,
  );
  for (const path of loaded)
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === "import-statement") loaded.add(imported);
  return outputFiles
    .filter(({ path }) => loaded.has(relative("", path)))
    .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length / 1_000, 0);
}
