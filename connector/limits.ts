import type { Bindings } from "./bindings.ts";
import { countInMemory } from "./memory-limiter.ts";

/** Maximum size of a form or a request to an OAuth endpoint, in bytes. */
export const maxFormBytes = 64 * 1024;

/** Requests per address and minute without Cloudflare's rate limiter, and the binding that replaces the count. */
const limits = {
  page: { binding: "PAGE_LIMITER", perMinute: 20 },
  token: { binding: "TOKEN_LIMITER", perMinute: 600 },
} as const;

/** The limit of forms with a key (`page`), or of what an assistant requests for many people (`token`). */
export type RateLimitKind = keyof typeof limits;

/** Whether an address may send one more request of a kind. */
export async function isAllowed(kind: RateLimitKind, request: Request, bindings: Bindings): Promise<boolean> {
  const address = toNetwork(request.headers.get("cf-connecting-ip") ?? "unknown");
  const { binding, perMinute } = limits[kind];
  const key = `${kind} ${address}`;
  const limiter = bindings[binding];
  if (limiter) return (await limiter.limit({ key })).success;
  return countInMemory(key, perMinute);
}

/** A person has a whole /64 of IPv6, so that its addresses count as one. */
function toNetwork(address: string): string {
  const [head = "", tail] = address.split("::");
  if (!address.includes(":") || address.includes(".")) return address;
  const groups = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":");
}
