import type { Authentication, BeforeRequestMiddleware, Bundle, ZObject } from "zapier-platform-core";
import { sanitizeLine } from "../src/sanitize.ts";
import { getApiKey, withClient } from "./client.ts";
import { toAuthTestError } from "./errors.ts";
import { dropBlanks } from "./input/form-values.ts";

/** Puts the key on every request of the app, and on nothing else. Zapier reads from it how the app authenticates. */
export const authorize: BeforeRequestMiddleware = (request, _z, bundle) => {
  return {
    ...request,
    headers: { ...request.headers, Authorization: `Bearer ${getApiKey(bundle.authData)}` },
  };
};

/** One read of one poll: the cheapest request that proves the key and the plan of its space. */
async function test(z: ZObject, { authData }: Bundle): Promise<{ connected: true }> {
  await withClient(z, authData, (client) => client.listPolls({ limit: 1 }), toAuthTestError);
  return { connected: true };
}

/** What a person named the connection; the service tells nothing about a space that a label could show. */
const connectionLabel = async (_z: ZObject, { authData }: Bundle): Promise<string> =>
  sanitizeLine(String(dropBlanks(authData["workspace_name"]) ?? "")) || "Scheduling space";

/** How a person connects: the key of a space, and a name to tell several spaces apart. */
export const authentication: Authentication = {
  type: "custom",
  test,
  connectionLabel,
  fields: [
    {
      key: "apiKey",
      label: "API Key",
      type: "password",
      required: true,
      helpText:
        "The owner of the space creates it under [Settings, API keys](https://app.rallly.co/settings/api-keys). It needs a Pro plan and starts with sk_.",
    },
    {
      key: "workspace_name",
      label: "Space Name",
      type: "string",
      required: false,
      isNoSecret: true,
      placeholder: "Marketing team",
      helpText: "How this connection is called in your list of connections. Choose any words you like.",
    },
  ],
};
