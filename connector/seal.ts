/** Encryption of what is stored, under a text that the store does not have: only who brings that text can open it. */
import { createHash } from "node:crypto";

/** Encrypts a value. The secret is long and random, such as a token. */
export async function seal(secret: string, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = Buffer.from(JSON.stringify(value));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await toKey(secret), plain);
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64");
}

/** Decrypts a value. Rejects for another secret. */
export async function unseal(secret: string, sealed: string): Promise<unknown> {
  const bytes = Buffer.from(sealed, "base64");
  const cipher = { name: "AES-GCM", iv: bytes.subarray(0, 12) };
  const plain = await crypto.subtle.decrypt(cipher, await toKey(secret), bytes.subarray(12));
  return JSON.parse(Buffer.from(plain).toString());
}

function toKey(secret: string): Promise<CryptoKey> {
  const material = createHash("sha256").update(`rallly-connect seal:${secret}`).digest();
  return crypto.subtle.importKey("raw", material, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** The SHA-256 of a text, as hex. */
export const toHash = (text: string): string => createHash("sha256").update(text).digest("hex");
