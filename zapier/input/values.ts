import { type Choice, parseChoice } from "./choice.ts";
import { explainMinutes, parseMinutes } from "./duration.ts";
import type { FormValues } from "./form-values.ts";
import { listLeaves, severalValues } from "./form-values.ts";
import { type FieldProblem, InputError, quoteValue } from "./input-error.ts";
import { type FieldKey, labels } from "./labels.ts";

/** Parses the values of a form and collects their problems. */
export interface InputReader {
  problems: FieldProblem[];
  text(key: FieldKey): string | undefined;
  /** The text of a required field. An empty field has the problem `message`. */
  need(key: FieldKey, message: string): string | undefined;
  /** A duration in minutes. */
  minutes(key: FieldKey): number | undefined;
  /** Yes or no. */
  flag(key: FieldKey): boolean | undefined;
  /** The value of a choice that was given by its value or its label. */
  choice(key: FieldKey, choices: readonly Choice<string>[]): string | undefined;
  refuse(key: FieldKey, message: string, hint?: string): void;
  /** Whether this field has a problem. */
  hasProblem(key: FieldKey): boolean;
}

const yes = ["true", "yes", "y", "on", "1", "t", "checked", "enabled"];
const no = ["false", "no", "n", "off", "0", "f", "unchecked", "disabled"];

/** Creates a reader of one form. */
export function createReader(values: FormValues): InputReader {
  const problems: FieldProblem[] = [];
  const refuse = (key: FieldKey, message: string, hint?: string) => {
    problems.push({ field: labels[key], message, hint });
  };
  const text = (key: FieldKey) => {
    const value = values[key];
    if (value === undefined) return undefined;
    if (typeof value === "object" && value !== null) {
      const parts = listLeaves(value);
      if (parts.length === 1) return parts[0];
      refuse(key, severalValues);
      return undefined;
    }
    return String(value);
  };
  return {
    problems,
    refuse,
    hasProblem: (key) => problems.some(({ field }) => field === labels[key]),
    text,
    need(key, message) {
      if (values[key] === undefined) refuse(key, message);
      return text(key);
    },
    minutes(key) {
      const written = text(key);
      if (written === undefined) return undefined;
      const minutes = parseMinutes(written);
      if (minutes === undefined) refuse(key, `${quoteValue(written)} ${explainMinutes(written)}`);
      return minutes;
    },
    flag(key) {
      const written = text(key);
      if (written === undefined) return undefined;
      const folded = written.length > 20 ? "" : written.toLowerCase();
      if (yes.includes(folded)) return true;
      if (no.includes(folded)) return false;
      refuse(key, `${quoteValue(written)} is not yes or no. Write Yes or No.`);
      return undefined;
    },
    choice(key, choices) {
      const written = text(key);
      if (written === undefined) return undefined;
      try {
        return parseChoice(written, labels[key], choices);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        problems.push(...error.problems);
        return undefined;
      }
    },
  };
}
