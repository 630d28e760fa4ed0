import * as z from "zod";
import type { FaultPlan, FaultRule, StandardFault } from "./fault-types.ts";
import { milliseconds, withFormerName } from "./validation.ts";

/** A rule under standard names. */
export interface StandardFaultRule extends FaultRule {
  fault: StandardFault;
}

const standardKinds: Record<string, string> = {
  lacking: "missingFields",
  stall: "hang-midway",
  drip: "slow",
  cut: "truncate",
  stale: "staleConnection",
};

const withStandardKind = (input: unknown): unknown => {
  if (typeof input !== "object" || input === null || !("kind" in input)) return input;
  const { kind } = input;
  return typeof kind === "string" && Object.hasOwn(standardKinds, kind)
    ? { ...input, kind: standardKinds[kind] }
    : withFormerName("seconds", "offsetMs", 1000)(input);
};

const fault = z.preprocess(
  withStandardKind,
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("status"),
      status: z.int().min(200).max(599),
      retryAfter: z.string().optional(),
      html: z.boolean().optional(),
    }),
    z.strictObject({
      kind: z.literal("redirect"),
      status: z.int().min(300).max(399).optional(),
      location: z.string().optional(),
    }),
    z.strictObject({ kind: z.enum(["empty", "html", "notJson", "missingFields"]) }),
    z.strictObject({ kind: z.enum(["reset", "hang", "hang-midway", "truncate", "staleConnection"]) }),
    z.strictObject({ kind: z.literal("refuse"), forMs: milliseconds }),
    z.strictObject({ kind: z.literal("huge"), bytes: z.int().min(0) }),
    z.strictObject({ kind: z.literal("contentType"), value: z.string().optional() }),
    z.strictObject({ kind: z.literal("skew"), offsetMs: z.number() }),
    z.strictObject({ kind: z.literal("slow"), everyMs: milliseconds.optional() }),
  ]),
);

const rule = z
  .strictObject({
    fault,
    when: z.enum(["before", "after", "late"]).optional(),
    lateMs: milliseconds.optional(),
    method: z.string().toUpperCase().optional(),
    path: z.string().startsWith("/v1/").optional(),
    times: z.int().min(0).optional(),
    skip: z.int().min(0).optional(),
    rate: z.number().min(0).max(1).optional(),
  })
  .superRefine((value, context) => {
    const { when = "before", lateMs } = value;
    if (lateMs !== undefined && when !== "late")
      context.addIssue({ code: "custom", path: ["lateMs"], message: "Only with when: late" });
    // Otherwise the sandbox would break the contract: the service changes nothing when it responds like this.
    if (when !== "before" && meansRefused(value.fault))
      context.addIssue({
        code: "custom",
        path: ["when"],
        message:
          "Must be before, since the service changes nothing when it responds with this status and body",
      });
  });

/** What sets faults: a plan, or only its rules. */
export const faultPlan = z.preprocess(
  (input) => (Array.isArray(input) ? { rules: input } : input),
  z.strictObject({ rules: z.array(rule), seed: z.int().optional() }),
) satisfies z.ZodType<FaultPlan & { rules: StandardFaultRule[] }>;

/**
 * Whether a fault is the service's own word that nothing was changed: 4xx, or 503 with Retry-After, in the API's error
 * body. An HTML page or a redirect comes from something in between, which may have spoken after the change.
 */
function meansRefused(fault: StandardFault): boolean {
  if (fault.kind !== "status" || fault.html) return false;
  const { status, retryAfter } = fault;
  return (status >= 300 && status < 500) || (status === 503 && retryAfter !== undefined);
}
