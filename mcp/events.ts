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

/** Thrown for a subscription that cannot be made. */
export class EventError extends Error {
  readonly kind: keyof typeof codes;
  readonly data: Record<string, unknown>;

  constructor(kind: keyof typeof codes, message: string, data: Record<string, unknown> = {}) {
    super(message);
    this.kind = kind;
    this.data = data;
  }
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

const definitions = {
  time_picked: {
    description:
      "The organizer has picked the time of a poll. `end` is exclusive; a whole day begins at 00:00Z.",
    input: onePoll,
    data: { start: text, end: text, allDay: { type: "boolean" } },
  },
  answered: {
    description:
      "Somebody has answered a poll, or changed or removed an answer. To be woken only when everybody has answered, pass after or people.",
    input: answered.refine(
      ({ poll: id, after, people }) => !(after && people) && (id !== undefined || !(after || people)),
      { error: "Pass after or people, not both, and with poll" },
    ),
    data: { participant: text, change: { enum: ["added", "changed", "removed"] } },
  },
  closed: { description: "A poll takes no more answers.", input: onePoll, data: { reason: text } },
  deleted: { description: "A poll was deleted.", input: onePoll, data: {} },
};

/** Whether a subscription with arguments is complete: as many people, or all who are listed, have answered. */
export function isComplete(
  { after, people = [] }: EventArguments,
  participants: readonly Participant[],
): boolean {
  if (after !== undefined) return groupResponses(participants).length >= after;
  return findPeople(people, participants).every(({ kind }) => kind === "found");
}

interface HostEvent {
  name: string;
  data: { poll: string } & Record<string, unknown>;
}

/** A delivery of Rallly as an event for hosts, or undefined for one that they are not told. */
export function toHostEvent(event: WebhookEvent): HostEvent | undefined {
  switch (event.type) {
    case "poll.scheduled": {
      const { start, end, allDay } = event.data.event;
      return { name: "time_picked", data: { poll: event.data.poll.id, start, end, allDay } };
    }
    case "poll.closed":
      return { name: "closed", data: { poll: event.data.poll.id, reason: event.data.reason } };
    case "poll.deleted":
      return { name: "deleted", data: { poll: event.data.poll.id } };
    case "poll.participant.created":
    case "poll.participant.updated":
    case "poll.participant.deleted": {
      const { poll: of, participant } = event.data;
      return {
        name: "answered",
        data: { poll: of.id, participant: participant.id, change: changes[event.type] },
      };
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

/** Keeps subscriptions. Its functions throw EventError. */
export interface EventSource {
  subscribe(subscription: Subscription): Promise<{ id: string; refreshBefore: string }>;
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
  server.setRequestHandler("events/subscribe", { params: subscribeParams }, (given, context) =>
    answer(context, async () => {
      const { url, secret: key } = given.delivery;
      const made = await source.subscribe({ ...parse(given), url, secret: key, ttlMs: given.ttlMs });
      return { ...made, cursor: null, truncated: false };
    }),
  );
  server.setRequestHandler("events/unsubscribe", { params: unsubscribeParams }, (given, context) =>
    answer(context, async () => {
      await source.unsubscribe({ ...parse(given), url: given.delivery.url });
      return {};
    }),
  );
}

const events = Object.entries(definitions).map(([name, { description, input, data }]) => ({
  name,
  description,
  delivery: ["webhook"],
  inputSchema: z.toJSONSchema(input, { io: "input" }),
  payloadSchema: {
    type: "object",
    properties: { poll: text, ...data },
    required: ["poll", ...Object.keys(data)],
  },
}));

/** The name and the arguments of a request. Equal arguments are equal as JSON, because a schema orders them. */
function parse({ name, arguments: given, delivery: { mode } }: z.output<typeof unsubscribeParams>) {
  if (!Object.hasOwn(definitions, name)) throw new EventError("notFound", "No such event", { kind: "event" });
  if ((mode ?? "webhook") !== "webhook")
    throw new EventError("unsupported", "Only webhooks are delivered", {
      feature: "deliveryMode",
      value: mode,
    });
  const present = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null));
  const { data, error } = definitions[name as keyof typeof definitions].input.safeParse(present);
  if (data) return { name, arguments: data as EventArguments };
  const problems = error.issues.map(({ path, message }) => `${["arguments", ...path].join(".")}: ${message}`);
  throw new EventError("invalid", problems.join("; "));
}

/** Runs a request, and makes protocol errors of what it throws, in the numbers that the host knows. */
async function answer<T>({ mcpReq }: ServerContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof EventError)) throw error;
    const { extensions } = Object(Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY));
    const code = codes[error.kind][Object.hasOwn(Object(extensions), extension) ? 1 : 0];
    throw new ProtocolError(code, error.message, error.data);
  }
}
