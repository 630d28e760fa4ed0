import { apiKeys } from "./accounts.ts";
import { createClock } from "./clock.ts";
import type { SandboxContext } from "./context.ts";
import type { LoggedRequest, OutageState } from "./faults.ts";
import { createDelayedRequests, createFaults } from "./faults.ts";
import { createHandler } from "./handler.ts";
import { listen, stop } from "./http.ts";
import { openStore } from "./journal.ts";
import { createListener } from "./listener.ts";
import { type SandboxOptions, validateOptions } from "./options.ts";
import { type Controls, createControls } from "./poll-control.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { closePastPolls } from "./views.ts";
import { createWebhooks } from "./webhooks.ts";

export type { ClockInput } from "./clock.ts";
export { inappropriateText } from "./create-poll.ts";
export { ControlError } from "./errors.ts";
export type {
  Fault,
  FaultPlan,
  FaultRule,
  LoggedRequest,
  Outage,
  OutagePlan,
  StandardFault,
} from "./faults.ts";
export type { VoteType } from "./model.ts";
export type { SandboxOptions } from "./options.ts";
export type { Controls, PollEdit, Vote, VoteChange } from "./poll-control.ts";
export type { RateLimits } from "./rate-limiter.ts";
export type { WebhookEndpoint, WebhookInput } from "./webhook-endpoints.ts";
export type { Delivery, WebhookOptions } from "./webhooks.ts";

/** A running sandbox: its addresses, its keys, and functions for actions of the web app. */
export interface Sandbox extends Controls {
  /** The base URL, ending in `/v1`. */
  url: string;
  /** The key of the Pro space with the demo polls. */
  apiKey: string;
  /** Every key, by purpose. */
  apiKeys: typeof apiKeys;
  /** The base URL of the control routes, for curl. */
  controlUrl: string;
  /** Closes all connections and refuses new ones until the returned function is called. */
  refuseConnections(): Promise<() => Promise<void>>;
  /** Stops the server and aborts deliveries in flight. */
  close(): Promise<void>;
}

/**
 * Starts a local HTTP server that imitates the service. Rejects with a RangeError that names every invalid option, and
 * with an Error when the port is taken or when the data file is damaged, not a data file, or in use by another sandbox.
 *
 *     const sandbox = await startSandbox({ now: "2027-01-04T09:00:00Z", seed: "empty" });
 *     await fetch(`${sandbox.url}/polls`, { headers: { Authorization: `Bearer ${sandbox.apiKey}` } });
 *     await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port, data, now, limits, seed, ...other } = validateOptions(options);
  const clock = createClock(now);
  const webhooks = createWebhooks(clock, other.webhooks, other.allowExternalWebhooks);
  const limiter = createRateLimiter(clock, limits ?? (now === undefined ? "service" : "none"));
  const faults = createFaults(other.faults);
  const report = createReporter(other.report);
  // After every other option has been validated: a failed start must not keep the lock of the data file.
  const { store, closeStore } = await openStore(clock, seed, data, report);
  const context: SandboxContext = {
    clock,
    store,
    providers: other.providers,
    origin: "",
    announce: webhooks.announce,
  };
  const outage: OutageState = { state: "none", retryAfterMs: 30_000 };
  const requests: LoggedRequest[] = [];
  const delayed = createDelayedRequests();
  const controls = createControls(context, { limiter, outage, faults, delayed, requests, webhooks });
  const api = { limiter, outage, report };

  const listener = createListener(report);
  const handle = createHandler({ context, api, controls, faults, delayed, listener, requests });
  const { server, origin } = await listen(port, handle).catch((error: unknown) => {
    closeStore();
    throw error;
  });
  context.origin = origin;
  listener.attach(server, Number(new URL(origin).port));
  // A poll whose options have passed closes, and its webhook is sent, without any request.
  const autoCloseTimer = setInterval(() => {
    try {
      closePastPolls(context);
    } catch (error) {
      report(error);
    }
  }, 1000);
  autoCloseTimer.unref();

  return {
    ...controls,
    url: `${origin}/v1`,
    apiKey: apiKeys.demo,
    apiKeys,
    controlUrl: `${origin}/sandbox`,
    refuseConnections: listener.refuseConnections,
    async close() {
      clearInterval(autoCloseTimer);
      delayed.close();
      webhooks.close();
      await listener.close();
      await stop(server);
      closeStore();
    },
  };
}

/** Returns a function that passes an error or a warning to `report` as one line, and never throws. */
function createReporter(report: (message: string) => void): (event: unknown) => void {
  return (event) => {
    try {
      const text = event instanceof Error ? `${event.name}: ${event.message}` : String(event);
      report(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "));
    } catch {
      // A failing `report` must not keep a request from its response.
    }
  };
}
