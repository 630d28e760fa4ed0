import { defaultBaseUrl } from "../../src/api/policy.ts";

/** The environment variables of the server, described for the person who sets it up. */
export const environment = {
  key: {
    name: "RALLLY_API_KEY",
    title: "API key",
    description: "Key of the space: made by its owner in the space's settings, under API keys (Pro plan).",
  },
  address: {
    name: "RALLLY_BASE_URL",
    title: "Address of the API",
    description: "Only for another address than the hosted service's; with /v1.",
    default: defaultBaseUrl,
  },
} as const;
