import { type FormValues, getSingle } from "./form-values.ts";
import { InputError, quoteValue } from "./input-error.ts";

/**
 * The number of people in a field, from 1: `3` or `3 people`. Undefined when the field is empty. Throws `InputError` for any
 * other text.
 */
export function parsePeopleCount(values: FormValues, key: string, label: string): number | undefined {
  const written = getSingle(values, key, label);
  if (written === undefined) return undefined;
  const [, digits = ""] = /^(\d{1,6})(?:\.0{1,6})?(?: (?:people|persons?|responses?))?$/i.exec(written) ?? [];
  if (Number(digits) >= 1) return Number(digits);
  throw new InputError([
    {
      field: label,
      message: `${quoteValue(written)} is not a whole number of people. Write it as 3.`,
    },
  ]);
}
