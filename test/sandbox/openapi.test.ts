/** The sandbox's OpenAPI document, and its real responses validated against it by ajv. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeEach, describe, expect, it } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { type ApiResponse, call, datePoll, openSandbox } from "./request.ts";
import type { DocumentShape, ParticipantShape, PollShape } from "./shapes.ts";

let sandbox: Sandbox;
let document: DocumentShape;
let ajv: Ajv2020;
beforeEach(async () => {
  sandbox = await openSandbox({ seed: "demo" });
  document = (await call<unknown, DocumentShape>(sandbox, "GET", "/openapi", { key: null })).body;
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  // So that a response with a field that is not in the document fails.
  const close = (_key: string, value: unknown) =>
    value instanceof Object && "properties" in value ? { ...value, additionalProperties: false } : value;
  ajv.addSchema(JSON.parse(JSON.stringify(document), close), "closed");
});

/** Where a response differs from what the document promises for this operation and status, by path. */
function listDifferences(path: string, method: string, { status, body }: ApiResponse<unknown>): string[] {
  const named = document.paths[path]?.[method]?.responses?.[status];
  const shared = named?.$ref?.slice("#/components/responses/".length);
  const response = shared === undefined ? named : document.components.responses[shared];
  const reference = response?.content?.["application/json"].schema.$ref;
  const validate = ajv.getSchema(`closed${reference}`);
  if (reference === undefined || validate === undefined) throw new Error(`no schema ${reference}`);
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

describe("the OpenAPI document", () => {
  it("is public and OpenAPI 3.1", async () => {
    const { status, headers } = await call(sandbox, "GET", "/openapi", { key: null });
    expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
    expect(headers["cache-control"]).toBeUndefined();
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it("takes the bodies that the sandbox takes and refuses those that it refuses", () => {
    const validate = ajv.getSchema("api#/components/schemas/CreatePoll");
    expect(validate?.(datePoll)).toBe(true);
    expect(validate?.({ ...datePoll, hidescores: true })).toBe(false);
    expect(validate?.({ ...datePoll, conferencing: { provider: "custom" } })).toBe(false);
  });
});

describe("the responses of the sandbox", () => {
  it("match the document, for every demo poll", async () => {
    const list = await call<PollShape[]>(sandbox, "GET", "/polls?limit=100");
    expect(list.body.data.length).toBeGreaterThan(10);
    expect(listDifferences("/v1/polls", "get", list)).toEqual([]);
    for (const { id } of list.body.data) {
      const parts = ["", "/results", "/participants"] as const;
      for (const part of parts) {
        const response = await call<ParticipantShape[]>(sandbox, "GET", `/polls/${id}${part}`);
        expect(listDifferences(`/v1/polls/{pollId}${part}`, "get", response)).toEqual([]);
        for (const { id: person } of part === "/participants" ? response.body.data : []) {
          const one = await call(sandbox, "GET", `/polls/${id}/participants/${person}`);
          expect(listDifferences("/v1/polls/{pollId}/participants/{participantId}", "get", one)).toEqual([]);
        }
      }
    }
  });
});
