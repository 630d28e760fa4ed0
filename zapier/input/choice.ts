import { foldText } from "../../src/scheduling/index.ts";
import type { FormValues } from "./form-values.ts";
import { getSingle, listLeaves, parseJsonText } from "./form-values.ts";
import { InputError, quoteValue } from "./input-error.ts";

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

/** The choice with this value or label. Throws `InputError` with the list of labels when there is none. */
export function parseChoice<Value extends string>(
  text: string,
  field: string,
  choices: readonly Choice<Value>[],
): Value {
  const chosen = findChoice(text, choices);
  if (chosen !== undefined) return chosen;
  const list = choices.map(({ label }) => `"${label}"`).join(", ");
  throw new InputError([{ field, message: `${quoteValue(text)} is not one of the choices: ${list}.` }]);
}

/** The choice of a field, or `undefined` when the field is empty. Throws `InputError` like {@link parseChoice}. */
export function getChoice<Value extends string>(
  values: FormValues,
  key: string,
  label: string,
  choices: readonly Choice<Value>[],
): Value | undefined {
  const text = getSingle(values, key, label);
  return text === undefined ? undefined : parseChoice(text, label, choices);
}

/**
 * The choices of a field that takes several: a list, JSON, or labels and values joined by commas, semicolons or line
 * breaks. A label may hold a comma. Throws `InputError` like {@link parseChoice}.
 */
export function parseChoices<Value extends string>(
  value: unknown,
  field: string,
  choices: readonly Choice<Value>[],
): Value[] {
  const texts = listLeaves(parseJsonText(value)).flatMap((text) => splitChoices(text, choices));
  return texts.map((text) => parseChoice(text, field, choices));
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
/** The choices of Kind of Poll. */
export const kindChoices = [choice("date", "Whole days"), choice("time", "Times of day")];

/** The choices of Video Call. */
export const conferencingChoices = [
  choice("none", "None"),
  choice("zoom", "Zoom"),
  choice("meet", "Google Meet"),
  choice("teams", "Microsoft Teams"),
  choice("custom", "Another provider"),
];

/** The choices of a setting that is on or off. */
export const yesNoChoices = [choice("true", "Yes"), choice("false", "No")];
