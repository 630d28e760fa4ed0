/** What hosts request about events. */
import { type McpServer, ProtocolError } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Bindings } from "./bindings.ts";
import { isPublic } from "./callbacks.ts";
import { definitions, events, type Refusal, refuse } from "./events.ts";
import { openHook, toAddress } from "./hooks.ts";

/** Whose events are subscribed to, and the connection that the subscriptions end with. */
interface Principal {
  apiKey: string;
  /** None for a key in place of a token: nothing of it is stored, and a made-up one causes no request. */
  grant: string | undefined;
  bindings: Bindings;
  origin: string;
}

const secretForm = "Must be whsec_ and 24 to 64 bytes in base64";
const secret = z.string(secretForm).regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, secretForm);
const callback = z.string("Must be the URL of the callback").max(2048);
const delivery = z.looseObject(
  { url: callback, mode: z.string().optional() },
  "Must be an object with url and secret",
);
const params = z.looseObject({
  name: z.string("Must be the name of an event"),
  arguments: z.record(z.string(), z.unknown()).optional(),
  delivery,
});
const subscribeParams = params.extend({
  delivery: delivery.extend({ secret }),
  ttlMs: z.number().optional(),
});

/** Offers events, in the spelling of hosts in use and in that of the extension. */
export function registerEvents({ server }: McpServer, { apiKey, grant, bindings, origin }: Principal): void {
  const open = () => {
    if (grant === undefined) throw toError(refuse("forbidden", needsSignIn, { reason: "no_sign_in" }));
    const address = toAddress(apiKey);
    return { grant, address, hook: openHook(bindings, address) };
  };
  const capabilities = { extensions: { "io.modelcontextprotocol/events": {} }, events: {} };
  server.registerCapabilities(capabilities as never);
  server.setRequestHandler("events/list", { params: z.looseObject({}).optional() }, () => ({ events }));
  server.setRequestHandler("events/subscribe", { params: subscribeParams }, async (given) => {
    const { grant, address, hook } = open();
    const subscription = { ...parse(given), secret: given.delivery.secret };
    if (!isPublic(subscription.url, origin)) throw toError(refuse("invalid", notPublic));
    const made = await hook.subscribe(address, grant, subscription, given.ttlMs);
    if ("code" in made) throw toError(made);
    return { ...made, cursor: null, truncated: false };
  });
  server.setRequestHandler("events/unsubscribe", { params }, async (given) => {
    const { grant, hook } = open();
    await hook.unsubscribe(grant, parse(given));
    return {};
  });
}

const needsSignIn =
  "Events need a sign-in: connect this server without a key as the token, and enter the key on its page";
const notPublic = "delivery.url: Must be a public https URL without credentials or fragment";

/** What a request is about. Equal arguments are equal as JSON, because a schema orders them. */
function parse({ name, arguments: given, delivery: { url, mode } }: z.output<typeof params>) {
  const definition = definitions.find((each) => each.name === name);
  if (definition === undefined) throw toError(refuse("notFound", "No such event", { kind: "event" }));
  if (mode && mode !== "webhook")
    throw toError(
      refuse("unsupported", "Only webhooks are delivered", { feature: "deliveryMode", value: mode }),
    );
  const { data, error } = definition.input.safeParse(given ?? {});
  if (data) return { url, name, arguments: data };
  const problems = error.issues.map(({ path, message }) => `${["arguments", ...path].join(".")}: ${message}`);
  throw toError(refuse("invalid", problems.join("; ")));
}

const toError = ({ code, message, data }: Refusal) => new ProtocolError(code, message, data);
