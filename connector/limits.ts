/** Counts a request of an address. Returns whether it is within the limit. */
export async function limitAddress({ headers }: Request, limiter: RateLimit): Promise<boolean> {
  const { success } = await limiter.limit({ key: toNetwork(headers.get("cf-connecting-ip") ?? "unknown") });
  return success;
}

/** The network whose addresses count as one: of IPv6 the first four groups, because a person has a whole /64. */
function toNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [before = "", after] = address.toLowerCase().split("::");
  const [start, end] = [before, after ?? ""].map((part) => part.split(":").filter(Boolean));
  const gap = after === undefined ? 0 : 8 - (start?.length ?? 0) - (end?.length ?? 0);
  const groups = [...(start ?? []), ...Array.from({ length: gap }, () => "0"), ...(end ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
