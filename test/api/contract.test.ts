/** Compares the sandbox with the client's operations and schemas, without retries, and names each difference in a second. */

import { Ajv2020 } from "ajv/dist/2020.js";
import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkResponse } from "../../src/api/check/responses.ts";
import { defaultSettings, mapSettings } from "../../src/api/check/settings.ts";
import { type Operation, operations } from "../../src/api/send/operations.ts";
import type { OperationName } from "../../src/api/web.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { type ApiResponse, call, create, start } from "../sandbox/request.ts";
import type { DocumentShape } from "../sandbox/shapes.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: start, limits: "none" });
});
afterAll(() => sandbox.close());

const names = Object.keys(operations) as OperationName[];
const settings = mapSettings((setting) => !defaultSettings[setting]);
const bodies: Record<"date" | "time", Record<string, unknown>> = {
  date: { title: "Offsite", kind: "date", options: [{ date: "2027-03-01" }] },
  time: {
    title: "Call",
    kind: "time",
    timeZone: "Europe/Berlin",
    duration: 30,
    options: [{ startTime: "2027-03-01T09:00" }],
  },
};

/** Sends the request of an operation on a new poll with one participant. */
async function send(name: OperationName, kind: "date" | "time"): Promise<ApiResponse<unknown>> {
  const operation: Operation = operations[name];
  const input = operation.method === "POST" ? bodies[kind] : await findIds(operation.path, kind);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, id) => String(input[id]));
  return call(sandbox, operation.method, path, operation.method === "POST" ? { body: input } : {});
}

/** The ids for a path, of a new poll and its participant. */
async function findIds(path: string, kind: "date" | "time"): Promise<Record<string, string>> {
  const poll = await create(sandbox, bodies[kind]);
  const options = poll.options.map(({ id }) => [id, "yes"] as const);
  const participant = sandbox.vote(poll.id, { name: "Ada", choices: Object.fromEntries(options) });
  const ids: Record<string, string> = { pollId: poll.id, participantId: participant.id };
  return Object.fromEntries(Object.entries(ids).filter(([id]) => path.includes(`{${id}}`)));
}

describe.each(names)("%s", (name) => {
  const { method, path, output } = operations[name];

  it("is an operation that the sandbox serves and documents", async () => {
    const { status, body } = await send(name, "date");
    expect([200, 201], `${method} ${path} got ${JSON.stringify(body)}`).toContain(status);
    const { body: document } = await call<unknown, DocumentShape>(sandbox, "GET", "/openapi", { key: null });
    const documented = document.paths[`/v1${path}`]?.[method.toLowerCase()];
    expect(documented, `${method} /v1${path} in the OpenAPI document`).toMatchObject({ operationId: name });
  });

  it.each(["date", "time"] as const)(
    "gets every promised field from the sandbox for a %s poll",
    async (kind) => {
      const { body } = await send(name, kind);
      const found = checkResponse(output, body);
      const problems = found.map(({ path, message }) => `${path.replace(/\d+/g, "*")}: ${message}`);
      expect([...new Set(problems)]).toEqual([]);
    },
  );
});

it.each(["date", "time"] as const)(
  "the sandbox takes and returns every setting of a %s poll",
  async (kind) => {
    const { status, body } = await call(sandbox, "POST", "/polls", {
      body: { ...bodies[kind], ...settings },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.data).toMatchObject(settings);
  },
);

/** Values in place of another: those that a field may have, and those next to them. */
const otherValues = [
  ...[undefined, null, true, false, 0, 1, -1, 1.5, {}, [], [null], ["yes"], { a: 1 }],
  ...["", "no", "open", "over", "date", "time", "custom", "2027-03-01", "2027-02-30", "20270301", "2027-3-1"],
  ...[
    "2027-03-01T09:00:00Z",
    "2027-03-01T09:00:00.123Z",
    "2027-03-01T09:00:00+05:30",
    "2027-02-30T09:00:00Z",
  ],
  ...["2027-03-01T09:00Z", "2027-03-01T09:00:00", "2027-03-01T09:00:00+05", "2027-03-01 09:00:00Z"],
];

/** Every place in a JSON value. */
function* listPlaces(value: unknown, place: string[] = []): Generator<string[]> {
  yield place;
  if (value !== null && typeof value === "object")
    for (const [key, inner] of Object.entries(value)) yield* listPlaces(inner, [...place, key]);
}

/** A copy with another value at a place. Undefined removes a field. */
function replaceAt(value: unknown, [key, ...rest]: string[], other: unknown): unknown {
  if (key === undefined) return other;
  const inner = replaceAt(Object(value)[key], rest, other);
  return Array.isArray(value)
    ? value.flatMap((item, index) => (String(index) !== key ? [item] : inner === undefined ? [] : [inner]))
    : JSON.parse(JSON.stringify({ ...Object(value), [key]: inner }));
}

describe("the guards take the responses that the OpenAPI document takes, and no others", () => {
  const toDay = (text: string) => Temporal.PlainDate.from(text);
  const passes = (pattern: RegExp, read: (text: string) => unknown) => (text: string) => {
    try {
      return pattern.test(text) && read(text) !== undefined;
    } catch {
      return false;
    }
  };
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat("date", passes(/^\d{4}-\d\d-\d\d$/, toDay));
  ajv.addFormat(
    "date-time",
    passes(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, (text) =>
      Temporal.Instant.from(text),
    ),
  );
  ajv.addFormat("uri", true);
  // Open to values that come later.
  const isOpen = (place: string[]) => place.includes("conferencing");
  /** The document cannot say that the kind is that of the options. */
  const agrees = (body: unknown): boolean => {
    const [data] = [Object(body).data].flat();
    const { kind, options } = Object(data);
    return (
      kind === undefined || [options].flat().every((option) => (kind === "date") === "date" in Object(option))
    );
  };

  it.each(
    names
      .filter((name) => name !== "getOpenApi")
      .flatMap((name) => [[name, "date"] as const, [name, "time"] as const]),
  )("%s of a %s poll", async (name, kind) => {
    const { method, path, output } = operations[name];
    const { body: document } = await call<unknown, DocumentShape>(sandbox, "GET", "/openapi", { key: null });
    if (!ajv.getSchema("api")) ajv.addSchema(document, "api");
    const { responses } = document.paths[`/v1${path}`]?.[method.toLowerCase()] ?? {};
    const reference = (responses?.[200] ?? responses?.[201])?.content?.["application/json"].schema.$ref;
    const isDocumented = ajv.compile({ $ref: `api${reference}` });
    const { body } = await send(name, kind);
    const { data } = Object(body);
    // Of a list, one item has all the places.
    const whole = Array.isArray(data) ? { ...Object(body), data: data.slice(0, 1) } : body;
    const differences: string[] = [];
    for (const place of listPlaces(whole))
      for (const other of otherValues) {
        const changed = replaceAt(whole, place, other);
        const [taken, documented] = [
          checkResponse(output, changed).length === 0,
          isDocumented(changed) && agrees(changed),
        ];
        if (taken !== documented && !(taken && isOpen(place)))
          differences.push(`${place.join(".")}: ${JSON.stringify(other)}, guard ${taken}`);
      }
    expect(differences).toEqual([]);
  });
});
