/** Reads JSON Schemas of OpenAPI 3.0 and 3.1 into plain alternatives. Work and depth are bounded: the schemas may be hostile. */

import { countSteps, isRecord, lookUp, SchemaError, type SourceDocument } from "./source-document.ts";

/** One form that a value may have: a schema with references, anyOf, oneOf and allOf resolved. */
export interface Alternative {
  /** JSON types; `integer` counts as a type. Undefined: any. */
  types: ReadonlySet<string> | undefined;
  /** The possible values as JSON: texts, numbers, booleans and null. Undefined: not limited to a list of these. */
  values: ReadonlySet<string> | undefined;
  /** For each property the schemas that all hold. */
  properties: ReadonlyMap<string, readonly unknown[]>;
  required: ReadonlySet<string>;
  /** The schemas that all hold for each item of an array. */
  items: readonly unknown[];
  limits: Limits;
  format: string | undefined;
  /** Whether texts must match a pattern. */
  hasPattern: boolean;
  /** Keywords that are not understood and may change what is valid. */
  unsupported: ReadonlySet<string>;
}

/** The limits of a value, as inclusive whole numbers. */
export type Limits = { readonly [Name in LimitName]?: number };

/** The name of a limit, as in JSON Schema. */
export type LimitName = (typeof limitNames)[number];

/** Every limit. Those that begin with `min` are tighter when they are higher. */
export const limitNames = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"] as const;

const unsupportedKeywords = [
  "not",
  "if",
  "patternProperties",
  "minProperties",
  "maxProperties",
  "dependentSchemas",
  "dependentRequired",
  "propertyNames",
  "prefixItems",
  "contains",
  "multipleOf",
  "$dynamicRef",
];

/** Maximum number of alternatives of one schema. */
const maxAlternatives = 64;

/** Maximum number of references, anyOf, oneOf and allOf inside each other. */
const maxDepth = 64;

/** Any value is valid. */
const anything: Alternative = {
  types: undefined,
  values: undefined,
  properties: new Map(),
  required: new Set(),
  items: [],
  limits: {},
  format: undefined,
  hasPattern: false,
  unsupported: new Set(),
};

const nothingButNull: Alternative = { ...anything, types: new Set(["null"]) };

/** Returns the alternatives of a schema. Throws {@link SchemaError}. */
export type SchemaReader = (schema: unknown) => Alternative[];

/** Creates a reader for the schemas of one document, in which references are looked up. */
export function createSchemaReader(document: SourceDocument): SchemaReader {
  const { spend } = document;
  const read = (schema: unknown, depth: number): Alternative[] => {
    spend(1);
    if (schema === true) return [anything];
    if (schema === false) return [];
    if (!isRecord(schema)) throw new SchemaError("a schema is not an object");
    if (depth > maxDepth) throw new SchemaError("a schema refers to itself, or is nested too deeply");
    let alternatives = [readKeywords(schema, spend)].filter(isPossible);
    const { $ref, allOf } = schema;
    const add = (others: readonly Alternative[]) => {
      alternatives = intersectAll(alternatives, others, spend);
    };
    for (const part of $ref === undefined ? [] : [lookUp(document, $ref)]) add(read(part, depth + 1));
    for (const part of toList(allOf, "allOf")) add(read(part, depth + 1));
    for (const keyword of ["anyOf", "oneOf"])
      if (schema[keyword] !== undefined)
        add(toList(schema[keyword], keyword).flatMap((choice) => read(choice, depth + 1)));
    // OpenAPI 3.0.
    return schema["nullable"] === true ? [...alternatives, nothingButNull] : alternatives;
  };
  return (schema) => read(schema, 0);
}

type Spend = SourceDocument["spend"];

function toList(value: unknown, keyword: string): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new SchemaError(`${keyword} is not a list`);
  return value;
}

function readKeywords(schema: Record<string, unknown>, spend: Spend): Alternative {
  const { properties, required, items, format } = schema;
  const names = Object.keys(isRecord(properties) ? properties : {});
  const requiredNames = Array.isArray(required) ? required : [];
  const given = readValues(schema);
  const texts = [...names, ...requiredNames, ...(given ?? []), ...[schema["type"], format].flat()];
  spend(texts.reduce((steps: number, text) => steps + countSteps(typeof text === "string" ? text : ""), 0));
  const scalars = given?.filter((value) => typeof value !== "object" || value === null);
  const unsupported = unsupportedKeywords.filter((keyword) => Object.hasOwn(schema, keyword));
  if (given?.length !== scalars?.length)
    unsupported.push(
      Object.hasOwn(schema, "const") ? "const with an object or a list" : "enum with objects or lists",
    );
  return {
    types: readTypes(schema["type"]) ?? (given && new Set(given.map(typeOf))),
    // A deeply nested value has no text: JSON.stringify would overflow the stack.
    values:
      scalars?.length === 0 && given?.length !== 0 ? undefined : scalars && new Set(scalars.map(toJson)),
    properties: new Map(names.map((name) => [name, [Reflect.get(Object(properties), name)]])),
    // OpenAPI 2 had a boolean here, and some generators still write it.
    required: new Set(requiredNames.filter((name) => typeof name === "string")),
    items: items === undefined ? [] : [items],
    limits: readLimits(schema),
    format: typeof format === "string" ? format : undefined,
    hasPattern: typeof schema["pattern"] === "string",
    unsupported: new Set(unsupported),
  };
}

