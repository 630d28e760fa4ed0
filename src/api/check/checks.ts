/** Checks of values whose types are written by hand: a check and a type that differ do not compile. */
import type { Problem } from "../../problem.ts";

/** Lists what is wrong with a value. The path of a problem begins inside the value; it is empty for the value as a whole. */
export type AnyCheck = (value: unknown) => readonly Problem[];

/** A check of a type. */
export interface Check<in out Value> extends AnyCheck {
  /** Only for the compiler. */
  readonly type?: ((value: Value) => Value) | undefined;
}

/** A check for each field of an object. Of fields that are spread into others, the compiler finds only with `satisfies` one too many. */
export type Fields<Value> = { readonly [Name in keyof Value]-?: Check<Value[Name]> };

/** The value that was checked, or everything that is wrong with it. */
export type Checked<Value> = { data: Value | undefined; problems: readonly Problem[] };

/** What is wrong with a value. `root` is the path of the value as a whole. */
export const findProblems = (schema: AnyCheck, value: unknown, root: string): Problem[] =>
  schema(value).map((problem) => (problem.path === "" ? { ...problem, path: root } : problem));

/** Checks a value. `root` is the path of the value as a whole. */
export function check<Value>(schema: Check<Value>, value: unknown, root: string): Checked<Value> {
  const problems = findProblems(schema, value, root);
  return { data: problems.length === 0 ? (value as Value) : undefined, problems };
}

// Shared, so that a value without problems costs no memory: a list of participants has 100,000 fields.
const none: readonly Problem[] = [];

const refuse = (message: string): readonly Problem[] => [{ path: "", message }];

// Never shows a value, which may be a secret or text of another person, except a word in place of another.
const refuseType = (expected: string, value: unknown) =>
  refuse(`expected ${expected}, got ${describeType(value)}`);

function describeType(value: unknown): string {
  if (value === undefined || value === null || Number.isNaN(value)) return String(value);
  const type = Array.isArray(value) ? "array" : value instanceof Date ? "Date" : typeof value;
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

const ofType =
  <Value>(expected: string, test: (value: unknown) => boolean): Check<Value> =>
  (value) =>
    test(value) ? none : refuseType(expected, value);

export const string = ofType<string>("a string", (value) => typeof value === "string");
export const number = ofType<number>("a number", Number.isFinite);
export const boolean = ofType<boolean>("a boolean", (value) => typeof value === "boolean");
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
/** An object with any fields. */
export const record = ofType<Record<string, unknown>>("an object", isObject);

export const anything: Check<unknown> = () => none;

/** A value that passes a test. */
export const that =
  <Value>(test: (value: unknown) => boolean, message: string): Check<Value> =>
  (value) =>
    test(value) ? none : refuse(message);

/** A value that passes a check and then another, whose problems it lists. */
export const and =
  <Value>(first: Check<Value>, second: (value: Value) => readonly Problem[]): Check<Value> =>
  (value) => {
    const problems = first(value);
    return problems.length > 0 ? problems : second(value as Value);
  };

/** A text that passes a test. */
export const textThat = (test: (text: string) => boolean, message: string) =>
  and(string, (text) => (test(text) ? none : refuse(message)));

/** A number that passes a test. */
export const numberThat = (test: (value: number) => boolean, message: string) =>
  and(number, (value) => (test(value) ? none : refuse(message)));

/** A whole number in a range. */
export const wholeNumber = (least: number, most: number) =>
  numberThat(
    (value) => Number.isInteger(value) && value >= least && value <= most,
    `must be a whole number from ${least} to ${most}`,
  );

/** One of some values. */
export const oneOf =
  <const Value>(...values: readonly Value[]): Check<Value> =>
  (value) => {
    if (values.includes(value as Value)) return none;
    const expected = values.map((each) => JSON.stringify(each)).join(" or ");
    return /^[a-z_-]{1,20}$/i.test(`${value}`)
      ? refuse(`expected ${expected}, got ${JSON.stringify(value)}`)
      : refuseType(expected, value);
  };

export const nullable =
  <Value>(schema: Check<Value>): Check<Value | null> =>
  (value) =>
    value === null ? none : schema(value);

export const optional =
  <Value>(schema: Check<Value>): Check<Value | undefined> =>
  (value) =>
    value === undefined ? none : schema(value);

export const nullish = <Value>(schema: Check<Value>) => optional(nullable(schema));

/** A value of one of some types. */
export const anyOf =
  <Value>(expected: string, ...schemas: readonly AnyCheck[]): Check<Value> =>
  (value) =>
    schemas.some((schema) => schema(value).length === 0) ? none : refuseType(expected, value);

export const list =
  <Item, List extends readonly Item[] = Item[]>(item: Check<Item>): Check<List> =>
  (value) => {
    if (!Array.isArray(value)) return refuseType("an array", value);
    let problems = none;
    for (let index = 0; index < value.length; index += 1) problems = add(problems, index, item(value[index]));
    return problems;
  };

/** An object whose other fields pass, because a response may have later ones. */
export function object<Value extends object>(fields: Fields<Value>): Check<Value> {
  const entries: [string, AnyCheck][] = Object.entries(fields);
  return (value) => {
    if (!isObject(value)) return refuseType("an object", value);
    let problems = none;
    for (const [name, schema] of entries) problems = add(problems, name, schema(Object(value)[name]));
    return problems;
  };
}

/** An object without other fields: a misspelt one must not be ignored. */
export function strictObject<Value extends object>(fields: Fields<Value>): Check<Value> {
  const open = object(fields);
  const names = Object.keys(fields);
  return (value) => {
    const unknown = isObject(value) ? Object.keys(Object(value)).filter((name) => !names.includes(name)) : [];
    return [
      ...open(value),
      ...unknown.map((path) => ({ path, message: `unknown field${suggest(path, names)}` })),
    ];
  };
}

/** Asks whether the fields were meant that begin or end alike: `timezone`, `id`. */
function suggest(key: string, names: readonly string[]): string {
  const written = key.toLowerCase();
  const meant = names.filter((each) => {
    const name = each.toLowerCase();
    return name.startsWith(written) || name.endsWith(written) || written.startsWith(name);
  });
  return meant.length === 0 ? "" : `. Did you mean ${meant.join(" or ")}?`;
}

/** A value of one of two types, by its `kind`. */
export const byKind = <Day extends object, Time extends object>(
  day: Check<Day>,
  time: Check<Time>,
): Check<Day | Time> => {
  const other = object({ kind: oneOf("date", "time") });
  return (value) => {
    const { kind } = Object(value);
    return (kind === "date" ? day : kind === "time" ? time : other)(value);
  };
};

/** The problems with those of a part of the value. */
function add(
  problems: readonly Problem[],
  key: string | number,
  found: readonly Problem[],
): readonly Problem[] {
  if (found.length === 0) return problems;
  const inner = found.map((problem) => ({
    ...problem,
    path: problem.path === "" ? `${key}` : `${key}.${problem.path}`,
  }));
  return [...problems, ...inner];
}
