const minuteMs = 60_000;

/** Maximum number of keys that are counted. A further one replaces the oldest. */
const maxCounts = 10_000;

/** Counted by one isolate, so that a limit is weaker where many run. */
const counts = new Map<string, { count: number; until: number }>();

/** Counts a request. Returns whether the key has at most `perMinute` of them in the minute that began with its first. */
export function countInMemory(key: string, perMinute: number): boolean {
  const now = Date.now();
  const known = counts.get(key);
  if (known && known.until > now) {
    known.count += 1;
    return known.count <= perMinute;
  }
  counts.delete(key);
  if (counts.size >= maxCounts)
    for (const [other, { until }] of counts)
      if (until <= now || counts.size >= maxCounts) counts.delete(other);
  counts.set(key, { count: 1, until: now + minuteMs });
  return true;
}
