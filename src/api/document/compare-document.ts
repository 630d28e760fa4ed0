import { type OperationName, operations } from "../operations.ts";
import { type CompareAt, compareOperation } from "./compare-operation.ts";
import { createSchemaComparison } from "./compare-schemas.ts";
import type { Finding, FindingPlace, PlacedDifference } from "./finding.ts";
import { type FoundOperation, findRenamed, listFoundOperations } from "./found-operations.ts";
import { type KnownOperation, listKnownOperations } from "./known-operations.ts";
import { DocumentTooComplexError, openDocument, type SourceDocument } from "./source-document.ts";

/** Maximum number of findings. */
const maxFindings = 200;

/** Maximum length of a field and of a message, in characters. Both may contain texts of the document. */
const maxTextLength = 500;
const shorten = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);

/**
 * Compares an OpenAPI document (3.0 or 3.1) with the operations, inputs and responses of this version. Additions are news.
 * Removals and narrowings are warnings. What a pattern says, descriptions and limits of responses are not compared. Returns at most
 * two hundred findings, the warnings first. The document may be hostile: the work is bounded, and no JSON makes it throw.
 */
export function compareDocument(document: unknown): Finding[] {
  const findings = new Map<string, Finding>();
  const add = (name: OperationName | undefined, difference: PlacedDifference) => {
    const { severity, place } = difference;
    const [field, message] = [shorten(difference.field), shorten(difference.message)];
    const key = [severity, place, field, message].join("\n");
    const finding = findings.get(key) ?? { ...difference, field, message, operations: [] };
    if (name !== undefined && !finding.operations.includes(name)) finding.operations.push(name);
    if (findings.size < 10 * maxFindings) findings.set(key, finding);
  };
  try {
    compareOperations(openDocument(document), add);
  } catch (error) {
    if (!(error instanceof DocumentTooComplexError)) throw error;
    add(undefined, {
      severity: "unknown",
      place: "document",
      field: "document",
      message: "is too complex to compare fully",
    });
  }
  const order = ["warning", "unknown", "news"];
  return [...findings.values()]
    .sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity))
    .slice(0, maxFindings);
}

type Add = (name: OperationName | undefined, difference: PlacedDifference) => void;

function compareOperations(document: SourceDocument, add: Add): void {
  const found = listFoundOperations(document);
  if (found.length === 0) {
    add(undefined, {
      severity: "unknown",
      place: "document",
      field: "document",
      message: "lists no operations",
    });
    return;
  }
  const known = listKnownOperations();
  const key = ({ method, path }: Pick<FoundOperation | KnownOperation, "method" | "path">) =>
    `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
  const byKey = new Map(found.map((operation) => [key(operation), operation]));
  const knownKeys = new Set([...known, operations.getOpenApi].map(key));
  const added = found.filter((operation) => !knownKeys.has(key(operation)));
  const compareSchemas = createSchemaComparison(document);
  for (const operation of known) {
    const match = byKey.get(key(operation));
    const field = `${operation.method} ${operation.path}`;
    if (match) {
      const compare: CompareAt = (place, direction, ...[knownSchema, foundSchema, name]) =>
        compareSchemas(knownSchema, foundSchema, {
          direction,
          field: name ?? "",
          report: (difference) =>
            add(operation.name, { ...difference, place, field: toFieldName(difference.field, place) }),
        });
      compareOperation(document, operation, match, compare, (difference) => add(operation.name, difference));
      continue;
    }
    const renamed = findRenamed(operation, added);
    const hint = renamed ? `, perhaps renamed to ${renamed.method} ${renamed.path}` : "";
    add(operation.name, {
      severity: "warning",
      place: "operation",
      field,
      message: `is not in the document anymore${hint}`,
      impact: "all-refused",
    });
  }
  for (const { method, path } of added)
    add(undefined, { severity: "news", place: "operation", field: `${method} ${path}`, message: "is new" });
}

/** The same field of a poll has one name in a list of polls and in one poll. */
function toFieldName(field: string, place: FindingPlace): string {
  const name = place === "response" ? field.replace(/^data(\[\])?\./, "") : field;
  return name === "" ? place : name;
}
