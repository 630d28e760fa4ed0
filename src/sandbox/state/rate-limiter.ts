import * as z from "zod";
import { dayMs } from "../../time/days.ts";
import type { RateLimits } from "../types.ts";
import type { SandboxClock } from "./clock.ts";

const customLimits = z.strictObject({ perMinute: z.int().min(0), perDay: z.int().min(0) });

/** Validates rate limits. */
export const limitsSchema = z.union([z.enum(["service", "none"]), customLimits], {
  error: 'Expected "service", "none" or an object with perMinute and perDay (whole numbers)',
}) satisfies z.ZodType<unknown, RateLimits>;

const named = {
  service: { perMinute: 60, perDay: 5000 },
  none: { perMinute: 1e9, perDay: 1e9 },
};

interface Window {
  limit: number;
  lengthMs: number;
  opened: number;
  used: number;
}

/** Counts requests of a space, by any of its keys, in fixed windows. A window starts with the first request in it. */
export function createRateLimiter(clock: SandboxClock, limits: z.output<typeof limitsSchema>) {
  const { perMinute, perDay } = typeof limits === "string" ? named[limits] : limits;
  const sizes = [
    { limit: perMinute, lengthMs: 60_000 },
    { limit: perDay, lengthMs: dayMs },
  ];
  const policy = sizes.map(({ limit, lengthMs }) => `${limit};w=${lengthMs / 1000}`).join(", ");
  const bySpace = new Map<string, Window[]>();

  return {
    /**
     * Counts one request, also a refused one. `headers` are the four `RateLimit-*` headers, and `Retry-After` when the
     * request is not allowed.
     */
    count(spaceId: string): { allowed: boolean; headers: Record<string, string> } {
      const now = clock.now();
      const windows = sizes.map((size, index): Window => {
        const { opened = now, used = 0 } = bySpace.get(spaceId)?.[index] ?? {};
        const isOver = now >= opened + size.lengthMs;
        return { ...size, opened: isOver ? now : opened, used: isOver ? 1 : used + 1 };
      });
      bySpace.set(spaceId, windows);
      const left = ({ limit, used }: Window) => Math.max(0, limit - used);
      const reset = ({ opened, lengthMs }: Window) => Math.ceil((opened + lengthMs - now) / 1000);
      // With equal remaining counts, the longer window decides how long a client has to wait.
      const strictest = windows.reduce((one, other) =>
        (left(one) - left(other) || reset(other) - reset(one)) > 0 ? other : one,
      );
      const allowed = windows.every(({ used, limit }) => used <= limit);
      const headers = {
        "RateLimit-Policy": policy,
        "RateLimit-Limit": String(strictest.limit),
        "RateLimit-Remaining": String(left(strictest)),
        "RateLimit-Reset": String(reset(strictest)),
        ...(!allowed && { "Retry-After": String(reset(strictest)) }),
      };
      return { allowed, headers };
    },
  };
}
