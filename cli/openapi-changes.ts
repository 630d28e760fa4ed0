/** Compares the service's OpenAPI document with the kept one, for `rallly-connect doctor`. */
import { type Operation, operations } from "../src/api/send/operations.ts";
import type { OperationName } from "../src/api/types/client.ts";
import kept from "../src/sandbox/data/openapi.json" with { type: "json" };

/** One difference between two documents. The message has names of the document: sanitize it. */
export interface Finding {
  /** `breaking`: calls of the operations may fail. `news`: anything else. */
  severity: "breaking" | "news";
  /** The client's methods that it is about. Empty for a new operation. */
  operations: OperationName[];
  /** What differs, such as `the response's options[].date may be null now`. */
  message: string;
}

/** A part of a document, which may be anything: each access is checked by `Object`. */
type Part = Record<string, unknown>;

/** A field of a request or of a response. */
interface Field {
  types: unknown[];
  /** The values if there are no others. */
  values: unknown[] | undefined;
  /** 2: each form of the parent requires it. 1: each form that has it does. 0: it is optional. */
  presence: number;
}

/** Lists the differences between the service's OpenAPI document and the kept one. Empty if there are none. */
export function compareDocument(document: unknown): Finding[] {
  const findings = new Map<string, Finding>();
  const [known, found] = [listOperations(kept), listOperations(document)];
  const methods = Object.entries<Operation>(operations);
  for (const [key, before] of known) {
    const name = methods.find(([, { method, path }]) => toKey(method, path) === key)?.[0] as OperationName;
    const tell = (severity: Finding["severity"], message: string) => {
      const finding = findings.get(message) ?? { severity, operations: [], message };
      if (!finding.operations.includes(name)) finding.operations.push(name);
      findings.set(message, finding);
    };
    const now = found.get(key);
    // The document need not list itself.
    if (key === "GET /openapi") continue;
    if (now === undefined) tell("breaking", `${before.label} is gone`);
    for (const side of now ? (["request", "response"] as const) : [])
      for (const [kind, fields] of before[side]) {
        const all = now?.[side] ?? new Map<unknown, Map<string, Field>>();
        const others = all.get(kind) ?? new Map([...all.values()].flatMap((each) => [...each]));
        // Without the wrapper of a response, so that each change of a poll is one finding.
        for (const [path, severity, change] of compareFields(fields, others, side === "response"))
          tell(severity, `the ${side}'s ${path.replace(/^data(\[\])?\./, "")} ${change}`);
      }
  }
  for (const key of found.keys())
    if (!known.has(key)) findings.set(key, { severity: "news", operations: [], message: `${key} is new` });
  return [...findings.values()];
}

