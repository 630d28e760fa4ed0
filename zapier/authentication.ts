import type { Authentication, BeforeRequestMiddleware, Bundle, ZObject } from "zapier-platform-core";
import { redactKeys } from "../src/redact.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import { step } from "./client.ts";
import { toAuthTestError } from "./errors.ts";
import { getApiKey, withoutKey } from "./input/without-key.ts";

/** Sets the Authorization header of every request. Zapier also derives from it how the app authenticates. */
export const authorize: BeforeRequestMiddleware = (request, _z, bundle) => ({
  ...request,
  headers: { ...request.headers, Authorization: `Bearer ${getApiKey(bundle.authData)}` },
});

/** Lists one poll: the cheapest request that proves the key and the plan of its space. */
const connect = step(async ({ client }) => {
  await client.listPolls({ limit: 1 });
  return { connected: true };
}, toAuthTestError);

const test = (z: ZObject, bundle: Bundle) => {
  if (getApiKey(bundle.authData) !== "") return connect(z, bundle);
  throw new z.errors.Error("API Key: is empty: paste the key.", "INVALID_INPUT", 400);
};

/** The name that a person gave to the connection. The service returns no name of a space. */
const connectionLabel = withoutKey((_z, { authData }) =>
  sanitizeLine(redactKeys(authData["workspace_name"] ?? "")),
);

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
        "The owner creates it in [Rallly](https://rallly.co), in the settings of the space, under API keys. It starts with sk_. Pro plan needed.",
    },
    {
      key: "workspace_name",
      label: "Space Name",
      type: "string",
      required: true,
      isNoSecret: true,
      placeholder: "Marketing team",
      helpText: "What your list of connections shows for it. The name in Rallly, or any other.",
    },
  ],
};
