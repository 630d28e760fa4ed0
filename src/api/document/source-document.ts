/** Thrown for a schema that cannot be read. The message completes "could not be compared: ". */
export class SchemaError extends Error {
  override readonly name: string = "SchemaError";
}

/** Thrown when a document takes more steps to compare than the maximum. */
export class DocumentTooComplexError extends SchemaError {
  override readonly name = "DocumentTooComplexError";
}

/** Maximum number of steps of one comparison. The service's document takes some six thousand. */
const maxSteps = 200_000;

/** A document, with the steps that its comparison has taken. The document may be hostile, and a small one may take long. */
export interface SourceDocument {
  readonly value: unknown;
  /**
   * Counts work before it is done: about a step for each schema, property, list element or 16 characters of text. Throws
   * {@link DocumentTooComplexError} when the sum exceeds the maximum.
   */
  spend(steps: number): void;
}

/** Starts to count the steps of the comparison of a document. */
export function openDocument(value: unknown): SourceDocument {
  let total = 0;
  return {
    value,
    spend(steps) {
      total += steps;
      if (total > maxSteps) throw new DocumentTooComplexError("the document is too complex");
    },
  };
}

/** The steps that a text takes. */
export const countSteps = (text: string): number => 1 + Math.floor(text.length / 16);

/** Whether a value is an object of JSON. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Maximum length of a reference, in characters. */
const maxReferenceLength = 1_000;

/** Looks up a reference such as `#/components/schemas/Poll`. Throws {@link SchemaError}. */
export function lookUp({ value, spend }: SourceDocument, reference: unknown): unknown {
  if (typeof reference !== "string" || !reference.startsWith("#/"))
    throw new SchemaError("a reference leads out of the document");
  if (reference.length > maxReferenceLength) throw new SchemaError("a reference is too long");
  const parts = reference.slice(2).split("/");
  spend(parts.length);
  let found = value;
  for (const part of parts) {
    const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name))
      throw new SchemaError("a reference leads to nothing");
    found = Reflect.get(found, name);
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns an object of a document, following one reference. Undefined if it is not an object. Throws
 * {@link DocumentTooComplexError}.
 */
export function resolve(document: SourceDocument, value: unknown): Record<string, unknown> | undefined {
  document.spend(1);
  if (!isRecord(value) || !Object.hasOwn(value, "$ref")) return isRecord(value) ? value : undefined;
  try {
    const found = lookUp(document, value["$ref"]);
    return isRecord(found) ? found : undefined;
  } catch (error) {
    if (!(error instanceof SchemaError) || error instanceof DocumentTooComplexError) throw error;
    return undefined;
  }
}
