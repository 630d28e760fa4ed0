import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { buildView } from "../build-view.ts";
import { root } from "./package-info.ts";

/** The modules that the package offers, and its two programs behind their entries. */
const entries = {
  mcp: "mcp/index.ts",
  api: "src/api/index.ts",
  time: "src/time/index.ts",
  scheduling: "src/scheduling/index.ts",
  sandbox: "src/sandbox/index.ts",
  "rallly-mcp-program": "mcp/program.ts",
  "rallly-sandbox-program": "src/sandbox/program.ts",
};

// undici is CommonJS and asks for Node's own modules with require, which ES modules have not.
const requireAgain = 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);';

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  // Not minified: a crash shows one line of the source, which must be short, and names that can be read.
  legalComments: "none",
  banner: { js: requireAgain },
  logLevel: "warning",
} as const satisfies BuildOptions;

/** Bundles every entry of the package into one folder; what several need is written once. Answers what went in. */
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
  return [...listInputs(metafile), ...(await listViewInputs())];
}

/** Bundles the server, its sandbox included, into one file with its entry and its page beside it. Answers what went in. */
export async function bundleServer(folder: string, file: string): Promise<string[]> {
  const entry = join(folder, file);
  const program = "program.mjs";
  const outfile = join(dirname(entry), program);
  const { metafile } = await build({ ...options, entryPoints: ["mcp/program.ts"], outfile, metafile: true });
  await writeEntry("mcp/main.ts", entry, `./${program}`);
  await writeView(dirname(entry));
  return [...listInputs(metafile), ...(await listViewInputs())];
}

/** Writes a program's entry: one file which every old Node can load, and which loads the program. */
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

// Beside the code: there the server looks for it.
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

/** The files of which something is left in the output. */
function listInputs({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  );
}
