/** Every event the service announces, `ping` included. */
export const webhookEventTypes = [
  "poll.created",
  "poll.updated",
  "poll.closed",
  "poll.reopened",
  "poll.scheduled",
  "poll.deleted",
  "poll.participant.created",
  "poll.participant.updated",
  "poll.participant.deleted",
  "ping",
] as const;

/** The name of an event. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The thin payload of an event: ids, and the facts that belong to the event itself. */
export interface WebhookData {
  poll?: { id: string };
  participant?: { id: string };
  reason?: "manual" | "auto";
  event?: { start: string; end: string; allDay: boolean };
}

/** The version that every delivery names. */
export const webhookVersion = "2026-09-20";
