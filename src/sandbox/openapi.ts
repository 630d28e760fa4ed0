import * as z from "zod";
import { type apiSchemas, namedSchemas } from "./openapi-schemas.ts";

type SchemaName = keyof typeof apiSchemas;

const refer = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: SchemaName) => ({ "application/json": { schema: refer(name) } });
const pathParameter = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });

const pollId = pathParameter("pollId");
const participantId = pathParameter("participantId");
const listParameters = [
  {
    name: "status",
    in: "query",
    schema: { $ref: "#/components/schemas/PollStatus" },
    description: "Only polls in this state.",
  },
  {
    name: "cursor",
    in: "query",
    schema: { type: "string" },
    description: "The nextCursor of the page before, as it came.",
  },
  { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
];

// RateLimit headers and Retry-After are described once, in the description of the document.
const failures = {
  400: "The request does not fit.",
  401: "The key is missing, unknown, expired or revoked.",
  403: "The space is not on a Pro plan.",
  404: "There is no such thing in this space.",
  429: "Too many requests: wait for Retry-After.",
  500: "Something went wrong: try again, later each time.",
  503: "Out of order: wait for Retry-After.",
};

function operation(
  operationId: string,
  summary: string,
  status: number,
  response: SchemaName,
  rest: object = {},
) {
  const refused = Object.entries(failures).map(([code, description]) => [
    code,
    { description, content: json("Failure") },
  ]);
  return {
    operationId,
    summary,
    ...rest,
    responses: {
      [status]: { description: summary, content: json(response) },
      ...Object.fromEntries(refused),
    },
  };
}

const body = { requestBody: { required: true, content: json("CreatePoll") } };

const paths = {
  "/v1/polls": {
    get: operation("listPolls", "The space's polls, newest first.", 200, "PollPage", {
      parameters: listParameters,
    }),
    post: operation("createPoll", "Makes a poll.", 201, "PollResponse", body),
  },
  "/v1/polls/{pollId}": {
    parameters: [pollId],
    get: operation("getPoll", "One poll.", 200, "PollResponse"),
    delete: operation("deletePoll", "Deletes a poll and all its votes.", 200, "DeletedResponse"),
  },
  "/v1/polls/{pollId}/results": {
    parameters: [pollId],
    get: operation("getPollResults", "The votes for each option, without names.", 200, "ResultsResponse"),
  },
  "/v1/polls/{pollId}/participants": {
    parameters: [pollId],
    get: operation("listParticipants", "All participants, oldest first.", 200, "ParticipantsResponse"),
  },
  "/v1/polls/{pollId}/participants/{participantId}": {
    parameters: [pollId, participantId],
    get: operation("getParticipant", "One participant.", 200, "ParticipantResponse"),
  },
  "/v1/openapi": {
    get: {
      operationId: "getOpenApi",
      summary: "This document.",
      security: [],
      responses: { 200: { description: "This document.", content: { "application/json": {} } } },
    },
  },
};

/** The OpenAPI 3.1 document of the sandbox, from its own schemas; paths start with `/v1`. */
export function describeApi(origin: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Rallly scheduling polls (sandbox)",
      version: "1.0.0",
      description:
        "An imitation for development. 60 requests a minute and 5,000 a day per space, in fixed windows; " +
        "RateLimit-Policy, -Limit, -Remaining and -Reset on every response to a request with a valid key and plan.",
    },
    servers: [{ url: origin }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: "http", scheme: "bearer" } },
      schemas: describeSchemas(),
    },
  };
}

function describeSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const schema of namedSchemas) {
    const id = z.globalRegistry.get(schema)?.id;
    if (id !== undefined) registry.add(schema, { id });
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: "input",
    unrepresentable: "any",
  });
  // Each is part of one document, so it needs no name and dialect of its own.
  const parts = Object.entries(schemas).map(([id, { $id: _id, $schema: _dialect, ...schema }]) => [
    id,
    schema,
  ]);
  return Object.fromEntries(parts);
}
