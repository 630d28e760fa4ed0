/**
 * Measures speed and cost side by side, and prints one table. Each figure is compared with something in the same run.
 *
 *     npm run bench                       # all figures of the table
 *     npm run bench -- --check            # exits with 1 if a figure passes its bound twice
 *     npm run bench -- --only ranking     # one figure, with its details
 *     npm run bench -- --only burst --set clock=30
 *     npm run bench -- --write            # writes the table into docs/performance.md, with --only just the figures named
 */
import { fork } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writePerformance } from "./bench/document.ts";
import { type Figure, isWithin, type Row } from "./bench/figure.ts";
import type { MeasureCommand } from "./bench/measure.ts";
import { describeMeasured, formatTable } from "./bench/table.ts";
import { startProgress } from "./progress.ts";

/** The figures of the table, in its order. Each is a file of scripts/bench. */
const tableFigures = [
  "client",
  "growth",
  "ranking",
  "burst",
  "jobs",
  "tools",
  "requests",
  "client-memory",
  "mcp-start",
  "mcp-calls",
  "zapier-app",
  "mcp-install",
  "mcp-memory",
  "connector",
];

/** Figures that are printed with `--only` and have no place in the table. */
const otherFigures = ["zapier-steps", "input", "parse"];

const names = [...tableFigures, ...otherFigures];

/** A figure that takes longer than this hangs. */
const maxMinutes = 10;

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    set: { type: "string", multiple: true, default: [] },
  },
});

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const unknown = values.only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  const titles = await Promise.all(names.map(async (name) => `  ${name}: ${(await load(name)).title}`));
  fail(`Unknown figure: ${unknown.join(", ")}. There are:\n${titles.join("\n")}`);
}
const settings = await parseSettings();

async function load(name: string): Promise<Figure> {
  return ((await import(`./bench/${name}.ts`)) as { figure: Figure }).figure;
}

/** The settings that `--set name=value` gives for the figures of `--only`. */
async function parseSettings(): Promise<Record<string, number>> {
  if (values.set.length === 0) return {};
  const [name] = values.only;
  if (name === undefined || values.only.length > 1) fail("--set needs --only with one figure.");
  const known = (await load(name)).settings ?? {};
  return Object.fromEntries(
    values.set.map((text) => {
      const [key = "", value = ""] = text.split("=");
      if (!(key in known)) fail(`${name} has no setting ${key}. It has: ${Object.keys(known).join(", ")}`);
      if (value === "" || !Number.isFinite(Number(value))) fail(`${text}: give a number, such as ${key}=5`);
      return [key, Number(value)];
    }),
  );
}

/** Measures a figure in a new process, so that the figures do not change each other's memory and compiled code. */
function measure(name: string): Promise<Row[]> {
  const command: MeasureCommand = { check: values.check, details: values.only.length > 0, settings };
  return new Promise((resolve, reject) => {
    const file = fileURLToPath(new URL("bench/measure.ts", import.meta.url));
    const child = fork(file, [name, JSON.stringify(command)], { execArgv: ["--expose-gc"], silent: true });
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null) createInterface({ input: stream }).on("line", progress.log);
    const timer = setTimeout(() => child.kill(), maxMinutes * 60_000);
    let rows: Row[] | undefined;
    child.once("message", (message) => {
      rows = message as Row[];
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      if (rows) resolve(rows);
      else reject(new Error(`${name} could not be measured (exit code ${code}).`));
    });
  });
}

const isMissed = (row: Row) => !isWithin(row, row.accepted ?? row.bound);

/** Measures a figure. With `--check` once more if a row passes its bound: a row counts as missed if it does so twice. */
async function measureFor(name: string): Promise<Row[]> {
  const rows = await measure(name);
  const missed = rows.filter(isMissed);
  if (!values.check || missed.length === 0) return rows;
  progress.log(`${name} once more, because of ${missed.map(describeMeasured).join("; ")}`);
  const repeated = await measure(name);
  return rows.map((row, index) => (isMissed(row) ? (repeated[index] ?? row) : row));
}

const rows: Row[] = [];
const failures: string[] = [];
const chosen = values.only.length > 0 ? values.only : tableFigures;
const progress = startProgress(chosen.length, "figures");
for (const [index, name] of chosen.entries()) {
  progress.set(index, name);
  try {
    rows.push(...(await measureFor(name)));
  } catch (error) {
    // The other figures are still measured. What the figure printed is above.
    failures.push(error instanceof Error ? error.message : String(error));
    progress.log(failures.at(-1) ?? "");
  }
}
progress.end();
if (rows.length > 0) console.log(formatTable(rows));
if (values.write && failures.length === 0) writePerformance(rows);
if (values.check)
  failures.push(...rows.filter(isMissed).map((row) => `${describeMeasured(row)}, missed twice`));
if (failures.length > 0) fail(`These figures failed:\n${failures.join("\n")}`);
