import { foldText } from "../../src/fold-text.ts";
import { type FormValues, getTexts } from "./form-values.ts";
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
  const wanted = foldText(text);
  return choices.find(({ value, label }) => [value, label].some((known) => foldText(known) === wanted))
    ?.value;
}

/** The labels of choices, for a message. */
export const listLabels = (choices: readonly Choice<string>[]): string =>
  choices.map(({ label }) => `"${label}"`).join(", ");

/**
 * The choices of a field that takes several: a list, JSON, or labels and values joined by commas, semicolons
 * or line breaks. Throws `InputError` with the list of labels for any other text; `offered` are those of the dropdown.
 */
export function getChoices<Value extends string>(
  values: FormValues,
  key: string,
  choices: readonly Choice<Value>[],
  offered = choices,
): Value[] {
  const chosen = getTexts(values, key).map((text) => {
    const value = findChoice(text, choices);
    if (value !== undefined) return value;
    throw refuse(key, `${quoteValue(text)} is not one of the choices: ${listLabels(offered)}.`);
  });
  return [...new Set(chosen)];
}

/** The choice of a field, or `undefined` when the field is empty. Throws `InputError` like {@link getChoices}. */
export function getChoice<Value extends string>(
  values: FormValues,
  key: string,
  choices: readonly Choice<Value>[],
): Value | undefined {
  const [chosen, ...others] = getChoices(values, key, choices);
  if (others.length === 0) return chosen;
  throw refuse(key, "has several values. Enter one.");
}
