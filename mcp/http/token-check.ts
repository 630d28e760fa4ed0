import {
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
} from "@modelcontextprotocol/server";
import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import type { HttpReply } from "./check-request.ts";
import { metadataPath, type TokenIssuer } from "./token-issuer.ts";

/** Timeout of a request to the provider, in milliseconds. */
const timeoutMs = 5_000;

/** Signatures with a public key. Others would make the provider's secret a secret of this server. */
const algorithms = ["RS256", "PS256", "ES256", "EdDSA"];

/**
 * Creates a check of the `Authorization` header against a provider's tokens (JWT). It returns the error reply, or undefined for a valid
 * token. The provider's keys are found by its metadata with the first check, and read again when a token has an unknown one.
 */
export function createTokenCheck({
  issuer,
  resource,
}: TokenIssuer): (authorization: string | undefined) => Promise<HttpReply | undefined> {
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
  "The identity provider did not answer, so the token could not be checked. Try again later.",
);

/** Finds the provider's keys by its metadata, of OAuth or of OpenID Connect. */
async function loadKeys(issuer: string) {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const candidates = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const url of candidates) {
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) continue;
    const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (metadata.issuer !== issuer || typeof metadata.jwks_uri !== "string")
      throw new Error(`The metadata at ${url} is not that of ${issuer}`);
    return createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutMs });
  }
  throw new Error(`There is no metadata of ${issuer}`);
}
