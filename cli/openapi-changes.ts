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

/** What is said of a field by path, such as `options[].date`: its types or values, and how the forms of its object have it. */
type Fields = Map<string, Set<string>>;

type Change = [path: string, change: string, severity?: Finding["severity"]];

/** Lists the differences between the service's OpenAPI document and the kept one. Empty if there are none. */
export function compareDocument(document: unknown): Finding[] {
  const findings = new Map<string, Finding>();
  const [known, found] = [listOperations(kept), listOperations(document)];
  for (const [name, { method, path }] of Object.entries<Operation>(operations)) {
    const tell = (message: string, severity: Finding["severity"] = "breaking") => {
      const { operations = [] } = findings.get(message) ?? {};
      findings.set(message, { severity, operations: [...operations, name as OperationName], message });
    };
    const [before, now] = [known, found].map((all) => all.get(toKey(method, path)));
    // The document need not list itself.
    if (before === undefined || path === "/openapi") continue;
    if (now === undefined) tell(`${method} ${path} is gone`);
    // Without the wrapper of a response, so that each change of a poll is one finding.
    for (const side of now ? (["request", "response"] as const) : [])
      for (const [field, change, severity] of compareFields(before[side], now?.[side] ?? new Map(), side))
        tell(`the ${side}'s ${field.replace(/^data(\[\])?\./, "")} ${change}`, severity);
  }
  for (const key of found.keys())
    if (!known.has(key)) findings.set(key, { severity: "news", operations: [], message: `${key} is new` });
  return [...findings.values()];
}

function compareFields(known: Fields, found: Fields, side: "request" | "response"): Change[] {
  const isRead = side === "response";
  return [...new Set([...known.keys(), ...found.keys()])].flatMap((path): Change[] => {
    const [before, now] = [known.get(path), found.get(path)];
    if (before && now) return compareField(before, now, isRead).map((change): Change => [path, change]);
    // Inside of what is gone or new, nothing else is told.
    const parent = path.replace(/(\[\]|(^|\.)[^.[]+)$/, "");
    if (!known.has(parent) || !found.has(parent)) return [];
    if (before) return [[path, "is gone", isRead && before.has("optional") ? "news" : "breaking"]];
    return !isRead && now?.has("required") ? [[path, "is required now"]] : [[path, "is new", "news"]];
  });
}

function compareField(before: Set<string>, now: Set<string>, isRead: boolean): string[] {
  const isNew = (fact: string) => now.has(fact) && !before.has(fact);
  // What is read must not be new, and what is sent must not be gone.
  const [some, all] = isRead ? [now, before] : [before, now];
  const types = [...all].filter(isType);
  const isTaken = (type: string) =>
    types.length === 0 || all.has(type) || (type.startsWith('"') && all.has("string"));
  const changes = [...some].flatMap((type) =>
    isTaken(type) || !isType(type) ? [] : `${isRead ? "may be" : "may not be"} ${type} now`,
  );
  if (isRead && (isNew("optional") || isNew("partial"))) changes.push("may be absent now");
  if (!isRead && isNew("partial")) changes.push("is gone for some polls");
  if (!isRead && isNew("required")) changes.push("is required now");
  return changes;
}

/** Not how an object has the field: required, optional, or in a part of its forms. */
const isType = (fact: string) => !["required", "optional", "partial"].includes(fact);

/** An operation without the prefix of its path and the names of its parameters: `GET /polls/{}`. */
const toKey = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/^.*\/v1(?=\/)/, "").replace(/\{[^{}]*\}/g, "{}")}`;

/** The operations of a document, which may be anything, each with the fields of its request and response. */
function listOperations(document: unknown) {
  /** What a reference refers to. Each access is checked by `Object`. */
  const resolve = (part: unknown) => {
    const { $ref } = Object(part);
    if (typeof $ref !== "string") return Object(part);
    const names = $ref.slice(2).split("/");
    return Object(names.reduce((inner, name) => Object(inner)[name], document));
  };

  /** Adds what a schema says of a field, and its inner fields. `outer` are the schemas around it, since one may contain itself. */
  function add(fields: Fields, part: unknown, path = "", outer: unknown[] = [], must: string[] = []): Fields {
    const schema = resolve(part);
    if (outer.includes(schema)) return fields;
    const { $ref, type = [], properties = {}, items, allOf = [], anyOf, oneOf: union = anyOf ?? [] } = schema;
    const say = (name: string, ...facts: string[]) =>
      fields.set(name, new Set([...(fields.get(name) ?? []), ...facts]));
    const join = (name: string) => (path === "" ? name : `${path}.${name}`);
    const inner = [...outer, schema];
    const values = schema.enum ?? ("const" in schema ? [schema.const] : undefined);
    const types = [type].flat().map((each) => (each === "integer" ? "number" : each));
    say(path, ...(values?.map((value: unknown) => JSON.stringify(value)) ?? types));
    const required = [schema, ...allOf].flatMap((each) => resolve(each).required ?? []).concat(must);
    for (const [name, field] of Object.entries(properties)) {
      say(join(name), required.includes(name) ? "required" : "optional");
      add(fields, field, join(name), inner);
    }
    if (items) add(fields, items, `${path}[]`, inner);
    for (const form of $ref ? [schema] : allOf) add(fields, form, path, inner, required);
    for (const form of union) add(fields, form, path, inner);
    const forms: string[][] = union.map((form: unknown) => Object.keys(resolve(form).properties ?? {}));
    const objects = forms.filter((names) => names.length > 0);
    for (const name of objects.flat())
      if (!objects.every((names) => names.includes(name))) say(join(name), "partial");
    return fields;
  }

  const ofContent = (part: unknown) => add(new Map(), resolve(part).content?.["application/json"]?.schema);
  const entries = Object.entries(Object(Object(document).paths)).flatMap(([path, item]) =>
    ["get", "put", "post", "patch", "delete"].flatMap((method) => {
      const { [method]: operation, parameters: common = [] } = Object(item);
      if (operation === undefined) return [];
      const { parameters = [], requestBody, responses = {} } = operation;
      const query = [...common, ...parameters].map(resolve).filter((each) => each.in === "query");
      const properties = Object.fromEntries(query.map(({ name, schema = {} }) => [name, schema]));
      const required = query.flatMap(({ name, required }) => (required ? [name] : []));
      const request = requestBody ? ofContent(requestBody) : add(new Map(), { properties, required });
      const status = Object.keys(responses).find((code) => code.startsWith("2")) ?? "";
      return [[toKey(method, path), { request, response: ofContent(responses[status]) }] as const];
    }),
  );
  return new Map(entries);
}
