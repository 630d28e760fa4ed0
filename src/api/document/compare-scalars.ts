import type { Difference, Impact } from "./finding.ts";
import { type Alternative, limitNames, tightestLimits } from "./json-schema.ts";

/** Who writes the values: the service (`response`) or this client (`request`). */
export type Direction = "response" | "request";

type ValueDifference = Omit<Difference, "field">;

const warning = (message: string, impact: Impact): ValueDifference => ({
  severity: "warning",
  message,
  impact,
});
const news = (message: string): ValueDifference => ({ severity: "news", message });

const scalarTypes = ["string", "number", "integer", "boolean"];

/** Whether an alternative is a text, a number or a boolean. */
export const isScalar = ({ types }: Alternative): boolean => scalarTypes.some((type) => types?.has(type));

/** Compares the values, formats and limits of texts, numbers and booleans. */
export function compareScalars(
  known: readonly Alternative[],
  found: readonly Alternative[],
  direction: Direction,
): ValueDifference[] {
  if (known.length === 0 || found.length === 0) return [];
  return [
    ...(direction === "request" ? compareLimits(known, found) : []),
    ...compareFormats(known, found, direction),
    ...compareValues(listValues(known), listValues(found), direction),
  ];
}

type Values = ReadonlySet<string> | undefined;

function compareValues(known: Values, found: Values, direction: Direction): ValueDifference[] {
  const isRequest = direction === "request";
  if (!known) {
    if (!found || !isRequest) return [];
    const accepted = found.size === 0 ? "nothing" : `only ${listWords(found, "or")}`;
    return [warning(`accepts ${accepted} now`, "some-refused")];
  }
  if (!found) {
    const before = listWords(known, "or");
    return isRequest ? [] : [warning(`may have any value now, only ${before} before`, "unreadable")];
  }
  const added = [...found].filter((value) => !known.has(value));
  const lost = [...known].filter((value) => !found.has(value));
  const differences: ValueDifference[] = [];
  // The sets that are closed in this version's responses are also closed in the contract.
  if (added.length > 0)
    differences.push(
      isRequest
        ? news(`accepts ${listWords(added)} too`)
        : warning(`may be ${listWords(added, "or")} now`, "unreadable"),
    );
  if (lost.length > 0)
    differences.push(
      isRequest
        ? warning(`does not accept ${listWords(lost, "or")} anymore`, "some-refused")
        : warning(`is never ${listWords(lost, "or")} anymore`, "missing-value"),
    );
  return differences;
}

function compareFormats(
  known: readonly Alternative[],
  found: readonly Alternative[],
  direction: Direction,
): ValueDifference[] {
  const before = known[0]?.format;
  const changed = found.find(({ format }) => format !== before);
  if (before === undefined) return direction === "request" ? compareNewFormats(known, found) : [];
  if (!changed || (direction === "request" && changed.format === undefined)) return [];
  const message = `has ${changed.format === undefined ? "no format" : `the format ${changed.format}`} now, ${before} before`;
  return [warning(message, direction === "request" ? "some-refused" : "unreadable")];
}

/** A format or a pattern of what this version sends as any text. */
function compareNewFormats(known: readonly Alternative[], found: readonly Alternative[]): ValueDifference[] {
  const isText = ({ types, values, hasPattern }: Alternative) =>
    types?.has("string") && values === undefined && !hasPattern;
  if (!known.every(isText)) return [];
  const [form] = found;
  if (found.some(({ format, hasPattern }) => format === undefined && !hasPattern) || !form) return [];
  const message =
    form.format === undefined ? "must match a pattern now" : `has the format ${form.format} now, none before`;
  return [warning(message, "some-refused")];
}

/** Compares the limits of what this version sends. */
export function compareLimits(
  known: readonly Alternative[],
  found: readonly Alternative[],
): ValueDifference[] {
  const before = tightestLimits(known.map(({ limits }) => limits));
  const now = tightestLimits(found.map(({ limits }) => limits));
  return limitNames.flatMap((name) => {
    const [old, limit] = [before[name], now[name]];
    if (limit === undefined || limit === old) return [];
    // This version sends nothing empty.
    if (limit <= 1 && (name === "minLength" || name === "minItems")) return [];
    const isTighter = old === undefined || (name.startsWith("min") ? limit > old : limit < old);
    const message = `has ${name} ${limit} now, ${old ?? "none"} before`;
    return [isTighter ? warning(message, "some-refused") : news(message)];
  });
}

/** The possible values, without null. Undefined: not limited. */
export function listValues(alternatives: readonly Alternative[]): Set<string> | undefined {
  if (alternatives.some(({ values, types }) => values === undefined && !isBoolean(types))) return undefined;
  const values = new Set(alternatives.flatMap(({ values }) => [...(values ?? booleans)]));
  values.delete("null");
  return values;
}

const booleans = ["true", "false"];

const isBoolean = (types: Alternative["types"]) =>
  types?.has("boolean") === true && [...types].every((type) => type === "boolean" || type === "null");

/** Maximum number of words in a list. */
const maxWords = 12;

/** A list of words for a message. The rest of a long one is counted. */
export function listWords(words: Iterable<string>, conjunction = "and"): string {
  const all = [...words];
  const shown = all.length > maxWords ? [...all.slice(0, maxWords), `${all.length - maxWords} more`] : all;
  return shown.join(` ${conjunction} `);
}
