import type { Context } from "hono";

/** A request to the Worker. */
export type PageContext = Context<{ Bindings: Bindings }>;

/** The Worker's bindings and variables, as in wrangler.jsonc. */
export interface Bindings {
  /** Clients, grants and tokens, as the OAuth library stores them. */
  OAUTH_KV: KVNamespace;
  /** Serves the requests for tokens of each grant in turn. */
  GRANTS: DurableObjectNamespace;
  /** The webhook of each key, and who has subscribed to its events: a namespace of the class in hooks.ts. */
  HOOKS: object;
  /** Limits forms with a key, for each address. */
  PAGE_LIMITER: RateLimit;
  /** Limits opened pages for a key, for each address: each stores a form, and may fetch a client's document. */
  OPEN_LIMITER: RateLimit;
  /** Limits registrations, for each address. */
  REGISTER_LIMITER: RateLimit;
  /** Limits tokens and calls with a key, for each address: all people of one assistant share its addresses. */
  TOKEN_LIMITER: RateLimit;
  /** Limits messages to `/mcp`, for each grant or key. */
  CALL_LIMITER: RateLimit;
  /** Limits refused deliveries of each webhook, and of each address deliveries to webhooks that do not exist. */
  HOOK_LIMITER: RateLimit;
  /** Who runs the connector, as its pages name them. Nobody can connect without it. */
  OPERATOR?: string;
  /** The API's URL, for a sandbox. Default: https://api.rallly.co/v1. */
  RALLLY_BASE_URL?: string;
}
