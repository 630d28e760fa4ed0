import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs values, so that only this server or a replica with the same secret can have made them. Not encrypted. */
export interface TokenSigner {
  sign(value: unknown): string;
  /** The signed value, or undefined for a wrong signature. */
  verify(token: string): unknown;
}

/** A key for one purpose, derived from the server's secret, so that no two purposes share one. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac("sha256", secret).update(`rallly-mcp ${purpose}`).digest();
}

/** A {@link TokenSigner} under the given secret. */
export function createTokenSigner(secret: string): TokenSigner {
  const key = deriveKey(secret, "cursor");
  const sign = (body: string) => createHmac("sha256", key).update(body).digest().subarray(0, 12);
  return {
    sign(value) {
      const body = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${body}.${sign(body).toString("base64url")}`;
    },
    verify(token) {
      const [body = "", tag = "", ...rest] = token.split(".");
      const given = Buffer.from(tag, "base64url");
      const right = sign(body);
      if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right))
        return undefined;
      return JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    },
  };
}
