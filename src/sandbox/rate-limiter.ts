import * as z from "zod";
import type { SandboxClock } from "./clock.ts";

const customLimits = z.strictObject({
  perMinute: z.int().min(0),
  perDay: z.int().min(0),
  /** The length of the window of `perMinute` in milliseconds. Default: 60,000. */
  minuteMs: z.number().positive().default(60_000),
});

/** Validates rate limits. */
export const limitsSchema = z.union([z.enum(["service", "none"]), customLimits], {
  error:
    'Expected "service", "none" or an object with perMinute, perDay (whole numbers) and optionally minuteMs',
});

/** Rate limits of a space: the limits of the service, no limits, or other numbers of requests. */
export type RateLimits = z.input<typeof limitsSchema>;

const named = {
  service: { perMinute: 60, perDay: 5000, minuteMs: 60_000 },
  none: { perMinute: 1e9, perDay: 1e9, minuteMs: 60_000 },
};

interface Window {
  limit: number;
  lengthMs: number;
  opened: number;
  used: number;
}

/** Counts requests of a space, by any of its keys, in fixed windows. A window starts with the first request in it. */
export function createRateLimiter(clock: SandboxClock, limits: z.output<typeof limitsSchema>) {
  const bySpace = new Map<string, Window[]>();
  const { perMinute, perDay, minuteMs } = typeof limits === "string" ? named[limits] : limits;

  return {
    /**
     * Counts one request, also a refused one. `headers` are the four `RateLimit-*` headers, and `Retry-After` when the
     * request is not allowed.
     */
    count(spaceId: string): { allowed: boolean; headers: Record<string, string> } {
      const now = clock.now();
      const windows = bySpace.get(spaceId) ?? [
        { limit: perMinute, lengthMs: minuteMs, opened: now, used: 0 },
        { limit: perDay, lengthMs: 86_400_000, opened: now, used: 0 },
      ];
      bySpace.set(spaceId, windows);
      for (const window of windows) {
        // A clock that was set back starts a new window, because the old one would last too long.
        const isOver = now >= window.opened + window.lengthMs || now < window.opened;
        if (isOver) Object.assign(window, { opened: now, used: 0 });
        window.used += 1;
      }
      const allowed = windows.every(({ used, limit }) => used <= limit);
      return { allowed, headers: formatHeaders(windows, now, allowed) };
    },
    /** Starts new windows for every space. */
    reset: (): void => bySpace.clear(),
  };
}

function formatHeaders(windows: Window[], now: number, allowed: boolean): Record<string, string> {
  const reset = (window: Window) => Math.ceil((window.opened + window.lengthMs - now) / 1000);
  const left = (window: Window) => Math.max(0, window.limit - window.used);
  // With equal remaining counts, the longer window decides how long a client has to wait.
  const strictest = windows.reduce((one, other) =>
    (left(one) - left(other) || reset(other) - reset(one)) > 0 ? other : one,
  );
  return {
    "RateLimit-Policy": windows
      .map(({ limit, lengthMs }) => `${limit};w=${Math.ceil(lengthMs / 1000)}`)
      .join(", "),
    "RateLimit-Limit": String(strictest.limit),
    "RateLimit-Remaining": String(left(strictest)),
    "RateLimit-Reset": String(reset(strictest)),
    ...(!allowed && { "Retry-After": String(reset(strictest)) }),
  };
}
