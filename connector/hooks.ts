/** The relay of events: from the webhook that a person sets up in Rallly, to the hosts that have subscribed. */
import { DurableObject } from "cloudflare:workers";
import { isComplete, type Refusal, type Subscription, toHostEvent } from "../mcp/events.ts";
import {
  createClient,
  RalllyError,
  receiveWebhook,
  WebhookError,
  type WebhookEvent,
} from "../src/api/web.ts";
import type { Bindings } from "./bindings.ts";
import { challenge, post, type Subscriber, toMessageId } from "./callbacks.ts";
import { createAuthorizationServer, lifetimes } from "./oauth.ts";
import { seal, toHash, unseal } from "./seal.ts";

const dayMs = 86_400_000;

/** How long a subscription lasts without a renewal, in milliseconds: at most, and at least. */
export const ttl = { max: 30 * dayMs, min: 3_600_000 };
const maxSubscriptions = 20;

/** Age from which a delivery is taken whoever has got it, in milliseconds: 20 that are used up switch the webhook off. */
const lastTryMs = 40 * 60_000;

/** Time for all hosts of one delivery, in milliseconds. Rallly waits for ten seconds. */
const relayMs = 8_000;

/** Time for a request to Rallly, in milliseconds. */
const readMs = 4_000;

/** Requests that a Worker sends at once. */
const maxConnections = 6;

/** A person's webhook. */
interface Setup {
  secret: string;
  apiKey: string;
}

/** A stored subscription. Sealed under the address, which only Rallly has, and this Worker when it knows the key. */
interface Kept {
  /** The connection that it ends with. */
  grant: string;
  until: number;
  /** Whether it was to fire once, and has. */
  hasFired: boolean;
  sealed: string;
}
type Target = Omit<Kept, "sealed"> & Subscriber;

/** The secret part of a key's webhook URL: the same whenever the key is known, and stored nowhere. */
export async function toAddress(apiKey: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", Buffer.from(apiKey), algorithm, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, Buffer.from("rallly-connect webhook"));
  return Buffer.from(mac).toString("base64url");
}

/** The object of an address. */
export const openHook = async ({ HOOKS }: Bindings, address: string) =>
  (HOOKS as DurableObjectNamespace<Hook>).getByName(await toHash(address));

/** Keeps the webhook of one key and the subscriptions to its events. */
export class Hook extends DurableObject<Bindings> {
  /** Deliveries in progress, because Rallly may send one twice, and subscriptions that are firing. */
  readonly #running = new Map<string, Promise<number>>();
  readonly #firing = new Set<string>();

  async setUp(address: string, setup: Setup): Promise<void> {
    await this.ctx.storage.delete("lastAt");
    await this.#keep("setup", await seal(address, setup));
  }

  /** Whether there is a webhook, and when its last delivery came, in milliseconds since 1970. */
  async getStatus(): Promise<{ isSetUp: boolean; lastAt: number | undefined }> {
    const found = await this.ctx.storage.get<string | number>(["setup", "lastAt"]);
    return { isSetUp: found.has("setup"), lastAt: found.get("lastAt") as number | undefined };
  }

  /** Makes or renews a subscription. */
  async subscribe(
    address: string,
    grant: string,
    { ttlMs, ...given }: Subscription,
  ): Promise<Refusal | { id: string; refreshBefore: string }> {
    const id = await toId(grant, given);
    const own = (await this.#list(address)).filter((each) => each.grant === grant);
    const known = own.find((each) => each.id === id);
    if (known === undefined && own.length >= maxSubscriptions)
      return {
        kind: "exhausted",
        message: "Too many subscriptions",
        data: { limit: "subscriptions", max: maxSubscriptions },
      };
    const refusal = known === undefined && (await this.#checkPoll(address, given.arguments.poll));
    if (refusal) return refusal;
    const isVerified = own.some(({ url }) => url === given.url);
    const reason = isVerified ? undefined : await challenge({ ...given, id });
    if (reason)
      return { kind: "callback", message: "The callback did not repeat the challenge", data: { reason } };
    const changed = known && known.secret !== given.secret;
    const previous = changed ? { secret: known.secret, until: Date.now() + dayMs } : known?.previous;
    const sealed = await seal(address, { ...given, id, previous } satisfies Subscriber);
    const until = Date.now() + Math.max(ttl.min, Math.min(ttlMs ?? ttl.max, ttl.max));
    await this.#keep(`sub:${id}`, {
      grant,
      until,
      hasFired: known?.hasFired ?? false,
      sealed,
    } satisfies Kept);
    return { id, refreshBefore: new Date(until).toISOString() };
  }

  async unsubscribe(grant: string, subscription: Omit<Subscription, "secret">): Promise<void> {
    await this.ctx.storage.delete(`sub:${await toId(grant, subscription)}`);
  }

