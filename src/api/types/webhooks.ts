/** What webhooks deliver, and how a delivery is passed to this module. */

/** What every event has. */
export interface WebhookEventOf<Type extends string, Data> {
  /** The version of the webhook's format, such as `2026-09-20`. */
  version: string;
  /** The event's id, equal for every delivery of the event. Use it to drop duplicates. */
  id: string;
  /** The type of the event. */
  type: Type;
  /** When the event happened: an ISO 8601 instant. Deliveries may arrive out of order. */
  createdAt: string;
  /** Ids only: read the poll or the participant with the client. */
  data: Data;
}

/** The poll or participant of an event. */
export interface EventSubject {
  /** Its id. */
  id: string;
}

/** The data of an event about a poll. */
export interface PollEventData {
  /** The poll. */
  poll: EventSubject;
}

/** The data of `poll.closed`. */
export interface PollClosedEventData extends PollEventData {
  /** `manual` (by the organizer) or `auto` (all options are in the past). An open set. */
  reason: string;
}

/** A picked time. */
export interface PickedTime {
  /** Start, inclusive: an ISO 8601 instant in UTC. Of a whole day, 00:00Z of that day. */
  start: string;
  /** End, exclusive: an ISO 8601 instant in UTC. */
  end: string;
  /** Whether whole days were picked, which have no time zone. */
  allDay: boolean;
}

/** The data of `poll.scheduled`. No response of the API contains the picked time. */
export interface PollScheduledEventData extends PollEventData {
  /** The picked time. */
  event: PickedTime;
}

/** The data of an event about a participant. */
export interface ParticipantEventData extends PollEventData {
  /** The participant. */
  participant: EventSubject;
}

/** An event of a type that this version does not know. Respond with 2xx and ignore it. */
export interface UnknownWebhookEvent extends WebhookEventOf<"unknown", Record<string, unknown>> {
  /** The type in the delivery. */
  originalType: string;
}

/** The event of a delivery. Compare `type` to narrow its data. */
export type WebhookEvent =
  | WebhookEventOf<"poll.created" | "poll.updated" | "poll.reopened" | "poll.deleted", PollEventData>
  | WebhookEventOf<"poll.closed", PollClosedEventData>
  | WebhookEventOf<"poll.scheduled", PollScheduledEventData>
  | WebhookEventOf<`poll.participant.${"created" | "updated" | "deleted"}`, ParticipantEventData>
  | WebhookEventOf<"ping", object>
  | UnknownWebhookEvent;

/**
 * Why a delivery was rejected. `signature` and `age`: do not trust it. `payload`: not a valid event. `options`: the receiving
 * program has no secret, or passed an invalid option. Nothing is then known about the delivery: respond with
 * status 500, so that it is sent again.
 */
export type WebhookFault = "signature" | "age" | "payload" | "options";

/** The headers of a Request. */
export interface FetchHeaders {
  /** The value of a header, or null. */
  get(name: string): string | null;
}

/** The headers of a delivery: a Request's, or those of node:http by name. */
export type WebhookHeaders = FetchHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A body as it arrived, and the secret of its endpoint. */
export interface WebhookBody {
  /** The raw bytes of the body (such as a Buffer), or its raw text. A body that was parsed and formatted again fails. */
  body: Uint8Array | ArrayBuffer | string;
  /** The endpoint's secret; white space around it is ignored. Without it the fault is `options`. */
  secret: string | undefined;
  /** The current time in milliseconds since 1970. Default: Date.now. */
  now?: number | undefined;
  /** Maximum difference between the time of the signature and now, in seconds, from 0 to 86,400. Default: 300. */
  toleranceSeconds?: number | undefined;
}

/** A delivery as it arrived, with its `headers` or with its `signature`. */
export interface WebhookDelivery extends WebhookBody {
  /** The headers: `request.headers` of fetch, or of node:http. Not read if there is a `signature`. */
  headers?: WebhookHeaders | undefined;
  /**
   * The header X-Rallly-Signature, as `request.headers["x-rallly-signature"]` of node:http or
   * `request.headers.get("x-rallly-signature")` of fetch returns it. A missing or repeated header is rejected.
   */
  signature?: string | readonly string[] | null | undefined;
}

/** The signature of a body. */
export interface WebhookSignature {
  /** The value of the header X-Rallly-Signature. */
  signature: string;
}
