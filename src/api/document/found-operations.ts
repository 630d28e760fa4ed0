import { distance } from "fastest-levenshtein";
import { countSteps, isRecord, resolve, type SourceDocument } from "./source-document.ts";

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

/** Lists the operations of a document. Skips malformed parts. Throws {@link DocumentTooComplexError}. */
export function listFoundOperations(document: SourceDocument): FoundOperation[] {
  const paths = isRecord(document.value) ? document.value["paths"] : undefined;
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
          const name = resolved?.["name"];
          if (typeof name === "string") document.spend(countSteps(name));
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
