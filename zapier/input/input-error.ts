import { labelOf, quoteValue } from "../label.ts";

/** One thing that is wrong in a form, with the label of the field as the person sees it. */
export interface FieldProblem {
  field: string;
  message: string;
  /** How to write such values, as a sentence. Shown once for all problems that share it. */
  hint?: string | undefined;
}

const maxProblems = 8;
// With the quotation marks that JSON escapes, an error stays under 1,000 characters.
const maxMessage = 850;

/** The input of a step cannot be used; nothing was sent. It has all problems, so that a person can fix a Zap at once. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(writeMessage(problems));
    this.problems = problems;
  }
}

export const refuse = (key: string, message: string, hint?: string): InputError =>
  new InputError([{ field: labelOf(key), message, hint }]);

/** Why a text cannot be used, as the end of a sentence that begins with the text. */
export class TextError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** What `read` makes of a text of a field. Its `TextError` becomes an `InputError` that names both. */
export function readText<Value>(key: string, text: string, read: (text: string) => Value): Value {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw refuse(key, `${quoteValue(text)} ${error.message}`, error.hint);
  }
}

/** What all functions return, under their keys. Throws `InputError` with the problems of all of them. */
export function readAll<Values extends Record<string, unknown>>(
  reads: {
    [Key in keyof Values]: () => Values[Key];
  },
): Values {
  const problems: FieldProblem[] = [];
  const entries = Object.entries(reads).map(([key, read]) => {
    try {
      return [key, read()];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.problems);
      return [key, undefined];
    }
  });
  if (problems.length > 0) throw new InputError(problems);
  return Object.fromEntries(entries);
}

/** What a function returns for each item. Throws `InputError` with the problems of all of them. */
export const readEach = <Item, Value>(items: readonly Item[], read: (item: Item) => Value): Value[] =>
  Object.values(readAll(Object.fromEntries(items.map((item, index) => [index, () => read(item)]))));

function writeMessage(problems: readonly FieldProblem[]): string {
  const shown = problems.slice(0, maxProblems);
  const more = problems.length - shown.length;
  return [
    ...shown.map(({ field, message }) => `${field}: ${message}`),
    ...(more > 0 ? [`And ${more} more ${more === 1 ? "problem" : "problems"}.`] : []),
    ...new Set(shown.flatMap(({ hint }) => hint ?? [])),
  ]
    .join(" ")
    .slice(0, maxMessage);
}
