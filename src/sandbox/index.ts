import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import * as z from "zod";
import { createApp } from "./app.ts";
import { closePastPolls, createControls, type SandboxState } from "./control/controls.ts";
import { createFaults } from "./faults/fault-plan.ts";
import { apiKeys } from "./state/accounts.ts";
import { createClock } from "./state/clock.ts";
import { buildDemoPolls } from "./state/demo-polls.ts";
import { createRateLimiter, limitsSchema } from "./state/rate-limiter.ts";
import { createStore } from "./state/store.ts";
import type { ClockInput, Sandbox, SandboxOptions } from "./types.ts";
import { validate } from "./validate.ts";
import { createWebhooks, webhookOptions } from "./webhooks/deliveries.ts";

export { ControlError } from "./errors.ts";
export type * from "./types.ts";

const notPort = "Must be a whole number from 0 to 65535";

const sandboxOptions = z.strictObject({
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

/**
 * Starts a local HTTP server that imitates the service. Rejects with a ControlError that names every invalid option, and
 * with an Error when the port is taken.
 *
 *     const sandbox = await startSandbox({ now: "2027-01-04T09:00:00Z", seed: "empty" });
 *     await fetch(`${sandbox.url}/polls`, { headers: { Authorization: `Bearer ${sandbox.apiKey}` } });
 *     await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { now, limits, ...other } = validate(sandboxOptions, options, "options");
  const clock = createClock(now);
  const webhooks = createWebhooks(clock, other.webhooks, other.allowExternalWebhooks);
  const report = (error: unknown) => other.report(String(error).replace(/\s+/g, " "));
  const state: SandboxState = {
    clock,
    store: createStore(other.seed === "demo" ? buildDemoPolls(clock.now()) : []),
    webhooks,
    limiter: createRateLimiter(clock, limits ?? (now === undefined ? "service" : "none")),
    faults: createFaults(),
    requests: [],
    origin: "",
    providers: other.providers,
    report,
  };
  const controls = createControls(state);
  const app = createApp(state, controls);
  const server = await startServer(other.port, app.fetch);
  state.origin = server.origin;
  // A poll whose options have passed closes, and its webhook is sent, without any request.
  const closeTimer = setInterval(() => {
    try {
      closePastPolls(state);
    } catch (error) {
      report(error);
    }
  }, 1000);
  closeTimer.unref();

  const close = async () => {
    clearInterval(closeTimer);
    state.faults.close();
    webhooks.close();
    await server.close();
  };
  return {
    ...controls,
    url: `${server.origin}/v1`,
    apiKey: apiKeys.demo,
    apiKeys,
    controlUrl: `${server.origin}/sandbox`,
    close,
  };
}

/** Starts a server on a port of loopback. Rejects when the port is taken. */
async function startServer(port: number, fetch: ReturnType<typeof createApp>["fetch"]) {
  const serve = (request: Request, env: unknown) => {
    // With a Host such as 127.999.0.1 the getters below throw. The adapter refuses other malformed ones like this.
    if (!URL.canParse(request.url)) return new Response(null, { status: 400 });
    const { url, method, headers, body } = request;
    // The adapter's own class, which cannot be copied unless it replaces the global Request.
    const copied = { method, headers: [...headers], body, duplex: "half" as const };
    return fetch(new Request(url, copied), env as HttpBindings);
  };
  const server = createServer(getRequestListener(serve, { overrideGlobalObjects: false }));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    /** `http://127.0.0.1:<port>` */
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Stops listening and closes every connection. */
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
