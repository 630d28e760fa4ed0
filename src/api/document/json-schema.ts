/** Reads JSON Schemas of OpenAPI 3.0 and 3.1 into plain alternatives. Bounded: the schemas may be hostile. */

/** Thrown for a schema that cannot be read. The message completes "could not compare: ". */
export class SchemaError extends Error {
  override readonly name: string = "SchemaError";
}

/** Thrown when a document has more parts than a reader reads. */
export class DocumentTooLargeError extends SchemaError {
  override readonly name = "DocumentTooLargeError";
}

/** One form that a value may have: a schema with references, anyOf, oneOf and allOf resolved. */
export interface Alternative {
  /** JSON types; `integer` counts as a type. Undefined: any. */
  types: ReadonlySet<string> | undefined;
  /** The possible values as JSON. Undefined: not limited to a list. */
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

/** The limits of a value. Numbers are inclusive. */
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

/** Maximum number of schemas, properties and values that one reader reads. The service's document has some thousands. */
const maxSteps = 200_000;

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
export function createSchemaReader(document: unknown): SchemaReader {
  let steps = 0;
  const read = (schema: unknown, depth: number): Alternative[] => {
    if (schema === true) return [anything];
    if (schema === false) return [];
    if (!isRecord(schema)) throw new SchemaError("a schema is not an object");
    if (depth > maxDepth) throw new SchemaError("a schema refers to itself, or is nested too deeply");
    const base = readKeywords(schema);
    steps += 1 + base.properties.size + base.required.size + (base.values?.size ?? 0);
    if (steps > maxSteps) throw new DocumentTooLargeError("the document is too large");
    let alternatives = [base];
    const { $ref, allOf } = schema;
    for (const part of $ref === undefined ? [] : [lookUp(document, $ref)])
      alternatives = intersectAll(alternatives, read(part, depth + 1));
    for (const part of toList(allOf, "allOf"))
      alternatives = intersectAll(alternatives, read(part, depth + 1));
    for (const keyword of ["anyOf", "oneOf"]) {
      if (schema[keyword] === undefined) continue;
      const choices = toList(schema[keyword], keyword).flatMap((choice) => read(choice, depth + 1));
      alternatives = intersectAll(alternatives, choices);
    }
    // OpenAPI 3.0.
    return schema["nullable"] === true ? [...alternatives, nothingButNull] : alternatives;
  };
  return (schema) => read(schema, 0);
}

/** Whether a value is an object of JSON. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toList(value: unknown, keyword: string): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new SchemaError(`${keyword} is not a list`);
  return value;
}

/** Looks up a reference such as `#/components/schemas/Poll`. Throws {@link SchemaError}. */
export function lookUp(document: unknown, reference: unknown): unknown {
  if (typeof reference !== "string" || !reference.startsWith("#/"))
    throw new SchemaError("a reference leads out of the document");
  let found = document;
  for (const part of reference.slice(2, 1_000).split("/")) {
    const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name))
      throw new SchemaError("a reference leads to nothing");
    found = Reflect.get(found, name);
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readKeywords(schema: Record<string, unknown>): Alternative {
  const values = readValues(schema);
  const { properties, required, items, format } = schema;
  const unsupported = unsupportedKeywords.filter((keyword) => Object.hasOwn(schema, keyword));
  return {
    types:
      readTypes(schema["type"]) ?? (values && new Set([...values].map((value) => typeOf(JSON.parse(value))))),
    values,
    properties: new Map(
      Object.entries(isRecord(properties) ? properties : {}).map(([name, part]) => [name, [part]]),
    ),
    // OpenAPI 2 had a boolean here, and some generators still write it.
    required: new Set((Array.isArray(required) ? required : []).filter((name) => typeof name === "string")),
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

function readValues(schema: Record<string, unknown>): ReadonlySet<string> | undefined {
  if (Object.hasOwn(schema, "const")) return new Set([JSON.stringify(schema["const"])]);
  return Array.isArray(schema["enum"])
    ? new Set(schema["enum"].map((value) => JSON.stringify(value)))
    : undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function readLimits(schema: Record<string, unknown>): Limits {
  const limits: { [Name in LimitName]?: number } = {};
  for (const name of limitNames) {
    const limit = schema[name];
    // Generators write the largest safe integer where there is no limit.
    if (typeof limit === "number" && Math.abs(limit) < Number.MAX_SAFE_INTEGER) limits[name] = limit;
  }
  // A number in OpenAPI 3.1, a boolean beside the limit in 3.0. Only the limits of whole numbers are compared.
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (typeof above === "number") limits.minimum = above + 1;
  if (typeof below === "number") limits.maximum = below - 1;
  if (above === true && limits.minimum !== undefined) limits.minimum += 1;
  if (below === true && limits.maximum !== undefined) limits.maximum -= 1;
  return limits;
}

function intersectAll(ones: readonly Alternative[], others: readonly Alternative[]): Alternative[] {
  if (ones.length * others.length > maxAlternatives)
    throw new SchemaError(`a schema has more than ${maxAlternatives} alternatives`);
  return ones.flatMap((one) => others.map((other) => intersect(one, other))).filter(isPossible);
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
    if (found.length > 0) limits[name] = name.startsWith("min") ? Math.max(...found) : Math.min(...found);
  }
  return limits;
}
