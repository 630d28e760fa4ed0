/** The Worker's bindings and variables, as in wrangler.jsonc. */
export interface Bindings {
  /** Clients, grants and tokens, as the OAuth library stores them, and hashes of refresh tokens. */
  OAUTH_KV: KVNamespace;
  /** Limits forms with a key, for each address. */
  PAGE_LIMITER: RateLimit;
  /** Limits registration, tokens and opened pages, for each address: all people of one assistant share its addresses. */
  TOKEN_LIMITER: RateLimit;
  /** Limits requests to `/mcp`, for each grant. */
  CALL_LIMITER: RateLimit;
  /** Who runs the connector, as its pages name them. */
  OPERATOR?: string;
  /** The API's URL, for another instance or a sandbox. Default: https://api.rallly.co/v1. */
  RALLLY_BASE_URL?: string;
  /** The token with which ChatGPT's directory checks who runs this host name. */
  OPENAI_APPS_CHALLENGE?: string;
}
