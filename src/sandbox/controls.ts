import { closePastPolls } from "./auto-close.ts";
import type { SandboxContext } from "./context.ts";
import { validate } from "./errors.ts";
import type { createFaults, DelayedRequests, FaultPlan, FaultRule, LoggedRequest } from "./faults.ts";
import { type Outage, type OutagePlan, type OutageState, outagePlan } from "./outage.ts";
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
  world: SandboxContext,
  { limiter, outage, faults, late, requests, webhooks }: Parts,
) {
  return {
    ...createPollControl(world),
    /** What the sandbox's clock reads. */
    now: (): string => world.clock.timestamp(),
    /** Sets the clock; polls whose options have passed by then close. */
    setNow(moment: Date | number | string): void {
      world.clock.set(moment);
      closePastPolls(world);
    },
    /** Moves the clock by so many milliseconds. */
    advance(milliseconds: number): void {
      world.clock.advance(milliseconds);
      closePastPolls(world);
    },
    /**
     * Puts the service, or the limiter's store, out of order until it is set to `none`. The former shape, a state and
     * seconds, is accepted. Throws a RangeError that names the field at fault.
     */
    setOutage(plan: OutagePlan | Outage, retryAfterSeconds?: number): void {
      const given = typeof plan === "string" ? { state: plan, retryAfter: retryAfterSeconds } : plan;
      Object.assign(outage, validate(outagePlan, given, "outage"));
    },
    /** Opens new rate limit windows for every space. */
    resetLimits: (): void => limiter.reset(),
    /**
     * Replaces all faults; no rules end them. The same seed gives the same draws for `rate`. The former shape, rules and
     * a seed, is accepted. Throws a RangeError that names every field at fault.
     */
    setFaults: (plan: FaultPlan | readonly FaultRule[], seed?: number): void =>
      faults.set(isRules(plan) ? { rules: plan, seed } : plan),
    /** Carries out now whatever a `late` fault holds back; resolves when it is done. */
    carryOutLate: (): Promise<void> => late.carryOutAll(),
    /** Every request the API received, oldest first. */
    requests,
    /** The webhook endpoints, and what was delivered to them. */
    webhooks,
  };
}

const isRules = (plan: FaultPlan | readonly FaultRule[]): plan is readonly FaultRule[] => Array.isArray(plan);

/** The functions that play the people around the API. */
export type Controls = ReturnType<typeof createControls>;
