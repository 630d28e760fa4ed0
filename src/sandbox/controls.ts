import { closePastPolls } from "./auto-close.ts";
import type { SandboxContext } from "./context.ts";
import { validate } from "./errors.ts";
import type { createFaults, DelayedRequests, FaultPlan, LoggedRequest } from "./faults.ts";
import { type OutagePlan, type OutageState, outagePlan } from "./outage.ts";
import { createPollControl } from "./poll-control.ts";
import type { createRateLimiter } from "./rate-limiter.ts";
import type { createWebhooks } from "./webhooks.ts";

interface Parts {
  limiter: ReturnType<typeof createRateLimiter>;
  outage: OutageState;
  faults: ReturnType<typeof createFaults>;
  late: DelayedRequests;
  requests: readonly LoggedRequest[];
  webhooks: ReturnType<typeof createWebhooks>;
}

/** Everything that can be done to a running sandbox from outside the API, by function or by control route. */
export function createControls(
  context: SandboxContext,
  { limiter, outage, faults, late, requests, webhooks }: Parts,
) {
  return {
    ...createPollControl(context),
    /** The time of the sandbox's clock. */
    now: (): string => context.clock.timestamp(),
    /** Sets the clock; polls whose options have passed by then close. */
    setNow(moment: Date | number | string): void {
      context.clock.set(moment);
      closePastPolls(context);
    },
    /** Moves the clock by milliseconds; polls whose options have then passed are closed. */
    advance(milliseconds: number): void {
      context.clock.advance(milliseconds);
      closePastPolls(context);
    },
    /**
     * Makes the service, or only its rate limiter, respond with 503 until the state is set to `none`. Throws a RangeError
     * that names every invalid field.
     */
    setOutage(plan: OutagePlan): void {
      Object.assign(outage, validate(outagePlan, plan, "outage"));
    },
    /** Opens new rate limit windows for every space. */
    resetLimits: (): void => limiter.reset(),
    /**
     * Replaces all faults; an empty list of rules ends them. The same seed gives the same draws for `rate`. Throws a
     * RangeError that names every invalid field.
     */
    setFaults: (plan: FaultPlan): void => faults.set(plan),
    /** Executes all requests that a `late` fault delays; resolves when they are done. */
    executeDelayed: (): Promise<void> => late.executeAll(),
    /** Every request the API received, oldest first. */
    requests,
    /** The webhook endpoints, and what was delivered to them. */
    webhooks,
  };
}

/** The functions that play the people around the API. */
export type Controls = ReturnType<typeof createControls>;
