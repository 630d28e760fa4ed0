import { createHmac, timingSafeEqual } from "node:crypto";

/** Makes text that only this server, or a replica with the same secret, can have made. Sealed, not hidden. */
export interface Seal {
  close(value: unknown): string;
  /** The value sealed, or `undefined` when the text is not ours. */
  open(sealed: string): unknown;
}

/** A key for one purpose, derived from the server's secret, so that no two purposes share one. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac("sha256", secret).update(`rallly-mcp ${purpose}`).digest();
}

/** A {@link Seal} under the given secret. */
export function createSeal(secret: string): Seal {
  const key = deriveKey(secret, "cursor");
  const sign = (body: string) => createHmac("sha256", key).update(body).digest().subarray(0, 12);
  return {
    close(value) {
      const body = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${body}.${sign(body).toString("base64url")}`;
    },
    open(sealed) {
      const [body = "", tag = "", ...rest] = sealed.split(".");
      const given = Buffer.from(tag, "base64url");
      const right = sign(body);
      if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right))
        return undefined;
      return JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    },
  };
}
