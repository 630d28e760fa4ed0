/**
 * Takes the place of @noble/hashes in the bundle of the Zapier app, with Node's crypto, which is always there. The client has
 * @noble/hashes for runtimes without modules of Node.
 */
import { createHmac, type Hmac } from "node:crypto";

/** The name of the hash function. */
export const sha256 = "sha256";

/** Creates HMACs. */
export const hmac = {
  /** Starts an HMAC with a key. */
  create: (hash: string, key: Uint8Array): Hmac => createHmac(hash, key),
};

/** The bytes of a text. */
export const utf8ToBytes = (text: string): Uint8Array => Buffer.from(text, "utf8");

/** The bytes of hexadecimal digits. Expects a valid text. */
export const hexToBytes = (digits: string): Uint8Array => Buffer.from(digits, "hex");
