import { sanitizeLine } from "../../src/api/sanitize.ts";
import { foldText } from "../../src/scheduling/index.ts";
import type { FormValues } from "./blanks.ts";
import { InputError } from "./input-error.ts";
import { getSingle } from "./single.ts";

/** One choice of a field: what the app works with, and what people see. */
export interface Choice<Value extends string> {
  value: Value;
  sample: string;
  label: string;
}

/** A choice in the form that Zapier's fields take. */
export const choice = <Value extends string>(value: Value, label: string): Choice<Value> => ({
  value,
  sample: value,
  label,
});

/** The choice that a text stands for, by its value or its label in any case of letters, or undefined. */
export function findChoice<Value extends string>(
  text: string,
  choices: readonly Choice<Value>[],
): Value | undefined {
  if (text.length > 200) return undefined;
  const wanted = foldText(text);
  return choices.find(({ value, label }) => [value, label].some((known) => foldText(known) === wanted))
    ?.value;
}

/** The choice that a text stands for, by its value or its label. Throws `FormRefusal` with the list when there is none. */
export function parseChoice<Value extends string>(
  text: string,
  field: string,
  choices: readonly Choice<Value>[],
): Value {
  const chosen = findChoice(text, choices);
  if (chosen !== undefined) return chosen;
  const list = choices.map(({ label }) => `"${label}"`).join(", ");
  throw new InputError([
    { field, message: `"${sanitizeLine(text, 60)}" is not one of the choices: ${list}.` },
  ]);
}

/** The choice made in a field, or `undefined` when it was left empty. Throws `FormRefusal` like {@link parseChoice}. */
export function getChoice<Value extends string>(
  values: FormValues,
  key: string,
  label: string,
  choices: readonly Choice<Value>[],
): Value | undefined {
  const text = getSingle(values, key, label);
  return text === undefined ? undefined : parseChoice(text, label, choices);
}
