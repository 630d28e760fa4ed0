import type { Bindings } from "./bindings.ts";

/** Maximum size of a form or a request to an OAuth endpoint, in bytes. */
export const maxFormBytes = 64 * 1024;

/** Requests per address and minute without Cloudflare's rate limiter, and the binding that replaces the count. */
const limits = {
  page: { binding: "PAGE_LIMITER", perMinute: 20 },
  token: { binding: "TOKEN_LIMITER", perMinute: 600 },
} as const;

const minuteMs = 60_000;

/** Counted in memory: of one isolate, so that a limit is weaker where many run. */
const counts = new Map<string, { count: number; until: number }>();

/** Maximum number of addresses that are counted in memory. */
const maxCounts = 10_000;

/** Whether an address may send one more request of a kind. */
export async function isAllowed(
  kind: keyof typeof limits,
  request: Request,
  bindings: Bindings,
): Promise<boolean> {
  const address = request.headers.get("cf-connecting-ip") ?? "unknown";
  const { binding, perMinute } = limits[kind];
  const limiter = bindings[binding];
  if (limiter) return (await limiter.limit({ key: address })).success;
  return countInMemory(`${kind} ${address}`, perMinute);
}

function countInMemory(key: string, perMinute: number): boolean {
  const now = Date.now();
  const known = counts.get(key);
  if (known && known.until > now) {
    known.count += 1;
    return known.count <= perMinute;
  }
  if (counts.size >= maxCounts)
    for (const [other, { until }] of counts)
      if (until <= now || counts.size >= maxCounts) counts.delete(other);
  counts.set(key, { count: 1, until: now + minuteMs });
  return true;
}
