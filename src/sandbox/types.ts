/** The public types of the sandbox. An input is checked by the schema of the same name, which refuses unknown fields. */

/** A clock as an option: a function that returns the time, or a fixed time. A text is an instant with Z or an offset. */
export type ClockInput = (() => Date | number) | Date | number | string;

/** Rate limits of a space: the limits of the service, no limits, or other numbers of requests. */
export type RateLimits = "service" | "none" | CustomRateLimits;

/** Requests that each space may send. */
export interface CustomRateLimits {
  /** Requests in a minute: 0 or more. */
  perMinute: number;
  /** Requests in a day: 0 or more. */
  perDay: number;
}

/** Options of `startSandbox`; all are optional. */
export interface SandboxOptions {
  /** The port on loopback. Default: 0, which takes a free one. */
  port?: number | undefined;
  /** The clock: a function that returns the time, or a fixed time. Default: the machine's clock. */
  now?: ClockInput | undefined;
  /** Rate limits of each space. Default: the service's limits, or `"none"` with `now`. */
  limits?: RateLimits | undefined;
  /** The first polls: `demo` or none (`empty`). Default: `demo`. */
  seed?: "demo" | "empty" | undefined;
  /** The timing of deliveries to webhook endpoints. */
  webhooks?: WebhookOptions | undefined;
  /** Video services beyond zoom, meet and teams, which every space can use, such as `["webex"]`. Default: none. */
  providers?: readonly string[] | undefined;
  /** Whether webhooks may go to other machines, by https. Default: this machine only. */
  allowExternalWebhooks?: boolean | undefined;
  /** Receives internal errors, one line each. Default: writes to stderr. */
  report?: ((message: string) => void) | undefined;
}

/** The purpose of an API key. */
export type ApiKeyName = "demo" | "demoSecondKey" | "secondSpace" | "nonPro" | "revoked";

/** A vote for one option. */
export type VoteType = "yes" | "ifNeedBe" | "no";

/** A participant's votes. */
export interface Vote {
  /** The participant's name, not empty. */
  name: string;
  /** The participant's email address. Default: none. */
  email?: string | null | undefined;
  /** The votes by option, which is named by its id, its date, or its start as an instant. */
  choices: Record<string, VoteType>;
}

/** The fields of a vote to change. Null clears the email. */
export type VoteChange = { [Field in keyof Vote]?: Vote[Field] | undefined };

/** The fields of a poll to change. */
export interface PollEdit {
  /** What the poll is about, 1 to 255 characters. */
  title?: string | undefined;
  /** Details for the invitees, at most 1,000 characters, or null. */
  description?: string | null | undefined;
  /** Where people meet, at most 255 characters, or null. */
  location?: string | null | undefined;
  /** Whether participants must give an email address. */
  requireEmail?: boolean | undefined;
  /** Whether participants are hidden from each other. */
  hideParticipants?: boolean | undefined;
  /** Whether the vote counts are hidden from participants. */
  hideScores?: boolean | undefined;
  /** Whether comments are switched off. */
  disableComments?: boolean | undefined;
  /** Whether participants can vote "if need be". */
  allowTentativeVotes?: boolean | undefined;
}

/** What happens to the response of a request, or to its connection. */
export interface Fault {
  /**
   * - `respond`: the normal response with another `status`, other `headers` or another `body`
   * - `slow`: the normal response, one byte every `everyMs`
   * - `reset`: the connection is reset; `hang`: never a response; `hang-midway`: headers and half of the body, then nothing
   * - `truncate`: headers and half of the body, then the connection is closed
   * - `staleConnection`: the normal response, but the kept-alive connection is reset at its next request
   */
  kind: "respond" | "slow" | "reset" | "hang" | "hang-midway" | "truncate" | "staleConnection";
  /** Of `respond`: the status, 200 to 599. Without a `body` it brings the API's error, and below 400 no body. */
  status?: number | undefined;
  /** Of `respond`: headers to replace or add, such as `{ "Retry-After": "30" }`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Of `respond`: the body. */
  body?: string | undefined;
  /** Of `slow`: milliseconds between bytes. Default: 20. */
  everyMs?: number | undefined;
}

/** Which requests get a fault, and when. The first matching rule applies. */
export interface FaultRule {
  /** What happens to the request. */
  fault: Fault;
  /**
   * `before`: the request is not executed and not counted by the rate limiter. `after`: the fault applies to the response of
   * the executed request. `late`: the caller gets the fault as with `before`, and the request is executed `lateMs` later.
   * Default: `before`, and `after` for what sends the normal response or a part of it.
   */
  when?: "before" | "after" | "late" | undefined;
  /** Milliseconds of the machine's clock until a `late` request is executed. Default: 1,000. */
  lateMs?: number | undefined;
  /** Only requests with this method. Default: all methods. */
  method?: string | undefined;
  /** Only requests with this path (without query); `*` stands for one id: `/v1/polls/*`. Default: all paths. */
  path?: string | undefined;
  /** Maximum number of requests that get the fault. Default: no maximum. */
  times?: number | undefined;
  /** Number of matching requests that pass first. Default: 0. */
  skip?: number | undefined;
  /** The share of matching requests that get the fault, 0 to 1. Default: 1. */
  rate?: number | undefined;
}

/** Fault rules, as `setFaults` and `POST /sandbox/faults` take them. */
export interface FaultPlan {
  /** The rules. An empty list ends all faults. */
  rules: readonly FaultRule[];
  /** The seed of the random numbers for `rate`: a whole number. Default: 1. */
  seed?: number | undefined;
}

