import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { buildView } from "../build-view.ts";
import { root } from "./identity.ts";

/** The modules that the package offers, and its two programs. */
const entries = {
  mcp: "mcp/index.ts",
  api: "src/api/index.ts",
  time: "src/time/index.ts",
  scheduling: "src/scheduling/index.ts",
  sandbox: "src/sandbox/index.ts",
  "rallly-mcp": "mcp/main.ts",
  "rallly-sandbox": "src/sandbox/main.ts",
};

// undici is CommonJS and asks for Node's own modules with require, which ES modules have not.
const requireAgain = 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);';

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  minifySyntax: true,
  minifyWhitespace: true,
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
  await writeView(folder);
  return [...listInputs(metafile), ...(await listViewInputs())];
}

/** Bundles the server, its sandbox included, into one file with its page beside it. Answers what went in. */
export async function bundleServer(folder: string, file: string): Promise<string[]> {
  const outfile = join(folder, file);
  const { metafile } = await build({ ...options, entryPoints: ["mcp/main.ts"], outfile, metafile: true });
  await writeView(dirname(outfile));
  return [...listInputs(metafile), ...(await listViewInputs())];
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
