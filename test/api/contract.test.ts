/** Compares the sandbox with the client's operations and schemas, without retries, and names each difference in a second. */

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
