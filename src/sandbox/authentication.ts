import { timingSafeEqual } from "node:crypto";
import type { Space } from "./model.ts";
import { Problem } from "./problem.ts";
import { spaces, storedKeys } from "./spaces.ts";

const unauthorized = () =>
  new Problem("UNAUTHORIZED", "The API key is missing, unknown, expired or revoked.", {
    "WWW-Authenticate": 'Bearer realm="Rallly sandbox"',
  });

/** The space that a request's key belongs to. Throws for a header that is no bearer token and for a dead key. */
export function authenticate(authorization: string | undefined): Space {
  if (authorization === undefined) throw unauthorized();
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
  if (token === undefined) {
    throw new Problem("INVALID_AUTHORIZATION_HEADER", "The Authorization header must be: Bearer <key>");
  }
  const key = storedKeys.find((stored) => equalSecrets(stored.secret, token));
  const space = spaces.find((candidate) => candidate.id === key?.spaceId);
  if (key?.state !== "active" || space === undefined) throw unauthorized();
  return space;
}

/** Refuses a space that is not on a Pro plan. */
export function requirePro(space: Space): void {
  if (!space.pro) throw new Problem("SPACE_NOT_PRO", "The API needs a space on a Pro plan.");
}

function equalSecrets(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
