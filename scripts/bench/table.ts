/** The table of the figures, as printed and as written into docs/performance.md. */
import { type Bound, isWithin, type Row } from "./figure.ts";

const headings = ["figure", "value", "compared with", "its value", "ratio", "bound", "result"];

/** The table as Markdown. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [headings, ...rows.map(toCells)];
  const widths = headings.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const isNumber = (column: number) => [1, 3, 4].includes(column);
  const lines = cells.map((row) =>
    row.map((cell, column) =>
      isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    ),
  );
  const rule = widths.map((width, column) =>
    isNumber(column) ? `${"-".repeat(width - 1)}:` : "-".repeat(width),
  );
  const [first = [], ...rest] = lines;
  return [first, rule, ...rest].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function toCells(row: Row): string[] {
  return [
    row.figure,
    `${formatNumber(row.value)} ${row.unit}`,
    row.comparedWith,
    `${formatNumber(row.reference)} ${row.unit}`,
    row.ratio.toFixed(2),
    row.bound ? formatBound(row.bound, row.unit) : "-",
    describeResult(row),
  ];
}

function describeResult(row: Row): string {
  if (!row.bound) return "";
  return isWithin(row, row.bound) ? "met" : "not met";
}

/** A bound as text, for example `<= 1.8`. */
export function formatBound(bound: Bound, unit: string): string {
  if ("ratioAtMost" in bound) return `<= ${bound.ratioAtMost}`;
  if ("ratioAtLeast" in bound) return `>= ${bound.ratioAtLeast}`;
  if ("moreAtMost" in bound) return `<= +${bound.moreAtMost} ${unit}`;
  return `<= ${bound.atMost.toLocaleString("en")} ${unit}`;
}

/** What a row has measured and what `--check` accepts, for example `client.getPoll beside openapi-fetch: 1.31, accepted <= 1.2`. */
export function describeMeasured(row: Row): string {
  const bound = row.accepted ?? row.bound;
  const accepted = bound ? `, accepted ${formatBound(bound, row.unit)}` : "";
  return `${row.figure} beside ${row.comparedWith}: ${formatMeasured(row, bound)}${accepted}`;
}

/** The number that a bound limits. */
function formatMeasured({ value, reference, ratio, unit }: Row, bound: Bound | undefined): string {
  if (bound && "atMost" in bound) return `${formatNumber(value)} ${unit}`;
  if (bound && "moreAtMost" in bound) return `+${formatNumber(value - reference)} ${unit}`;
  return ratio.toFixed(3);
}

/** Three digits, or all digits of the whole part. */
function formatNumber(value: number): string {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
