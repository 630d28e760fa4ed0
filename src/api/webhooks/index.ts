/** Receiving webhooks: signatures by WebCrypto, events without a schema library. Runs wherever `crypto.subtle` does. */
export type * from "../types/webhooks.ts";
export { receiveWebhook } from "./receive.ts";
export { signWebhook } from "./sign.ts";
export { verifyWebhook, WebhookError } from "./verify.ts";
