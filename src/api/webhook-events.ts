import * as z from "zod";

const instant = z.iso.datetime({ offset: true });
const poll = z.looseObject({ id: z.string() });
const common = { version: z.string(), id: z.string(), createdAt: instant };

const event = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.looseObject({ ...common, type: z.literal(type), data });
const pollData = z.looseObject({ poll });
const participantData = z.looseObject({ poll, participant: z.looseObject({ id: z.string() }) });

/** The events that the contract names, one schema each. */
export const webhookEvents = {
  "poll.created": event("poll.created", pollData),
  "poll.updated": event("poll.updated", pollData),
  // `reason` is "manual" or "auto"; kept open, since nothing says it stays that way.
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

/** What every event has, known to this version or not. */
export const anyWebhookEvent = z.looseObject({
  ...common,
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
});

export type WebhookEventType = keyof typeof webhookEvents;

/** An event of a type that the contract names. */
export type KnownWebhookEvent = {
  [Type in WebhookEventType]: z.output<(typeof webhookEvents)[Type]>;
}[WebhookEventType];

/** An event of a type that came later than this version: answer it with 2xx and pass it over. */
export interface UnknownWebhookEvent {
  type: "unknown";
  /** The type as it came. */
  originalType: string;
  version: string;
  id: string;
  createdAt: string;
  data: Record<string, unknown>;
}

/** A delivery's event. Switch on `type`; dedupe on `id`, since a delivery may come twice and out of order. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;
