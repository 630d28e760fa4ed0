import { createHmac } from "node:crypto";

/** The value of `X-Rallly-Signature` for a body sent at a moment (milliseconds since 1970). */
export function signDelivery(secret: string, body: string, moment: number): string {
  const seconds = Math.floor(moment / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}
