import type { FormValues } from "./blanks.ts";
import { InputError } from "./input-error.ts";
import { listLeaves } from "./lists.ts";

/** The problem of a field that takes one value and got several. */
export const severalValues = "takes one value, and several were given.";

/**
 * The single text of a field, also out of a list or a line item; `undefined` when the field is empty. Throws
 * `InputError` when there are several.
 */
export function getSingle(values: FormValues, key: string, label: string): string | undefined {
  const parts = listLeaves(values[key]);
  if (parts.length <= 1) return parts[0];
  throw new InputError([{ field: label, message: severalValues }]);
}
