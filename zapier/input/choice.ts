import { foldText } from "../../src/scheduling/index.ts";
import { type FormValues, getSingle, listLeaves, parseJsonText } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";

/** One choice of a dropdown: the value that the app uses and the label that people see. */
export interface Choice<Value extends string> {
  value: Value;
  sample: string;
  label: string;
}

/** Builds a choice as Zapier's input fields need it. */
export const choice = <Value extends string>(value: Value, label: string): Choice<Value> => ({
  value,
  sample: value,
  label,
});

/** The choice with this value or label, in any case of letters, or undefined. */
export function findChoice<Value extends string>(
  text: string,
  choices: readonly Choice<Value>[],
): Value | undefined {
  if (text.length > 200) return undefined;
  const wanted = foldText(text);
  return choices.find(({ value, label }) => [value, label].some((known) => foldText(known) === wanted))
    ?.value;
}

function parseChoice<Value extends string>(
  text: string,
  key: string,
  choices: readonly Choice<Value>[],
): Value {
  const chosen = findChoice(text, choices);
  if (chosen !== undefined) return chosen;
  const list = choices.map(({ label }) => `"${label}"`).join(", ");
  throw refuse(key, `${quoteValue(text)} is not one of the choices: ${list}.`);
}

/**
 * The choice of a field by its value or label, or `undefined` when the field is empty. Throws `InputError`
 * with the list of labels for any other text.
 */
export function getChoice<Value extends string>(
  values: FormValues,
  key: string,
  choices: readonly Choice<Value>[],
): Value | undefined {
  const text = getSingle(values, key);
  return text === undefined ? undefined : parseChoice(text, key, choices);
}

/**
 * The choices of a field that takes several: a list, JSON, or labels and values joined by commas, semicolons or line
 * breaks. A label may hold a comma. Throws `InputError` like {@link getChoice}.
 */
export function getChoices<Value extends string>(
  values: FormValues,
  key: string,
  choices: readonly Choice<Value>[],
): Value[] {
  const texts = listLeaves(parseJsonText(values[key])).flatMap((text) => splitChoices(text, choices));
  return [...new Set(texts.map((text) => parseChoice(text, key, choices)))];
}

/** Cuts a text at the separators that are not part of a label. */
function splitChoices(text: string, choices: readonly Choice<string>[]): string[] {
  const labels = choices.map(({ label }) => label).sort((one, other) => other.length - one.length);
  const pieces: string[] = [];
  for (let rest = text.trim(); rest !== ""; ) {
    const label = labels.find((known) => startsWithLabel(rest, known));
    const length = label?.length ?? rest.search(/[,;\n\r]|$/);
    if (length > 0) pieces.push(rest.slice(0, length).trim());
    rest = rest.slice(Math.max(length, 1)).trimStart();
  }
  return pieces;
}

const startsWithLabel = (text: string, label: string): boolean =>
  text.slice(0, label.length).toLowerCase() === label.toLowerCase() &&
  /^\s*(?:[,;\n\r]|$)/.test(text.slice(label.length, label.length + 50));
