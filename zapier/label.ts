import { sanitizeLine } from "../src/sanitize.ts";

const smallWords = ["of", "or", "and", "to"];

/**
 * The label of a field of a form or an output by its key, or by its name in other modules: `number_of_sessions` is "Number of
 * Sessions", `duration_minutes` is "Duration (Minutes)".
 */
export const labelOf = (key: string): string =>
  key
    .replace(/_(text|minutes|days)$/, "_($1)")
    .replace(/(?<=^|_)id$/, "ID")
    .split(/_|(?<=[a-z])(?=[A-Z])/)
    .map((word) =>
      smallWords.includes(word) ? word : word.replace(/[a-z]/i, (first) => first.toUpperCase()),
    )
    .join(" ");

/** A value of the person for a message: in quotes, on one line, at most 60 characters. */
export const quoteValue = (text: string): string => `"${sanitizeLine(text, 60)}"`;
