import * as z from "zod";
import { ApiError } from "./errors.ts";

/** What is unavailable: nothing, the whole service, or the store of the rate limiter. */
export type Outage = "none" | "maintenance" | "limiter";

/** An outage to begin or, with `none`, to end. */
export interface OutagePlan {
  state: Outage;
  /** Milliseconds announced in `Retry-After`, which counts in whole seconds. Default 30,000. */
  retryAfterMs?: number | undefined;
}

/** Validates an outage plan. */
export const outagePlan = z.strictObject({
  state: z.enum(["none", "maintenance", "limiter"]),
  retryAfterMs: z.number().min(0).default(30000),
});

/** The current outage. */
export type OutageState = z.output<typeof outagePlan>;

/** Throws a 503 error while the part is unavailable. */
export function assertAvailable(outage: OutageState, part: Exclude<Outage, "none">): void {
  if (outage.state !== part) return;
  throw new ApiError(
    "SERVICE_UNAVAILABLE",
    part === "maintenance" ? "Down for maintenance." : "The rate limiter cannot be reached.",
    { "Retry-After": String(Math.ceil(outage.retryAfterMs / 1000)) },
  );
}