function readTypes(type: unknown): ReadonlySet<string> | undefined {
  if (type === undefined) return undefined;
  const names = Array.isArray(type) ? type : [type];
  if (!names.every((name) => typeof name === "string")) throw new SchemaError("a type is not a text");
  return new Set(names);
}

function readValues(schema: Record<string, unknown>): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

const toJson = (scalar: unknown) => (typeof scalar === "string" ? JSON.stringify(scalar) : String(scalar));

/** This version sends only whole numbers, so each limit becomes the whole number next to it that is valid. */
function readLimits(schema: Record<string, unknown>): Limits {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const inclusive: { [Name in LimitName]?: number } = {};
  for (const name of limitNames) {
    const limit = schema[name];
    if (isLimit(limit)) inclusive[name] = isLower(name) ? Math.ceil(limit) : Math.floor(limit);
  }
  const exclusive: { [Name in LimitName]?: number } = {};
  // A number in OpenAPI 3.1, a boolean beside the limit in 3.0.
  const minimum = above === true ? schema["minimum"] : above;
  const maximum = below === true ? schema["maximum"] : below;
  if (isLimit(minimum)) exclusive.minimum = Math.floor(minimum) + 1;
  if (isLimit(maximum)) exclusive.maximum = Math.ceil(maximum) - 1;
  return tightestLimits([inclusive, exclusive]);
}

// Generators write the largest safe integer where there is no limit.
const isLimit = (limit: unknown): limit is number =>
  typeof limit === "number" && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

const isLower = (name: LimitName) => name.startsWith("min");

function intersectAll(
  ones: readonly Alternative[],
  others: readonly Alternative[],
  spend: Spend,
): Alternative[] {
  if (ones.length * others.length > maxAlternatives)
    throw new SchemaError(`a schema has more than ${maxAlternatives} alternatives`);
  spend(sumSizes(ones) * others.length + sumSizes(others) * ones.length);
  return ones.flatMap((one) => others.map((other) => intersect(one, other))).filter(isPossible);
}

/** How much an intersection copies of some alternatives. */
function sumSizes(alternatives: readonly Alternative[]): number {
  let sum = 0;
  for (const { types, values, properties, required, items } of alternatives) {
    sum += 1 + (types?.size ?? 0) + (values?.size ?? 0) + required.size + items.length;
    for (const parts of properties.values()) sum += 1 + parts.length;
  }
  return sum;
}

const isPossible = ({ types, values }: Alternative) => types?.size !== 0 && values?.size !== 0;

function intersect(one: Alternative, other: Alternative): Alternative {
  const properties = new Map(one.properties);
  for (const [name, parts] of other.properties)
    properties.set(name, [...(properties.get(name) ?? []), ...parts]);
  return {
    types: intersectTypes(one.types, other.types),
    values: intersectSets(one.values, other.values),
    properties,
    required: new Set([...one.required, ...other.required]),
    items: [...one.items, ...other.items],
    limits: tightestLimits([one.limits, other.limits]),
    format: one.format ?? other.format,
    hasPattern: one.hasPattern || other.hasPattern,
    unsupported: new Set([...one.unsupported, ...other.unsupported]),
  };
}

type Strings = ReadonlySet<string> | undefined;

function intersectSets(one: Strings, other: Strings): Strings {
  if (one === undefined || other === undefined) return one ?? other;
  return new Set([...one].filter((item) => other.has(item)));
}

function intersectTypes(one: Strings, other: Strings): Strings {
  const widen = (types: Strings) => types?.has("number") && new Set([...types, "integer"]);
  return intersectSets(widen(one) || one, widen(other) || other);
}

/** The tightest of several limits, each by itself. */
export function tightestLimits(list: readonly Limits[]): Limits {
  const limits: { [Name in LimitName]?: number } = {};
  for (const name of limitNames) {
    const found = list.flatMap((each) => each[name] ?? []);
    if (found.length > 0) limits[name] = isLower(name) ? Math.max(...found) : Math.min(...found);
  }
  return limits;
}
