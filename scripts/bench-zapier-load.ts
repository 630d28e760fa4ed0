/**
 * Measures the cold load of the staged Zapier app against that of the CLI's TypeScript template with custom authentication.
 * Both are built by Zapier's CLI and unpacked. Each pair loads both in new processes, in changing order. Prints the
 * median times, and the median of the ratios of the pairs. Other programs change the times of the clock more than those
 * of the processor.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { run, zapier } from "./zapier/cli.ts";
import { copyCore, stage } from "./zapier-stage.ts";
import { readZip, unpack } from "./zip.ts";

const { values } = parseArgs({ options: { pairs: { type: "string", default: "31" } } });
const pairs = Number(values.pairs);

/** Builds the app in a folder with the CLI and unpacks it as Zapier does. Returns the path of its entry. */
async function buildApp(folder: string, target: string): Promise<string> {
  await zapier(["build", "--skip-dep-install", "--skip-validation"], folder);
  unpack(readZip(join(folder, "build", "build.zip")), target);
  return join(target, "zapierwrapper.js");
}

/** Creates the template and compiles each of its files, as its own build does with tsc. */
async function createTemplate(folder: string): Promise<void> {
  await zapier(
    ["init", folder, "--template", "custom-auth", "--language", "typescript", "--module", "esm"],
    tmpdir(),
  );
  await build({
    absWorkingDir: folder,
    entryPoints: ["src/index.ts", "src/authentication.ts", "src/middleware.ts"],
    outdir: "dist",
    format: "esm",
    logLevel: "warning",
  });
  const manifestFile = join(folder, "package.json");
  const { scripts: _compiled, ...manifest } = JSON.parse(readFileSync(manifestFile, "utf8")) as {
    scripts: object;
  };
  writeFileSync(manifestFile, JSON.stringify(manifest));
  copyCore(folder);
}

/** The milliseconds that a load took, without the start of Node: by the clock, and of the processor. */
type Times = Record<"clock" | "processor", number>;

/** Loads an app in a new process. */
async function load(entry: string): Promise<Times> {
  const script = `const start = performance.now();
    const used = process.cpuUsage();
    await import(${JSON.stringify(pathToFileURL(entry).href)});
    const { user, system } = process.cpuUsage(used);
    console.log(JSON.stringify({ clock: performance.now() - start, processor: (user + system) / 1000 }));`;
  const output = await run(process.execPath, ["--input-type=module", "--eval", script], tmpdir());
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Times;
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const folder = mkdtempSync(join(tmpdir(), "zapier-load-"));
try {
  const app = await buildApp(await stage(), join(folder, "app"));
  await createTemplate(join(folder, "template"));
  const template = await buildApp(join(folder, "template"), join(folder, "built-template"));
  await Promise.all([load(app), load(template)]);
  const measured: { app: Times; template: Times }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const early = pair % 2 === 0 ? undefined : await load(template);
    measured.push({ app: await load(app), template: early ?? (await load(template)) });
  }
  console.log(`cold load, median of ${pairs} pairs\n\n            app    template   ratio`);
  for (const kind of ["clock", "processor"] as const) {
    const figures = [
      `${median(measured.map((pair) => pair.app[kind])).toFixed(0)} ms`,
      `${median(measured.map((pair) => pair.template[kind])).toFixed(0)} ms`,
      median(measured.map((pair) => pair.app[kind] / pair.template[kind])).toFixed(2),
    ];
    console.log(kind.padEnd(10) + figures.map((figure) => figure.padStart(9)).join(""));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
