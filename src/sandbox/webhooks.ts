import type { Clock } from "./clock.ts";
import { ControlError } from "./control-error.ts";
import { deliver } from "./delivery.ts";
import { type WebhookData, type WebhookEventType, webhookVersion } from "./events.ts";
import { makeRecordId } from "./ids.ts";
import { addEndpoint, type WebhookEndpoint, type WebhookInput } from "./webhook-endpoints.ts";

/** Endpoints to begin with, and how fast time passes for them. */
export interface WebhookOptions {
  endpoints?: readonly WebhookInput[];
  /** What the waits between attempts are multiplied by: 1 is the service's own pace, 0.001 a test's. */
  retryScale?: number;
  /** Milliseconds an endpoint has to respond; 10,000 when left out. */
  timeoutMs?: number;
  /** The former name of `timeoutMs`. */
  timeout?: number;
}

/** One attempt to deliver an event; `status` is null when there was no response, and `error` says why. */
export interface Delivery {
  endpointId: string;
  eventId: string;
  type: WebhookEventType;
  attempt: number;
  status: number | null;
  error: string | null;
}

const minute = 60_000;
/** Milliseconds before each further attempt. */
export const retryWaits: readonly number[] = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];

/** Tells endpoints what happened: signed, at least once, each on its own and in no promised order. */
export function createWebhooks(clock: Clock, options: WebhookOptions = {}, allowExternal = false) {
  const { retryScale = 1, timeoutMs = 10_000 } = options;
  const endpoints: WebhookEndpoint[] = [];
  const deliveries: Delivery[] = [];
  const closing = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const underway = new Set<Promise<void>>();

  const attempt = async (endpoint: WebhookEndpoint, event: AnnouncedEvent, count: number): Promise<void> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
    const { status, error } = await deliver(endpoint, event, signal);
    if (closing.signal.aborted) return;
    deliveries.push({
      endpointId: endpoint.id,
      eventId: event.id,
      type: event.type,
      attempt: count,
      status,
      error,
    });
    const wait = retryWaits[count - 1];
    const delivered = status !== null && status >= 200 && status < 300;
    if (delivered || wait === undefined || !endpoints.includes(endpoint)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, wait * retryScale);
      timers.add(timer);
    });
    return attempt(endpoint, event, count + 1);
  };
  const send = (endpoint: WebhookEndpoint, type: WebhookEventType, data: WebhookData, createdAt: string) => {
    const id = makeRecordId();
    const body = JSON.stringify({ version: webhookVersion, id, type, createdAt, data });
    const run = attempt(endpoint, { id, type, body }, 1).finally(() => underway.delete(run));
    underway.add(run);
  };
  const find = (id: string): WebhookEndpoint => {
    const endpoint = endpoints.find((candidate) => candidate.id === id);
    if (endpoint === undefined) throw new ControlError(404, `no webhook ${id}`);
    return endpoint;
  };
  for (const input of options.endpoints ?? []) addEndpoint(endpoints, input, allowExternal);

  return {
    endpoints: endpoints as readonly WebhookEndpoint[],
    deliveries: deliveries as readonly Delivery[],
    /** Sends an event to every endpoint of the space that wants it. */
    announce(
      spaceId: string,
      type: WebhookEventType,
      data: WebhookData,
      createdAt = clock.timestamp(),
    ): void {
      for (const endpoint of endpoints) {
        if (endpoint.spaceId === spaceId && endpoint.events.includes(type))
          send(endpoint, type, data, createdAt);
      }
    },
    /** Adds an endpoint; it hears of what happens from now on. */
    add: (input: WebhookInput): WebhookEndpoint => addEndpoint(endpoints, input, allowExternal),
    /** Removes an endpoint; attempts that wait for it are not made. */
    remove(id: string): void {
      endpoints.splice(endpoints.indexOf(find(id)), 1);
    },
    /** Sends a ping to one endpoint. */
    ping: (id: string): void => send(find(id), "ping", {}, clock.timestamp()),
    /** Resolves once every delivery has been made or given up. */
    async settled(): Promise<void> {
      while (underway.size > 0) await Promise.all(underway);
    },
    /** Gives up whatever is under way. */
    close(): void {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

interface AnnouncedEvent {
  id: string;
  type: WebhookEventType;
  body: string;
}
