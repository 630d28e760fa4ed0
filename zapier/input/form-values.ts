import { labelOf } from "../label.ts";
import { InputError, readEach, readText, refuse } from "./input-error.ts";
import { listItems } from "./written/index.ts";

/** The values of a form's fields by their keys, without the blanks. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Enough for 100 options with all their parts. Checked before anything is parsed. */
const maxLength = 100_000;
const maxDepth = 12;

/** A text without the white space and invisible characters that copied text has at its edges. An emoji keeps its selector. */
const content = /[^\s\p{DI}](?:.*(?:[^\s\p{DI}]|\ufe0f))?/su;

/** Zero-width characters without a meaning. Joiners stay inside a text: emoji and some scripts need them. */
const zeroWidth = /[\u200b\u2060\ufeff]/g;

/**
 * Removes everything that a person left empty, at every level: `""`, blanks, invisible text, `null`, `[null,
 * ""]`, `{}`. Trims the text that stays. Returns `undefined` when nothing is left.
 */
export function dropBlanks(value: unknown): unknown {
  if (typeof value === "string") return content.exec(value)?.[0].replace(zeroWidth, "");
  if (typeof value !== "object") return value;
  const kept = Object.entries(value ?? {})
    .map(([key, item]) => [key, dropBlanks(item)] as const)
    .filter(([, item]) => item !== undefined);
  if (kept.length === 0) return undefined;
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

/**
 * The values of a form without its blanks, whatever shape Zapier gave them. Throws `InputError` naming the fields that hold
 * more text, more values or more levels than any form needs, also in a JSON text.
 */
export function normalizeInput(inputData: Record<string, unknown> = {}): FormValues {
  const problems = Object.entries(inputData).flatMap(([key, value]) =>
    measure(parseJsonText(value)) <= maxLength
      ? []
      : { field: labelOf(key), message: "is too long, or nested too deep. Map less." },
  );
  if (problems.length > 0) throw new InputError(problems);
  return Object(dropBlanks(inputData) ?? {});
}

/** The number of characters. Each value in a list or line item counts ten more. */
function measure(value: unknown, depth = 0): number {
  if (depth > maxDepth) return Number.POSITIVE_INFINITY;
  if (typeof value !== "object" || value === null) return String(value).length;
  return Object.values(value).reduce((sum: number, item) => sum + 10 + measure(item, depth + 1), 0);
}

/** Every single value in nested lists and line items, as text, in order. Text is not taken apart. */
export function listLeaves(value: unknown): string[] {
  const held = value ?? [];
  return typeof held === "object" ? Object.values(held).flatMap(listLeaves) : [String(held)];
}

/** A text that an AI step has put between the fences of Markdown. */
const fenced = /^`{3}[a-z]*\n(.*)`{3}$/s;

/** Replaces every text that is a JSON array or object by what it holds. */
export function parseJsonText(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => parseJsonText(item, depth + 1));
  const text = typeof value === "string" ? value.trim().replace(fenced, "$1") : "";
  if (!/^\s*[[{]/.test(text)) return value;
  try {
    return parseJsonText(JSON.parse(text), depth + 1);
  } catch {
    return value;
  }
}

/** The values in a field that takes several, also joined by commas, semicolons or line breaks, or as a list with marks; each once. */
export function readTexts<Value>(
  values: FormValues,
  key: string,
  read: (text: string) => readonly Value[],
): Value[] {
  const texts = listLeaves(parseJsonText(values[key]))
    .flatMap(listItems)
    .flatMap((text) => text.split(","))
    .map((text) => text.trim())
    .filter((text) => text !== "");
  return [...new Set(readEach(texts, (text) => readText(key, text, read)).flat())];
}

/** The single text of a field, also out of a list, a line item or JSON; `undefined` when the field is empty. */
export const getSingle = (values: FormValues, key: string): string | undefined =>
  takeOne(listLeaves(parseJsonText(values[key])), key);

export function takeOne<Item>([first, ...others]: readonly Item[], key: string): Item | undefined {
  if (others.length === 0) return first;
  throw refuse(key, "has several values. Enter one.");
}
