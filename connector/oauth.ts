import {
  AuthorizationError,
  type AuthRequest,
  OAuthAuthorizationServer,
  type OAuthHelpers,
} from "@cloudflare/workers-oauth-provider";
import type { Bindings, PageContext } from "./bindings.ts";

/** What a grant holds, encrypted with its tokens. */
export interface GrantProps {
  /** The person's API key. */
  apiKey: string;
}

/** Reading polls, results and participants. */
export const readScope = "polls:read";

/** Creating and deleting polls. */
export const writeScope = "polls:write";

/** All scopes that a person can grant. */
export const allScopes = [readScope, writeScope];

// With offline_access, some clients ask for a refresh token. It is no access of its own.
const knownScopes = [...allScopes, "offline_access"];

const dayS = 86_400;

/** How long what is stored is kept without use, in seconds. The page about privacy says so. */
export const lifetimes = {
  /** A grant with its key, and a client that has got a token. */
  idle: 90 * dayS,
  /** A public client before its first token. Anybody can register one. */
  unused: dayS,
  /** A code, and with it a grant that was not begun. The library lets the store end it. */
  code: 600,
};

/** Lifetime of an access token, in seconds: a day. With each refresh a host may lose the response. */
const accessLifetimeS = dayS;

/** The URL of the MCP endpoint: the resource that tokens are for. */
export const toResource = (origin: string) => `${origin}/mcp`;

/**
 * Creates the authorization server of one origin of the Worker. Tokens of one origin are not valid at another. The library
 * fetches a client's document through redirects, so that its domain alone proves nothing. It rotates refresh tokens: each
 * response's token is valid, with the one that it replaced, until the next; an older one is refused and ends nothing.
 */
export function createAuthorizationServer(
  origin: string,
  clientRegistrationTTL = lifetimes.idle,
): OAuthAuthorizationServer<Bindings> {
  return new OAuthAuthorizationServer<Bindings>({
    issuer: origin,
    resources: [toResource(origin)],
    clientRegistrationEndpoint: "/oauth/register",
    clientIdMetadataDocumentEnabled: true,
    // Desktop apps such as Cursor take codes by links of their own, such as cursor://. PKCE keeps a code from other programs.
    allowPrivateUseRedirectUris: true,
    scopesSupported: knownScopes,
    clientRegistrationTTL,
    accessTokenTTL: accessLifetimeS,
    refreshTokenTTL: lifetimes.idle,
    refreshTokenIdleTTL: lifetimes.idle,
    // Code and reason are fixed words. The library's own log lines have more.
    onError: ({ code, internal }) =>
      console.warn(JSON.stringify({ event: "oauth error", code, reason: internal?.reason })),
  });
}

/** Schemes with which a link opens something else than the app that registered them. */
const foreignSchemes = /^(about|feed|ftp|intent|view-source|wss?|ms-.*|search.*):$/;

/** Whether an address is on the web or on a port of the person's computer. Others open apps. */
export const isWebAddress = (address: string): boolean => /^https?:$/.test(new URL(address).protocol);

/** Whether an address has the form with which apps take codes (RFC 8252): `com.example:/callback` or `cursor://host/callback`. */
function isAppLink(address: string): boolean {
  const { protocol, host } = new URL(address);
  return !foreignSchemes.test(protocol) && (protocol.includes(".") || host !== "");
}

/**
 * Parses a client's request for access. Refuses addresses that are neither on the web nor those of apps. Unknown scopes are left
 * out; a request for those alone is an error.
 */
export async function parseAuthRequest(oauth: OAuthHelpers, request: Request): Promise<AuthRequest> {
  const { scope, ...parsed } = await oauth.parseAuthRequest(request);
  if (!isWebAddress(parsed.redirectUri) && !isAppLink(parsed.redirectUri))
    throw new AuthorizationError("invalid_request", {
      description: "The redirect URI is not that of an app.",
    });
  const known = scope.filter((name) => knownScopes.includes(name));
  if (known.length === 0 && scope.length > 0)
    throw new AuthorizationError("invalid_scope", { ...parsed, description: "None of the scopes is known." });
  return { ...parsed, scope: known };
}

/** An OAuth error, readable for hosts that run in a browser. With 429 it says when to try again. */
export function oauthError(status: number, error: string, description: string): Response {
  const headers = {
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    ...(status === 429 ? { "access-control-expose-headers": "Retry-After", "retry-after": "60" } : {}),
  };
  return Response.json({ error, error_description: description }, { status, headers });
}

/** The response to a host that has sent too many requests. */
export const tooManyRequests = (): Response =>
  oauthError(429, "temporarily_unavailable", "Too many requests. Try again in a minute.");

/** Ends the grant to which a token or code belongs. */
export async function endGrant(origin: string, token: string, bindings: Bindings): Promise<void> {
  const [userId = "", grantId = ""] = token.split(":");
  await createAuthorizationServer(origin).getOAuthApi(bindings).revokeGrant(grantId, userId);
}

/** Passes a request on to the authorization server. A client's first token extends its registration to the full lifetime. */
export const serveOAuth = ({ req, env, executionCtx }: PageContext, registrationLifetime?: number) =>
  createAuthorizationServer(new URL(req.url).origin, registrationLifetime).fetch(
    req.raw,
    env,
    executionCtx as ExecutionContext,
  );

/** Codes in exchange. That of a request which the runtime ended stays, as one that was used. */
const exchanging = new Set<string>();

/** Maximum length of a code that was issued, in characters: anybody can send a longer text, and leave. */
const maxCodeLength = 500;

/**
 * Serves the requests of the endpoint for tokens. The store has no lock: of requests with one code at one moment, all would read it
 * before the first has ended it.
 */
export async function serveToken(context: PageContext): Promise<Response> {
  const form = await context.req.raw
    .clone()
    .formData()
    .catch(() => undefined);
  const code = form?.get("code");
  if (typeof code !== "string" || code.length > maxCodeLength) return serveOAuth(context);
  if (exchanging.has(code)) return oauthError(400, "invalid_grant", "The code is used by another request.");
  exchanging.add(code);
  try {
    return await serveOAuth(context);
  } finally {
    exchanging.delete(code);
  }
}

/** Serves the registration of clients. A client with a secret is told how long it lasts, so that it gets the full lifetime. */
export async function serveRegistration(context: PageContext): Promise<Response> {
  // The library refuses what is no JSON.
  const metadata = await context.req.raw
    .clone()
    .json()
    .catch(() => undefined);
  const isPublic = Object(metadata).token_endpoint_auth_method === "none";
  return serveOAuth(context, isPublic ? lifetimes.unused : lifetimes.idle);
}

/** The SHA-256 of a text, as hex. */
export async function toHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
