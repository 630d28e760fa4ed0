import * as z from "zod";
import type { SandboxClock } from "./clock.ts";

/**
 * Rate limits of a space: the limits of the service, no limits, or other numbers of requests. `minuteMs` is the length of
 * the window of `perMinute` in milliseconds. Default: 60,000.
 */
export type RateLimits =
  | "service"
  | "none"
  | {
      perMinute: number;
      perDay: number;
      minuteMs?: number | undefined;
    };

/** Validates rate limits. */
export const limitsSchema = z.union(
  [
    z.enum(["service", "none"]),
    z.strictObject({
      perMinute: z.int().min(0),
      perDay: z.int().min(0),
      minuteMs: z.number().positive().optional(),
    }),
  ],
  {
    error:
      'Expected "service", "none" or an object with perMinute, perDay (whole numbers) and optionally minuteMs',
  },
);

const dayMs = 86_400_000;
const serviceRateLimits = { perMinute: 60, perDay: 5000 };
const unlimited = { perMinute: 1e9, perDay: 1e9 };

/** The result of counting one request. */
export interface RateLimitResult {
  allowed: boolean;
  /** The four `RateLimit-*` headers, and `Retry-After` when the request is not allowed. */
  headers: Record<string, string>;
}

interface Window {
  limit: number;
  lengthMs: number;
  opened: number;
  used: number;
}

/** Counts requests of a space, by any of its keys, in fixed windows. A window starts with the first request in it. */
export function createRateLimiter(clock: SandboxClock, limits: RateLimits) {
  const bySpace = new Map<string, Window[]>();
  const { perMinute, perDay, minuteMs = 60_000 } = resolveLimits(limits);

  const getWindows = (spaceId: string, now: number): Window[] => {
    const windows = bySpace.get(spaceId) ?? [
      { limit: perMinute, lengthMs: minuteMs, opened: now, used: 0 },
      { limit: perDay, lengthMs: dayMs, opened: now, used: 0 },
    ];
    bySpace.set(spaceId, windows);
    for (const window of windows) {
      // A clock that was set back starts a new window, because the old one would last too long.
      if (now >= window.opened + window.lengthMs || now < window.opened) {
        window.opened = now;
        window.used = 0;
      }
    }
    return windows;
  };
  return {
    /** Counts one request if it is allowed. The contract does not define whether rejected requests count. */
    count(spaceId: string): RateLimitResult {
      const now = clock.now();
      const windows = getWindows(spaceId, now);
      const allowed = windows.every((window) => window.used < window.limit);
      if (allowed) for (const window of windows) window.used += 1;
      return { allowed, headers: formatHeaders(windows, now, allowed) };
    },
    /** Starts new windows for every space. */
    reset(): void {
      bySpace.clear();
    },
  };
}

function resolveLimits(limits: RateLimits): Exclude<RateLimits, string> {
  if (limits === "service") return serviceRateLimits;
  return limits === "none" ? unlimited : limits;
}

function formatHeaders(windows: Window[], now: number, allowed: boolean): Record<string, string> {
  const reset = (window: Window) => Math.ceil((window.opened + window.lengthMs - now) / 1000);
  const left = (window: Window) => Math.max(0, window.limit - window.used);
  // With equal remaining counts, the longer window decides how long a client has to wait.
  const [strictest] = [...windows].sort((a, b) => left(a) - left(b) || reset(b) - reset(a));
  if (strictest === undefined) return {};
  return {
    "RateLimit-Policy": windows
      .map((window) => `${window.limit};w=${Math.ceil(window.lengthMs / 1000)}`)
      .join(", "),
    "RateLimit-Limit": String(strictest.limit),
    "RateLimit-Remaining": String(left(strictest)),
    "RateLimit-Reset": String(reset(strictest)),
    ...(allowed ? {} : { "Retry-After": String(reset(strictest)) }),
  };
}
