/**
 * Compiles into dist: the library file by file with its declarations, the command as a bundle, and the views. Existing files
 * of dist are overwritten and none is removed, so that a server which runs from there finds the code that it loads later.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import manifest from "../../package.json" with { type: "json" };
import { buildView, viewNames } from "./view.ts";

const root = join(import.meta.dirname, "../..");

/**
 * Replaces the module of the tool list by the data that it computes: creating the schemas of all tools takes longer than listing
 * them, and a host lists the tools in every conversation.
 */
const embedTools: Plugin = {
  name: "embed-tools",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]mcp[\\/]tools[\\/]listing\.ts$/ }, async ({ path }) => {
      const values = Object.entries((await import(path)) as Record<string, object>);
      const lines = values.map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 1)};`,
      );
      return { contents: lines.join("\n"), loader: "js" };
    });
  },
};

compileLibrary();
// The programs and the connector contain the pages as text.
mkdirSync(join(root, "dist/mcp/view"), { recursive: true });
for (const name of viewNames) writeFileSync(join(root, `dist/mcp/view/${name}.html`), await buildView(name));
const bundled = await bundleCommand();
writeFileSync(join(root, "dist/THIRD-PARTY-NOTICES.txt"), listNotices(bundled));
chmodSync(join(root, "dist/cli/main.js"), 0o755);

function compileLibrary(): void {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** A start from hundreds of files takes twice as long. The sandbox stays outside: few people start it. */
async function bundleCommand(): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { "cli/main": "cli/main.ts" },
    outdir: "dist",
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[hash]",
    platform: "node",
    // The CommonJS form of jsonc-parser cannot be bundled.
    mainFields: ["module", "main"],
    target: manifest.engines.node.replace(">=", "node"),
    format: "esm",
    loader: { ".html": "text" },
    // A shorter text starts sooner. Names stay and lines are short, so that a stack trace tells where it was.
    minifyWhitespace: true,
    lineLimit: 160,
    // undici is CommonJS and loads Node's modules with require.
    banner: {
      js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);',
    },
    plugins: [
      embedTools,
      {
        name: "sandbox-outside",
        setup: ({ onResolve }) =>
          onResolve({ filter: /\/src\/sandbox\/index\.ts$/ }, ({ path }) => ({
            path: path.replace(/^.*\/src\/(.*)\.ts$/, "../src/$1.js"),
            external: true,
          })),
      },
    ],
    metafile: true,
    logLevel: "warning",
  });
  return metafile;
}

/** The licenses of the packages whose code is in the bundles. */
function listNotices({ inputs }: Metafile): string {
  const folders = Object.keys(inputs).flatMap(
    (path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? [],
  );
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
      const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text =
        file && existsSync(join(root, folder, file)) ? readFileSync(join(root, folder, file), "utf8") : "";
      return `== ${name} ${version} (${license})\n\n${text.trim()}\n`;
    })
    .join("\n");
}
