/** Forms as tables: under each key stands what the editor shows, and how the value is read. */
import type { InputField, PlainInputField } from "zapier-platform-core";
import { labelOf } from "../label.ts";
import { dropBlanks, type FormValues, getSingle, listLeaves, takeOne } from "./form-values.ts";
import { InputError, readAll, readText, refuse } from "./input-error.ts";
import { withoutKey } from "./without-key.ts";

/** What a form is read with, beside its values. */
export interface FormContext {
  /** The time zone of the Zapier account. */
  accountZone: string | null;
  /** Milliseconds since 1970. */
  now: number;
  /** How values were understood, as sentences for the person. */
  notes: string[];
}

/** A field of a form. */
export interface FormField<Value> {
  input: Partial<PlainInputField>;
  /** Throws `InputError` naming the field. */
  read: (values: FormValues, key: string, context: FormContext) => Value;
  /** The fields that the editor adds for the value of this one. They are in its group. */
  follow?: (values: FormValues, key: string) => Fields;
}

export type Fields = Record<string, FormField<unknown>>;

/** What a form has under each key. */
export type FormOf<Table extends Fields> = {
  [Key in keyof Table]: Table[Key] extends FormField<infer Value> ? Value : never;
};

/** The values of all fields. Throws `InputError` with the problems of all of them at once. */
export const readFields = <Table extends Fields>(table: Table, values: FormValues, context: FormContext) =>
  readAll(
    Object.fromEntries(
      Object.entries(table).map(([key, field]) => [key, () => field.read(values, key, context)]),
    ),
  ) as FormOf<Table>;

/** The value of another field of the form. Undefined if it is wrong, of which the field itself tells. */
export function peek<Value>(field: FormField<Value>, values: FormValues, key: string, context: FormContext) {
  try {
    return field.read(values, key, { ...context, notes: [] });
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The fields of a table under one heading. */
export const grouped = <Table extends Fields>(label: string, table: Table): Table =>
  Object.fromEntries(
    Object.entries(table).map(([key, field]) => [key, { ...field, input: { ...field.input, group: label } }]),
  ) as Table;

/** A field as the editor needs it. It takes text: in a typed field, Zapier turns other text into a wrong value. */
const toInput = (key: string, { input }: FormField<unknown>): PlainInputField => ({
  key,
  ...(input.type !== "copy" && { label: labelOf(key) }),
  ...(input.children === undefined && { type: "string" }),
  ...input,
});

/** A form. `inputFields` is what the editor shows, in the order of the table. */
export const defineForm = <Table extends Fields>(table: Table) => ({
  inputFieldGroups: [...new Set(Object.values(table).flatMap(({ input }) => input.group ?? []))].map(
    (label) => ({ key: label, label }),
  ),
  inputFields: Object.entries(table).flatMap(([key, field]): InputField[] => {
    const own = toInput(key, field);
    const { follow } = field;
    if (follow === undefined) return [own];
    const added = withoutKey((_z, { inputData }) =>
      Object.entries(follow(Object(dropBlanks(inputData)), key)).map(([added, field]) => ({
        ...toInput(added, field),
        ...(own.group !== undefined && { group: own.group }),
      })),
    );
    return [{ ...own, altersDynamicFields: true }, added];
  }),
  read: (values: FormValues, context: FormContext) => readFields(table, values, context),
});

export type Form<Table extends Fields> = ReturnType<typeof defineForm<Table>>;

/** What a step does, above its fields. */
export const note = (helpText: string): FormField<undefined> => ({
  input: { type: "copy", helpText },
  read: () => undefined,
});

/** One text that `parse` reads. It throws `TextError`. */
export const parsed = <Value>(
  input: Partial<PlainInputField>,
  parse: (text: string, values: FormValues, context: FormContext) => Value,
): FormField<Value | undefined> => ({
  input,
  read(values, key, context) {
    const text = getSingle(values, key);
    return text === undefined ? undefined : readText(key, text, () => parse(text, values, context));
  },
});

/** One text as it is, which may be JSON. */
export const single = (
  helpText: string,
  placeholder?: string,
  type: PlainInputField["type"] = "string",
): FormField<string | undefined> => ({
  input: { helpText, type, ...(placeholder !== undefined && { placeholder }) },
  read: (values, key) => takeOne(listLeaves(values[key]), key),
});

/** A field that must be filled in. `message` ends the sentence that begins with its label. */
export const required = <Value>(
  field: FormField<Value>,
  message = "is required.",
): FormField<Exclude<Value, undefined>> => ({
  ...field,
  input: { ...field.input, required: true },
  read(values, key, context) {
    const value = values[key] === undefined ? undefined : field.read(values, key, context);
    if (value === undefined) throw refuse(key, message);
    return value as Exclude<Value, undefined>;
  },
});
