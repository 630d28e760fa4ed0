/** The comparison of an OpenAPI document with this version, on copies of the public document that lack or narrow something. */
import { describe, expect, it } from "vitest";
import { compareDocument } from "../../src/api/document/index.ts";
import { createBodies, type Document, listFindings, schemas } from "./document-findings.ts";
import { createPublicDocument } from "./public-document.ts";

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
      "limits of both kinds, of which the tighter one counts",
      (document) => {
        const { properties } = schemas(document).CreateTimePollInput;
        properties.duration = { type: "integer", minimum: 30, exclusiveMinimum: 3, maximum: 1440 };
        const { interval } = schemas(document).SlotGenerator.properties;
        Object.assign(interval, { minimum: 15, maximum: 60, exclusiveMaximum: 2_000 });
        const [, , limit] = document.paths["/v1/polls"].get.parameters;
        limit.schema = {
          type: "integer",
          minimum: 1,
          exclusiveMinimum: 1,
          maximum: 100,
          exclusiveMaximum: 51,
        };
      },
      [
        "warning query limit has minimum 2 now, 1 before",
        "warning query limit has maximum 50 now, 100 before",
        "warning body duration has minimum 30 now, 15 before",
        "warning body generators[].interval has maximum 60 now, 1440 before",
      ],
    ],
    [
      "exclusive limits of OpenAPI 3.0",
      (document) => {
        const { properties } = schemas(document).CreateTimePollInput;
        properties.duration = {
          type: "integer",
          minimum: 15,
          exclusiveMinimum: true,
          maximum: 1440,
          exclusiveMaximum: true,
        };
      },
      [
        "warning body duration has minimum 16 now, 15 before",
        "warning body duration has maximum 1439 now, 1440 before",
      ],
    ],
    [
      "limits that are no whole numbers",
      (document) => {
        const { properties } = schemas(document).CreateTimePollInput;
        properties.duration = { type: "number", exclusiveMinimum: 14.5, maximum: 1440.5 };
        const { interval } = schemas(document).SlotGenerator.properties;
        Object.assign(interval, { type: "number", minimum: 15.5, exclusiveMaximum: 100.5 });
      },
      [
        "warning body generators[].interval has minimum 16 now, 15 before",
        "warning body generators[].interval has maximum 100 now, 1440 before",
      ],
    ],
    [
      "schemas that no value matches",
      (document) => {
        for (const body of createBodies(document)) {
          body.properties.title = false;
          body.properties.location = { allOf: [{ type: "string" }, { type: "integer" }] };
          body.properties.description = { type: "string", enum: [] };
        }
        schemas(document).Participant.properties.name = false;
        schemas(document).SlotGenerator.properties.from = { type: "string", enum: [null] };
      },
      [
        "warning body title accepts nothing now, string before",
        "warning body location accepts nothing now, string and null before",
        "warning body description accepts nothing now, string and null before",
        "warning body generators[].from accepts nothing now",
        "warning response name has no possible value now, string before",
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