  /** Takes a delivery of Rallly. Returns the status for it: 2xx only when all subscribers have the event. */
  async deliver(address: string, signature: string | undefined, body: Uint8Array): Promise<number> {
    const setup = await this.#openSetup(address);
    if (setup === undefined) return 404;
    let event: WebhookEvent;
    try {
      event = await receiveWebhook({ body, signature, secret: setup.secret });
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      return { signature: 401, age: 401, payload: 400, options: 500 }[error.fault];
    }
    await this.#keep("lastAt", Date.now());
    const running = this.#running.get(event.id) ?? this.#relay(address, setup, event);
    this.#running.set(event.id, running);
    return running.finally(() => this.#running.delete(event.id));
  }

  async #relay(address: string, setup: Setup, event: WebhookEvent): Promise<number> {
    const startedAt = Date.now();
    const told = toHostEvent(event);
    if (told === undefined) return 204;
    const { name, data } = told;
    const all = (await this.#list(address)).filter(
      (each) => each.name === name && !each.hasFired && (each.arguments.poll ?? data.poll) === data.poll,
    );
    const subscribers = all.length === 0 ? [] : await this.#endOthers(all);
    const participants = subscribers.some(firesOnce)
      ? await this.#connect(setup)
          .listParticipants({ pollId: data.poll })
          .catch(() => undefined)
      : undefined;
    const message = { eventId: event.id, name, timestamp: event.createdAt, data, cursor: null };
    const leftMs = (relayMs - (Date.now() - startedAt)) / Math.ceil(subscribers.length / maxConnections);
    const send = async (subscriber: Target): Promise<boolean> => {
      const { id } = subscriber;
      const mark = `done:${await toHash(`${id} ${event.id}`)}`;
      if ((await this.ctx.storage.get(mark)) !== undefined) return true;
      if (firesOnce(subscriber)) {
        // Another event may have fired it since the list was read.
        if ((await this.ctx.storage.get<Kept>(`sub:${id}`))?.hasFired) return true;
        if (participants === undefined || this.#firing.has(id)) return false;
        if (!isComplete(subscriber.arguments, participants.data)) return true;
      }
      this.#firing.add(id);
      const response = await post(subscriber, event.id, message, leftMs).catch(() => undefined);
      await response?.body?.cancel();
      // Gone, or too large: the host does not want this event.
      const isTaken = response !== undefined && (response.ok || [410, 413].includes(response.status));
      if (isTaken) await this.#keep(mark, Date.now());
      const kept = isTaken && firesOnce(subscriber) && (await this.ctx.storage.get<Kept>(`sub:${id}`));
      if (kept) await this.#keep(`sub:${id}`, { ...kept, hasFired: true } satisfies Kept);
      this.#firing.delete(id);
      return isTaken;
    };
    const results = await Promise.all(subscribers.map(send));
    const isLastTry = startedAt - Date.parse(event.createdAt) > lastTryMs;
    return results.every(Boolean) || isLastTry ? 204 : 503;
  }

  /** Ends the subscriptions of connections that have ended. Returns the others. */
  async #endOthers(all: Target[]): Promise<Target[]> {
    const [userId = ""] = all[0]?.grant.split(":") ?? [];
    const oauth = createAuthorizationServer("https://connector.invalid").getOAuthApi(this.env);
    const { items } = await oauth.listUserGrants(userId);
    // A key that is sent as a token is a connection that does not end.
    const alive = new Set([userId, ...items.map(({ id }) => `${userId}:${id}`)]);
    const message = { type: "terminated", error: { code: -32012, message: "The connection has ended." } };
    for (const ended of all.filter(({ grant }) => !alive.has(grant))) {
      await this.ctx.storage.delete(`sub:${ended.id}`);
      this.ctx.waitUntil(post(ended, toMessageId("terminated"), message, relayMs).catch(() => {}));
    }
    return all.filter(({ grant }) => alive.has(grant));
  }

  /** Why a poll cannot be subscribed to. */
  async #checkPoll(address: string, poll: string | undefined): Promise<Refusal | undefined> {
    const setup = poll && (await this.#openSetup(address));
    if (!setup) return undefined;
    try {
      await this.#connect(setup).getPoll({ pollId: poll });
      return undefined;
    } catch (error) {
      const isUnknown = error instanceof RalllyError && error.code === "POLL_NOT_FOUND";
      const message = isUnknown
        ? "This space has no such poll"
        : "The poll could not be read. Try again in a minute";
      const reason = isUnknown ? "poll_not_found" : "unavailable";
      return { kind: "forbidden", message, data: { reason } };
    }
  }

  #connect({ apiKey }: Setup) {
    return createClient({ apiKey, baseUrl: this.env.RALLLY_BASE_URL, attempts: 1, deadlineMs: readMs });
  }

  async #openSetup(address: string): Promise<Setup | undefined> {
    const sealed = await this.ctx.storage.get<string>("setup");
    return sealed === undefined ? undefined : ((await unseal(address, sealed)) as Setup);
  }

  async #list(address: string): Promise<Target[]> {
    const kept = await this.ctx.storage.list<Kept>({ prefix: "sub:" });
    const live = [...kept.values()].filter(({ until }) => until > Date.now());
    const open = async ({ sealed, ...rest }: Kept) => ({
      ...((await unseal(address, sealed)) as Subscriber),
      ...rest,
    });
    return Promise.all(live.map(open));
  }

  /** Stores a value. From then on, {@link alarm} removes each day what is over. */
  async #keep(name: string, value: unknown): Promise<void> {
    await this.ctx.storage.put({ [name]: value, usedAt: Date.now() });
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + dayMs);
  }

  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const now = Date.now();
    const subscriptions = [...(await storage.list<Kept>({ prefix: "sub:" }))].filter(
      ([, kept]) => kept.until < now,
    );
    const marks = [...(await storage.list<number>({ prefix: "done:" }))].filter(([, at]) => at < now - dayMs);
    for (const [name] of [...subscriptions, ...marks]) await storage.delete(name);
    if (((await storage.get<number>("usedAt")) ?? 0) < now - lifetimes.idle * 1000) await storage.deleteAll();
    else await storage.setAlarm(now + dayMs);
  }
}

const firesOnce = ({ arguments: { after, people } }: Pick<Subscription, "arguments">) =>
  Boolean(after ?? people);

/** The id of a subscription: the same for the same connection, callback, event and arguments, with people in any order. */
async function toId(
  grant: string,
  { url, name, arguments: { people, ...given } }: Omit<Subscription, "secret">,
): Promise<string> {
  const key = JSON.stringify([grant, url, name, given, people?.toSorted()]);
  return `sub_${(await toHash(key)).slice(0, 32)}`;
}
