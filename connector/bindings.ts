/** The Worker's bindings and variables, as in wrangler.jsonc. */
export interface Bindings {
  /** Clients, grants and tokens, as the OAuth library stores them, and sessions of the connections page. */
  OAUTH_KV: KVNamespace;
  /** Limits the pages that take a key, per address. Without it the limit counts in memory. */
  PAGE_LIMITER?: RateLimit;
  /**
   * Limits registration, tokens and opening the page, per address: higher, because all people of one assistant share its
   * addresses.
   */
  TOKEN_LIMITER?: RateLimit;
  /** The API's URL, for another instance or a sandbox. Default: https://api.rallly.co/v1. */
  RALLLY_BASE_URL?: string;
}
