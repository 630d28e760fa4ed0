/**
 * A list as Zapier may bring it, made flat: one value, several, nested line items, or text joined by commas,
 * semicolons or line breaks. Order is kept, repeats are dropped.
 */
export function readList(value: unknown): string[] {
  return [...new Set(flatten(value))];
}

function flatten(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(flatten);
  if (typeof value === "object") return Object.values(value).flatMap(flatten);
  return String(value)
    .split(/[,;\n\r]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
