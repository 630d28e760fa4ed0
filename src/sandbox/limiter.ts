import type { Clock } from "./clock.ts";

/**
 * How many requests a space may make, or `"none"` for as many as it likes. `minuteSeconds` is how long the minute of
 * `perMinute` lasts: 60 when left out, fewer for whoever cannot wait.
 */
export type Limits = { perMinute: number; perDay: number; minuteSeconds?: number } | "none";

/** The service's own limits. */
export const serviceLimits = { perMinute: 60, perDay: 5000 } as const;

const unlimited = { perMinute: 1e9, perDay: 1e9, minuteSeconds: 60 };

/** What the limiter says of one request. */
export interface Verdict {
  allowed: boolean;
  /** The four `RateLimit-*` headers, and `Retry-After` when refused. */
  headers: Record<string, string>;
}

interface Window {
  limit: number;
  seconds: number;
  opened: number;
  used: number;
}

/** Counts requests in fixed windows that open with a space's first request, all its keys together. */
export function createLimiter(clock: Clock, limits: Limits = serviceLimits) {
  const bySpace = new Map<string, Window[]>();

  const windowsOf = (spaceId: string, now: number): Window[] => {
    const { perMinute, perDay, minuteSeconds = 60 } = limits === "none" ? unlimited : limits;
    const windows = bySpace.get(spaceId) ?? [
      { limit: perMinute, seconds: minuteSeconds, opened: now, used: 0 },
      { limit: perDay, seconds: 86_400, opened: now, used: 0 },
    ];
    bySpace.set(spaceId, windows);
    for (const window of windows) {
      // A clock set back would otherwise leave a window open for as long as it was set back.
      if (now >= window.opened + window.seconds * 1000 || now < window.opened) {
        window.opened = now;
        window.used = 0;
      }
    }
    return windows;
  };

  return {
    /** Counts one request. A refused one uses nothing up: the contract does not say, and windows are fixed anyway. */
    count(spaceId: string): Verdict {
      const now = clock.now();
      const windows = windowsOf(spaceId, now);
      const allowed = windows.every((window) => window.used < window.limit);
      if (allowed) for (const window of windows) window.used += 1;
      return { allowed, headers: describe(windows, now, allowed) };
    },
    /** Opens new windows for every space. */
    reset(): void {
      bySpace.clear();
    },
  };
}

function describe(windows: Window[], now: number, allowed: boolean): Record<string, string> {
  const reset = (window: Window) => Math.ceil((window.opened + window.seconds * 1000 - now) / 1000);
  const left = (window: Window) => Math.max(0, window.limit - window.used);
  // Of two windows equally near exhaustion the longer is the one a caller has to wait for.
  const [nearest] = [...windows].sort((a, b) => left(a) - left(b) || reset(b) - reset(a));
  if (nearest === undefined) return {};
  return {
    "RateLimit-Policy": windows.map((window) => `${window.limit};w=${window.seconds}`).join(", "),
    "RateLimit-Limit": String(nearest.limit),
    "RateLimit-Remaining": String(left(nearest)),
    "RateLimit-Reset": String(reset(nearest)),
    ...(allowed ? {} : { "Retry-After": String(reset(nearest)) }),
  };
}
