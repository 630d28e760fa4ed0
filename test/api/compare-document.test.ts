/** The comparison of an OpenAPI document with this version, on altered copies of the public document. */
import { describe, expect, it } from "vitest";
import { compareDocument, type Finding } from "../../src/api/document/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { createPublicDocument } from "./public-document.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests change any part of a document
type Document = any;

/** The findings of an altered public document, as `severity place field message`. */
function listFindings(alter: (document: Document) => void): string[] {
  const document: Document = createPublicDocument();
  alter(document);
  return compareDocument(document).map(toLine);
}
const toLine = ({ severity, place, field, message }: Finding) => `${severity} ${place} ${field} ${message}`;

const schemas = (document: Document) => document.components.schemas;
const createBodies = (document: Document): Document[] => [
  schemas(document).CreateDatePollInput,
  schemas(document).CreateTimePollInput,
];

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

describe("removals and narrowings are warnings", () => {
  const narrowings: [string, (document: Document) => void, string[]][] = [
    [
      "a removed path",
      ({ paths }) => {
        delete paths["/v1/polls/{pollId}/results"];
      },
      ["warning operation GET /polls/{pollId}/results is not in the document anymore"],
    ],
    [
      "a removed method",
      ({ paths }) => {
        delete paths["/v1/polls/{pollId}"].delete;
      },
      ["warning operation DELETE /polls/{pollId} is not in the document anymore"],
    ],
    [
      "a renamed path",
      ({ paths }) => {
        paths["/v1/polls/{pollId}/responses"] = paths["/v1/polls/{pollId}/results"];
        delete paths["/v1/polls/{pollId}/results"];
      },
      [
        "warning operation GET /polls/{pollId}/results is not in the document anymore, perhaps renamed to GET /polls/{pollId}/responses",
        "news operation GET /polls/{pollId}/responses is new",
      ],
    ],
    [
      "a new version in every path",
      (document) => {
        const { "/v1/polls": polls } = document.paths;
        document.paths = { "/v2/polls": { get: polls.get } };
      },
      expect.arrayContaining([
        "warning operation GET /polls is not in the document anymore",
        "news operation GET /v2/polls is new",
      ]) as unknown as string[],
    ],
    [
      "a removed field of a response",
      (document) => {
        delete schemas(document).Poll.properties.inviteUrl;
      },
      ["warning response inviteUrl is not in responses anymore"],
    ],
    [
      "a renamed field of one kind of option",
      (document) => {
        const { DateOption } = schemas(document);
        DateOption.properties.day = DateOption.properties.date;
        delete DateOption.properties.date;
        DateOption.required = ["id", "day"];
      },
      [
        'warning response options[].date is not in responses anymore with kind "date"',
        "news response options[].day is new",
      ],
    ],
    [
      "a field that may be absent",
      (document) => {
        schemas(document).Participant.required = ["id", "name", "email", "createdAt"];
      },
      ["warning response availability may be absent now"],
    ],
    [
      "a field that may be null",
      (document) => {
        schemas(document).Participant.properties.name = { type: ["string", "null"] };
        schemas(document).Poll.properties.title = { type: "string", nullable: true };
      },
      ["warning response name may be null now", "warning response title may be null now"],
    ],
    [
      "another type",
      (document) => {
        schemas(document).VoteCount.properties.count = { type: "string" };
      },
      ["warning response options[].votes[].count is string now, integer before"],
    ],
    [
      "a list that is an object",
      (document) => {
        schemas(document).ParticipantsResponse.properties.data = { type: "object", properties: {} };
      },
      ["warning response data is object now, array before"],
    ],
    [
      "a format that is gone",
      (document) => {
        schemas(document).DateOption.properties.date = { type: "string", format: "date-time" };
        schemas(document).Participant.properties.createdAt = { type: "string" };
      },
      [
        'warning response options[].date has the format date-time now, date before with kind "date"',
        "warning response createdAt has no format now, date-time before",
      ],
    ],
    [
      "a status that is lost, and a new one",
      (document) => {
        schemas(document).PollStatus.enum = ["open", "closed", "scheduled", "archived"];
      },
      [
        'warning query status does not accept "canceled" anymore',
        'warning response status may be "archived" now',
        'warning response status is never "canceled" anymore',
        'news query status accepts "archived" too',
      ],
    ],
    [
      "a status that is any text",
      (document) => {
        schemas(document).PollStatus = { type: "string" };
      },
      [
        'warning response status may have any value now, only "open" or "closed" or "scheduled" or "canceled" before',
      ],
    ],
    [
      "a new required input",
      (document) => {
        for (const body of createBodies(document)) {
          body.properties.language = { type: "string" };
          body.required.push("language");
        }
      },
      ["warning body language is new and required"],
    ],
    [
      "an input that is required now",
      (document) => {
        schemas(document).CreateTimePollInput.required.push("timeZone");
      },
      ["warning body timeZone is required now"],
    ],
    [
      "a removed input",
      (document) => {
        for (const body of createBodies(document)) delete body.properties.hideScores;
      },
      ["warning body hideScores is not accepted anymore"],
    ],
    [
      "a removed input of one kind of poll",
      (document) => {
        delete schemas(document).CreateDatePollInput.properties.location;
      },
      ['warning body location is not accepted anymore with kind "date"'],
    ],
    [
      "a kind of poll that cannot be created",
      (document) => {
        schemas(document).CreatePollInput.oneOf.pop();
      },
      ['warning body kind does not accept "time" anymore'],
    ],
    [
      "tighter limits",
      (document) => {
        for (const body of createBodies(document)) {
          body.properties.title.maxLength = 100;
          body.properties.options.maxItems = 50;
        }
        schemas(document).CreateTimePollInput.properties.duration.minimum = 30;
        document.paths["/v1/polls"].get.parameters[2].schema.maximum = 50;
      },
      [
        "warning query limit has maximum 50 now, 100 before",
        "warning body title has maxLength 100 now, 255 before",
        "warning body options has maxItems 50 now, 100 before",
        "warning body duration has minimum 30 now, 15 before",
      ],
    ],
    [
      "a narrowed enum of an input",
      (document) => {
        schemas(document).SlotGenerator.properties.days.items.enum = ["mon", "tue", "wed", "thu", "fri"];
      },
      ['warning body generators[].days[] does not accept "sat" or "sun" anymore'],
    ],
    [
      "another type of an input",
      (document) => {
        schemas(document).CreateTimePollInput.properties.duration = { type: "string", pattern: "^PT" };
      },
      ["warning body duration is string now, integer before"],
    ],
    [
      "parameters that are removed, or required",
      ({ paths }) => {
        const { parameters } = paths["/v1/polls"].get;
        parameters[0].required = true;
        parameters.splice(1, 1);
        parameters.push({ in: "query", name: "space", required: true, schema: { type: "string" } });
        parameters.push({ in: "header", name: "X-Space", required: true, schema: { type: "string" } });
      },
      [
        "warning query status is required now",
        "warning query cursor is not accepted anymore",
        "warning query space is new and required",
        "warning header X-Space is new and required",
      ],
    ],
    [
      "another authentication",
      (document) => {
        document.components.securitySchemes.bearerAuth = { type: "oauth2", flows: {} };
      },
      expect.arrayContaining([
        "warning operation GET /polls does not take a Bearer key anymore",
      ]) as unknown as string[],
    ],
    [
      "a body and a response that are not JSON, and a body of a GET",
      ({ paths }) => {
        paths["/v1/polls"].post.requestBody = { content: { "multipart/form-data": { schema: {} } } };
        paths["/v1/polls"].get.requestBody = { required: true, content: {} };
        paths["/v1/polls/{pollId}"].delete.responses = { 204: { description: "Gone" } };
      },
      [
        "warning operation GET /polls needs a body now",
        "warning operation POST /polls does not take a JSON body anymore",
        "warning operation DELETE /polls/{pollId} has no JSON in response 204 anymore",
      ],
    ],
    [
      "another form of errors",
      (document) => {
        schemas(document).ErrorResponse = {
          type: "object",
          properties: { code: { type: "string" }, message: { type: "string" } },
        };
      },
      [
        "warning error error is not in responses anymore",
        "news error code is new",
        "news error message is new",
      ],
    ],
  ];
  it.each(narrowings)("%s", (_, alter, expected) => {
    const found = listFindings(alter);
    expect(Array.isArray(expected) ? found.sort() : found).toEqual(
      Array.isArray(expected) ? [...expected].sort() : expected,
    );
  });

  it("names every operation that a shared schema is used in, and what the change breaks", () => {
    const document: Document = createPublicDocument();
    delete schemas(document).Poll.properties.adminUrl;
    schemas(document).Poll.properties.conferencing = { type: "null" };
    for (const body of createBodies(document)) delete body.properties.location;
    document.paths["/v1/polls/{pollId}"].delete.parameters.push({
      in: "query",
      name: "sure",
      required: true,
    });
    expect(
      compareDocument(document).map(({ operations, field, impact }) => [field, impact, operations]),
    ).toEqual([
      ["adminUrl", "unreadable", ["listPolls", "createPoll", "getPoll"]],
      ["location", "some-refused", ["createPoll"]],
      ["sure", "all-refused", ["deletePoll"]],
    ]);
  });
});
