/** Hosts that subscribe to events, the person who sets up the webhook, and Rallly, which sends it. */
import { randomBytes } from "node:crypto";
import { beforeEach } from "vitest";
import { createClient, signWebhook } from "../../src/api/web.ts";
import { type ConnectorOptions, shareConnector } from "./harness.ts";
import { openFlow, sendForm } from "./person.ts";

/** A request that a host received at its callback. */
interface Received {
  url: string;
  headers: Headers;
  body: string;
  message: Record<string, unknown>;
}

export const received: Received[] = [];
/** How a callback answers, in place of accepting: a status, or an answer to the challenge. */
export const answers = new Map<
  string,
  (request: Request, received: Received) => Response | Promise<Response>
>();

async function answer(request: Request): Promise<Response> {
  const body = await request.clone().text();
  const message = JSON.parse(body) as Record<string, unknown>;
  const { url, headers } = request;
  const own = { url, headers, body, message };
  received.push(own);
  const special = answers.get(url);
  if (special) return special(request, own);
  return message["type"] === "verification"
    ? Response.json({ challenge: message["challenge"] })
    : new Response(null, { status: 200 });
}

/** A callback that no other test uses. */
export const toCallback = () => `https://host.example/hooks/${randomBytes(8).toString("hex")}?key=a`;
export const createSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
export const deliveredTo = (url: string) =>
  received.filter((each) => each.url === url && "eventId" in each.message);

export const countEnds = (url: string) =>
  received.filter((each) => each.url === url && each.message["type"] === "terminated").length;

export const webhookSecret = "whsec_rallly";

/** The address on the page of the set-up, or nothing. */
export const findAddress = (text: string) => /<code>([^<]+)<\/code>/.exec(text)?.[1] ?? "";

export const toPicked = (poll: string, id: string, ageMs = 0) => ({
  version: "2026-09-20",
  id,
  type: "poll.scheduled",
  createdAt: new Date(Date.now() - ageMs).toISOString(),
  data: {
    poll: { id: poll },
    event: { start: "2037-03-02T00:00:00Z", end: "2037-03-03T00:00:00Z", allDay: true },
  },
});

/** Starts a connector for all tests of a file, with what its hosts and its person do. */
export function shareEvents(options: ConnectorOptions = {}) {
  const connector = shareConnector({ host: answer, sandbox: { webhooks: { retryScale: 0 } }, ...options });

  // Subscriptions of the tests before end with the next one, because the store has forgotten their connections.
  beforeEach(() => connector().changeObjects("sub:", (kept) => ({ ...Object(kept), since: 0 })));

  /** A host that is connected with a key, by default that of the demo space. */
  async function openHost(access: "read" | "write" = "write", key = connector().sandbox.apiKey) {
    const flow = await openFlow(connector());
    const tokens = await flow.exchange(await flow.getCode({ key, access }));
    const request = async (method: string, params: Record<string, unknown>, token = tokens.access_token) => {
      const text = await (await flow.post(token, { jsonrpc: "2.0", id: 1, method, params })).text();
      const json = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
      return json as {
        result: Record<string, unknown>;
        error?: { code: number; message: string; data: object };
      };
    };
    const subscribe = (
      name: string,
      url: string,
      given: object = {},
      secret = createSecret(),
      more: object = {},
    ) =>
      request("events/subscribe", {
        name,
        arguments: given,
        delivery: { mode: "webhook", url, secret },
        ...more,
      });
    return { flow, tokens, request, subscribe };
  }

  /** Sends the form of the set-up. Returns the page's text. */
  async function sendSetUp(fields: {
    key: string;
    secret?: string;
  }): Promise<{ status: number; text: string }> {
    const response = await sendForm(
      { url: `${connector().origin}/webhook`, cookie: "" },
      { secret: "", ...fields },
    );
    return { status: response.status, text: await response.text() };
  }

  /** Does what a person does once: sees the address, adds the webhook in Rallly, and saves its secret. */
  async function setUp(key: string): Promise<string> {
    const url = findAddress((await sendSetUp({ key })).text);
    await sendSetUp({ key, secret: webhookSecret });
    connector().sandbox.webhooks.add({ url, secret: webhookSecret, apiKey: key });
    return url;
  }

  let address: Promise<string> | undefined;
  /** The address of the demo space's webhook, which is set up. */
  const openAddress = () => (address ??= setUp(connector().sandbox.apiKey));

  /** A host of a space whose webhook is set up. */
  async function openReady(access?: "read" | "write") {
    await openAddress();
    return openHost(access);
  }

  /** Makes a poll with one option. */
  async function createPoll(apiKey = connector().sandbox.apiKey): Promise<{ id: string; option: string }> {
    const client = createClient({ apiKey, baseUrl: connector().sandbox.url });
    const body = { title: "Team", kind: "date", options: [{ date: "2037-03-02" }] } as const;
    const { data } = await client.createPoll(body);
    return { id: data.id, option: data.options[0]?.id ?? "" };
  }

  /** Sends a delivery as Rallly does. */
  async function deliver(
    event: object | string,
    changes: { secret?: string; ageS?: number; signature?: string; url?: string; from?: string } = {},
  ) {
    const body = typeof event === "string" ? event : JSON.stringify(event);
    const now = Date.now() - (changes.ageS ?? 0) * 1000;
    const { signature } = await signWebhook({ body, secret: changes.secret ?? webhookSecret, now });
    const headers = {
      "x-rallly-signature": changes.signature ?? signature,
      ...(changes.from && { "cf-connecting-ip": changes.from }),
    };
    return (await fetch(changes.url ?? (await openAddress()), { method: "POST", headers, body })).status;
  }

  /** Ends the connection of a host, as the host itself does. */
  const disconnect = ({ flow, tokens }: Awaited<ReturnType<typeof openHost>>) =>
    fetch(`${connector().origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        token: tokens.refresh_token,
        client_id: String(flow.registered["client_id"]),
      }),
    });

  /** Makes a subscription older. */
  const age = (id: unknown, byMs: number) =>
    connector().changeObjects(`sub:${id}`, (kept) => ({ ...Object(kept), since: Object(kept).since - byMs }));

  return { connector, openHost, openReady, openAddress, sendSetUp, createPoll, deliver, disconnect, age };
}
