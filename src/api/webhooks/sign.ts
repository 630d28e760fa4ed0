import type { WebhookBody, WebhookSignature } from "../types/webhooks.ts";
import { importKey, joinSigned } from "./verify.ts";

/**
 * Signs a body as the service does, now or at the time `now`. Resolves to the delivery, for tests of a receiver.
 *
 *     const { body, signature } = await signWebhook({ body: JSON.stringify(event), secret });
 *     await fetch(receiverUrl, { method: "POST", body, headers: { "X-Rallly-Signature": signature } });
 */
export async function signWebhook<Delivery extends WebhookBody>(
  delivery: Delivery,
): Promise<Delivery & WebhookSignature> {
  const { body, secret, now = Date.now() } = delivery;
  const time = String(Math.floor(now / 1000));
  const key = await importKey(secret, "sign");
  const mac = await crypto.subtle.sign("HMAC", key, await joinSigned(time, body));
  const hex = Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { ...delivery, signature: `t=${time},v1=${hex}` };
}
