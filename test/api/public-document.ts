/**
 * An OpenAPI document in the form of the service's public one: one schema for both kinds of poll, references, nullable
 * fields as anyOf, a form for each conferencing provider, and no entry for the document itself.
 */

type Schema = Record<string, unknown>;

const refer = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const instant = { type: "string", format: "date-time" };
const day = { type: "string", format: "date" };
const flag = { type: "boolean" };
const count = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const minutes = { type: "integer", minimum: 15, maximum: 1440 };
const clockTime = { type: "string", pattern: "^(?:[01]\\d|2[0-3]):[0-5]\\d$" };
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
const listOf = (items: Schema): Schema => ({ type: "array", items });

function object(properties: Record<string, Schema>, optional: string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required };
}
const input = (properties: Record<string, Schema>, optional: string[] = []): Schema => ({
  ...object(properties, optional),
  additionalProperties: false,
});

const settings = {
  requireEmail: flag,
  hideParticipants: flag,
  hideScores: flag,
  disableComments: flag,
  allowTentativeVotes: flag,
};
const conferencing = {
  oneOf: [
    ...["zoom", "meet", "teams"].map((provider) => object({ provider: { type: "string", const: provider } })),
    object(
      {
        provider: { type: "string", const: "custom" },
        label: { type: "string", minLength: 1, maxLength: 100 },
        uri: { type: "string", format: "uri" },
      },
      ["uri"],
    ),
  ],
};
const votes = { votes: listOf(refer("VoteCount")), score: count, isTopChoice: flag };
const dateOption = { id: text, date: day };
const timeOption = {
  id: text,
  startTime: instant,
  duration: { type: "integer", exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER },
};
const createFields = {
  title: { type: "string", minLength: 1, maxLength: 255 },
  description: { type: "string", maxLength: 1000 },
  location: { type: "string", maxLength: 255 },
  conferencing,
  ...settings,
  organizer: input({ email: { type: "string", format: "email" } }),
};
const optionalFields = Object.keys(createFields).filter((name) => name !== "title");

const schemas = {
  Poll: object({
    id: text,
    title: text,
    description: orNull(text),
    location: orNull(text),
    conferencing: orNull(conferencing),
    timeZone: orNull(text),
    status: refer("PollStatus"),
    kind: refer("PollKind"),
    createdAt: instant,
    updatedAt: instant,
    organizer: orNull(refer("PollOrganizer")),
    ...settings,
    participantCount: count,
    options: listOf(refer("PollOption")),
    adminUrl: text,
    inviteUrl: text,
  }),
  PollStatus: { type: "string", enum: ["open", "closed", "scheduled", "canceled"] },
  PollKind: { type: "string", enum: ["date", "time"] },
  PollOrganizer: object({ id: text, name: text, email: { ...text, format: "email" }, image: orNull(text) }),
  PollOption: { anyOf: [refer("DateOption"), refer("TimeOption")] },
  DateOption: object(dateOption),
  TimeOption: object(timeOption),
  PollResponse: object({ data: refer("Poll") }),
  ListPollsResponse: object({ data: listOf(refer("Poll")), nextCursor: orNull(text) }),
  ErrorResponse: object({ error: object({ code: text, message: text }) }),
  CreatePollInput: {
    oneOf: [refer("CreateDatePollInput"), refer("CreateTimePollInput")],
    discriminator: { propertyName: "kind" },
  },
  CreateDatePollInput: input(
    {
      ...createFields,
      kind: { type: "string", const: "date" },
      options: { ...listOf(input({ date: day })), minItems: 1 },
    },
    optionalFields,
  ),
  CreateTimePollInput: input(
    {
      ...createFields,
      kind: { type: "string", const: "time" },
      timeZone: text,
      duration: minutes,
      options: { ...listOf(input({ startTime: instant, duration: minutes }, ["duration"])), minItems: 1 },
      generators: { ...listOf(refer("SlotGenerator")), minItems: 1 },
    },
    [...optionalFields, "timeZone", "duration", "options", "generators"],
  ),
  SlotGenerator: input(
    {
      startDate: day,
      endDate: day,
      days: {
        ...listOf({ type: "string", enum: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] }),
        minItems: 1,
      },
      from: clockTime,
      to: clockTime,
      interval: minutes,
    },
    ["days", "interval"],
  ),
  VoteCount: object({ type: refer("VoteType"), count }),
  VoteType: text,
  ResultsResponse: object({
    data: object({
      pollId: text,
      kind: refer("PollKind"),
      status: { description: "Beside a reference.", ...refer("PollStatus") },
      participantCount: count,
      options: listOf({ anyOf: [refer("DateOptionResult"), refer("TimeOptionResult")] }),
      highScore: count,
    }),
  }),
  DateOptionResult: object({ ...dateOption, ...votes }),
  TimeOptionResult: object({ ...timeOption, ...votes }),
  Participant: object({
    id: text,
    name: text,
    email: orNull(text),
    createdAt: instant,
    availability: listOf(object({ start: instant, end: instant, allDay: flag, modifiers: listOf(text) })),
  }),
  ParticipantsResponse: object({ data: listOf(refer("Participant")) }),
  ParticipantResponse: object({ data: refer("Participant") }),
  DeletePollResponse: object({ data: object({ id: text, deleted: { type: "boolean", const: true } }) }),
};