/** One request to the API. Without headers, so that it contains no API key. */
export interface LoggedRequest {
  /** The HTTP method. */
  method: string;
  /** Path and query, with `/v1`. */
  path: string;
  /** Whether the request was executed: never with a fault `before`, only after the delay with a fault `late`. */
  executed: boolean;
  /** The parsed body, if the sandbox read it. */
  body?: unknown;
  /** The status of the response; absent without a response. */
  status?: number;
  /** The fault that was applied; absent without one. */
  fault?: Fault["kind"];
  /** When the fault was applied; absent without one. */
  when?: "before" | "after" | "late";
}

/** The name of an event of the service. */
export type WebhookEventType =
  | `poll.${"created" | "updated" | "closed" | "reopened" | "scheduled" | "deleted"}`
  | `poll.participant.${"created" | "updated" | "deleted"}`
  | "ping";

/** A new endpoint. */
export interface WebhookInput {
  /** http or https on loopback; https on any host with `allowExternalWebhooks`. At most 2,048 characters. */
  url: string;
  /** The signing secret. Default: a random one. */
  secret?: string | undefined;
  /** The events to send. Default: all. Pings are always sent. */
  events?: readonly WebhookEventType[] | undefined;
  /** An API key of the space whose events are sent. Default: the demo space. */
  apiKey?: string | undefined;
}

/** A stored endpoint. */
export interface WebhookEndpoint {
  /** The endpoint's id. */
  id: string;
  /** The space whose events are sent. */
  spaceId: string;
  /** The address. */
  url: string;
  /** The signing secret. */
  secret: string;
  /** The events to send. Pings are always sent. */
  events: readonly WebhookEventType[];
}

/** The timing of deliveries. */
export interface WebhookOptions {
  /** Factor for the delays between attempts. Default: 1, the delays of the service. */
  retryScale?: number | undefined;
  /** Milliseconds until an attempt times out. Default: 10,000. */
  timeoutMs?: number | undefined;
}

/** One attempt to deliver an event. */
export interface Delivery {
  /** The endpoint's id. */
  endpointId: string;
  /** The event's id, equal for all attempts. */
  eventId: string;
  /** The type of the event. */
  type: WebhookEventType;
  /** Which attempt it was: 1 for the first. */
  attempt: number;
  /** The status of the response; null without a response. */
  status: number | null;
  /** Why there was no response; null with one. */
  error: string | null;
}

/** The webhook endpoints of a sandbox. */
export interface Webhooks {
  /** The endpoints that exist. */
  readonly endpoints: readonly WebhookEndpoint[];
  /** Every delivery so far, oldest first. */
  readonly deliveries: readonly Delivery[];
  /**
   * Adds an endpoint for future events. Throws a ControlError for a sixth endpoint of a space, and one that names every
   * invalid field.
   */
  add(input: WebhookInput): WebhookEndpoint;
  /** Removes an endpoint and ends its retries. Throws a ControlError for an unknown id. */
  remove(id: string): void;
  /** Sends a ping to one endpoint, once. Throws a ControlError for an unknown id. */
  ping(id: string): void;
  /** Resolves when every delivery has succeeded or failed for good. */
  settled(): Promise<void>;
}

/** Who has voted. */
export interface Voter {
  /** The participant's id. */
  id: string;
}

/**
 * Actions of the web app, and control of clock, faults and webhooks. The functions throw a ControlError that names every
 * invalid field of their input, for an unknown id, and for what the poll's status or settings do not allow.
 */
export interface Controls {
  /** Adds a participant with votes to an open poll of fewer than 1,000, by default with a new id, which it returns. */
  vote(pollId: string, vote: Vote, id?: string): Voter;
  /** Changes a participant of an open poll. `choices` replaces all votes; omitted fields do not change. */
  updateVote(pollId: string, participantId: string, vote: VoteChange): void;
  /** Removes a participant from a poll in any state. */
  removeParticipant(pollId: string, participantId: string): void;
  /** Changes title, description, location or settings. */
  editPoll(pollId: string, edit: PollEdit): void;
  /** Closes an open poll. */
  closePoll(pollId: string): void;
  /** Reopens a poll. Throws when all its options have passed, since it would close at once. */
  reopenPoll(pollId: string): void;
  /** Schedules a poll for an option. Only the webhook and the poll's pages contain the option. */
  schedulePoll(pollId: string, option: string): void;
  /** Cancels a poll. Sends no event, because the service has none for this. */
  cancelPoll(pollId: string): void;
  /** The time of the sandbox's clock. */
  now(): string;
  /** Sets the clock, and closes polls whose options have passed. A text is an instant with Z or an offset. */
  setNow(time: Date | number | string): void;
  /** Moves the clock by milliseconds, and closes polls whose options have passed. */
  advance(milliseconds: number): void;
  /** Replaces all fault rules. The same seed and the same requests give the same faults. */
  setFaults(plan: FaultPlan): void;
  /** Executes all requests that `late` faults delay. Resolves when they are done. */
  executeDelayed(): Promise<void>;
  /** The last 100,000 requests to the API, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** The webhook endpoints and their deliveries. */
  readonly webhooks: Webhooks;
}

/** A running sandbox: its addresses, its keys, and functions for actions of the web app. */
export interface Sandbox extends Controls {
  /** The base URL, ending in `/v1`. */
  readonly url: string;
  /** The key of the Pro space with the demo polls. */
  readonly apiKey: string;
  /** The fixed keys: that of the demo space, its second one, those of another and of a space without Pro, and one that gets 401. */
  readonly apiKeys: Readonly<Record<ApiKeyName, string>>;
  /** The base URL of the control routes, for curl. */
  readonly controlUrl: string;
  /** Stops the server and aborts deliveries in flight. */
  close(): Promise<void>;
}
