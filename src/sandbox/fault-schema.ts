import * as z from "zod";

const fault = z.discriminatedUnion("kind", [
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
  z.strictObject({
    kind: z.enum(["empty", "html", "notJson", "lacking", "reset", "hang", "stall", "cut", "stale"]),
  }),
  z.strictObject({ kind: z.literal("refuse"), forMs: z.int() }),
  z.strictObject({ kind: z.literal("huge"), bytes: z.int().min(0) }),
  z.strictObject({ kind: z.literal("contentType"), value: z.string().optional() }),
  z.strictObject({ kind: z.literal("skew"), seconds: z.number() }),
  z.strictObject({ kind: z.literal("drip"), everyMs: z.int().optional() }),
]);

/** Fault rules as the control route takes them; how long a wait may be is checked with every other rule. */
export const faultPlan = z.strictObject({
  rules: z.array(
    z.strictObject({
      fault,
      when: z.enum(["before", "after", "late"]).optional(),
      lateMs: z.int().optional(),
      method: z.string().optional(),
      path: z.string().optional(),
      times: z.int().min(0).optional(),
      skip: z.int().min(0).optional(),
      rate: z.number().min(0).max(1).optional(),
    }),
  ),
  seed: z.int().optional(),
});
