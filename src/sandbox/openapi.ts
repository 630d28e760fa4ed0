import * as z from "zod";
import type { SandboxContext } from "./context.ts";
import { datePollBody, timePollBody } from "./create-poll-schema.ts";
import { errorStatus } from "./errors.ts";
import { mapSettings } from "./model.ts";

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
    description: "The nextCursor of the preceding page, unchanged.",
  },
  { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
];

// The description of the document covers RateLimit headers and Retry-After.
const failures = {
  400: "The request is invalid.",
  401: "The key is missing, unknown, expired or revoked.",
  403: "The space is not on a Pro plan.",
  404: "Not found in this space.",
  429: "Too many requests. Retry after Retry-After.",
  500: "Internal error. Retry with backoff.",
  503: "Unavailable. Retry after Retry-After.",
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
    post: operation("createPoll", "Creates a poll.", 201, "PollResponse", body),
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

/** The OpenAPI 3.1 document of the sandbox, from its schemas. Paths start with `/v1`. */
export function describeApi({ origin, providers }: Pick<SandboxContext, "origin" | "providers">) {
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
      schemas: describeSchemas(providers),
    },
  };
}

function describeSchemas(providers: readonly string[]) {
  const registry = z.registry<{ id: string }>();
  for (const schema of namedSchemas) {
    const id = z.globalRegistry.get(schema)?.id;
    if (id !== undefined) registry.add(schema, { id });
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.enum?.includes("teams")) jsonSchema.enum = [...jsonSchema.enum, ...providers];
    },
    unrepresentable: "any",
  });
  // A schema inside a document needs no id and no dialect.
  const parts = Object.entries(schemas).map(([id, { $id: _id, $schema: _dialect, ...schema }]) => [
    id,
    schema,
  ]);
  return Object.fromEntries(parts);
}

// Separate from the code that builds the responses. A test compares both.
const instant = z.iso.datetime().meta({ description: "An instant in UTC." });
const count = z.int().min(0);
const dateOption = z.object({ id: z.string(), date: z.iso.date() }).meta({ id: "DateOption" });
const timeOption = z
  .object({ id: z.string(), startTime: instant, duration: z.int().min(1).meta({ description: "Minutes." }) })
  .meta({ id: "TimeOption" });
const conferencing = z
  .union([
    z.object({ provider: z.enum(["zoom", "meet", "teams"]) }),
    z.object({ provider: z.literal("custom"), label: z.string().min(1).max(100), uri: z.url().optional() }),
  ])
  .meta({ id: "Conferencing" });
const status = z.enum(["open", "closed", "scheduled", "canceled"]).meta({ id: "PollStatus" });
const pollFields = {
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  conferencing: conferencing.nullable(),
  timeZone: z.string().nullable().meta({ description: "An IANA name; null when the times float." }),
  status,
  createdAt: instant,
  updatedAt: instant,
  organizer: z
    .object({ id: z.string(), name: z.string(), email: z.string(), image: z.string().nullable() })
    .nullable(),
  ...mapSettings(() => z.boolean()),
  participantCount: count,
  adminUrl: z.url(),
  inviteUrl: z.url(),
};

const poll = z
  .union([
    z.object({ ...pollFields, kind: z.literal("date"), options: z.array(dateOption) }),
    z.object({ ...pollFields, kind: z.literal("time"), options: z.array(timeOption) }),
  ])
  .meta({ id: "Poll" });
const tally = {
  votes: z
    .array(z.object({ type: z.string(), count }))
    .meta({ description: "One entry for each vote type that the poll offers, zeros included." }),
  score: z.number().meta({ description: "Higher is better, within this response only." }),
  isTopChoice: z.boolean(),
};

const resultFields = { pollId: z.string(), status, participantCount: count, highScore: z.number() };
const results = z
  .union([
    z.object({ ...resultFields, kind: z.literal("date"), options: z.array(dateOption.extend(tally)) }),
    z.object({ ...resultFields, kind: z.literal("time"), options: z.array(timeOption.extend(tally)) }),
  ])
  .meta({ id: "Results" });
const participant = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    createdAt: instant,
    availability: z
      .array(
        z.object({
          start: instant,
          end: instant.meta({ description: "Exclusive." }),
          allDay: z.boolean().meta({ description: "A floating day: read its date from start." }),
          modifiers: z.array(z.string()),
        }),
      )
      .meta({ description: "One span for each option with a yes or ifNeedBe vote, by start." }),
  })
  .meta({ id: "Participant" });
const failure = z
  .object({
    error: z.object({
      code: z.string().meta({ description: `One of ${Object.keys(errorStatus).join(", ")}.` }),
      message: z.string(),
    }),
  })
  .meta({ id: "Failure" });
/** The bodies of requests and responses, by name in the OpenAPI document. */
const apiSchemas = {
  CreatePoll: z.union([datePollBody, timePollBody]).meta({ id: "CreatePoll" }),
  PollPage: z.object({ data: z.array(poll), nextCursor: z.string().nullable() }).meta({ id: "PollPage" }),
  PollResponse: z.object({ data: poll }).meta({ id: "PollResponse" }),
  DeletedResponse: z
    .object({ data: z.object({ id: z.string(), deleted: z.literal(true) }) })
    .meta({ id: "DeletedResponse" }),
  ResultsResponse: z.object({ data: results }).meta({ id: "ResultsResponse" }),
  ParticipantsResponse: z.object({ data: z.array(participant) }).meta({ id: "ParticipantsResponse" }),
  ParticipantResponse: z.object({ data: participant }).meta({ id: "ParticipantResponse" }),
  Failure: failure,
} as const;

/** Every named schema, also nested ones. */
const namedSchemas = [
  datePollBody,
  timePollBody,
  dateOption,
  timeOption,
  conferencing,
  status,
  poll,
  results,
  participant,
  ...Object.values(apiSchemas),
];
