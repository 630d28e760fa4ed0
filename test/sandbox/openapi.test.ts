/** The sandbox's own OpenAPI document, and its real answers held against it by an independent validator. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { type Answer, call, datePoll, start } from "./request.ts";
import type { DocumentShape, ParticipantShape, PollShape } from "./shapes.ts";

let sandbox: Sandbox;
let document: DocumentShape;
let ajv: Ajv2020;
beforeAll(async () => {
  sandbox = await startSandbox({ now: start, limits: "none" });
  document = (await call<unknown, DocumentShape>(sandbox, "GET", "/openapi", { key: null })).body;
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
});
afterAll(() => sandbox.close());

/** What does not fit: an answer against what the document says of this operation and status. */
function misfits(path: string, method: string, { status, body }: Answer<unknown>): unknown {
  const response = document.paths[path]?.[method]?.responses?.[status];
  const reference = response?.content["application/json"].schema.$ref;
  const validate = ajv.getSchema(`api${reference}`);
  if (validate === undefined) throw new Error(`no schema ${reference}`);
  return validate(body) ? null : validate.errors;
}

describe("the document", () => {
  it("is public, OpenAPI 3.1, and lists all eight operations with paths that start with /v1", async () => {
    const { status, headers } = await call(sandbox, "GET", "/openapi", { key: null });
    expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
    expect(headers["cache-control"]).toBeUndefined();
    expect(document.openapi).toMatch(/^3\.1\./);
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => method !== "parameters")
        .map(([method, { operationId }]) => `${operationId}: ${method} ${path}`),
    );
    expect(operations).toEqual([
      "listPolls: get /v1/polls",
      "createPoll: post /v1/polls",
      "getPoll: get /v1/polls/{pollId}",
      "deletePoll: delete /v1/polls/{pollId}",
      "getPollResults: get /v1/polls/{pollId}/results",
      "listParticipants: get /v1/polls/{pollId}/participants",
      "getParticipant: get /v1/polls/{pollId}/participants/{participantId}",
      "getOpenApi: get /v1/openapi",
    ]);
  });

  it("refers only to schemas that it has", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter(([, name]) => !(name && name in document.components.schemas))).toEqual([]);
  });

  it("takes the bodies that the sandbox takes and refuses those that it refuses", () => {
    const validate = ajv.getSchema("api#/components/schemas/CreatePoll");
    expect(validate?.(datePoll)).toBe(true);
    expect(validate?.({ ...datePoll, hidescores: true })).toBe(false);
    expect(validate?.({ ...datePoll, conferencing: { provider: "custom" } })).toBe(false);
  });
});

describe("real answers", () => {
  it("fit the document, for every demo poll", async () => {
    const list = await call<PollShape[]>(sandbox, "GET", "/polls?limit=100");
    expect(list.body.data.length).toBeGreaterThan(20);
    expect(misfits("/v1/polls", "get", list)).toBeNull();
    for (const { id } of list.body.data) {
      const parts = ["", "/results", "/participants"] as const;
      for (const part of parts) {
        const answer = await call<ParticipantShape[]>(sandbox, "GET", `/polls/${id}${part}`);
        expect(misfits(`/v1/polls/{pollId}${part}`, "get", answer)).toBeNull();
        for (const { id: person } of part === "/participants" ? answer.body.data : []) {
          const one = await call(sandbox, "GET", `/polls/${id}/participants/${person}`);
          expect(misfits("/v1/polls/{pollId}/participants/{participantId}", "get", one)).toBeNull();
        }
      }
    }
  });

  it("fit it for creation, deletion and refusal", async () => {
    const made = await call(sandbox, "POST", "/polls", { body: datePoll });
    expect(misfits("/v1/polls", "post", made)).toBeNull();
    expect(misfits("/v1/polls", "post", await call(sandbox, "POST", "/polls", { body: {} }))).toBeNull();
    const path = `/polls/${made.body.data.id}`;
    expect(misfits("/v1/polls/{pollId}", "delete", await call(sandbox, "DELETE", path))).toBeNull();
    expect(misfits("/v1/polls/{pollId}", "get", await call(sandbox, "GET", path))).toBeNull();
    expect(misfits("/v1/polls/{pollId}", "get", await call(sandbox, "GET", path, { key: null }))).toBeNull();
  });

  it("have every field that the contract promises always, so that the document cannot be lax about them", () => {
    const [poll] = document.components.schemas.Poll.anyOf;
    const fields = Object.keys(poll?.properties ?? {});
    expect(poll?.required).toEqual(expect.arrayContaining(fields));
    expect(fields).toHaveLength(20);
  });
});
