import * as z from "zod";
import { limitsSchema } from "./state/rate-limiter.ts";
import type { ClockInput, SandboxOptions } from "./types.ts";
import { webhookOptions } from "./webhooks/deliveries.ts";

const notPort = "Must be a whole number from 0 to 65535";

/** Validates the options of `startSandbox`. */
export const sandboxOptions = z.strictObject({
  port: z.int(notPort).min(0, notPort).max(65535, notPort).default(0),
  now: z.custom<ClockInput>().optional(),
  limits: limitsSchema.optional(),
  seed: z.enum(["demo", "empty"]).default("demo"),
  webhooks: webhookOptions.prefault({}),
  providers: z
    .array(z.string().regex(/^[a-z][a-z0-9-]{0,49}$/, "Must be a name in lower case, such as webex"))
    .readonly()
    .default([]),
  allowExternalWebhooks: z.boolean().default(false),
  report: z
    .custom<(message: string) => void>((value) => typeof value === "function", "Must be a function")
    .default(() => (message: string) => void process.stderr.write(`rallly-connect sandbox: ${message}\n`)),
}) satisfies z.ZodType<unknown, SandboxOptions>;
