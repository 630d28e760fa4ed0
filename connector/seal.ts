/** Encryption of what is stored, under a text that the store does not have: only who brings that text can open it. */

/** Encrypts a value. The secret is long and random, such as a token. */
export async function seal(secret: string, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await toKey(secret), plain);
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64");
}

/** Decrypts a value. Throws for another secret. */
export async function unseal(secret: string, sealed: string): Promise<unknown> {
  const bytes = Buffer.from(sealed, "base64");
  const cipher = { name: "AES-GCM", iv: bytes.subarray(0, 12) };
  const plain = await crypto.subtle.decrypt(cipher, await toKey(secret), bytes.subarray(12));
  return JSON.parse(new TextDecoder().decode(plain));
}

async function toKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(`rallly-connect seal:${secret}`),
  );
  return crypto.subtle.importKey("raw", material, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** The SHA-256 of a text, as hex. */
export async function toHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex");
}
