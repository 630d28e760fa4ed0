import { OAuthAuthorizationServer } from "@cloudflare/workers-oauth-provider";
import type { Bindings } from "./bindings.ts";
import { oncePerOrigin } from "./origin.ts";
import { allScopes } from "./scopes.ts";

/** What a grant holds, encrypted with its tokens. */
export interface GrantProps {
  /** The person's API key. */
  apiKey: string;
}

/** What the list of connections shows about a grant. Stored unencrypted. */
export interface GrantMetadata {
  /** The client's name, as it gave it. */
  clientName: string;
  /** The host that received the code, or the scheme and host of a link that a program opens. */
  redirectHost: string;
}

/** Lifetime of a grant that is not used, in seconds: 90 days. */
const idleLifetimeS = 90 * 86_400;

/** The URL of the MCP endpoint: the resource that tokens are for. */
export const toResource = (origin: string) => `${origin}/mcp`;

/** The authorization server of one origin of the Worker. Tokens of one origin are not valid at another. */
export const getAuthorizationServer = oncePerOrigin(
  (origin) =>
    new OAuthAuthorizationServer<Bindings>({
      issuer: origin,
      resources: [toResource(origin)],
      clientRegistrationEndpoint: "/oauth/register",
      clientIdMetadataDocumentEnabled: true,
      // Desktop apps such as Cursor take codes by links of their own, such as cursor://. PKCE keeps a code from other programs.
      allowPrivateUseRedirectUris: true,
      scopesSupported: [...allScopes, "offline_access"],
      refreshTokenTTL: idleLifetimeS,
      refreshTokenIdleTTL: idleLifetimeS,
      // Category and reason are fixed words. The library's own log lines have more.
      onError: ({ code, status, internal }) =>
        console.warn(
          JSON.stringify({
            event: "oauth error",
            code,
            status,
            category: internal?.category,
            reason: internal?.reason,
          }),
        ),
    }),
);
