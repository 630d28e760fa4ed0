/** Fields with choices: one, several, or one that decides which fields follow. */
import { foldText } from "../../src/fold-text.ts";
import { quoteValue } from "../label.ts";
import { type Fields, type FormContext, type FormField, type FormOf, readFields } from "./form.ts";
import { type FormValues, getTexts, listLeaves, takeOne } from "./form-values.ts";
import { readEach, refuse } from "./input-error.ts";

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
    const chosen = readEach(getTexts(values, key), (text) => {
      const value = findChoice(text, choices);
      if (value !== undefined) return value;
      const labels = Object.values(choices).map((label) => `"${label}"`);
      throw refuse(key, `${quoteValue(text)} is not one of the choices: ${labels.join(", ")}.`);
    });
    return [...new Set(chosen)];
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

/** Choices, each with the table of the fields that follow it. */
type Branches = Record<string, { label: string; fields: Fields }>;

/** The choice, and what its fields have. */
type Taken<All extends Branches> = {
  [Name in keyof All]: { choice: Name } & FormOf<All[Name]["fields"]>;
}[keyof All];

/**
 * A choice that decides which fields follow: only those of its table are read, because the editor keeps the values of the others.
 * A mapped one is known only when the Zap runs: until then the editor shows the fields of the choices `mapped`.
 */
export function branch<All extends Branches>(
  branches: All,
  mapped: readonly (keyof All & string)[],
  helpText: string,
): FormField<Taken<All> | undefined> {
  const labels = Object.entries(branches).map(([value, { label }]) => [value, label]);
  const choices: Choices<keyof All & string> = Object.fromEntries(labels);
  const one = choose(choices, helpText);
  const toOptional = ([key, field]: [string, FormField<unknown>]) => [
    key,
    { ...field, input: { ...field.input, required: false } },
  ];
  return {
    input: one.input,
    read(values: FormValues, key: string, context: FormContext) {
      const chosen = one.read(values, key, context);
      if (chosen === undefined) return undefined;
      return { choice: chosen, ...readFields(branches[chosen]?.fields ?? {}, values, context) } as Taken<All>;
    },
    follow(values, key) {
      const [text] = listLeaves(values[key]);
      if (text === undefined) return {};
      const fields = branches[findChoice(text, choices) ?? ""]?.fields;
      if (fields !== undefined) return fields;
      const possible: Fields = Object.assign({}, ...mapped.map((name) => branches[name]?.fields));
      return Object.fromEntries(Object.entries(possible).map(toOptional));
    },
  };
}
