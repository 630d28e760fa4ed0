/** The comparison of an OpenAPI document with this version, on unchanged copies of the public document and on additions. */
import { describe, expect, it } from "vitest";
import { compareDocument } from "../../src/api/document/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { createBodies, type Document, listFindings, schemas } from "./document-findings.ts";
import { createPublicDocument } from "./public-document.ts";

describe("an unchanged document", () => {
  it("has no differences in the form of the public document", () => {
    expect(compareDocument(createPublicDocument())).toEqual([]);
  });

  it("has no differences in the form of the sandbox's document", async () => {
    const sandbox = await startSandbox();
    const document = await (await fetch(`${sandbox.url}/openapi`)).json();
    await sandbox.close();
    expect(compareDocument(document)).toEqual([]);
  });

  it("has no differences when written in OpenAPI 3.0", () => {
    const document: Document = createPublicDocument();
    document.openapi = "3.0.3";
    const { Poll, TimeOption } = schemas(document);
    Poll.properties.description = { type: "string", nullable: true };
    Poll.properties.organizer = {
      allOf: [{ $ref: "#/components/schemas/PollOrganizer" }],
      nullable: true,
    };
    TimeOption.properties.duration = { type: "integer", minimum: 0, exclusiveMinimum: true };
    document.components.schemas.CreateDatePollInput.properties.kind = { type: "string", enum: ["date"] };
    expect(compareDocument(document)).toEqual([]);
  });

  it("has no differences when fields come by allOf, parts by reference, and paths without /v1", () => {
    const document: Document = createPublicDocument();
    const { Poll } = schemas(document);
    const { id, ...rest } = Poll.properties;
    schemas(document).Base = { type: "object", properties: { id }, required: ["id"] };
    schemas(document).Poll = {
      allOf: [{ $ref: "#/components/schemas/Base" }, { ...Poll, properties: rest }],
    };
    document.components.parameters = { pollId: document.paths["/v1/polls/{pollId}"].get.parameters[0] };
    document.components.responses = { Poll: document.paths["/v1/polls/{pollId}"].get.responses["200"] };
    document.components.requestBodies = { Create: document.paths["/v1/polls"].post.requestBody };
    document.paths["/v1/polls/{pollId}"].get.parameters = [{ $ref: "#/components/parameters/pollId" }];
    document.paths["/v1/polls/{pollId}"].get.responses["200"] = { $ref: "#/components/responses/Poll" };
    document.paths["/v1/polls"].post.requestBody = { $ref: "#/components/requestBodies/Create" };
    document.servers = [{ url: "https://api.rallly.co/v1" }];
    document.paths = Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => [path.replace("/v1", ""), item]),
    );
    expect(compareDocument(document)).toEqual([]);
  });

  it("has no differences when a parameter of a path has another name", () => {
    const found = listFindings((document) => {
      document.paths["/v1/polls/{id}"] = document.paths["/v1/polls/{pollId}"];
      delete document.paths["/v1/polls/{pollId}"];
      for (const method of ["get", "delete"])
        document.paths["/v1/polls/{id}"][method].parameters[0].name = "id";
    });
    expect(found).toEqual([]);
  });
});

describe("additions are news", () => {
  const additions: [string, (document: Document) => void, string[]][] = [
    [
      "a path",
      ({ paths }) => {
        paths["/v1/polls/{pollId}/close"] = { post: paths["/v1/polls"].post };
      },
      ["news operation POST /polls/{pollId}/close is new"],
    ],
    [
      "a method",
      ({ paths }) => {
        paths["/v1/polls/{pollId}"].patch = paths["/v1/polls"].post;
      },
      ["news operation PATCH /polls/{pollId} is new"],
    ],
    [
      "an optional and a required field of a response",
      (document) => {
        schemas(document).Poll.properties.timeFormat = { type: "string" };
        schemas(document).TimeOption.properties.room = { type: "string" };
        schemas(document).TimeOption.required.push("room");
      },
      ["news response timeFormat is new", "news response options[].room is new"],
    ],
    [
      "an optional field of the body",
      (document) => {
        for (const body of createBodies(document)) body.properties.deadline = { type: "string" };
      },
      ["news body deadline is new"],
    ],
    [
      "an optional parameter",
      ({ paths }) => {
        paths["/v1/polls"].get.parameters.push({ in: "query", name: "search", schema: { type: "string" } });
      },
      ["news query search is new"],
    ],
    [
      "values and limits of an input",
      (document) => {
        for (const body of createBodies(document)) body.properties.title.maxLength = 500;
        schemas(document).SlotGenerator.properties.days.items.enum.push("holiday");
        schemas(document).CreateTimePollInput.properties.duration.minimum = 5;
      },
      [
        "news body title has maxLength 500 now, 255 before",
        "news body duration has minimum 5 now, 15 before",
        'news body generators[].days[] accepts "holiday" too',
      ],
    ],
    [
      "a third kind of poll to create",
      (document) => {
        const body = structuredClone(schemas(document).CreateDatePollInput);
        body.properties.kind.const = "recurring";
        body.properties.rule = { type: "string" };
        body.required.push("rule");
        delete body.properties.hideScores;
        schemas(document).CreatePollInput.oneOf.push(body);
      },
      ['news body kind accepts "recurring" too', "news body rule is new"],
    ],
    [
      "a conferencing provider in responses",
      (document) => {
        const [{ oneOf }] = schemas(document).Poll.properties.conferencing.anyOf;
        oneOf.push({ ...oneOf[0], properties: { provider: { type: "string", const: "webex" } } });
      },
      [],
    ],
    [
      "what is deprecated",
      (document) => {
        document.paths["/v1/polls/{pollId}/results"].get.deprecated = true;
        schemas(document).Poll.properties.hideScores.deprecated = true;
      },
      ["news operation GET /polls/{pollId}/results is deprecated", "news response hideScores is deprecated"],
    ],
  ];
  it.each(additions)("%s", (_, alter, expected) => {
    expect(listFindings(alter).sort()).toEqual(expected.sort());
  });
});
