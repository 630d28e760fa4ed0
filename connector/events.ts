/** Events for one connection: what its host calls, and the set-up that the person does once. */
import type { EventSource } from "../mcp/events.ts";
import type { Bindings } from "./bindings.ts";
import { isPublic } from "./callbacks.ts";
import { openHook, toAddress } from "./hooks.ts";
import { lifetimes } from "./oauth.ts";
import { seal, toHash, unseal } from "./seal.ts";

/** Makes a link to the page where a person sets up the webhook of a key. The key is stored sealed under the link. */
export async function createSetupLink(
  origin: string,
  apiKey: string,
  { OAUTH_KV }: Bindings,
): Promise<string> {
  const handle = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
  await OAUTH_KV.put(`setup:${await toHash(handle)}`, await seal(handle, apiKey), {
    expirationTtl: lifetimes.setup,
  });
  return `${origin}/setup/${handle}`;
}

/** The key of a link to the set-up, or undefined when it is too old. */
export async function openSetupLink(handle: string, { OAUTH_KV }: Bindings): Promise<string | undefined> {
  const sealed = await OAUTH_KV.get(`setup:${await toHash(handle)}`);
  return sealed === null ? undefined : String(await unseal(handle, sealed));
}

/** Whose events are subscribed to, and for which connection. */
interface Principal {
  origin: string;
  apiKey: string;
  grant: string;
  bindings: Bindings;
}

/** After which tools a person is told that they can be told. */
const noted = ["create_poll", "find_missing_people"];

/** The events of a connection, and the sentence about the set-up for a tool's result, while there is no webhook. */
export function openEvents({ origin, apiKey, grant, bindings }: Principal) {
  const describeSetup = async (hook: Awaited<ReturnType<typeof openHook>>) => {
    if ((await hook.getStatus()).isSetUp) return undefined;
    const link = await createSetupLink(origin, apiKey, bindings);
    return `To be told when people answer or a time is picked, the person sets up Rallly's webhook once, at ${link} within an hour.`;
  };
  const source: EventSource = {
    async subscribe(subscription) {
      if (!isPublic(subscription.url, origin))
        return {
          kind: "invalid",
          message: "delivery.url: Must be a public https URL without credentials or fragment",
        };
      const address = await toAddress(apiKey);
      const hook = await openHook(bindings, address);
      const missing = await describeSetup(hook);
      if (missing) return { kind: "forbidden", message: missing, data: { reason: "no_webhook" } };
      return hook.subscribe(address, grant, subscription);
    },
    async unsubscribe(subscription) {
      await (await openHook(bindings, await toAddress(apiKey))).unsubscribe(grant, subscription);
    },
  };
  return {
    source,
    async addNote(tool: string): Promise<string | undefined> {
      return noted.includes(tool)
        ? describeSetup(await openHook(bindings, await toAddress(apiKey)))
        : undefined;
    },
  };
}
