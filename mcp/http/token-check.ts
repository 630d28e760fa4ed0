import {
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
} from "@modelcontextprotocol/server";
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import { sanitizeLine } from "../../src/sanitize.ts";
import type { HttpReply } from "./check-request.ts";
import { metadataPath, type TokenIssuer } from "./token-issuer.ts";

/** Timeout of a request to the provider, in milliseconds. */
const timeoutMs = 5_000;

/** Maximum size of the provider's metadata or keys, in bytes. */
const maxResponseBytes = 256 * 1024;

/** Signatures with a public key. Others would make the provider's secret a secret of this server. */
const algorithms = ["RS256", "PS256", "ES256", "EdDSA"];

/**
 * Creates a check of the `Authorization` header against a provider's tokens (JWT). It returns the error reply, or undefined for
 * a valid token. Loads the provider's keys with the first check, and again when a token has an unknown one. `report` gets the
 * reason when that fails.
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
      const isRefused = error instanceof OAuthError;
      if (!isRefused) report(error);
      const response = bearerAuthChallengeResponse(isRefused ? error : toUnavailable(error), {
        resourceMetadataUrl,
      });
      const challenge = response.headers.get("www-authenticate");
      return {
        status: isRefused ? response.status : 503,
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

/** The provider did not respond, or sent something else than its metadata or keys. The message names the URL. */
class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly hasResponded: boolean;

  constructor(message: string, hasResponded: boolean) {
    super(message);
    this.hasResponded = hasResponded;
  }
}

/** The error for the caller. The reason is only for the operator. */
function toUnavailable(error: unknown): OAuthError {
  const isSilent = error instanceof ProviderError && !error.hasResponded;
  const reason = isSilent ? "did not respond" : "sent no valid metadata or keys";
  return new OAuthError(
    OAuthErrorCode.ServerError,
    `The identity provider ${reason}, so the token could not be checked. Try again later.${isSilent ? "" : " The server's log has the reason."}`,
  );
}

/** Reads a document of the provider as text. Throws ProviderError for everything but a whole response with status 200. */
type ReadDocument = (url: string) => Promise<string>;

/** Creates a reader that uses the proxy and the certificates of the environment, as the client does. */
async function createReader(): Promise<ReadDocument> {
  const { createUndiciTransport } = await import("../../src/api/index.ts");
  const send = createUndiciTransport({ connectTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs });
  return async (url) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { accept: "application/json" };
    const request = { method: "GET", url, headers, signal, maxResponseBytes } as const;
    const { status, text, broken } = await send(request).catch((error: unknown) => {
      throw new ProviderError(`${url} sent no response: ${Object(error).message}`, false);
    });
    if (status !== 200) throw new ProviderError(`${url} sent status ${status}`, true);
    if (broken !== undefined)
      throw new ProviderError(`The response of ${url} is incomplete or too large`, true);
    return text;
  };
}

/**
 * Finds the provider's keys by its metadata, of OAuth or of OpenID Connect. At the URL that a provider does not have, it may
 * send anything.
 */
async function loadKeys(issuer: string) {
  const read = await createReader();
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const failures: ProviderError[] = [];
  for (const url of [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]) {
    try {
      const keysUrl = findKeysUrl(await read(url), issuer);
      if ("problem" in keysUrl) throw new ProviderError(`${url} is not valid: ${keysUrl.problem}`, true);
      return createRemoteJWKSet(keysUrl, {
        timeoutDuration: timeoutMs,
        [customFetch]: async (url) => new Response(await read(url)),
      });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      failures.push(error);
    }
  }
  throw new ProviderError(
    `No valid metadata of ${issuer}: ${failures.map(({ message }) => message).join("; ")}`,
    failures.some(({ hasResponded }) => hasResponded),
  );
}

/** The URL of the keys in the metadata of an issuer, or why the text is not its metadata. */
function findKeysUrl(text: string, expectedIssuer: string): URL | { problem: string } {
  const { issuer, jwks_uri: keysUrl } = parseObject(text);
  if (typeof issuer !== "string") return { problem: "it has no issuer" };
  if (issuer !== expectedIssuer) return { problem: `its issuer is ${JSON.stringify(sanitizeLine(issuer))}` };
  if (typeof keysUrl !== "string" || !URL.canParse(keysUrl)) return { problem: "it has no jwks_uri" };
  const url = new URL(keysUrl);
  // Keys could be replaced on the way over plain http.
  const { protocol } = new URL(expectedIssuer);
  if (url.protocol !== protocol)
    return { problem: `its jwks_uri must begin with ${protocol}//, as the issuer does` };
  return url;
}

/** The fields of a JSON object. None for any other text. */
function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
