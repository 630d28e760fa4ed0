import * as noble from "@noble/hashes/hmac.js";
import * as nobleHash from "@noble/hashes/sha2.js";
import * as nobleText from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hexToBytes, hmac, sha256, utf8ToBytes } from "../../scripts/zapier/node-hmac.ts";

/** Any text, with lone surrogates too. */
const text = fc.string({ unit: "binary" });

describe("the HMAC of the bundled Zapier app", () => {
  it("equals that of @noble/hashes", () => {
    fc.assert(
      fc.property(text, text, fc.uint8Array(), (secret, time, body) => {
        const expected = noble.hmac
          .create(nobleHash.sha256, nobleText.utf8ToBytes(secret))
          .update(nobleText.utf8ToBytes(time))
          .update(body)
          .digest();
        const actual = hmac
          .create(sha256, utf8ToBytes(secret))
          .update(utf8ToBytes(time))
          .update(body)
          .digest();
        expect(new Uint8Array(actual)).toEqual(expected);
      }),
    );
  });

  it("decodes hexadecimal digits as @noble/hashes does", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const digits = nobleText.bytesToHex(bytes);
        expect(new Uint8Array(hexToBytes(digits))).toEqual(nobleText.hexToBytes(digits));
      }),
    );
  });
});
