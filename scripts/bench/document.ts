/** Writes the table into docs/performance.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Row } from "./figure.ts";
import { formatTable } from "./table.ts";

const file = new URL("../../docs/performance.md", import.meta.url);
const [start, end] = ["<!-- npm run bench -- --write -->", "<!-- end -->"];

/** Replaces the table between the two marks, with the date and the machine of the run. Throws if a mark is missing. */
export function writePerformance(rows: readonly Row[]): void {
  const text = readFileSync(file, "utf8");
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md lacks "${start}" or "${end}".`);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `Measured on ${date} with Node ${process.version.slice(1)}, ${process.platform} ${process.arch}, ${availableParallelism()} processors.`;
  writeFileSync(
    file,
    `${text.slice(0, from)}${start}\n\n${machine}\n\n${formatTable(rows)}\n\n${text.slice(to)}`,
  );
}
