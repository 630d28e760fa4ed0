/** Forms as tables: under each key stands what the editor shows, and how the value is read. */
import type { PlainInputField } from "zapier-platform-core";
import type { ParsedPeople, Person } from "../../src/scheduling/index.ts";
import { type Choice, getChoice } from "./choice.ts";
import { type FormValues, getSingle } from "./form-values.ts";
import { ProblemList, refuse } from "./input-error.ts";
import { labelOf } from "./labels.ts";
import { readPeople } from "./people.ts";
import { getPoll, optionalPollField, pollField, requirePoll } from "./poll.ts";
import { getCount } from "./values.ts";

/** A field of a form. `read` throws `InputError` naming the field. */
export interface FormField<Value> {
  input: Partial<PlainInputField> & { helpText: string };
  read: (values: FormValues, key: string) => Value;
}

type Fields = Record<string, FormField<unknown>>;

/** What a form has under each key. */
type FormOf<Table extends Fields> = {
  [Key in keyof Table]: Table[Key] extends FormField<infer Value> ? Value : never;
};

/** A form. `inputFields` is what the editor shows, in the order of the table. */
export const defineForm = <Table extends Fields>(table: Table) => ({
  // A typed field turns other text into a wrong value, so all take text.
  inputFields: Object.entries(table).map(
    ([key, { input }]): PlainInputField => ({
      key,
      ...(input.type !== "copy" && { label: labelOf(key), type: "string" as const }),
      ...input,
    }),
  ),
  /** The values of all fields. Throws `InputError` with the problems of all of them at once. */
  read(values: FormValues): FormOf<Table> {
    const problems = new ProblemList();
    const entries = Object.entries(table).map(([key, field]) => [
      key,
      problems.try(() => field.read(values, key)),
    ]);
    problems.throwIfAny();
    return Object.fromEntries(entries);
  },
});

type More = Partial<PlainInputField>;

/** What a step does, above its fields. */
export const note = (helpText: string): FormField<undefined> => ({
  input: { type: "copy", helpText },
  read: () => undefined,
});

/** One text. */
export const single = (helpText: string, more: More = {}): FormField<string | undefined> => ({
  input: { ...more, helpText },
  read: getSingle,
});

/** The chosen poll. */
export const poll = (helpText: string = pollField.helpText): FormField<string> => ({
  input: { ...pollField, helpText },
  read: requirePoll,
});

/** One poll, or all. */
export const optionalPoll = (
  helpText: string = optionalPollField.helpText,
): FormField<string | undefined> => ({
  input: { ...optionalPollField, helpText },
  read: getPoll,
});

/** A number of people. */
export const count = (helpText: string, placeholder: string): FormField<number | undefined> => ({
  input: { helpText, placeholder },
  read: getCount,
});

/** One of some choices; undefined if the field is empty. */
export const choose = <Value extends string>(
  choices: readonly Choice<Value>[],
  helpText: string,
): FormField<Value | undefined> => ({
  input: { helpText, choices: [...choices] },
  read: (values, key) => getChoice(values, key, choices),
});

/** People, read with the participants of the poll: they tell whether `Lovelace, Ada` is one. */
export type PeopleReader = (known?: readonly Person[]) => ParsedPeople;

export const people = (helpText: string, more: More): FormField<PeopleReader> => ({
  input: { ...more, list: true, helpText },
  read(values, key) {
    if (more.required && values[key] === undefined)
      throw refuse(key, "is required. Enter names or email addresses.");
    return (known) => readPeople(values, key, known);
  },
});

/** Everybody who was asked. */
export const invited = people("Everybody who should answer: email addresses, full names, or both.", {
  required: true,
  placeholder: "Sam Reed <sam@example.com>",
});
