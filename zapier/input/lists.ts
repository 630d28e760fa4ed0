/** Nested JSON texts are read this deep. */
const maxDepth = 12;

/**
 * A list as Zapier may bring it, made flat: one value, several, nested line items, a JSON array, or text joined by
 * commas, semicolons or line breaks. Order is kept, repeats are dropped.
 */
export function toList(value: unknown): string[] {
  const parts = listLeaves(parseJsonText(value)).flatMap((text) => text.split(/[,;\n\r]/));
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
}

/** Every single value in nested lists and line items, as text, in order. Text is not taken apart. */
export function listLeaves(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(listLeaves);
  return typeof value === "object" ? Object.values(value).flatMap(listLeaves) : [String(value)];
}

/** Replaces every text that is a JSON array or object by what it holds. */
export function parseJsonText(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => parseJsonText(item, depth + 1));
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseJsonText(JSON.parse(value), depth + 1);
  } catch {
    return value;
  }
}
