import * as z from "zod";
import { Problem } from "./problem.ts";
import { withFormerName } from "./validation.ts";

/** What is out of order: nothing, the whole service, or the store in which the limiter counts. */
export type Outage = "none" | "maintenance" | "limiter";

/** An outage to begin or, with `none`, to end. */
export interface OutagePlan {
  state: Outage;
  /** Milliseconds announced in `Retry-After`, which counts in whole seconds. Default 30,000. */
  retryAfterMs?: number | undefined;
}

/** An outage plan as the control route takes it; `retryAfter`, in seconds, is the former name of `retryAfterMs`. */
export const outagePlan = z.preprocess(
  withFormerName("retryAfter", "retryAfterMs", 1000),
  z.strictObject({
    state: z.enum(["none", "maintenance", "limiter"]),
    retryAfterMs: z.number().min(0).default(30_000),
  }),
);

/** What is out of order at present. */
export type OutageState = z.output<typeof outagePlan>;

/** Refuses a request while that part is out of order. */
export function refuseDuring(outage: OutageState, part: Exclude<Outage, "none">): void {
  if (outage.state !== part) return;
  throw new Problem(
    "SERVICE_UNAVAILABLE",
    part === "maintenance" ? "Down for maintenance." : "The rate limiter cannot be reached.",
    { "Retry-After": String(Math.ceil(outage.retryAfterMs / 1000)) },
  );
}
