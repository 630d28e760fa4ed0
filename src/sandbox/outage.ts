import { Problem } from "./problem.ts";

/** What is out of order: nothing, the whole service, or the store in which the limiter counts. */
export type Outage = "none" | "maintenance" | "limiter";

/** The switch for the two ways in which the service is unavailable. */
export interface OutageSwitch {
  state: Outage;
  /** Seconds announced in `Retry-After`. */
  retryAfter: number;
}

/** Refuses a request while that part is out of order. */
export function refuseDuring(outage: OutageSwitch, part: Exclude<Outage, "none">): void {
  if (outage.state !== part) return;
  throw new Problem(
    "SERVICE_UNAVAILABLE",
    part === "maintenance" ? "Down for maintenance." : "The rate limiter cannot be reached.",
    { "Retry-After": String(outage.retryAfter) },
  );
}
