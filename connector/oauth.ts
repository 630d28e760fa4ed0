import {
  AuthorizationError,
  type AuthRequest,
  OAuthAuthorizationServer,
  type OAuthHelpers,
} from "@cloudflare/workers-oauth-provider";
import type { Bindings, PageContext } from "./bindings.ts";
import { toHash } from "./seal.ts";
import { isRefused } from "./space.ts";

/** What a grant holds, encrypted with its tokens. */
export interface GrantProps {
  /** The person's API key. */
  apiKey: string;
  /** Whether the app asked for polls:write. Then read only is what the person chose, and asking again changes nothing. */
  asksWrite?: boolean;
}

/** Reading polls, results and participants. */
const readScope = "polls:read";

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

/** The URL of the MCP endpoint: the resource that tokens are for. */
export const toResource = (origin: string) => `${origin}/mcp`;

/** Replaces the other forms in which hosts name the endpoint: the origin, with or without a slash, and `/mcp/`. */
export function unifyResource(parameters: URLSearchParams, origin: string): void {
  const resource = toResource(origin);
  const forms = [`${origin}/`, resource, `${resource}/`];
  const given = parameters
    .getAll("resource")
    .map((each) => (URL.canParse(each) && forms.includes(new URL(each).href) ? resource : each));
  parameters.delete("resource");
  for (const each of new Set(given)) parameters.append("resource", each);
}

/** What a grant allows: at most what the app asked for. An app that named no scope leaves the choice to the person. */
export function toGrantedScopes(asked: readonly string[], mayWrite: boolean): string[] {
  const allowed = mayWrite ? allScopes : [readScope];
  const granted = allowed.filter((scope) => asked.includes(scope));
  return granted.length > 0 ? granted : allowed;
}

/**
 * Creates the authorization server of one origin of the Worker. Tokens of one origin are not valid at another. The library
 * rotates refresh tokens: each response's token is valid, with the one that it replaced, until the next; an older one is
 * refused and ends nothing.
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
    // Not less: with each refresh a host may lose the response.
    accessTokenTTL: dayS,
    refreshTokenTTL: lifetimes.idle,
    refreshTokenIdleTTL: lifetimes.idle,
    // Code and reason are fixed words. The library's own log lines have more.
    onError: ({ code, internal }) =>
      console.warn(JSON.stringify({ event: "oauth error", code, reason: internal?.reason })),
  });
}

/** What the library has stored: clients, grants and tokens of all origins. */
export const openStore = (bindings: Bindings): OAuthHelpers =>
  createAuthorizationServer("https://connector.invalid").getOAuthApi(bindings);

/** Serves a request of a host. Of the context the library uses nothing but to wait. */
export const serveOAuth = (
  request: Request,
  bindings: Bindings,
  context: Pick<ExecutionContext, "waitUntil">,
  clientRegistrationTTL?: number,
): Promise<Response> =>
  createAuthorizationServer(new URL(request.url).origin, clientRegistrationTTL).fetch(
    request,
    bindings,
    context as ExecutionContext,
  );

/** Schemes with which a link opens something else than the app that registered them: a browser, or a part of the system. */
const foreignSchemes =
  /^(about|arc|blob|brave|chrom.*|devtools|edge.*|feed|filesystem|firefox.*|ftp|googlechrome.*|intent|jar|microsoft-.*|moz-.*|ms-.*|opera.*|resource|safari.*|search.*|touch-https?|view-source|vivaldi.*|wss?|x-safari.*):$/;

/** Whether an address is on the web or on a port of the person's computer. Others open apps. */
export const isWebAddress = (address: string): boolean => /^https?:$/.test(new URL(address).protocol);

/** Whether an address has the form with which apps take codes (RFC 8252): `com.example:/callback` or `cursor://host/callback`. */
function isAppLink(address: string): boolean {
  const { protocol, host } = new URL(address);
  return !foreignSchemes.test(protocol) && (protocol.includes(".") || host !== "");
}

/** The library's interface for one request, which looks up each client once: that may fetch a document. */
export function openOAuth({ req, env }: PageContext): OAuthHelpers {
  const oauth = createAuthorizationServer(new URL(req.url).origin).getOAuthApi(env);
  const lookUp = oauth.lookupClient.bind(oauth);
  const found = new Map<string, ReturnType<typeof lookUp>>();
  oauth.lookupClient = (id) => {
    const client = found.get(id) ?? lookUp(id);
    found.set(id, client);
    return client;
  };
  return oauth;
}

/** Parses a client's request for access. Refuses addresses that are neither on the web nor those of apps. Unknown scopes are left out. */
export async function parseAuthRequest(oauth: OAuthHelpers, address: string): Promise<AuthRequest> {
  const url = new URL(address);
  const { searchParams } = url;
  const names = [...searchParams.keys()].filter((name) => name !== "resource");
  const refuse = (description: string, returnTo?: AuthRequest) =>
    new AuthorizationError("invalid_request", { ...returnTo, description });
  if (names.length > new Set(names).size) throw refuse("A parameter is repeated.");
  // Each opened page stores it.
  if (Buffer.byteLength(searchParams.get("state") ?? "") > 4096)
    throw refuse("The state is longer than 4096 bytes.");
  unifyResource(searchParams, url.origin);
  const parsed = await oauth.parseAuthRequest(new Request(url));
  const { redirectUri, codeChallenge } = parsed;
  if (!isWebAddress(redirectUri) && !isAppLink(redirectUri))
    throw refuse("The redirect URI is not that of an app.");
  if (codeChallenge !== undefined && !/^[\w-]{43}$/.test(codeChallenge))
    throw refuse("The code challenge is not one of S256.", parsed);
  return { ...parsed, scope: parsed.scope.filter((name) => knownScopes.includes(name)) };
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

/** Whose grants are those of a key. Keys are long and random, so a key cannot be found from its hash. */
export const toUserId = (apiKey: string): string => toHash(`rallly-connect:${apiKey}`);

/** The name of the grant to which a token or code of the right form belongs: a hash of the key, and an id. */
export const toGrantName = (token: string): string | undefined =>
  /^([0-9a-f]{64}:[\w-]+):[\w-]+$/.exec(token)?.[1];

/** How long a refusal of a key is remembered, and how long refusals go on before a connection ends, in seconds. */
const [refusalMemoryS, refusalPatienceS] = [3600, 600];

/**
 * Notes that Rallly refused the key of a grant. Ends the grant when that happens again ten minutes after the first time, and a check
 * of the key is refused, too: a service may err for a moment.
 */
export async function noteRefusal(grant: string, apiKey: string, bindings: Bindings): Promise<void> {
  const name = `refused:${grant}`;
  const first = await bindings.OAUTH_KV.get(name);
  const nowS = Math.floor(Date.now() / 1000);
  if (first === null) await bindings.OAUTH_KV.put(name, String(nowS), { expirationTtl: refusalMemoryS });
  if (first === null || nowS - Number(first) < refusalPatienceS) return;
  if (!(await isRefused(apiKey, bindings.RALLLY_BASE_URL))) return bindings.OAUTH_KV.delete(name);
  const [userId = "", grantId = ""] = grant.split(":");
  await openStore(bindings).revokeGrant(grantId, userId);
}
