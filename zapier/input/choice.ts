/** Fields with choices: one, or several. */
import { foldText } from "../../src/fold-text.ts";
import type { FormField } from "./form.ts";
import { readTexts, takeOne } from "./form-values.ts";
import { TextError } from "./input-error.ts";

/** The choices of a dropdown: the label of each value. */
export type Choices<Value extends string> = Readonly<Record<Value, string>>;

/** The choice with this value or label, in any case of letters, or undefined. */
export function findChoice<Value extends string>(text: string, choices: Choices<Value>): Value | undefined {
  const wanted = foldText(text);
  const isIt = (known: string) => foldText(known) === wanted;
  return (Object.keys(choices) as Value[]).find((value) => isIt(value) || isIt(choices[value]));
}

/** Several of some choices: a list, JSON, or labels and values joined by commas, semicolons or line breaks. */
export const chooseSeveral = <Value extends string>(
  choices: Choices<Value>,
  helpText: string,
): FormField<Value[]> => ({
  input: { list: true, helpText, choices },
  read(values, key) {
    return readTexts(values, key, (text) => {
      const value = findChoice(text, choices);
      if (value !== undefined) return [value];
      const labels = Object.values(choices).map((label) => `"${label}"`);
      throw new TextError(`is not one of the choices: ${labels.join(", ")}.`);
    });
  },
});

/** One of some choices; undefined if the field is empty. */
export const choose = <Value extends string>(
  choices: Choices<Value>,
  helpText: string,
): FormField<Value | undefined> => ({
  input: { helpText, choices },
  read: (values, key, context) => takeOne(chooseSeveral(choices, helpText).read(values, key, context), key),
});
