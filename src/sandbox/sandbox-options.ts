import * as z from "zod";
import { faultPlan } from "./faults/fault-plan.ts";
import { limitsSchema } from "./routes/rate-limiter.ts";
import type { ClockInput } from "./state/clock.ts";
import { webhookOptions } from "./webhooks/deliveries.ts";

const notPort = "Must be a whole number from 0 to 65535";

/** Validates the options of `startSandbox`. */
export const sandboxOptions = z.strictObject({
  /** The port on loopback. Default: 0, which takes a free one. */
  port: z.int(notPort).min(0, notPort).max(65535, notPort).default(0),
  /** A regular file that keeps the polls across restarts, for one sandbox at a time. Default: in memory. */
  data: z.string().min(1, "Must name a file").optional(),
  /** The clock: a function that returns the time, or a fixed time. Default: the machine's clock. */
  now: z.custom<ClockInput>().optional(),
  /** Rate limits of each space. Default: the service's limits, or `"none"` with `now`. */
  limits: limitsSchema.optional(),
  /** The first polls: `demo` or none (`empty`). Default: `demo`. Ignored when the data file exists. */
  seed: z.enum(["demo", "empty"]).default("demo"),
  /** The first webhook endpoints, and the timing of deliveries. */
  webhooks: webhookOptions.prefault({}),
  /** The first faults; see FaultRule. */
  faults: faultPlan.optional(),
  /** Video services beyond zoom, meet and teams, which every space can use, such as `["webex"]`. Default: none. */
  providers: z
    .array(z.string().regex(/^[a-z][a-z0-9-]{0,49}$/, "Must be a name in lower case, such as webex"))
    .readonly()
    .default([]),
  /** Whether webhooks may go to other machines, by https. Default: this machine only. */
  allowExternalWebhooks: z.boolean().default(false),
  /** Receives internal errors, one line each. Default: writes to stderr. */
  report: z
    .custom<(message: string) => void>((value) => typeof value === "function", "Must be a function")
    .default(() => (message: string) => void process.stderr.write(`rallly-connect sandbox: ${message}\n`)),
});

/** Options of `startSandbox`; all are optional. */
export type SandboxOptions = z.input<typeof sandboxOptions>;
