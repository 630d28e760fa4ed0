/** What a bundler makes of the library's entries: minified, gzipped, in kilobytes of 1,000 bytes. */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** A bundle of an export, and the most that it may weigh. */
interface Bundle {
  figure: string;
  exported: string;
  platform: "node" | "neutral";
  budget: number;
}

export const bundles: Bundle[] = [
  {
    figure: "createClient for the web",
    exported: '{ createClient } from "./src/api/web.ts"',
    platform: "neutral",
    budget: 20.5,
  },
  {
    figure: "createClient for Node, without undici",
    exported: '{ createClient } from "./src/api/index.ts"',
    platform: "node",
    budget: 21.4,
  },
  {
    figure: "verifyWebhook",
    exported: '{ verifyWebhook } from "./src/api/webhooks/index.ts"',
    platform: "neutral",
    budget: 1.7,
  },
  {
    figure: "rallly-connect/time",
    exported: '* from "./src/time/index.ts"',
    platform: "neutral",
    budget: 6,
  },
  {
    figure: "rallly-connect/scheduling",
    exported: '* from "./src/scheduling/index.ts"',
    platform: "neutral",
    budget: 33.5,
  },
];

export async function measureBundle({ exported, platform }: Bundle): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${exported}`, resolveDir: ".", sourcefile: "program.ts" },
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    outdir: "bundle",
    format: "esm",
    target: "es2023",
    platform,
    mainFields: ["module", "main"],
    external: ["undici"],
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length / 1_000, 0);
}
