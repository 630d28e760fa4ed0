import { distance } from "fastest-levenshtein";
import { isRecord, lookUp, SchemaError } from "./json-schema.ts";

/** An operation of an OpenAPI document. */
export interface FoundOperation {
  /** In capitals. */
  method: string;
  /** The path without the version before it, such as `/polls/{pollId}`. */
  path: string;
  /** The operation as the document has it. */
  operation: Record<string, unknown>;
  /** The parameters of the path and the operation, with references resolved. The later one of a name counts. */
  parameters: readonly Record<string, unknown>[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Maximum number of operations that are read. */
const maxOperations = 1_000;

/** Lists the operations of a document. Skips malformed parts. */
export function listFoundOperations(document: unknown): FoundOperation[] {
  const paths = isRecord(document) ? document["paths"] : undefined;
  const list: FoundOperation[] = [];
  for (const [path, given] of Object.entries(isRecord(paths) ? paths : {})) {
    const item = resolve(document, given);
    for (const method of methods) {
      if (list.length >= maxOperations) return list;
      const operation = item?.[method];
      if (!item || !isRecord(operation)) continue;
      const parameters = [item["parameters"], operation["parameters"]]
        .flatMap((each): unknown[] => (Array.isArray(each) ? each : []))
        .flatMap((parameter) => {
          const resolved = resolve(document, parameter);
          return resolved === undefined ? [] : [resolved];
        });
      list.push({
        method: method.toUpperCase(),
        path: path.replace(/^(?:\/api)?\/v1(?=\/)/, ""),
        operation,
        parameters,
      });
    }
  }
  return list;
}

/** Returns an object of a document, following one reference. Undefined if it is not an object. */
export function resolve(document: unknown, value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value) || !Object.hasOwn(value, "$ref")) return isRecord(value) ? value : undefined;
  try {
    const found = lookUp(document, value["$ref"]);
    return isRecord(found) ? found : undefined;
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

/** Maximum length of a path that is compared letter by letter. */
const maxPathLength = 200;

/** Finds the added operation that a missing one was perhaps renamed to: same method, similar path, same number of parts. */
export function findRenamed(
  missing: { method: string; path: string },
  added: readonly FoundOperation[],
): FoundOperation | undefined {
  const parts = (path: string) => path.split("/").length;
  const [best] = added
    .filter(({ method, path }) => method === missing.method && path.length <= maxPathLength)
    .filter(({ path }) => parts(path) === parts(missing.path))
    .map((operation) => ({ operation, changes: distance(operation.path, missing.path) }))
    .filter(({ changes }) => changes <= missing.path.length / 2)
    .sort((one, other) => one.changes - other.changes);
  return best?.operation;
}
