/** Writes the table into docs/performance.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import type { Row } from "./figure.ts";
import { formatTable } from "./table.ts";

const file = new URL("../../docs/performance.md", import.meta.url);
const [start, end] = ["<!-- npm run bench -- --write -->", "<!-- end -->"];

/** Packages whose versions change the figures. */
const packages = [
  "undici",
  "zod",
  "@modelcontextprotocol/server",
  "zapier-platform-core",
  "openapi-fetch",
  "ofetch",
];

function listVersions(): string {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as Record<
    "dependencies" | "devDependencies",
    Record<string, string>
  >;
  const versions = { ...manifest.dependencies, ...manifest.devDependencies };
  return packages.map((name) => `${name} ${versions[name]}`).join(", ");
}

/** Replaces the table between the two marks, with the date and the machine of the run. Throws if a mark is missing. */
export function writePerformance(rows: readonly Row[]): void {
  const text = readFileSync(file, "utf8");
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md lacks "${start}" or "${end}".`);
  const date = new Date().toISOString().slice(0, 10);
  const [load = 0] = loadavg();
  const machine = `Measured on ${date} with Node ${process.version.slice(1)}, ${process.platform} ${process.arch}, ${availableParallelism()} processors, load average ${load.toFixed(1)} (quiet: about 1), ${listVersions()}.`;
  writeFileSync(
    file,
    `${text.slice(0, from)}${start}\n\n${machine}\n\n${formatTable(rows)}\n\n${text.slice(to)}`,
  );
}
