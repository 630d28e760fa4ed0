import type { Participant, Poll, WebhookEvent } from "../../src/api/web.ts";
import { cleanLine, localDate, splitName, toWhen, type When } from "./poll.ts";

/** What a delivery says about itself. */
export interface DeliveryCheck {
  /** Whether the signature was made with the secret of the connection. */
  verified: boolean;
  /** When the delivery was signed: an ISO 8601 instant in UTC. Null without a signature. */
  signedAt: string | null;
  /** Whether the delivery is verified and was signed in the last five minutes. */
  recent: boolean;
}

/** What an event is about. Null for what the event does not have, or what was deleted since. */
export interface EventSubject {
  poll: Poll | null;
  participant: Participant | null;
}

const noWhen: { [Field in keyof When]: null } = {
  text: null,
  all_day: null,
  date: null,
  start: null,
  end: null,
  start_time: null,
  end_time: null,
  duration_minutes: null,
};

/** The output for an event of a webhook, with the poll, the participant and the picked time in flat fields. */
export function toWebhookEventRecord(
  event: WebhookEvent,
  { poll, participant }: EventSubject,
  check: DeliveryCheck,
) {
  const name = participant === null ? null : cleanLine(participant.name);
  const names = name === null ? { first_name: null, last_name: null } : splitName(name);
  return {
    id: cleanLine(event.id),
    type: cleanLine(event.type === "unknown" ? event.originalType : event.type),
    poll_id: getPollId(event),
    title: cleanLine(poll?.title),
    invite_link: poll?.inviteUrl ?? null,
    admin_link: poll?.adminUrl ?? null,
    status: poll?.status ?? null,
    ...toPickedTime(event, poll),
    time_zone: cleanLine(poll?.timeZone),
    location: cleanLine(poll?.location),
    response_id: getParticipantId(event),
    name,
    ...names,
    email: cleanLine(participant?.email),
    reason: event.type === "poll.closed" ? cleanLine(event.data.reason) : null,
    created_at: event.createdAt,
    created_text: localDate(event.createdAt, poll?.timeZone ?? null),
    signature_verified: check.verified,
    signed_at: check.signedAt,
    is_recent: check.recent,
  };
}

/** The output for an event of a webhook. */
export type WebhookEventRecord = ReturnType<typeof toWebhookEventRecord>;

/** The id of the poll of an event, or null for a ping and for an unknown event without one. */
export const getPollId = ({ data }: WebhookEvent): string | null => getId(data, "poll");

/** The id of the participant of an event, or null. */
export const getParticipantId = ({ data }: WebhookEvent): string | null => getId(data, "participant");

function getId(data: object, key: string): string | null {
  const part: unknown = Reflect.get(data, key);
  const id: unknown = typeof part === "object" && part !== null ? Reflect.get(part, "id") : null;
  return typeof id === "string" ? cleanLine(id) : null;
}

/** The picked time, in the poll's zone. If the poll was deleted since, in UTC. Whole days never pass through a zone. */
function toPickedTime(event: WebhookEvent, poll: Poll | null): When | typeof noWhen {
  if (event.type !== "poll.scheduled") return noWhen;
  const { start, end, allDay } = event.data.event;
  // The end of several days is the day after the last one.
  if (allDay) return { ...toWhen({ date: start.slice(0, 10) }, null), end: end.slice(0, 10) };
  const duration = (Date.parse(end) - Date.parse(start)) / 60_000;
  return toWhen({ startTime: start, duration }, poll === null ? "UTC" : poll.timeZone);
}
