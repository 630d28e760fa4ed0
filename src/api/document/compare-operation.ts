import type { Direction } from "./compare-scalars.ts";
import type { FindingPlace, PlacedDifference } from "./finding.ts";
import type { FoundOperation } from "./found-operations.ts";
import { describeErrorBody, type KnownOperation } from "./known-operations.ts";
import { countSteps, isRecord, resolve, type SourceDocument } from "./source-document.ts";

type Add = (difference: PlacedDifference) => void;

/** Compares a schema of this version with one of the document, in one place of an operation. */
export type CompareAt = (
  place: FindingPlace,
  direction: Direction,
  known: unknown,
  found: unknown,
  name?: string,
) => void;

/** Compares one operation with the same one of a document: authentication, parameters, body, responses. */
export function compareOperation(
  document: SourceDocument,
  known: KnownOperation,
  found: FoundOperation,
  compare: CompareAt,
  add: Add,
): void {
  const field = `${known.method} ${known.path}`;
  if (found.operation["deprecated"] === true)
    add({ severity: "news", place: "operation", field, message: "is deprecated" });
  if (!takesBearer(document, found.operation))
    add({
      severity: "warning",
      place: "operation",
      field,
      message: "does not take a Bearer key anymore",
      impact: "all-refused",
    });
  compareParameters(known, found, compare, add);
  compareBody(document, known, found, compare, add);
  compareResponses(document, found.operation, known, compare, add);
}

function takesBearer(document: SourceDocument, operation: Record<string, unknown>): boolean {
  const root = isRecord(document.value) ? document.value : {};
  const security = operation["security"] ?? root["security"];
  const components = resolve(document, root["components"]);
  const schemes = resolve(document, components?.["securitySchemes"]);
  // Without a description of authentication there is nothing to compare.
  if (!Array.isArray(security) || security.length === 0 || !schemes) return true;
  return security.some((requirement) =>
    Object.keys(isRecord(requirement) ? requirement : {}).every((name) => {
      const scheme = resolve(document, Object.hasOwn(schemes, name) ? schemes[name] : undefined);
      const method = scheme?.["scheme"];
      return scheme?.["type"] === "http" && typeof method === "string" && method.toLowerCase() === "bearer";
    }),
  );
}

// OpenAPI ignores parameters of these names.
const ownHeaders = ["accept", "content-type", "authorization"];

function compareParameters(known: KnownOperation, found: FoundOperation, compare: CompareAt, add: Add): void {
  const { parameters } = found;
  const find = (place: string, name: string) =>
    parameters.findLast((parameter) => parameter["in"] === place && parameter["name"] === name);
  for (const [, name = ""] of found.path.matchAll(/\{([^{}]*)\}/g)) {
    const schema = getSchema(find("path", name));
    if (schema !== undefined) compare("path", "request", { type: "string" }, schema, name);
  }
  for (const [name, schema] of known.query) {
    const parameter = find("query", name);
    if (!parameter) {
      add({
        severity: "warning",
        place: "query",
        field: name,
        message: "is not accepted anymore",
        impact: "some-refused",
      });
      continue;
    }
    if (parameter["required"] === true)
      add({
        severity: "warning",
        place: "query",
        field: name,
        message: "is required now",
        impact: "some-refused",
      });
    if (parameter["deprecated"] === true)
      add({ severity: "news", place: "query", field: name, message: "is deprecated" });
    compare("query", "request", schema, getSchema(parameter) ?? {}, name);
  }
  for (const { in: place, name, required } of parameters) {
    if (typeof name !== "string" || (place !== "query" && place !== "header")) continue;
    if (known.query.has(name) || (place === "header" && ownHeaders.includes(name.toLowerCase()))) continue;
    if (required === true)
      add({ severity: "warning", place, field: name, message: "is new and required", impact: "all-refused" });
    else add({ severity: "news", place, field: name, message: "is new" });
  }
}

function getSchema(holder: Record<string, unknown> | undefined): unknown {
  const content = holder?.["content"];
  return (
    holder?.["schema"] ?? (isRecord(content) ? Object.values(content).find(isRecord)?.["schema"] : undefined)
  );
}

/** The schema of JSON in the content of a body. Undefined when there is no JSON. */
function getJsonSchema({ spend }: SourceDocument, body: Record<string, unknown> | undefined): unknown {
  const content = body?.["content"];
  for (const [type, media] of Object.entries(isRecord(content) ? content : {})) {
    spend(countSteps(type));
    if (/^application\/([\w.-]+\+)?json\b/i.test(type)) return isRecord(media) ? (media["schema"] ?? {}) : {};
  }
  return undefined;
}

function compareBody(
  document: SourceDocument,
  known: KnownOperation,
  { operation }: FoundOperation,
  compare: CompareAt,
  add: Add,
): void {
  const body = resolve(document, operation["requestBody"]);
  const field = `${known.method} ${known.path}`;
  const warn = (message: string) =>
    add({ severity: "warning", place: "operation", field, message, impact: "all-refused" });
  if (known.body === undefined) {
    if (body?.["required"] === true) warn("needs a body now");
    return;
  }
  const schema = getJsonSchema(document, body);
  if (schema === undefined) warn("does not take a JSON body anymore");
  else compare("body", "request", known.body, schema);
}

function compareResponses(
  document: SourceDocument,
  operation: Record<string, unknown>,
  known: KnownOperation,
  compare: CompareAt,
  add: Add,
): void {
  const field = `${known.method} ${known.path}`;
  const responses = Object.entries(resolve(document, operation["responses"]) ?? {});
  const named = responses.filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  const successes = named.length > 0 ? named : responses.filter(([status]) => status === "default");
  if (successes.length === 0)
    add({
      severity: "unknown",
      place: "operation",
      field,
      message: "could not be compared: it lists no response",
    });
  for (const [status, response] of successes) {
    const schema = getJsonSchema(document, resolve(document, response));
    if (schema !== undefined) compare("response", "response", known.response, schema);
    else
      add({
        severity: "warning",
        place: "operation",
        field,
        message: `has no JSON in response ${status} anymore`,
        impact: "unreadable",
      });
  }
  for (const [status, response] of responses) {
    const schema = /^[45](\d\d|XX)$/i.test(status)
      ? getJsonSchema(document, resolve(document, response))
      : undefined;
    if (schema !== undefined) compare("error", "response", describeErrorBody(), schema);
  }
}