const json = (name: keyof typeof schemas) => ({ content: { "application/json": { schema: refer(name) } } });
const parameter = (place: "path" | "query", name: string, schema: Schema) => ({
  in: place,
  name,
  schema,
  ...(place === "path" && { required: true }),
});
const pollId = parameter("path", "pollId", text);

function operation(
  operationId: string,
  status: number,
  response: keyof typeof schemas,
  rest: { parameters?: Schema[]; requestBody?: Schema } = {},
) {
  const failures = ["400", "401", "403", "404", "429", "503"].map((code) => [code, json("ErrorResponse")]);
  const responses = { [status]: json(response), ...Object.fromEntries(failures) };
  return { operationId, security: [{ bearerAuth: [] }], responses, ...rest };
}

const paths = {
  "/v1/polls": {
    post: operation("postV1Polls", 201, "PollResponse", { requestBody: json("CreatePollInput") }),
    get: operation("getV1Polls", 200, "ListPollsResponse", {
      parameters: [
        parameter("query", "status", { example: "open", ...refer("PollStatus") }),
        parameter("query", "cursor", text),
        parameter("query", "limit", { type: "integer", minimum: 1, maximum: 100, default: 20 }),
      ],
    }),
  },
  "/v1/polls/{pollId}": {
    get: operation("getV1PollsByPollId", 200, "PollResponse", { parameters: [pollId] }),
    delete: operation("deleteV1PollsByPollId", 200, "DeletePollResponse", { parameters: [pollId] }),
  },
  "/v1/polls/{pollId}/results": {
    get: operation("getV1PollsByPollIdResults", 200, "ResultsResponse", { parameters: [pollId] }),
  },
  "/v1/polls/{pollId}/participants": {
    get: operation("getV1PollsByPollIdParticipants", 200, "ParticipantsResponse", { parameters: [pollId] }),
  },
  "/v1/polls/{pollId}/participants/{participantId}": {
    get: operation("getV1PollsByPollIdParticipantsByParticipantId", 200, "ParticipantResponse", {
      parameters: [pollId, parameter("path", "participantId", text)],
    }),
  },
};

/** The document. Tests change their own copy. */
export function createPublicDocument() {
  // Not structuredClone, which keeps parts that are shared.
  const document = {
    openapi: "3.1.0",
    info: { title: "Rallly API", version: "1.0.0" },
    servers: [{ url: "https://api.rallly.co" }],
    components: { securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } }, schemas },
    paths,
  };
  return JSON.parse(JSON.stringify(document)) as typeof document;
}
