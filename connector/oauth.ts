import {
  AuthorizationError,
  type AuthRequest,
  OAuthAuthorizationServer,
  type OAuthHelpers,
} from "@cloudflare/workers-oauth-provider";
import type { Bindings } from "./bindings.ts";

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

/** Lifetime of a grant that is not used, in seconds: 90 days. */
const idleLifetimeS = 90 * 86_400;

/** Lifetime of a code, in seconds. */
const codeLifetimeS = 600;

/** How long a refresh token may be used again, in milliseconds: for parallel requests and for a response that was lost. */
const reuseMs = 60_000;

/** The URL of the MCP endpoint: the resource that tokens are for. */
export const toResource = (origin: string) => `${origin}/mcp`;

/** Creates the authorization server of one origin of the Worker. Tokens of one origin are not valid at another. */
export function createAuthorizationServer(origin: string): OAuthAuthorizationServer<Bindings> {
  return new OAuthAuthorizationServer<Bindings>({
    issuer: origin,
    resources: [toResource(origin)],
    clientRegistrationEndpoint: "/oauth/register",
    clientIdMetadataDocumentEnabled: true,
    // Desktop apps such as Cursor take codes by links of their own, such as cursor://. PKCE keeps a code from other programs.
    allowPrivateUseRedirectUris: true,
    scopesSupported: knownScopes,
    refreshTokenTTL: idleLifetimeS,
    refreshTokenIdleTTL: idleLifetimeS,
    // Code and reason are fixed words. The library's own log lines have more.
    onError: ({ code, internal }) =>
      console.warn(JSON.stringify({ event: "oauth error", code, reason: internal?.reason })),
  });
}

/** Parses a client's request for access. Unknown scopes are left out; a request for those alone is an error. */
export async function parseAuthRequest(oauth: OAuthHelpers, request: Request): Promise<AuthRequest> {
  const { scope, ...parsed } = await oauth.parseAuthRequest(request);
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

/**
 * Serves the token endpoint. The reuse of an issued refresh token ends the grant: somebody else has it (RFC 9700). The library
 * keeps only the hashes of the newest two, and cannot tell an older one from a token that was never issued.
 */
export async function serveTokens(
  request: Request,
  bindings: Bindings,
  context: ExecutionContext,
): Promise<Response> {
  const { origin } = new URL(request.url);
  const body = await request.text();
  const parameters = new URLSearchParams(body);
  if (await isCodeTooOld(parameters.get("code"), bindings))
    return oauthError(400, "invalid_grant", "The authorization code has expired.");
  const used = parameters.get("refresh_token");
  const record = used === null ? undefined : await toRecordName(used);
  const firstUse = record === undefined ? null : await bindings.OAUTH_KV.get(record);
  const isReused = Number(firstUse) > 0 && Date.now() - Number(firstUse) > reuseMs;
  const response = isReused
    ? oauthError(400, "invalid_grant", "The refresh token was used before. Connect again.")
    : await createAuthorizationServer(origin).fetch(new Request(request, { body }), bindings, context);
  // The response to a revocation is empty.
  const { error, refresh_token } = await response
    .clone()
    .json<{ error?: string; refresh_token?: string }>()
    .catch(() => ({ error: undefined, refresh_token: undefined }));
  if (used !== null && firstUse !== null && error === "invalid_grant") await endGrant(origin, used, bindings);
  const remember = (name: string, usedAt: number) =>
    bindings.OAUTH_KV.put(name, String(usedAt), { expirationTtl: idleLifetimeS });
  if (refresh_token) await remember(await toRecordName(refresh_token), 0);
  if (refresh_token && record !== undefined && firstUse === "0") await remember(record, Date.now());
  return response;
}

const toRecordName = async (refreshToken: string) => `refresh:${await toHash(refreshToken)}`;

/** Whether a code was not redeemed in time. The library leaves that to the store alone, which may serve what has expired. */
async function isCodeTooOld(code: string | null, { OAUTH_KV }: Bindings): Promise<boolean> {
  if (code === null) return false;
  const [userId, grantId] = code.split(":");
  const stored = await OAUTH_KV.get(`grant:${userId}:${grantId}`, "json");
  const { createdAt, expiresAt } = Object(stored);
  return expiresAt === undefined && createdAt + codeLifetimeS <= Date.now() / 1000;
}

/** The SHA-256 of a text, as hex. */
export async function toHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
