/** The service's OpenAPI document compared with the operations. The documents are changed copies of the sandbox's. */
import { expect, it } from "vitest";
import { compareDocument } from "../../cli/openapi-changes.ts";
import { startSandbox } from "../../src/sandbox/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: the rows change any part of a document
type Document = any;

const sandbox = await startSandbox({ seed: "empty" });
const original = JSON.stringify(await (await fetch(`${sandbox.url}/openapi`)).json());
await sandbox.close();

function listFindings(change: (document: Document, schemas: Document) => void): string[] {
  const document: Document = JSON.parse(original);
  change(document, document.components.schemas);
  return compareDocument(document).map(({ severity, message }) => `${severity}: ${message}`);
}

const bodies = (schemas: Document): Document[] => [schemas.CreateDatePoll, schemas.CreateTimePoll];
const without = (names: string[], name: string) => names.filter((each) => each !== name);

it("finds nothing in other ways to write the same", () => {
  const found = listFindings((document, schemas) => {
    const { options, kind, ...common } = schemas.Poll.properties;
    const nullable = { anyOf: [{ type: "string" }, { type: "null" }] };
    schemas.Base = { type: "object", properties: { id: common.id }, required: ["id"] };
    schemas.Poll = {
      allOf: [{ $ref: "#/components/schemas/Base" }],
      type: "object",
      properties: {
        ...common,
        description: nullable,
        kind: { type: "string", enum: ["date", "time"] },
        options: { type: "array", items: { oneOf: options.items.anyOf } },
      },
      required: without(schemas.Poll.required, "id"),
    };
    document.components.responses = { Poll: document.paths["/v1/polls/{pollId}"].get.responses["200"] };
    const { get, delete: remove } = document.paths["/v1/polls/{pollId}"];
    get.responses["200"] = { $ref: "#/components/responses/Poll" };
    delete document.paths["/v1/polls/{pollId}"];
    document.paths["/v1/polls/{id}"] = { get, delete: remove };
    document.paths = Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => [path.replace("/v1", "/api/v1"), item]),
    );
  });
  expect(found).toEqual([]);
});

it("finds nothing when the parameters of a path stand on its item", () => {
  const found = listFindings(({ paths }) => {
    const { parameters, ...get } = paths["/v1/polls"].get;
    paths["/v1/polls"] = { ...paths["/v1/polls"], get, parameters };
  });
  expect(found).toEqual([]);
});

it("takes a new field whose schema is a list of itself", () => {
  const found = listFindings((_, schemas) => {
    schemas.Comment = { type: "array", items: { $ref: "#/components/schemas/Comment" } };
    schemas.Poll.properties.comment = { $ref: "#/components/schemas/Comment" };
  });
  expect(found).toEqual(["news: the response's comment is new"]);
});

type Row = [finding: string, change: (document: Document, schemas: Document) => void];
const { assign } = Object;
const changeBodies = (schemas: Document, change: (body: Document) => void) => bodies(schemas).forEach(change);

it.each<Row>([
  ["breaking: DELETE /polls/{pollId} is gone", ({ paths }) => delete paths["/v1/polls/{pollId}"].delete],
  ["breaking: the response's inviteUrl is gone", (_, { Poll }) => delete Poll.properties.inviteUrl],
  [
    "breaking: the response's inviteUrl may be absent now",
    (_, schemas) => {
      const { inviteUrl, ...properties } = schemas.Poll.properties;
      schemas.Poll = { anyOf: [schemas.Poll, { ...schemas.Poll, properties }] };
    },
  ],
  [
    "breaking: the response's options[].date may be absent now",
    (_, { DateOption }) => assign(DateOption, { required: without(DateOption.required, "date") }),
  ],
  [
    "breaking: the response's name may be null now",
    (_, { Participant }) => assign(Participant.properties, { name: { type: ["string", "null"] } }),
  ],
  [
    "breaking: the response's createdAt may be number now",
    (_, { Participant }) => assign(Participant.properties, { createdAt: { type: "integer" } }),
  ],
  [
    'breaking: the response\'s status may be "archived" now',
    (_, { PollStatus }) => PollStatus.enum.push("archived"),
  ],
  [
    "breaking: the request's hideScores is gone",
    (_, schemas) => changeBodies(schemas, ({ properties }) => delete properties.hideScores),
  ],
  [
    "breaking: the request's hideScores is gone for some polls",
    (_, { CreateTimePoll }) => delete CreateTimePoll.properties.hideScores,
  ],
  [
    "breaking: the request's location is required now",
    (_, { CreateTimePoll }) => CreateTimePoll.required.push("location"),
  ],
  [
    "breaking: the request's timeZone is required now",
    (_, { CreateTimePoll }) => CreateTimePoll.required.push("timeZone"),
  ],
  [
    "breaking: the request's team is required now",
    (_, schemas) =>
      changeBodies(
        schemas,
        ({ properties, required }) => assign(properties, { team: {} }) && required.push("team"),
      ),
  ],
  [
    'breaking: the request\'s generators[].days[] may not be "sun" now',
    (_, { SlotGenerator }) => SlotGenerator.properties.days.items.enum.pop(),
  ],
  [
    "breaking: the request's space is required now",
    ({ paths }) =>
      paths["/v1/polls"].get.parameters.push({ name: "space", in: "query", required: true, schema: {} }),
  ],
  [
    "news: POST /polls/{}/close is new",
    ({ paths }) => assign(paths, { "/v1/polls/{pollId}/close": { post: paths["/v1/polls"].post } }),
  ],
  [
    "news: the request's team is new",
    (_, schemas) =>
      changeBodies(schemas, ({ properties }) => assign(properties, { team: { type: "string" } })),
  ],
])("finds %s", (finding, change) => {
  expect(listFindings(change)).toEqual([finding]);
});

it("finds that a kind of poll can no longer be created", () => {
  const found = listFindings((_, schemas) => schemas.CreatePoll.anyOf.shift());
  expect(found).toContain('breaking: the request\'s kind may not be "date" now');
});

it("names every operation that a change is about, once", () => {
  const document: Document = JSON.parse(original);
  delete document.components.schemas.Poll.properties.title;
  const message = "the response's title is gone";
  const affected = ["listPolls", "createPoll", "getPoll"];
  expect(compareDocument(document)).toEqual([{ severity: "breaking", operations: affected, message }]);
});

it("finds every operation gone in JSON that is no document", () => {
  expect(compareDocument([]).map(({ message }) => message)).toContain("GET /polls is gone");
});
