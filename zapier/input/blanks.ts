import { InputError } from "./input-error.ts";
import { labelField } from "./labels.ts";

/** A form's values as a person filled them in, without the blanks. */
export type FormValues = Readonly<Record<string, unknown>>;

/** More than a hundred options with all their parts; every text is checked before anything is parsed. */
const maxLength = 50_000;
const maxValues = 5_000;
const maxDepth = 12;

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

/**
 * The values of a form without the blanks, whatever shape Zapier gave them. Throws `FormRefusal` naming the fields
 * that hold more text, more values or more levels than any form needs.
 */
export function normalizeInput(inputData: Record<string, unknown> | undefined): FormValues {
  const problems = Object.entries(inputData ?? {}).flatMap(([key, value]) => {
    const message = findOversized(value);
    return message === undefined ? [] : { field: labelField(key), message };
  });
  if (problems.length > 0) throw new InputError(problems);
  const kept = dropBlanks(inputData ?? {});
  return kept !== null && typeof kept === "object" ? Object.fromEntries(Object.entries(kept)) : {};
}

/** What a field has too much of. Walks level by level, since a deep value would overflow the stack. */
export function findOversized(value: unknown): string | undefined {
  let level = [value];
  let length = 0;
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return `is nested more than ${maxDepth} levels deep.`;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === "string") length += item.length;
      const children = typeof item === "object" && item !== null ? Object.values(item) : [];
      count += children.length;
      if (count > maxValues) return `holds more than ${maxValues} values.`;
      next.push(...children);
    }
    if (length > maxLength) return `is too long: it takes at most ${maxLength} characters.`;
    level = next;
  }
  return undefined;
}
