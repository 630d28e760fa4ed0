/** Compares the service's OpenAPI document with what this version sends and reads, for `rallly-connect doctor`. */
import { type $ZodType, toJSONSchema } from "zod/v4/core";
import { type Operation, operations } from "../src/api/send/operations.ts";
import type { OperationName } from "../src/api/types/client.ts";

/** One difference between a document and this version. The message has names of the document: sanitize it. */
export interface Finding {
  /** `breaking`: calls of the operations may fail. `news`: anything else. */
  severity: "breaking" | "news";
  /** The operations of this version that it is about. Empty for a new operation. */
  operations: OperationName[];
  /** What differs, such as `options[].date of the response may be null now`. */
  message: string;
}

/** The parts of a JSON Schema that are compared. */
interface Schema {
  $ref?: string;
  type?: string | string[] | undefined;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** A parameter, the body or a response of an operation. */
interface Part {
  $ref?: string;
  in?: string;
  name?: string;
  required?: boolean;
  schema?: Schema;
  content?: Record<string, { schema?: Schema }>;
}

interface FoundOperation {
  parameters?: Part[];
  requestBody?: Part;
  responses?: Record<string, Part>;
}

type Resolve = <Value extends { $ref?: string }>(value: Value) => Value;
type Report = (severity: Finding["severity"], field: string, change: string) => void;

/** Lists the differences between the service's OpenAPI document and this version. Empty if there are none. */
export function compareDocument(document: unknown): Finding[] {
  const findings = new Map<string, Finding>();
  const report = (severity: Finding["severity"], message: string, name?: OperationName) => {
    const finding = findings.get(message) ?? { severity, operations: [], message };
    if (name !== undefined && !finding.operations.includes(name)) finding.operations.push(name);
    findings.set(message, finding);
  };
  const resolve: Resolve = (value) => {
    const names = value.$ref?.slice(2).split("/") ?? [];
    if (names.length === 0) return value;
    return resolve(names.reduce((part, name) => Object(part)[name], Object(document)));
  };
  const found = new Map(listOperations(Object(document).paths));
  for (const name of Object.keys(operations) as OperationName[]) {
    const { method, path, input, output }: Operation = operations[name];
    const operation = found.get(toKey(method, path));
    found.delete(toKey(method, path));
    // The document need not list itself.
    if (name === "getOpenApi") continue;
    if (operation === undefined) {
      report("breaking", `${method} ${path} is gone`, name);
      continue;
    }
    // Without the wrapper of a response, so that each change of a poll is one finding.
    const tell =
      (side: string): Report =>
      (severity, field, change) =>
        report(severity, `${side} ${field.replace(/^data(\[\])?\./, "")} ${change}`, name);
    const { body, response } = describeOperation(operation, resolve);
    const sent = toSchema(input, "input");
    for (const [parameter] of path.matchAll(/(?<=\{)\w+/g)) delete sent.properties?.[parameter];
    for (const form of listForms(sent, resolve)) {
      const same = body.filter((other) => listKinds(other).includes(listKinds(form)[0]));
      const accepted = listFields(same.length > 0 ? same : body, resolve);
      compareRequest(listFields([form], resolve), accepted, tell("the request's"));
    }
    const read = listFields(listForms(toSchema(output, "output"), resolve), resolve);
    compareResponse(read, listFields(response, resolve), tell("the response's"));
  }
  for (const key of found.keys()) report("news", `${key} is new`);
  return [...findings.values()];
}

/** An operation without the prefix of its path and the names of its parameters: `GET /polls/{}`. */
const toKey = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/^.*\/v1(?=\/)/, "").replace(/\{[^}]*\}/g, "{}")}`;

const methods = ["get", "put", "post", "patch", "delete"];

const listOperations = (paths: Record<string, Record<string, FoundOperation>> = {}) =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [[toKey(method, path), item[method]] as const] : [])),
  );

const toSchema = (schema: $ZodType, io: "input" | "output") => toJSONSchema(schema, { io }) as Schema;

/** The forms of the body, or of the query if there is none, and those of the response. */
function describeOperation(operation: FoundOperation, resolve: Resolve) {
  const { parameters = [], requestBody, responses = {} } = operation;
  const getSchema = (part: Part = {}) => resolve(part).content?.["application/json"]?.schema;
  const query = parameters.map(resolve).filter((parameter) => parameter.in === "query");
  const properties = Object.fromEntries(query.map(({ name = "", schema = {} }) => [name, schema]));
  const required = query.flatMap(({ name = "", required }) => (required ? [name] : []));
  const body = requestBody ? getSchema(requestBody) : { type: "object", properties, required };
  const status = Object.keys(responses).find((code) => code.startsWith("2")) ?? "";
  return { body: listForms(body, resolve), response: listForms(getSchema(responses[status]), resolve) };
}

/** The alternatives of a schema, each without references, unions and `allOf`. */
function listForms(schema: Schema = {}, resolve: Resolve): Schema[] {
  const { allOf = [], anyOf, oneOf, type, ...rest } = resolve(schema);
  const union = anyOf ?? oneOf;
  const parts = allOf.map((part) => listForms(part, resolve));
  if (union) parts.push(union.flatMap((form) => listForms(form, resolve)));
  let forms: Schema[] = [type].flat().map((each) => ({ ...rest, type: each }));
  for (const part of parts) forms = forms.flatMap((form) => part.map((other) => merge(form, other)));
  return forms;
}

const merge = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  type: other.type ?? one.type,
  properties: { ...one.properties, ...other.properties },
  required: [...(one.required ?? []), ...(other.required ?? [])],
});

const listValues = (form: Schema): unknown[] => form.enum ?? ("const" in form ? [form.const] : []);
const typeOf = ({ type }: Schema): string => (type === "integer" ? "number" : String(type));
const toParent = (path: string) => path.replace(/(\[\]|(^|\.)\w+)$/, "");

const listKinds = (body: Schema): unknown[] => listValues(body.properties?.["kind"] ?? {});

interface Field {
  types: Set<string>;
  /** The values if there are no others. */
  values: unknown[] | undefined;
  /** 2: each form of the parent requires it. 1: each that has it does. 0: it is optional. */
  presence: number;
}

/** The fields of the forms by path, such as `options[].date`. The path of the forms themselves is empty. */
function listFields(forms: Schema[], resolve: Resolve, path = "", presence = 2): Map<string, Field> {
  const filled = forms.filter((form) => typeOf(form) !== "null");
  const isClosed = filled.every((form) => listValues(form).length > 0);
  const values = isClosed ? filled.flatMap(listValues) : undefined;
  const field: Field = { types: new Set(forms.map(typeOf)), values, presence };
  const objects = filled.filter(({ properties }) => properties);
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  // A schema may contain itself. No known field is deeper.
  const inner = [...(path.split(/[.[]/).length > 8 ? [] : names)].map((name) => {
    const having = objects.filter(({ properties }) => properties?.[name]);
    const isRequired = having.every(({ required }) => required?.includes(name));
    const nested = having.flatMap(({ properties }) => listForms(properties?.[name], resolve));
    const presence = isRequired ? (having.length === objects.length ? 2 : 1) : 0;
    return listFields(nested, resolve, path === "" ? name : `${path}.${name}`, presence);
  });
  const items = filled.flatMap((form) => (form.items ? listForms(form.items, resolve) : []));
  if (items.length > 0) inner.push(listFields(items, resolve, `${path}[]`));
  return new Map([[path, field], ...inner.flatMap((fields) => [...fields])]);
}

function compareResponse(known: Map<string, Field>, found: Map<string, Field>, report: Report): void {
  for (const [path, { types, values, presence }] of known) {
    const now = found.get(path);
    if (now === undefined && found.has(toParent(path)))
      report(presence > 0 ? "breaking" : "news", path, "is gone");
    if (now === undefined) continue;
    if (now.presence < presence) report("breaking", path, "may be absent now");
    for (const type of now.types)
      if (type !== "undefined" && !types.has(type)) report("breaking", path, `may be ${type} now`);
    for (const value of values ? (now.values ?? []) : [])
      if (!values?.includes(value)) report("breaking", path, `may be ${JSON.stringify(value)} now`);
  }
  for (const path of found.keys())
    if (!known.has(path) && known.has(toParent(path))) report("news", path, "is new");
}

function compareRequest(known: Map<string, Field>, found: Map<string, Field>, report: Report): void {
  for (const [path, { values = [] }] of known) {
    const now = found.get(path);
    if (now === undefined && found.has(toParent(path))) report("breaking", path, "is gone");
    for (const value of now?.values ? values : [])
      if (!now?.values?.includes(value)) report("breaking", path, `may not be ${JSON.stringify(value)} now`);
  }
  for (const [path, { presence }] of found) {
    const isNew = !known.has(path) && known.has(toParent(path));
    if (presence === 2 && (isNew || known.get(path)?.presence === 0))
      report("breaking", path, "is required now");
    else if (isNew) report("news", path, "is new");
  }
}