function* compareFields(known: Map<string, Field>, found: Map<string, Field>, isRead: boolean) {
  const isInside = (path: string, fields: Map<string, Field>) =>
    fields.has(path.replace(/(\[\]|(^|\.)[^.[]+)$/, ""));
  for (const [path, { types, values, presence }] of known) {
    const now = found.get(path);
    const gone = isRead && presence === 0 ? "news" : "breaking";
    if (now === undefined && isInside(path, found)) yield [path, gone, "is gone"] as const;
    if (now === undefined) continue;
    if (isRead && now.presence < presence) yield [path, "breaking", "may be absent now"] as const;
    if (!isRead && now.presence > presence) yield [path, "breaking", "is required now"] as const;
    // What is read must not be new, and what is sent must not be gone.
    const [some, all] = isRead ? [now, { types, values }] : [{ types, values }, now];
    const can = isRead ? "may be" : "may not be";
    for (const type of some.types)
      if (!all.types.includes(type)) yield [path, "breaking", `${can} ${type} now`] as const;
    for (const value of (all.values && some.values) ?? [])
      if (!all.values?.includes(value))
        yield [path, "breaking", `${can} ${JSON.stringify(value)} now`] as const;
  }
  for (const [path, { presence }] of found) {
    if (known.has(path) || !isInside(path, known)) continue;
    if (!isRead && presence > 0) yield [path, "breaking", "is required now"] as const;
    else yield [path, "news", "is new"] as const;
  }
}

/** An operation without the prefix of its path and the names of its parameters: `GET /polls/{}`. */
const toKey = (method: string, path: string): string => toLabel(method, path).replace(/\{[^}]*\}/g, "{}");
const toLabel = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/^.*\/v1(?=\/)/, "")}`;

/** The operations of a document, each with the fields of its request and response by path, for each kind of poll. */
function listOperations(document: unknown) {
  const resolve = (part: unknown, seen: unknown[] = []): Part => {
    const { $ref } = Object(part);
    if (typeof $ref !== "string") return Object(part);
    const target = $ref
      .slice(2)
      .split("/")
      .reduce((inner, name) => Object(inner)[name], document);
    return seen.includes($ref) ? {} : resolve(target, [...seen, $ref]);
  };
  const getSchema = (part: unknown) => Object(resolve(part)["content"])["application/json"]?.schema;
  const describe = (schema: unknown) => {
    const byKind = Map.groupBy(listForms(schema, resolve), ({ properties }) => {
      const [kind, ...others] = listValues(resolve(Object(properties).kind)) ?? [];
      return others.length === 0 ? kind : undefined;
    });
    return new Map([...byKind].map(([kind, forms]) => [kind, listFields(forms, resolve)]));
  };
  const entries = Object.entries<Part>(Object(Object(document).paths)).flatMap(([path, item]) =>
    ["get", "put", "post", "patch", "delete"].flatMap((method) => {
      if (item[method] === undefined) return [];
      const { parameters = [], requestBody, responses = {} } = Object(item[method]);
      const query = [...Object(item["parameters"] ?? []), ...parameters].map((each) => resolve(each));
      const inQuery = query.filter((parameter) => parameter["in"] === "query");
      const properties = Object.fromEntries(inQuery.map(({ name, schema = {} }) => [name, schema]));
      const required = inQuery.flatMap(({ name, required }) => (required ? [name] : []));
      const body = requestBody ? getSchema(requestBody) : { type: "object", properties, required };
      const status = Object.keys(responses).find((code) => code.startsWith("2")) ?? "";
      const [request, response] = [describe(body), describe(getSchema(responses[status]))];
      return [[toKey(method, path), { label: toLabel(method, path), request, response }] as const];
    }),
  );
  return new Map(entries);
}

/** A schema may contain itself. No known field is deeper. */
const maxDepth = 8;

type Resolve = (part: unknown) => Part;

/** The alternatives of a schema, each without references, unions and `allOf`. */
function listForms(schema: unknown, resolve: Resolve, depth = 0): Part[] {
  if (depth > maxDepth) return [{}];
  const { allOf = [], anyOf, oneOf, type, ...rest } = resolve(schema);
  const union = (anyOf ?? oneOf) as unknown[] | undefined;
  const parts = (allOf as unknown[]).map((part) => listForms(part, resolve, depth + 1));
  if (union) parts.push(union.flatMap((form) => listForms(form, resolve, depth + 1)));
  let forms: Part[] = [type].flat().map((each) => ({ ...rest, type: each }));
  for (const part of parts) forms = forms.flatMap((form) => part.map((other) => merge(form, other)));
  return forms;
}

const merge = (one: Part, other: Part): Part => ({
  ...one,
  ...other,
  type: other["type"] ?? one["type"],
  properties: { ...Object(one["properties"]), ...Object(other["properties"]) },
  required: [...Object(one["required"] ?? []), ...Object(other["required"] ?? [])],
});

const listValues = (form: Part): unknown[] | undefined =>
  (form["enum"] as unknown[] | undefined) ?? ("const" in form ? [form["const"]] : undefined);

/** The fields of the forms by path, such as `options[].date`. The path of the forms themselves is empty. */
function listFields(forms: Part[], resolve: Resolve, path = "", presence = 2): Map<string, Field> {
  const filled = forms.filter(({ type }) => type !== "null");
  const values = filled.map(listValues);
  const isClosed = values.every((each) => each !== undefined);
  const types = forms.map(({ type }) => (type === "integer" ? "number" : type)).filter(Boolean);
  const field: Field = { types, values: isClosed ? values.flat() : undefined, presence };
  const objects = filled.filter(({ properties }) => properties);
  const names = new Set(objects.flatMap(({ properties }) => Object.keys(Object(properties))));
  if (path.split(/[.[]/).length > maxDepth) return new Map([[path, field]]);
  const inner = [...names].map((name) => {
    const having = objects.filter(({ properties }) => Object(properties)[name]);
    const isRequired = having.every(({ required }) => Object(required ?? []).includes(name));
    const nested = having.flatMap(({ properties }) => listForms(Object(properties)[name], resolve));
    const presence = isRequired ? (having.length === objects.length ? 2 : 1) : 0;
    return listFields(nested, resolve, path === "" ? name : `${path}.${name}`, presence);
  });
  const items = filled.flatMap((form) => (form["items"] ? listForms(form["items"], resolve) : []));
  if (items.length > 0) inner.push(listFields(items, resolve, `${path}[]`));
  return new Map([[path, field], ...inner.flatMap((fields) => [...fields])]);
}
