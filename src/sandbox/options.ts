import * as z from "zod";
import { type ClockInput, isClockInput } from "./clock.ts";
import { milliseconds, validate } from "./errors.ts";
import { type FaultPlan, faultPlan } from "./faults.ts";
import { limitsSchema, type RateLimits } from "./rate-limiter.ts";
import { type WebhookOptions, webhookInput } from "./webhooks.ts";

/** Options of `startSandbox`; all are optional. */
export interface SandboxOptions {
  /** The port on loopback. Default: 0, which takes a free one. */
  port?: number | undefined;
  /** A regular file that keeps the polls across restarts, for one sandbox at a time. Default: in memory. */
  data?: string | undefined;
  /** The clock: a function that returns the time, or a fixed time. Default: the machine's clock. */
  now?: ClockInput | undefined;
  /** Rate limits of each space. Default: the service's limits, or `"none"` with `now`. */
  limits?: RateLimits | undefined;
  /** The first polls: `demo` or none (`empty`). Default: `demo`. Ignored when the data file exists. */
  seed?: "demo" | "empty" | undefined;
  /** The first webhook endpoints, and the timing of deliveries. */
  webhooks?: WebhookOptions | undefined;
  /** The first faults; see FaultRule. */
  faults?: FaultPlan | undefined;
  /** Video services beyond zoom, meet and teams, which every space can use, such as `["webex"]`. Default: none. */
  providers?: readonly string[] | undefined;
  /** Whether webhooks may go to other machines, by https. Default: this machine only. */
  allowExternalWebhooks?: boolean | undefined;
  /** Receives internal errors, one line each. Default: writes to stderr. */
  report?: ((message: string) => void) | undefined;
}

const sandboxOptions = z.strictObject({
  port: z.int().min(0).max(65535).default(0),
  data: z
    .string()
    .min(1, "Must name a file")
    .refine((path) => !path.includes("\0"), "Must not contain a NUL character")
    .optional(),
  now: z.custom<ClockInput>(isClockInput, "Must be a time, or a function that returns one").optional(),
  limits: limitsSchema.optional(),
  seed: z.enum(["demo", "empty"]).default("demo"),
  webhooks: z
    .strictObject({
      endpoints: z.array(webhookInput).default([]),
      retryScale: z.number().min(0).default(1),
      timeoutMs: milliseconds.default(10000),
    })
    .optional(),
  faults: faultPlan.optional(),
  providers: z
    .array(
      z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,49}$/, "Must be a name in lower case, such as webex")
        .refine(
          (name) => !["zoom", "meet", "teams", "custom"].includes(name),
          "Is known without this option",
        ),
    )
    .max(20)
    .default([]),
  allowExternalWebhooks: z.boolean().default(false),
  report: z
    .custom<(message: string) => void>((value) => typeof value === "function", "Must be a function")
    .default(() => writeToStderr),
});

function writeToStderr(message: string): void {
  process.stderr.write(`rallly-connect sandbox: ${message}\n`);
}

/** Validates the options of `startSandbox`. Throws a RangeError that names every invalid field. */
export const validateOptions = (options: SandboxOptions): z.output<typeof sandboxOptions> =>
  validate(sandboxOptions, options, "options");
