/**
 * Takes out of a form's values everything that a person left empty: `""`, blanks, `null`, `[null, ""]`, `{}`,
 * at every level, and trims what stays. Answers `undefined` when nothing is left.
 */
export function dropBlanks(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  if (Array.isArray(value)) {
    const kept = value.map(dropBlanks).filter((item) => item !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (typeof value === "object") {
    const kept = Object.entries(value)
      .map(([key, item]) => [key, dropBlanks(item)] as const)
      .filter(([, item]) => item !== undefined);
    return kept.length === 0 ? undefined : Object.fromEntries(kept);
  }
  return value;
}

/** A form's values as a person filled them in, without the blanks. */
export type FormValues = Readonly<Record<string, unknown>>;

/** The values of a form without the blanks, whatever shape Zapier gave them. */
export function readForm(inputData: Record<string, unknown> | undefined): FormValues {
  const kept = dropBlanks(inputData ?? {});
  return kept !== null && typeof kept === "object" ? Object.fromEntries(Object.entries(kept)) : {};
}
