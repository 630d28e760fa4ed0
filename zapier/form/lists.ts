/**
 * A list as Zapier may bring it, made flat: one value, several, nested line items, or text joined by commas,
 * semicolons or line breaks. Order is kept, repeats are dropped.
 */
export function readList(value: unknown): string[] {
  const parts = readLeaves(value).flatMap((text) => text.split(/[,;\n\r]+/));
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
}

/** Every single value in nested lists and line items, as text, in order. Text is not taken apart. */
export function readLeaves(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(readLeaves);
  return typeof value === "object" ? Object.values(value).flatMap(readLeaves) : [String(value)];
}
