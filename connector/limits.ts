import { expandIPv6 } from "hono/utils/ipaddr";

/** Counts a request of an address. Returns whether it is within the limit. */
export async function limitAddress({ headers }: Request, limiter: RateLimit): Promise<boolean> {
  const address = headers.get("cf-connecting-ip")?.toLowerCase() ?? "unknown";
  // Of IPv6 the first four groups: a person has a whole /64.
  const key = address.includes(":") ? expandIPv6(address).slice(0, "0000:0000:0000:0000".length) : address;
  return (await limiter.limit({ key })).success;
}
