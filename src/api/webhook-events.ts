import * as z from "zod";

const instant = z.iso.datetime({ offset: true });
const poll = z.looseObject({ id: z.string() });
const common = { version: z.string(), id: z.string(), createdAt: instant };

const event = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.looseObject({ ...common, type: z.literal(type), data });
const pollData = z.looseObject({ poll });
const participantData = z.looseObject({ poll, participant: z.looseObject({ id: z.string() }) });

/** A schema for each event of the contract. Later fields are kept. */
export const webhookEvents: {
  [Event in KnownWebhookEvent as Event["type"]]: z.ZodType<Event>;
} = {
  "poll.created": event("poll.created", pollData),
  "poll.updated": event("poll.updated", pollData),
  // `reason` is "manual" or "auto". An open set, because the contract does not close it.
  "poll.closed": event("poll.closed", z.looseObject({ poll, reason: z.string() })),
  "poll.reopened": event("poll.reopened", pollData),
  "poll.scheduled": event(
    "poll.scheduled",
    z.looseObject({ poll, event: z.looseObject({ start: instant, end: instant, allDay: z.boolean() }) }),
  ),
  "poll.deleted": event("poll.deleted", pollData),
  "poll.participant.created": event("poll.participant.created", participantData),
  "poll.participant.updated": event("poll.participant.updated", participantData),
  "poll.participant.deleted": event("poll.participant.deleted", participantData),
  ping: event("ping", z.looseObject({})),
};

/** The fields of every event, of unknown types too. */
export const anyWebhookEvent = z.looseObject({
  ...common,
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** The poll of an event. A delivery has only its id: get the poll with the client. */
export interface WebhookPoll {
  /** The poll's id. */
  id: string;
}

/** The participant of an event. */
export interface WebhookParticipant {
  /** The participant's id. */
  id: string;
}

/** The picked time of a poll. */
export interface WebhookScheduledEvent {
  /** Start, inclusive: an ISO 8601 instant in UTC. Of a whole day, 00:00Z of that day. */
  start: string;
  /** End, exclusive: an ISO 8601 instant in UTC. */
  end: string;
  /** Whether whole days were picked, which have no time zone. */
  allDay: boolean;
}

/** The data of events about a poll. */
export interface PollEventData {
  /** The poll. */
  poll: WebhookPoll;
}

/** The data of `poll.closed`. */
export interface PollClosedEventData extends PollEventData {
  /** `manual` (by the organizer) or `auto` (all options are in the past). An open set. */
  reason: string;
}

/** The data of `poll.scheduled`. */
export interface PollScheduledEventData extends PollEventData {
  /** The picked time. No response of the API contains it. */
  event: WebhookScheduledEvent;
}

/** The data of events about a participant. */
export interface ParticipantEventData extends PollEventData {
  /** The participant. */
  participant: WebhookParticipant;
}

interface WebhookEventFields {
  /** The version of the webhook's format, such as `2026-09-20`. */
  version: string;
  /** The event's id, equal for every delivery of the event. Use it to drop duplicates. */
  id: string;
  /** When the event happened: an ISO 8601 instant in UTC. Deliveries may arrive out of order. */
  createdAt: string;
}

interface EventOf<Type extends string, Data> extends WebhookEventFields {
  /** The type of the event. */
  type: Type;
  /** The data of the event. */
  data: Data;
}

/** An event of a type that the contract names. */
export type KnownWebhookEvent =
  | EventOf<"poll.created", PollEventData>
  | EventOf<"poll.updated", PollEventData>
  | EventOf<"poll.closed", PollClosedEventData>
  | EventOf<"poll.reopened", PollEventData>
  | EventOf<"poll.scheduled", PollScheduledEventData>
  | EventOf<"poll.deleted", PollEventData>
  | EventOf<"poll.participant.created", ParticipantEventData>
  | EventOf<"poll.participant.updated", ParticipantEventData>
  | EventOf<"poll.participant.deleted", ParticipantEventData>
  | EventOf<"ping", object>;

/** The type of an event that the contract names. */
export type WebhookEventType = KnownWebhookEvent["type"];

/** An event of a type that this version does not know. Respond with 2xx and ignore it. */
export interface UnknownWebhookEvent extends WebhookEventFields {
  /** `unknown`: the type in the delivery is `originalType`. */
  type: "unknown";
  /** The type in the delivery. */
  originalType: string;
  /** The data in the delivery. */
  data: Record<string, unknown>;
}

/** The event of a delivery. Compare `type` to narrow its data. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;
