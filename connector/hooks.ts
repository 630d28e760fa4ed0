/** The relay of events: from the webhook that a person sets up in Rallly, to the hosts that have subscribed. */
import { DurableObject } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import { type Client, createClient, receiveWebhook, type WebhookEvent } from "../src/api/web.ts";
import type { Bindings, PageContext } from "./bindings.ts";
import { challenge, post, type Subscriber, type Subscription, toMessageId } from "./callbacks.ts";
import { isComplete, type Refusal, refuse, toHostEvent } from "./events.ts";
import { limitAddress } from "./limits.ts";
import { lifetimes, openStore } from "./oauth.ts";
import { seal, toHash, unseal } from "./seal.ts";
import { isRefused } from "./space.ts";

const dayMs = 86_400_000;

/** How long a subscription lasts without a renewal, in milliseconds: at most, and at least. */
export const ttl = { max: 30 * dayMs, min: 3_600_000 };

/** Subscriptions of one connection, and of all connections with one key. */
const maxSubscriptions = { grant: 20, hook: 50 };

/** Time for all hosts of one delivery, in milliseconds. Rallly waits for ten seconds. */
const relayMs = 8_000;

/** Time for a request to Rallly, in milliseconds. */
const readMs = 4_000;

/** Requests that a Worker sends at once. */
const maxConnections = 6;

const notSetUp =
  "Rallly does not send events of this space here yet. The person sets that up once, on the connector's start page";

/** A person's webhook. */
interface Setup {
  apiKey: string;
  /** The last two secrets count, the newer one first: two people with one key do not lock each other out. */
  secrets: { secret: string; since: number }[];
}

/** A subscription as it is stored. Sealed under the address, which only Rallly has, and this Worker when it knows the key. */
interface Kept {
  /** The connection that it ends with. */
  grant: string;
  since: number;
  until: number;
  /** When the host got which event: those of a day. One that fires once keeps the event that has fired it. */
  got?: ReadonlyMap<string, number> | undefined;
  sealed: string;
}

/** A subscription, or the place for one that is being made. */
type Place = { id: string; grant: string };
type Target = Kept & Subscriber;

/** The secret part of a key's webhook URL: the same whenever the key is known, and stored nowhere. */
export const toAddress = (apiKey: string): string =>
  createHmac("sha256", apiKey).update("rallly-connect webhook").digest("base64url");

/** The object of an address. */
export const openHook = ({ HOOKS }: Bindings, address: string) =>
  (HOOKS as DurableObjectNamespace<Hook>).getByName(toHash(address));

/** Saves a secret for the webhook of a key, or none. Returns the address, and when secrets were saved and an event came. */
export async function setUpHook(env: Bindings, apiKey: string, secret: string) {
  const address = toAddress(apiKey);
  const status = await openHook(env, address).setUp(address, apiKey, secret);
  if (secret) await markHook(env, address);
  return { address, ...status };
}

/** Takes a delivery to an address. Returns the status for it. */
export async function deliver({ req, env, executionCtx }: PageContext, address: string): Promise<number> {
  // Read first: a connection whose body was not read is reset.
  const body = new Uint8Array(await req.arrayBuffer());
  const hash = toHash(address);
  // Anybody can make up addresses, and each would open an object.
  const isKnown = (await env.OAUTH_KV.get(`hook:${hash}`)) !== null;
  if (!isKnown && !(await limitAddress(req.raw, env.HOOK_LIMITER))) return 429;
  const status = await openHook(env, address).deliver(address, req.header("x-rallly-signature"), body);
  // Rallly sends from addresses that all spaces share, and what it has signed is not refused for what others send.
  if ([400, 401].includes(status))
    return (await env.HOOK_LIMITER.limit({ key: hash })).success ? status : 429;
  // The store lags, and forgets.
  if (!isKnown && status !== 404) executionCtx.waitUntil(markHook(env, address).catch(() => {}));
  return status;
}

/** Notes that there is a webhook, which an object alone does not show. */
const markHook = async ({ OAUTH_KV }: Bindings, address: string): Promise<void> =>
  OAUTH_KV.put(`hook:${toHash(address)}`, "", { expirationTtl: lifetimes.idle });

