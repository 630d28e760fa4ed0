import * as z from "zod";
import { type ClockInput, isClockInput } from "./clock.ts";
import { milliseconds, validate } from "./errors.ts";
import type { FaultPlan } from "./faults.ts";
import { faultPlan } from "./faults.ts";
import { limitsSchema, type RateLimits } from "./rate-limiter.ts";
import { webhookInput } from "./webhook-endpoints.ts";
import type { WebhookOptions } from "./webhooks.ts";

/** How to start a sandbox; everything may be left out. */
export interface SandboxOptions {
  /** The port to listen on, on loopback only; 0, the default, takes a free one. */
  port?: number | undefined;
  /** A regular file that keeps the polls across restarts, for one sandbox at a time; in memory when left out. */
  data?: string | undefined;
  /** The clock: a function that returns the time, or a time that stands still. Default: the machine's clock. */
  now?: ClockInput | undefined;
  /** Requests a space may make. Default: the service's limits, or `"none"` when `now` is given. */
  limits?: RateLimits | undefined;
  /** The first polls: realistic ones (`demo`, the default) or none. Ignored when the data file exists. */
  seed?: "demo" | "empty" | undefined;
  /** Webhook endpoints to begin with, and their pace. */
  webhooks?: WebhookOptions | undefined;
  /** Faults to begin with; see FaultRule. */
  faults?: FaultPlan | undefined;
  /** Lets webhooks go to other machines, by https. Default: to this machine only. */
  allowExternalWebhooks?: boolean | undefined;
  /** Receives each internal error and each warning about the data file as one line. Default: writes to stderr. */
  report?: ((message: string) => void) | undefined;
}

const sandboxOptions = z.strictObject({
  port: z.int().min(0).max(65_535).default(0),
  data: z
    .string()
    .min(1, "Must name a file")
    .refine((path) => !path.includes("\0"), "Must not contain a NUL character")
    .optional(),
  now: z
    .custom<ClockInput>(isClockInput, "Not a moment in time, and not a function that returns one")
    .optional(),
  limits: limitsSchema.optional(),
  seed: z.enum(["demo", "empty"]).default("demo"),
  webhooks: z
    .strictObject({
      endpoints: z.array(webhookInput).default([]),
      retryScale: z.number().min(0).default(1),
      timeoutMs: milliseconds.default(10_000),
    })
    .optional(),
  faults: faultPlan.default({ rules: [] }),
  allowExternalWebhooks: z.boolean().default(false),
  report: z
    .custom<(message: string) => void>((value) => typeof value === "function", "Must be a function")
    .default(() => writeToStderr),
});

function writeToStderr(message: string): void {
  process.stderr.write(`rallly-sandbox: ${message}\n`);
}

/** Validates the options of `startSandbox`. Throws a RangeError that names every invalid field. */
export const validateOptions = (options: SandboxOptions): z.output<typeof sandboxOptions> =>
  validate(sandboxOptions, options, "options");
