import type { FormValues } from "./blanks.ts";
import { InputError } from "./input-error.ts";
import { listLeaves } from "./lists.ts";

/**
 * The one text of a field, out of whatever list or line item it was mapped from; `undefined` when it was left empty.
 * Throws `FormRefusal` when there are several: which one is meant is not for us to guess.
 */
export function getSingle(values: FormValues, key: string, label: string): string | undefined {
  const parts = listLeaves(values[key]);
  if (parts.length <= 1) return parts[0];
  throw new InputError([{ field: label, message: "takes one value, and several were given." }]);
}
