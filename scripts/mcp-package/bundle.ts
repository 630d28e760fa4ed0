import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { buildView } from "../build-view.ts";
import { root } from "../bundle/root.ts";
import { embedServerData, sdkAlias } from "../bundle/server-options.ts";

/** The exports of the package, and the two programs that its commands import. */
const entries = {
  mcp: "mcp/index.ts",
  api: "src/api/index.ts",
  time: "src/time/index.ts",
  scheduling: "src/scheduling/index.ts",
  sandbox: "src/sandbox/index.ts",
  "rallly-mcp-program": "mcp/program.ts",
  "rallly-sandbox-program": "src/sandbox/program.ts",
};

/** The exports that also have a build without undici and without modules of Node. */
const webEntries = {
  api: "src/api/fetch-client.ts",
  time: "src/time/index.ts",
  scheduling: "src/scheduling/index.ts",
};

// undici is CommonJS and loads Node's modules with require, which does not exist in ES modules.
const requireBanner = 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);';

/** Replaces undici's index, which loads its fetch, WebSocket, caches and mocks too, by the exports that src/api imports. */
const undiciParts: Plugin = {
  name: "undici-parts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, ({ path }) => ({
      contents: `
        export { default as Agent } from "./lib/dispatcher/agent.js";
        export { default as buildConnector } from "./lib/core/connect.js";
        export { default as errors } from "./lib/core/errors.js";`,
      resolveDir: dirname(path),
    })),
};

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  // Not minified: a stack trace shows readable lines and names.
  legalComments: "none",
  banner: { js: requireBanner },
  logLevel: "warning",
  alias: sdkAlias,
  plugins: [embedServerData(1), undiciParts],
} as const satisfies BuildOptions;

/** Bundles every entry of the package into one folder, with shared chunks. Returns the paths of the bundled files. */
export async function bundlePackage(folder: string): Promise<string[]> {
  const { metafile } = await build({
    ...options,
    entryPoints: entries,
    outdir: folder,
    splitting: true,
    chunkNames: "shared-[hash]",
    metafile: true,
  });
  await writeEntry("mcp/main.ts", join(folder, "rallly-mcp.js"), "./rallly-mcp-program.js");
  await writeEntry("src/sandbox/main.ts", join(folder, "rallly-sandbox.js"), "./rallly-sandbox-program.js");
  await writeView(folder);
  return [...listInputs(metafile), ...(await bundleWeb(join(folder, "web"))), ...(await listViewInputs())];
}

/** Bundles the exports for runtimes without Node's modules. An import of such a module fails the build. */
async function bundleWeb(folder: string): Promise<string[]> {
  const { metafile } = await build({
    ...options,
    platform: "browser",
    target: "es2022",
    banner: {},
    entryPoints: webEntries,
    // Its users bundle it again. Errors have their names as properties.
    minify: true,
    outdir: folder,
    splitting: true,
    chunkNames: "shared-[hash]",
    metafile: true,
  });
  return listInputs(metafile);
}

/**
 * Bundles the programs of the repository into its build, each into one file and the chunks that it loads when it needs them: a start
 * from hundreds of files takes twice as long.
 */
export async function bundlePrograms(folder: string): Promise<void> {
  await build({
    ...options,
    entryPoints: { "mcp/program": "mcp/program.ts", "src/sandbox/program": "src/sandbox/program.ts" },
    outdir: folder,
    splitting: true,
    chunkNames: "mcp/shared-[hash]",
    allowOverwrite: true,
  });
}

/** Bundles the server with its sandbox beside its entry and its page. Returns the paths of the bundled files. */
export async function bundleServer(folder: string, file: string): Promise<string[]> {
  const entry = join(folder, file);
  const outdir = dirname(entry);
  const { metafile } = await build({
    ...options,
    entryPoints: { program: "mcp/program.ts" },
    outdir,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    chunkNames: "shared-[hash]",
    metafile: true,
  });
  await writeEntry("mcp/main.ts", entry, "./program.mjs");
  await writeView(outdir);
  return [...listInputs(metafile), ...(await listViewInputs())];
}

/** Writes the entry of a program: a file that every old Node can load, and that imports the program. */
async function writeEntry(source: string, outfile: string, program: string): Promise<void> {
  await build({
    ...options,
    banner: {},
    entryPoints: [source],
    outfile,
    plugins: [
      {
        name: "program",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\.\/program\.ts$/ }, () => ({ path: program, external: true })),
      },
    ],
  });
}

// The server loads the page from its own folder.
async function writeView(folder: string): Promise<void> {
  writeFileSync(join(folder, "results.html"), await buildView());
}

async function listViewInputs(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["mcp/view/page/main.ts"],
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
  });
  return listInputs(metafile);
}

/** The files whose code is in the output, after tree shaking. */
function listInputs({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  );
}
