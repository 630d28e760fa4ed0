/** Events (SEP-3415, final in October 2026): what a host subscribes to, and is then told by webhooks. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  ProtocolError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Participant } from "../src/api/web.ts";
import type { WebhookEvent } from "../src/api/webhooks/index.ts";
import { findPeople } from "../src/scheduling/index.ts";
import { groupResponses } from "../src/scheduling/people/find-people.ts";
import { poll } from "./tools/fields.ts";

const extension = "io.modelcontextprotocol/events";

/** The numbers of errors: as hosts in use know them, and those of the text for hosts that declare the extension. */
const codes = {
  invalid: [-32602, -32602],
  notFound: [-32011, -32023],
  forbidden: [-32012, -32024],
  exhausted: [-32013, -32025],
  unsupported: [-32014, -32026],
  callback: [-32015, -32027],
} as const;

/** Why there is no subscription. */
export interface Refusal {
  kind: keyof typeof codes;
  message: string;
  data?: Record<string, string | number>;
}

const text = { type: "string" } as const;
const onePoll = z.strictObject({
  poll: poll
    .refine((id) => /^[\w-]+$/.test(id), { error: "Must be the poll's id or link" })
    .optional()
    .describe("Id of the poll. Left out: every poll of the space"),
});
const answered = onePoll.extend({
  after: z.int().min(1).max(1000).optional().describe("With poll: once, when this many people have answered"),
  people: z
    .array(z.string().min(1).max(300))
    .min(1)
    .max(200)
    .optional()
    .describe("With poll: once, when all of these people have answered, by name or address"),
});

/** The arguments of a subscription. */
export type EventArguments = z.output<typeof answered>;

interface Definition {
  name: string;
  description: string;
  input: z.ZodType<EventArguments>;
  /** The fields of the data beside the poll. */
  data: Record<string, object>;
}

const definitions: Definition[] = [
  {
    name: "time_picked",
    description:
      "The organizer has picked the time of a poll. `end` is exclusive; a whole day begins at 00:00Z.",
    input: onePoll,
    data: { start: text, end: text, allDay: { type: "boolean" } },
  },
  {
    name: "answered",
    description:
      "Somebody has answered a poll, or changed or removed an answer. To be woken only when everybody has answered, pass after or people.",
    input: answered.refine(
      ({ poll: id, after, people }) => !(after && people) && (id !== undefined || !(after || people)),
      { error: "Pass after or people, not both, and with poll" },
    ),
    data: { participant: text, change: { enum: ["added", "changed", "removed"] } },
  },
  { name: "closed", description: "A poll takes no more answers.", input: onePoll, data: { reason: text } },
  { name: "deleted", description: "A poll was deleted.", input: onePoll, data: {} },
];

/** Whether a subscription with arguments is complete: as many people, or all who are listed, have answered. */
export function isComplete(
  { after, people = [] }: EventArguments,
  participants: readonly Participant[],
): boolean {
  if (after !== undefined) return groupResponses(participants).length >= after;
  return findPeople(people, participants).every(({ kind }) => kind === "found");
}

/** A delivery of Rallly as an event for hosts, or undefined for one that they are not told. */
export function toHostEvent(event: WebhookEvent) {
  const tell = (name: string, of: { poll: { id: string } }, more: object = {}) => ({
    name,
    data: { poll: of.poll.id, ...more },
  });
  switch (event.type) {
    case "poll.scheduled": {
      const { start, end, allDay } = event.data.event;
      return tell("time_picked", event.data, { start, end, allDay });
    }
    case "poll.closed":
      return tell("closed", event.data, { reason: event.data.reason });
    case "poll.deleted":
      return tell("deleted", event.data);
    case "poll.participant.created":
    case "poll.participant.updated":
    case "poll.participant.deleted": {
      const participant = event.data.participant.id;
      return tell("answered", event.data, { participant, change: changes[event.type] });
    }
    default:
      return undefined;
  }
}

const changes = {
  "poll.participant.created": "added",
  "poll.participant.updated": "changed",
  "poll.participant.deleted": "removed",
};

/** What a host subscribes to, and where it is told. */
export interface Subscription {
  name: string;
  arguments: EventArguments;
  url: string;
  /** Signs what is sent: `whsec_` and the bytes in base64. */
  secret: string;
  ttlMs?: number | null | undefined;
}

/** Keeps subscriptions. */
export interface EventSource {
  subscribe(subscription: Subscription): Promise<Refusal | { id: string; refreshBefore: string }>;
  unsubscribe(subscription: Omit<Subscription, "secret">): Promise<void>;
}

const maxUrlLength = 2048;
const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/)
  .refine((encoded) => {
    const { length } = Buffer.from(encoded.slice("whsec_".length), "base64");
    return length >= 24 && length <= 64;
  });
const params = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullish(),
  ttlMs: z.number().nullish(),
});
const delivery = z.looseObject({ url: z.string().max(maxUrlLength), mode: z.string().nullish() });
const unsubscribeParams = params.extend({ delivery });
const subscribeParams = params.extend({ delivery: delivery.extend({ secret }) });

/** Offers events, in the spelling of hosts in use and in that of the extension. */
export function registerEvents({ server }: McpServer, source: EventSource): void {
  server.registerCapabilities({ extensions: { [extension]: {} }, events: {} } as never);
  server.setRequestHandler("events/list", { params: z.looseObject({}).optional() }, () => ({ events }));
  server.setRequestHandler("events/subscribe", { params: subscribeParams }, async (given, context) => {
    const { url, secret: key } = given.delivery;
    const made = await source.subscribe({ ...parse(given, context), url, secret: key, ttlMs: given.ttlMs });
    if ("kind" in made) throw toError(made, context);
    return { ...made, cursor: null, truncated: false };
  });
  server.setRequestHandler("events/unsubscribe", { params: unsubscribeParams }, async (given, context) => {
    await source.unsubscribe({ ...parse(given, context), url: given.delivery.url });
    return {};
  });
}

const events = definitions.map(({ input, data, ...texts }) => ({
  ...texts,
  delivery: ["webhook"],
  inputSchema: z.toJSONSchema(input, { io: "input" }),
  payloadSchema: {
    type: "object",
    properties: { poll: text, ...data },
    required: ["poll", ...Object.keys(data)],
  },
}));

/** The name and the arguments of a request. Equal arguments are equal as JSON, because a schema orders them. */
function parse(
  { name, arguments: given, delivery: { mode } }: z.output<typeof unsubscribeParams>,
  context: ServerContext,
) {
  const refuse = (refusal: Refusal) => toError(refusal, context);
  const definition = definitions.find((each) => each.name === name);
  if (definition === undefined)
    throw refuse({ kind: "notFound", message: "No such event", data: { kind: "event" } });
  if (mode && mode !== "webhook")
    throw refuse({
      kind: "unsupported",
      message: "Only webhooks are delivered",
      data: { feature: "deliveryMode", value: mode },
    });
  const present = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null));
  const { data, error } = definition.input.safeParse(present);
  if (data) return { name, arguments: data };
  const problems = error.issues.map(({ path, message }) => `${["arguments", ...path].join(".")}: ${message}`);
  throw refuse({ kind: "invalid", message: problems.join("; ") });
}

/** The error of a refusal, in the numbers that the host knows. */
function toError({ kind, message, data }: Refusal, { mcpReq }: ServerContext): ProtocolError {
  const { extensions } = Object(Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY));
  return new ProtocolError(codes[kind][Object.hasOwn(Object(extensions), extension) ? 1 : 0], message, data);
}
