/**
 * Writes the folder for Zapier: the app in one file, its TypeScript for the source archive, and zapier-platform-core. In
 * the root of the repository, Zapier's build would copy every development dependency.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { embedData } from "./bundle/embed-data.ts";
import { root } from "./bundle/root.ts";

/** The folder of the staged app. */
export const stageFolder = join(root, "build", "zapier");

const core = "zapier-platform-core";

interface Manifest {
  name: string;
  version: string;
  license: string;
  description: string;
  dependencies?: Record<string, string>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** The folder of a package that another package imports: in its node_modules or above. Throws when it is not installed. */
function findPackage(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
    if (folder === root || folder === dirname(folder)) throw new Error(`${name} is not installed`);
  }
}

/** The folders of a package and all its dependencies. */
function collectPackages(name: string, from: string, found = new Set<string>()): Set<string> {
  const folder = findPackage(name, from);
  if (found.has(folder)) return found;
  found.add(folder);
  for (const dependency of Object.keys(readManifest(folder).dependencies ?? {}))
    collectPackages(dependency, folder, found);
  return found;
}

/** Copies zapier-platform-core and its dependencies from node_modules into a folder. */
export function copyCore(target: string): void {
  for (const folder of collectPackages(core, root))
    cpSync(folder, join(target, relative(root, folder)), {
      recursive: true,
      filter: (source) => !source.slice(folder.length).includes("node_modules"),
    });
  shadowEncoding(target);
}

// Formatting the samples when the app is loaded took half of its loading time, and the app uses an eighth of the data of
// windows-iana.
const embedded = /[\\/]zapier[\\/](samples|input[\\/]windows-zones)\.ts$/;

/** Replaces zod's writer of JSON Schema, which the app never calls, by functions that do nothing. */
const dropJsonSchema: Plugin = {
  name: "drop-json-schema",
  setup(bundler) {
    const filter =
      /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors|json-schema-generator)\.js$/;
    bundler.onLoad({ filter }, async ({ path }) => {
      const names = Object.keys((await import(path)) as object);
      return { contents: names.map((name) => `export const ${name} = () => {};`).join("\n"), loader: "js" };
    });
  },
};

const hmacFile = fileURLToPath(new URL("zapier/node-hmac.ts", import.meta.url));

/** Bundles the app into one file, with its source map beside it. */
export async function bundleApp(outfile: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ["zapier/index.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    external: [core],
    alias: Object.fromEntries(
      ["hmac", "sha2", "utils"].map((name) => [`@noble/hashes/${name}.js`, hmacFile]),
    ),
    plugins: [embedData(embedded), dropJsonSchema],
    // Names are shortened, because they are a fifth of the bundle. `npm run zapier:stack` restores them in stack traces. The
    // source map is in the source archive, and not in the zip that Zapier loads.
    minify: true,
    sourcemap: "external",
    sourcesContent: false,
    lineLimit: 1000,
    legalComments: "inline",
    logLevel: "warning",
  });
}

/** Copies the sources of the app. Zapier's source archive holds every file that .gitignore does not name. */
function copySources(): void {
  for (const path of ["zapier", "src", "tsconfig.json", "LICENSE"])
    cpSync(join(root, path), join(stageFolder, path), {
      recursive: true,
      filter: (source) => source !== join(root, "src", "sandbox"),
    });
  writeFileSync(join(stageFolder, ".gitignore"), "node_modules/\nbuild/\n");
}

/** Writes the staged folder and returns its path. */
export async function stage(): Promise<string> {
  const { name, version, description, license, dependencies } = readManifest(root);
  rmSync(stageFolder, { recursive: true, force: true });
  mkdirSync(stageFolder, { recursive: true });
  await bundleApp(join(stageFolder, "index.js"));
  copySources();
  const manifest = {
    name,
    version,
    private: true,
    description,
    license,
    type: "module",
    exports: "./index.js",
    engines: { node: ">=22" },
    dependencies: { [core]: dependencies?.[core] },
  };
  writeFileSync(join(stageFolder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, ".zapierapprc"), join(stageFolder, ".zapierapprc"));
  // `promote` reads it from the folder in which it runs.
  cpSync(join(root, "zapier/submission/CHANGELOG.md"), join(stageFolder, "CHANGELOG.md"));
  copyCore(stageFolder);
  return stageFolder;
}

/**
 * node-fetch loads the optional package `encoding`. The CLI would find it in the repository's node_modules and add it to the
 * zip with paths of this machine. A package here that throws ends the search.
 */
function shadowEncoding(target: string): void {
  const folder = join(target, "node_modules", "encoding");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "encoding", "version": "0.0.0" }\n');
  writeFileSync(join(folder, "index.js"), 'throw new Error("encoding is not installed");\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`Staged for Zapier in ${relative(process.cwd(), await stage())}`);
}
