/** Nested JSON texts are read this deep. */
const maxDepth = 12;

/**
 * A list as Zapier may bring it, made flat: one value, several, nested line items, a JSON array, or text joined by
 * commas, semicolons or line breaks. Order is kept, repeats are dropped.
 */
export function readList(value: unknown): string[] {
  const parts = readLeaves(openJson(value)).flatMap((text) => text.split(/[,;\n\r]/));
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
}

/** Every single value in nested lists and line items, as text, in order. Text is not taken apart. */
export function readLeaves(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(readLeaves);
  return typeof value === "object" ? Object.values(value).flatMap(readLeaves) : [String(value)];
}

/** Replaces every text that is a JSON array or object by what it holds. */
export function openJson(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => openJson(item, depth + 1));
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return openJson(JSON.parse(value), depth + 1);
  } catch {
    return value;
  }
}
