import type { FormValues } from "./blanks.ts";
import { type FieldKey, labels } from "./labels.ts";
import { readLeaves } from "./lists.ts";
import type { FieldProblem } from "./refusal.ts";

/** Reads single values of a form and keeps a note of each that cannot be used, under its label. */
export interface ValueReader {
  problems: FieldProblem[];
  text(key: FieldKey): string | undefined;
  /** The text of a field that must not be empty; the message is noted when it is. */
  need(key: FieldKey, message: string): string | undefined;
  minutes(key: FieldKey): number | undefined;
  flag(key: FieldKey): boolean | undefined;
  refuse(key: FieldKey, message: string): void;
}

const yes = ["true", "yes", "y", "on", "1"];
const no = ["false", "no", "n", "off", "0"];

/** A reader over the values of one form. */
export function createReader(values: FormValues): ValueReader {
  const problems: FieldProblem[] = [];
  const refuse = (key: FieldKey, message: string) => {
    problems.push({ field: labels[key], message });
  };
  const text = (key: FieldKey) => {
    const value = values[key];
    if (value === undefined) return undefined;
    if (typeof value === "object" && value !== null) {
      const parts = readLeaves(value);
      if (parts.length === 1) return parts[0];
      refuse(key, "takes one value, and several were given.");
      return undefined;
    }
    return String(value);
  };
  return {
    problems,
    refuse,
    text,
    need(key, message) {
      if (values[key] === undefined) refuse(key, message);
      return text(key);
    },
    minutes(key) {
      const written = text(key);
      if (written === undefined) return undefined;
      const [, digits] = /^(\d+)(?:\.0+)?\s*(?:m|min|mins|minutes?)?$/i.exec(written) ?? [];
      if (digits !== undefined) return Number(digits);
      refuse(key, `"${written}" is not a whole number of minutes.`);
      return undefined;
    },
    flag(key) {
      const written = text(key)?.toLowerCase();
      if (written === undefined) return undefined;
      if (yes.includes(written)) return true;
      if (no.includes(written)) return false;
      refuse(key, `"${written}" is neither true nor false.`);
      return undefined;
    },
  };
}
