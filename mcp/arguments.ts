import type * as z from "zod";
import { measureDistance } from "../src/edit-distance.ts";
import type { Problem } from "../src/problem.ts";
import { ArgumentError } from "./failure.ts";
import { isTooLarge } from "./message.ts";

/** The part of a JSON schema that decides how a value is read. */
export interface ArgumentSchema {
  type?: string;
  properties?: Record<string, ArgumentSchema>;
  items?: ArgumentSchema;
  enum?: readonly string[];
  /** A text, or an object. */
  anyOf?: readonly ArgumentSchema[];
}

/** Arguments that hosts add, which the model cannot take out: n8n, Cline, Gemini CLI, Antigravity, and some SDKs. */
const hostArguments = new Set(
  "toolCallId sessionId action chatInput tool task_progress wait_for_previous toolAction toolSummary waitForPreviousTools _meta".split(
    " ",
  ),
);

/**
 * Parses arguments as hosts send them, by the schema that they were shown: what means nothing is absent, arguments of the host are
 * ignored, and a value of another type is read where only one meaning is possible. Throws {@link ArgumentError} with all problems.
 */
export function parseArguments<Schema extends z.ZodType>(
  input: Schema,
  schema: object,
  given: unknown,
): z.output<Schema> {
  const own = Object.entries(Object(given)).filter(([name]) => !hostArguments.has(name));
  const problems: Problem[] = [];
  const value = read(Object.fromEntries(own), schema, [], problems);
  const parsed = input.safeParse(value, {
    error: ({ input }) => (input === undefined ? "is missing" : undefined),
  });
  if (parsed.success && problems.length === 0) return parsed.data;
  for (const issue of parsed.error?.issues ?? []) {
    const { ask, code } = Object(issue.code === "custom" && issue.params) as Partial<Problem>;
    problems.push({ path: issue.path.join("."), message: issue.message, ask, code });
  }
  throw new ArgumentError(problems);
}

/** Reads a value by its schema. Unknown fields are problems, and count as the fields that they probably mean. */
function read(value: unknown, schema: ArgumentSchema = {}, path: string[], problems: Problem[]): unknown {
  const { type, properties = {}, items, anyOf } = schema;
  if (anyOf) {
    const given = parseJson(value) ?? value;
    const kind = typeof given === "object" ? "object" : "string";
    return read(given, { ...anyOf.find((each) => each.type === kind) }, path, problems);
  }
  if (type === "array") {
    const list = parseJson(value) ?? value;
    const each = Array.isArray(list) ? list : [list];
    return each.map((item, index) => read(item, items, [...path, `${index}`], problems)).filter(isPresent);
  }
  if (type === "object") return readFields(parseJson(value) ?? value, properties, path, problems);
  return isPresent(value) ? readSimple(value, schema) : undefined;
}

function readFields(
  value: unknown,
  properties: Record<string, ArgumentSchema>,
  path: string[],
  problems: Problem[],
): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const names = Object.keys(properties);
  const fields = new Map<string, unknown>();
  const add = (name: string, each: unknown, found: Problem[]) =>
    fields.set(name, read(each, properties[name], [...path, name], found));
  const given = Object.entries(value).filter(([, each]) => isPresent(each));
  const unknown = given.filter(([name]) => names.length > 0 && !names.includes(name));
  for (const [name, each] of given.filter((field) => !unknown.includes(field))) add(name, each, problems);
  let known = `. Known: ${names.join(", ")}`;
  for (const [name, each] of unknown) {
    const meant = names.find((known) => !fields.has(known) && isSimilar(name.slice(0, 60), known));
    if (meant) add(meant, each, []);
    const hint = meant ? `: use ${meant}` : known;
    if (!meant) known = "";
    problems.push({ path: [...path, name].join("."), message: `is not an argument here${hint}` });
  }
  return Object.fromEntries(fields);
}

const isSimilar = (name: string, known: string): boolean =>
  measureDistance(name.toLowerCase(), known.toLowerCase()) <= Math.min(2, (name.length - 1) / 2);

/** Whether a value is one: not null, the text of it, which some hosts send, or an emptied field, nor a list of none but these. */
const isPresent = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(isPresent)
    : value != null && !(typeof value === "string" && /^(?:|null|undefined)$/i.test(value.trim()));

/** The letters of a word: how models spell the words of a list. */
const toLetters = (word: string) => word.toLowerCase().replace(/[^a-z]/g, "");

function readSimple(value: unknown, { type, enum: words }: ArgumentSchema): unknown {
  const text = typeof value === "string" ? value.trim() : "";
  if (words) return words.find((word) => toLetters(word) === toLetters(text)) ?? value;
  if ((type === "integer" || type === "number") && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === "boolean" && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (type !== "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}

/** The list or object in a JSON text. Undefined for anything else. */
export function parseJson(text: unknown): object | undefined {
  if (typeof text !== "string" || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isTooLarge(parsed) ? undefined : (parsed as object);
  } catch {
    return undefined;
  }
}
