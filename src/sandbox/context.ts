import type { SandboxClock } from "./clock.ts";
import type { Store } from "./store.ts";
import type { DeliveredEventType, WebhookData } from "./webhook-endpoints.ts";

/** State that the modules of one running sandbox share. */
export interface SandboxContext {
  clock: SandboxClock;
  store: Store;
  /** Video services beyond zoom, meet and teams, which every space can use. */
  providers: readonly string[];
  /** `http://127.0.0.1:<port>`; empty until the server listens. */
  origin: string;
  /** Sends an event to the webhook endpoints of a space. `createdAt` is an ISO time. Default: now. */
  announce(spaceId: string, type: DeliveredEventType, data: WebhookData, createdAt?: string): void;
}
