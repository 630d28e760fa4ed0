import {
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
} from "@modelcontextprotocol/server";
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import type { HttpReply } from "./check-request.ts";
import { metadataPath, type TokenIssuer } from "./token-issuer.ts";

/** Timeout of a request to the provider, in milliseconds. */
const timeoutMs = 5_000;

/** Maximum size of the provider's metadata or keys, in bytes. */
const maxResponseBytes = 256 * 1024;

/** Signatures with a public key. Others would make the provider's secret a secret of this server. */
const algorithms = ["RS256", "PS256", "ES256", "EdDSA"];

/**
 * Creates a check of the `Authorization` header against a provider's tokens (JWT). It returns the error reply, or undefined for a valid
 * token. Loads the provider's keys with the first check, and again when a token has an unknown one. `report` gets the reason when that
 * fails.
 */
export function createTokenCheck(
  { issuer, resource }: TokenIssuer,
  report: (error: unknown) => void,
): (authorization: string | undefined) => Promise<HttpReply | undefined> {
  let keys: ReturnType<typeof loadKeys> | undefined;
  const verifyAccessToken = async (token: string) => {
    keys ??= loadKeys(issuer).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    const { payload } = await jwtVerify(token, await keys, { issuer, audience: resource, algorithms }).catch(
      (error: unknown) => {
        if (!isTokenError(error)) throw error;
        throw new OAuthError(
          OAuthErrorCode.InvalidToken,
          "The token is invalid, expired or for another resource.",
        );
      },
    );
    return {
      token,
      clientId: String(payload["client_id"] ?? payload.sub ?? ""),
      scopes: [],
      ...(payload.exp === undefined ? {} : { expiresAt: payload.exp }),
      resource: new URL(resource),
    };
  };
  const resourceMetadataUrl = new URL(metadataPath, resource).href;
  return async (authorization) => {
    try {
      await verifyBearerToken(authorization, {
        verifier: { verifyAccessToken },
        expectedResource: new URL(resource),
      });
      return undefined;
    } catch (error) {
      const known = error instanceof OAuthError ? error : unavailable;
      if (known === unavailable) report(error);
      const response = bearerAuthChallengeResponse(known, { resourceMetadataUrl });
      const challenge = response.headers.get("www-authenticate");
      return {
        status: known === unavailable ? 503 : response.status,
        body: await response.json(),
        ...(challenge === null ? {} : { headers: { "www-authenticate": challenge } }),
      };
    }
  };
}

/** Whether the token is wrong. Other errors are about the provider: its keys have a base error, a timeout or an invalid set. */
function isTokenError(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  return ![errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code].includes(error.code);
}

const unavailable = new OAuthError(
  OAuthErrorCode.ServerError,
  "The identity provider did not respond, so the token could not be checked. Try again later.",
);

/** Reads a document of the provider. */
type ReadDocument = (url: string) => Promise<Response>;

/** Creates a reader that uses the proxy and the certificates of the environment, as the client does. */
async function createReader(): Promise<ReadDocument> {
  const { createUndiciTransport } = await import("../../src/api/index.ts");
  const send = createUndiciTransport({ connectTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs });
  return async (url) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { accept: "application/json" };
    const { status, text, broken } = await send({ method: "GET", url, headers, signal, maxResponseBytes });
    if (broken !== undefined) throw new Error(`The response of ${url} is incomplete or too large`);
    return new Response(text, { status });
  };
}

/** Finds the provider's keys by its metadata, of OAuth or of OpenID Connect. */
async function loadKeys(issuer: string) {
  const read = await createReader();
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const metadata =
    (await readMetadata(read, `${origin}/.well-known/oauth-authorization-server${path}`)) ??
    (await readMetadata(read, `${origin}${path}/.well-known/openid-configuration`));
  if (metadata === undefined) throw new Error(`There is no metadata of ${issuer}`);
  const { jwks_uri: keysUrl } = metadata;
  if (metadata.issuer !== issuer || typeof keysUrl !== "string" || !URL.canParse(keysUrl))
    throw new Error(`The metadata that ${origin} sent is not that of ${issuer}`);
  // Keys could be replaced on the way over plain http.
  if (new URL(keysUrl).protocol !== new URL(issuer).protocol)
    throw new Error(`The keys of ${issuer} are not on https`);
  return createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: timeoutMs, [customFetch]: read });
}

/** The metadata at a URL. Undefined for anything but JSON: some providers redirect unknown paths to a page to sign in. */
async function readMetadata(
  read: ReadDocument,
  url: string,
): Promise<{ issuer?: unknown; jwks_uri?: unknown } | undefined> {
  const response = await read(url);
  if (!response.ok) return undefined;
  try {
    return Object(await response.json());
  } catch {
    return undefined;
  }
}