/** Keeps the webhook of one key and the subscriptions to its events. What stands between two awaits is one step. */
export class Hook extends DurableObject<Bindings> {
  readonly #store = this.ctx.storage.kv;
  /** What is being sent: Rallly may send a delivery twice, and two events may fire one subscription. */
  readonly #sending = new Map<string, Promise<boolean>>();
  /** Subscriptions that are being made: they count. */
  readonly #places = new Set<Place>();

  /** Saves a secret beside the one before it; one that is saved again ends the other. Without a secret nothing is stored. */
  setUp(address: string, apiKey: string, secret: string) {
    return this.ctx.blockConcurrencyWhile(async () => {
      let { secrets = [] } = (await this.#openSetup(address)) ?? {};
      if (secret) {
        const others = secrets.some((each) => each.secret === secret) ? [] : secrets.slice(0, 1);
        secrets = [{ secret, since: Date.now() }, ...others];
        this.#keep("webhook", await seal(address, { apiKey, secrets } satisfies Setup));
        this.#keep("checkedAt", Date.now());
        await this.ctx.storage.setAlarm(Date.now() + dayMs);
      }
      const lastEventAt = this.#store.get<number>("lastEventAt");
      return { secretsSince: secrets.map(({ since }) => since), lastEventAt };
    });
  }

  /** Makes or renews a subscription. */
  async subscribe(address: string, grant: string, given: Subscription, ttlMs = ttl.max) {
    const setup = await this.#openSetup(address);
    if (setup === undefined) return refuse("forbidden", notSetUp, { reason: "no_webhook" });
    const live = await this.#endOthers(await this.#list(address));
    const place = { id: toId(grant, given), grant };
    const max = this.#take(place);
    if (max !== undefined)
      return refuse("exhausted", "Too many subscriptions", { limit: "subscriptions", max });
    try {
      const { id } = place;
      const own = live.filter((each) => each.grant === grant);
      const known = own.find((each) => each.id === id);
      const isVerified = own.some(({ url }) => url === given.url);
      const refusal =
        (known ? undefined : await checkPoll(connect(setup, this.env), given.arguments.poll)) ??
        (isVerified ? undefined : await challenge({ ...given, id }));
      if (refusal) return refusal;
      const changed = known && known.secret !== given.secret;
      const previous = changed ? { secret: known.secret, until: Date.now() + dayMs } : known?.previous;
      const sealed = await seal(address, { ...given, id, previous } satisfies Subscriber);
      const now = Date.now();
      const until = now + Math.max(ttl.min, Math.min(ttlMs, ttl.max));
      // As it is now: it may have got an event meanwhile.
      const { since = now, got } = (known && this.#find(id)) ?? {};
      this.#keep(`sub:${id}`, { grant, since, until, got, sealed } satisfies Kept);
      return { id, refreshBefore: new Date(until).toISOString() };
    } finally {
      this.#places.delete(place);
    }
  }

  /** Takes a place, or returns the limit that is reached. Counted and taken in one step, because hosts send many at once. */
  #take(place: Place): number | undefined {
    const others = [...this.#places, ...this.#listKept()].filter(({ id }) => id !== place.id);
    const count = (of: typeof others) => new Set(of.map(({ id }) => id)).size;
    if (count(others) >= maxSubscriptions.hook) return maxSubscriptions.hook;
    if (count(others.filter(({ grant }) => grant === place.grant)) >= maxSubscriptions.grant)
      return maxSubscriptions.grant;
    this.#places.add(place);
    return undefined;
  }

  async unsubscribe(grant: string, subscription: Omit<Subscription, "secret">): Promise<void> {
    this.#store.delete(`sub:${toId(grant, subscription)}`);
  }

  /** Takes a delivery of Rallly. Returns the status for it: 2xx only when all subscribers have the event. */
  async deliver(address: string, signature: string | undefined, body: Uint8Array): Promise<number> {
    const setup = await this.#openSetup(address);
    if (setup === undefined) return 404;
    let event: WebhookEvent;
    try {
      const received = setup.secrets.map(({ secret }) => receiveWebhook({ body, signature, secret }));
      event = await Promise.any(received);
    } catch (error) {
      return Object(error).errors.some(({ fault }: { fault?: string }) => fault === "payload") ? 400 : 401;
    }
    // It becomes the value of a header.
    if (!/^[\x21-\x7e]{1,200}$/.test(event.id)) return 400;
    this.#keep("lastEventAt", Date.now());
    return this.#relay(address, setup, event);
  }

  async #relay(address: string, setup: Setup, event: WebhookEvent): Promise<number> {
    const startedAt = Date.now();
    const told = toHostEvent(event);
    if (told === undefined) return 204;
    const { name, data } = told;
    const due = (await this.#list(address)).filter(
      (each) =>
        each.name === name && (each.arguments.poll ?? data.poll) === data.poll && isDue(each, event.id),
    );
    const subscribers = due.length === 0 ? [] : await this.#endOthers(due);
    if (subscribers.length > 0 && (await this.#isRevoked(setup))) {
      this.#end(await this.#list(address));
      return 204;
    }
    const participants = subscribers.some(firesOnce)
      ? await connect(setup, this.env)
          .listParticipants({ pollId: data.poll })
          .catch(() => undefined)
      : undefined;
    const message = { eventId: event.id, name, timestamp: event.createdAt, data, cursor: null };
    const leftMs = (relayMs - (Date.now() - startedAt)) / Math.ceil(subscribers.length / maxConnections);
    const deliver = (subscriber: Target): boolean | Promise<boolean> => {
      // As it is now: it may have got the event, or ended, since the list was read.
      const kept = this.#find(subscriber.id);
      if (kept === undefined || !isDue({ ...subscriber, ...kept }, event.id)) return true;
      const isOnce = firesOnce(subscriber);
      if (isOnce && participants === undefined) return false;
      if (isOnce && participants && !isComplete(subscriber.arguments, participants.data)) return true;
      const place = isOnce ? subscriber.id : `${subscriber.id} ${event.id}`;
      const sending = this.#sending.get(place) ?? this.#send(subscriber, message, leftMs);
      this.#sending.set(place, sending);
      return sending.finally(() => this.#sending.delete(place));
    };
    const results: boolean[] = [];
    // No more at once than have a connection: the time of one that waits for it runs.
    for (let at = 0; at < subscribers.length; at += maxConnections)
      results.push(...(await Promise.all(subscribers.slice(at, at + maxConnections).map(deliver))));
    // Later it counts as taken: after 20 deliveries that fail in all attempts Rallly switches the webhook off.
    const isLastTry = startedAt - Date.parse(event.createdAt) > 40 * 60_000;
    return results.every(Boolean) || isLastTry ? 204 : 503;
  }

  /** Sends an event to a host. Returns whether it is done, and notes that. */
  async #send(subscriber: Target, message: { eventId: string }, limitMs: number): Promise<boolean> {
    const response = await post(subscriber, message.eventId, message, limitMs).catch(() => undefined);
    await response?.body?.cancel();
    // Gone, or too large: the host does not want this event.
    const isTaken = response !== undefined && (response.ok || [410, 413].includes(response.status));
    const kept = isTaken && this.#find(subscriber.id);
    if (kept) {
      const recent = [...(kept.got ?? [])].filter(([, at]) => at > Date.now() - dayMs);
      const got = new Map(recent).set(message.eventId, Date.now());
      this.#keep(`sub:${subscriber.id}`, { ...kept, got } satisfies Kept);
    }
    return isTaken;
  }

  /** Ends the subscriptions of connections that have ended. Returns the others. */
  async #endOthers(all: Target[]): Promise<Target[]> {
    const [userId = ""] = all[0]?.grant.split(":") ?? [];
    const { items } = await openStore(this.env).listUserGrants(userId);
    const alive = new Set(items.map(({ id }) => `${userId}:${id}`));
    // The store may not show a new connection for a minute.
    const isOver = ({ grant, since }: Target) => !alive.has(grant) && !(since > Date.now() - 60_000);
    this.#end(all.filter(isOver));
    return all.filter((each) => !isOver(each));
  }

  /** Ends subscriptions, and tells their hosts once. */
  #end(all: Target[]): void {
    const error = refuse("forbidden", "The connection has ended.");
    for (const ended of all) {
      // Another request of the same moment may have found it, too.
      if (!this.#store.delete(`sub:${ended.id}`)) continue;
      const sent = post(ended, toMessageId("terminated"), { type: "terminated", error }, relayMs);
      this.ctx.waitUntil(sent.catch(() => {}));
    }
  }

  /** Whether the key was revoked. Asks Rallly at most once a day while it was not. */
  async #isRevoked({ apiKey }: Setup): Promise<boolean> {
    if ((this.#store.get<number>("checkedAt") ?? 0) > Date.now() - dayMs) return false;
    const isOver = await isRefused(apiKey, this.env.RALLLY_BASE_URL, readMs);
    if (!isOver) this.#keep("checkedAt", Date.now());
    return isOver;
  }

  async #openSetup(address: string): Promise<Setup | undefined> {
    const sealed = this.#store.get<string>("webhook");
    return sealed === undefined ? undefined : ((await unseal(address, sealed)) as Setup);
  }

  #find = (id: string) => this.#store.get<Kept>(`sub:${id}`);

  /** Stores a value. What is not used goes. */
  #keep(name: string, value: unknown): void {
    this.#store.put(name, value);
    this.#store.put("usedAt", Date.now());
  }

