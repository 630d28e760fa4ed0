/**
 * Measures size and cold load of the staged Zapier app against those of the CLI's TypeScript template with custom
 * authentication. Both are built by Zapier's CLI and unpacked. Each round loads both in new processes, in changing order.
 * Other programs change the times of the clock more than those of the processor.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { run, zapier } from "../zapier/cli.ts";
import { copyCore, stage } from "../zapier-stage.ts";
import { readZip, unpack } from "../zip.ts";
import { alternate, type Figure, toRow } from "./figure.ts";

/** Builds the app in a folder with the CLI and unpacks it as Zapier does. Returns its entry and the bytes of the zip. */
async function buildApp(folder: string, target: string): Promise<{ entry: string; bytes: number }> {
  await zapier(["build", "--skip-dep-install", "--skip-validation"], folder);
  const zip = join(folder, "build", "build.zip");
  unpack(readZip(zip), target);
  return { entry: join(target, "zapierwrapper.js"), bytes: statSync(zip).size };
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

export const figure: Figure = {
  title: "size and cold load of the Zapier app",
  settings: { rounds: 21 },
  checkSettings: { rounds: 9 },
  async measure({ settings }) {
    const folder = mkdtempSync(join(tmpdir(), "zapier-load-"));
    try {
      const app = await buildApp(await stage(), join(folder, "app"));
      await createTemplate(join(folder, "template"));
      const template = await buildApp(join(folder, "template"), join(folder, "built-template"));
      const processor = { app: [] as number[], template: [] as number[] };
      const warmup = 2;
      const loadFor = (name: "app" | "template", entry: string) => async () => {
        const times = await load(entry);
        processor[name].push(times.processor);
        return times.clock;
      };
      const clock = await alternate(
        { app: loadFor("app", app.entry), template: loadFor("template", template.entry) },
        { rounds: settings["rounds"] ?? 1, warmup },
      );
      const comparedWith = "Zapier's TypeScript template";
      const row = (name: string, unit: string, ratioAtMost: number, accepted: number) => ({
        figure: `Zapier app: ${name}`,
        unit,
        comparedWith,
        bound: { ratioAtMost },
        accepted: { ratioAtMost: accepted },
      });
      return [
        toRow(row("zip", "kB", 1.2, 1.2), [app.bytes / 1000], [template.bytes / 1000]),
        toRow(row("cold load", "ms", 1.25, 1.7), clock.app, clock.template),
        toRow(
          row("cold load, processor time", "ms", 1.25, 1.5),
          processor.app.slice(warmup),
          processor.template.slice(warmup),
        ),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
