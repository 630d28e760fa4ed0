import { sanitizeLine } from "../../src/sanitize.ts";
import { InputError, refuse } from "./input-error.ts";
import { labelOf } from "./labels.ts";

/** The values of a form's fields by their keys, without the blanks. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Enough for 100 options with all their parts. Checked before anything is parsed. */
const maxLength = 50_000;
const maxValues = 5_000;
const maxDepth = 12;

/** White space and invisible characters, which copied text has at its edges. */
const edge = /[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/;

/** Zero-width characters without a meaning. Joiners stay inside a text: emoji and some scripts need them. */
const zeroWidth = /[\u200b\u2060\ufeff]/g;

/**
 * Removes everything that a person left empty, at every level: `""`, blanks, invisible text, `null`, `[null,
 * ""]`, `{}`. Trims the text that stays. Returns `undefined` when nothing is left.
 */
export function dropBlanks(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return sanitizeLine(value) === "" ? undefined : trimEdges(value);
  if (typeof value !== "object") return value;
  const kept = Object.entries(value)
    .map(([key, item]) => [key, dropBlanks(item)] as const)
    .filter(([, item]) => item !== undefined);
  if (kept.length === 0) return undefined;
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

// A regular expression for the end of a text would take quadratic time.
function trimEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && edge.test(text.charAt(start))) start++;
  while (end > start && edge.test(text.charAt(end - 1))) end--;
  return text.slice(start, end).replace(zeroWidth, "");
}

/**
 * The values of a form without its blanks, whatever shape Zapier gave them. Throws `InputError` naming the
 * fields that hold more text, more values or more levels than any form needs, also in a JSON text.
 */
export function normalizeInput(inputData: Record<string, unknown> | undefined): FormValues {
  const fields = Object.entries(inputData ?? {});
  const problems = fields.flatMap(([key, value]) => {
    const message = findOversized(value) ?? findOversized(parseJsonText(value));
    return message === undefined ? [] : { field: labelOf(key), message };
  });
  if (problems.length > 0) throw new InputError(problems);
  const kept = fields.map(([key, value]) => [key, dropBlanks(value)] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

/** Why a field is too large, or undefined. Goes level by level: recursion would overflow the stack. */
function findOversized(value: unknown): string | undefined {
  let level = [value];
  let length = 0;
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return `is nested more than ${maxDepth} levels deep. Map a simpler value.`;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === "string") length += item.length;
      const children = typeof item === "object" && item !== null ? Object.values(item) : [];
      count += children.length;
      if (count > maxValues) return `has more than ${maxValues} values. Map fewer.`;
      next.push(...children);
    }
    if (length > maxLength) return `is too long. Enter at most ${maxLength} characters.`;
    level = next;
  }
  return undefined;
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

/** The texts of a field that takes several: a list, JSON, or joined by commas, semicolons or line breaks. */
export const getTexts = (values: FormValues, key: string): string[] =>
  listLeaves(parseJsonText(values[key]))
    .flatMap((text) => text.split(/[,;\n\r]/))
    .map((text) => text.trim())
    .filter((text) => text !== "");

/**
 * The single text of a field, also out of a list or a line item; `undefined` when the field is empty. Throws
 * `InputError` when there are several.
 */
export function getSingle(values: FormValues, key: string): string | undefined {
  const parts = listLeaves(values[key]);
  if (parts.length <= 1) return parts[0];
  throw refuse(key, "has several values. Enter one.");
}

/** Like {@link getSingle}, but an empty field has a problem too. */
export function needSingle(values: FormValues, key: string, message = "is required."): string {
  const text = getSingle(values, key);
  if (text === undefined) throw refuse(key, message);
  return text;
}