  /** The subscriptions that have not lapsed. Deletes the others. */
  #listKept(): (Place & Kept)[] {
    const kept = [...this.#store.list<Kept>({ prefix: "sub:" })];
    for (const [name, { until }] of kept) if (until <= Date.now()) this.#store.delete(name);
    const live = kept.filter(([, { until }]) => until > Date.now());
    return live.map(([name, each]) => ({ id: name.slice("sub:".length), ...each }));
  }

  async #list(address: string): Promise<Target[]> {
    const open = async (kept: Kept) => ({ ...((await unseal(address, kept.sealed)) as Subscriber), ...kept });
    return Promise.all(this.#listKept().map(open));
  }

  /** Each day from the set-up on: removes what has lapsed, and all that was not used for long. */
  override async alarm(): Promise<void> {
    this.#listKept();
    const usedAt = this.#store.get<number>("usedAt") ?? 0;
    if (usedAt < Date.now() - lifetimes.idle * 1000) await this.ctx.storage.deleteAll();
    else await this.ctx.storage.setAlarm(Date.now() + dayMs);
  }
}

const connect = ({ apiKey }: Setup, { RALLLY_BASE_URL: baseUrl }: Bindings) =>
  createClient({ apiKey, baseUrl, attempts: 1, deadlineMs: readMs });

/** Why a poll cannot be subscribed to. */
async function checkPoll(client: Client, pollId: string | undefined): Promise<Refusal | undefined> {
  try {
    if (pollId !== undefined) await client.getPoll({ pollId });
    return undefined;
  } catch (error) {
    return Object(error).code === "POLL_NOT_FOUND"
      ? refuse("forbidden", "This space has no such poll", { reason: "poll_not_found" })
      : refuse("forbidden", "The poll could not be read. Try again in a minute", { reason: "unavailable" });
  }
}

const firesOnce = ({ arguments: { after, people } }: Subscription) => Boolean(after ?? people);

/** Whether a host still has to be told of an event. */
const isDue = (target: Target, eventId: string) =>
  !(firesOnce(target) ? target.got?.size : target.got?.has(eventId));

/** The id of a subscription: the same for the same connection, callback, event and arguments, with people in any order. */
function toId(
  grant: string,
  { url, name, arguments: { people, ...given } }: Omit<Subscription, "secret">,
): string {
  const key = JSON.stringify([grant, url, name, given, people?.toSorted()]);
  return `sub_${toHash(key).slice(0, 32)}`;
}
