/** One thing that is wrong with an input. The only shape for it, in every module. */
export interface Problem {
  /** The field, as a path in the input's own names: `options.0.date`, `times.2.start`. */
  readonly path: string;
  /** What is wrong, as a sentence or the end of one, with other fields by their own names. */
  readonly message: string;
  /** What kind of problem it is, such as `overlap`, for programs. */
  readonly code?: string | undefined;
  /** `message` before its words were put in: `must be later than {from} ({clock})`. A word is one of `values`, or else a field. */
  readonly text?: string | undefined;
  /** The values of the text. */
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** What to ask the person, when only a person can decide. It completes "Ask the person": `which time they mean`. */
  readonly ask?: string | undefined;
  /** What to do, as a sentence with its words in braces, for a reader who cannot be asked. */
  readonly fix?: string | undefined;
}

/** The code of a text that is no day or time: who wrote it may not know today's date. */
export const unreadTime = "unread-time";

/** A problem without its path. */
export type ProblemText = Omit<Problem, "path">;

/** The problems in one sentence, for a message. */
export function listProblems(problems: readonly Problem[]): string {
  return problems.map(({ path, message }) => `${path}: ${message}`).join("; ");
}

/** Thrown by the functions of time and scheduling. Holds every problem at once. */
export class PlanError extends Error {
  /** The name of the class. */
  override readonly name = "PlanError";
  /** Every problem. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(listProblems(problems));
    this.problems = problems;
  }
}

/** The fields of a value that are not among the names, or that it has none: the compiler does not see those of a variable. */
export function listUnknown(value: object, names: object, path = ""): Problem[] {
  if (typeof value !== "object" || value === null)
    return [{ path: path.slice(0, -1), message: "must be an object" }];
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(names, name))
    .map((name) => ({ path: path + name, message: "unknown field" }));
}

/** Throws PlanError if there are problems. */
export function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new PlanError(problems);
}

/** Makes a problem of a text with words in braces, so that a front end can say it with its own names of fields. */
export function describeProblem(
  code: string | undefined,
  text: string,
  values: Readonly<Record<string, string | number>> = {},
  ask?: string,
): ProblemText {
  const used = Object.fromEntries(Object.entries(values).filter(([name]) => text.includes(`{${name}}`)));
  const message = putIn(text, used, (field) => field);
  return {
    message,
    ...(code !== undefined && { code }),
    ...(message !== text && { text, values: used }),
    ...(ask !== undefined && { ask }),
  };
}

/** The message of a problem, and what to do, with other names of the fields: `name` gives that of a path. */
export const wordProblem = (
  { message, text = message, values, fix }: ProblemText,
  name: (path: string) => string,
): string => putIn(fix === undefined ? text : `${text}. ${fix}`, values, name);

const putIn = (text: string, values: ProblemText["values"] = {}, name: (path: string) => string) =>
  text.replace(/\{([\w.]+)\}/g, (_, word: string) => String(values[word] ?? name(word)));
