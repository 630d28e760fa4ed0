import { createHash, timingSafeEqual } from "node:crypto";

/** Whether an `Authorization` header carries the token, in a time that does not depend on how much of it is right. */
export function carriesToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+) *$/iu.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token));
}

// Equal lengths, so that the comparison tells nothing of the token's.
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
