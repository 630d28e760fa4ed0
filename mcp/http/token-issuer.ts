/** An identity provider whose access tokens give access to the server. */
export interface TokenIssuer {
  /** The provider's issuer identifier, as in its metadata and in the `iss` of its tokens. */
  issuer: string;
  /** The server's resource identifier, which tokens must have as `aud`: its URL for clients, ending in `/mcp`. */
  resource: string;
}

/** The path of the server's metadata (RFC 9728). */
export const metadataPath = "/.well-known/oauth-protected-resource/mcp";

/** The server's metadata: which provider's tokens it takes, and for which resource. */
export function createMetadata({ issuer, resource }: TokenIssuer): Record<string, unknown> {
  return {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    resource_name: "Rallly scheduling polls",
  };
}
