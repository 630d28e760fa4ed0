import type { Finding } from "../../src/api/drift.ts";
import { sanitizeLine } from "../../src/sanitize.ts";

/** The result of a check. `skipped`: not needed here. `not-checked`: an earlier check failed. */
export type CheckStatus = "ok" | "warning" | "failed" | "skipped" | "not-checked";

/** The names of the checks in their order, as `--json` prints them, with their labels. */
export const checkLabels = {
  node: "Node.js",
  "key-form": "Key",
  "base-url": "Base URL",
  dns: "DNS",
  proxy: "Proxy",
  tls: "TLS",
  reachability: "Service",
  key: "API key",
  plan: "Plan",
  "rate-limit": "Rate limit",
  clock: "Clock",
  polls: "Polls",
  document: "API document",
} as const;

/** The name of a check. */
export type CheckName = keyof typeof checkLabels;

/** A difference between the document and this version, with what uses the operations. */
export interface DocumentFinding extends Finding {
  tools: string[];
  zapierSteps: string[];
}

/** One check. The texts may contain words of other programs: they are sanitized when they are printed. */
export interface Check {
  name: CheckName;
  status: CheckStatus;
  /** What was found, or why it was not checked. */
  found: string;
  /** What to do. */
  advice?: string;
  /** The differences that the check of the document found. */
  findings?: DocumentFinding[];
}

/** Masks secrets in a text. */
export type Mask = (text: string) => string;

const statusWords = {
  ok: "ok",
  warning: "warning",
  failed: "failed",
  skipped: "skipped",
  "not-checked": "not checked",
};
const statusWidth = Math.max(...Object.values(statusWords).map(({ length }) => length)) + 2;
const labelWidth = Math.max(...Object.values(checkLabels).map(({ length }) => length)) + 2;

/** Maximum number of differences that are printed as text. `--json` has all. */
const maxShownFindings = 40;

/** Maximum length of a line without its indentation, in characters. */
const maxLineLength = 600;

/** One line for a check. What to do, and each difference, follow on lines of their own. */
export function formatCheck({ name, status, found, advice, findings = [] }: Check, mask: Mask): string {
  const clean = (text: string) => sanitizeLine(text, maxLineLength, mask);
  const indentation = " ".repeat(statusWidth + labelWidth);
  const start = statusWords[status].padEnd(statusWidth) + checkLabels[name].padEnd(labelWidth);
  const more = findings.length - maxShownFindings;
  const details = [
    ...findings.slice(0, maxShownFindings).map((finding) => clean(formatFinding(finding))),
    ...(more > 0 ? [`and ${more} more, which --json lists`] : []),
    ...(advice === undefined ? [] : [clean(advice)]),
  ];
  return [start + clean(found), ...details.map((line) => indentation + line)]
    .map((line) => `${line}\n`)
    .join("");
}

function formatFinding({ severity, message, tools, zapierSteps }: DocumentFinding): string {
  const text = `${severity}: ${sanitizeLine(message, 200)}.`;
  if (severity === "news") return text;
  const steps = zapierSteps.length === 0 ? "" : `; in Zapier ${zapierSteps.join(", ")}`;
  return `${text} Calls may fail: ${tools.join(", ")}${steps}.`;
}

/** The last line of the text: how many checks have which result. */
export function formatSummary(checks: readonly Check[]): string {
  const counts = Object.entries(statusWords).flatMap(([status, word]) => {
    const count = checks.filter((check) => check.status === status).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return `\n${counts.join(", ")}\n`;
}

/** The document that `--json` prints. Its field names are stable. */
export function formatJson(
  checks: readonly Check[],
  info: { version: string; passed: boolean },
  mask: Mask,
): string {
  const report = {
    version: info.version,
    passed: info.passed,
    checks: checks.map(({ findings: _, ...check }) => check),
    findings: checks.flatMap(({ findings = [] }) => findings),
  };
  // Masking must not change names and results, even if a password is "failed".
  const clean = (key: string, value: unknown) =>
    typeof value === "string" && key !== "name" && key !== "status"
      ? sanitizeLine(value, maxLineLength, mask)
      : value;
  return `${JSON.stringify(report, clean, 2)}\n`;
}
