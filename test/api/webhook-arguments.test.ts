/** Deliveries of every wrong type: refused with a WebhookError, never accepted, never another error. */
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseWebhook,
  receiveWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookFault,
} from "../../src/api/index.ts";

const secret = "whsec_4f9a-test";
const body =
  '{"version":"2026-09-20","id":"evt_1","type":"ping","createdAt":"2027-02-28T12:00:00.000Z","data":{}}';
const time = 1803801600;
const sign = (key: string) =>
  `t=${time},v1=${createHmac("sha256", key).update(`${time}.${body}`).digest("hex")}`;
const valid = { body, secret, signature: sign(secret), now: () => time * 1000 };

type Receive = (delivery: unknown) => unknown;
const receivers: Receive[] = [verifyWebhook as Receive, receiveWebhook as Receive];

function faultsOf(delivery: unknown): (WebhookFault | unknown)[] {
  return receivers.map((receive) => {
    try {
      receive(delivery);
    } catch (error) {
      return error instanceof WebhookError ? error.fault : error;
    }
    return "accepted";
  });
}

const both = (fault: WebhookFault) => [fault, fault];
const showsValid = { toString: () => valid.signature, toJSON: () => valid.signature };

describe("a webhook delivery is refused", () => {
  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -1,
    -0.001,
    86_401,
    Number.MAX_VALUE,
    "300",
    "",
    null,
    true,
    [],
    [300],
    {},
    300n,
    () => 300,
  ])("with the tolerance %s", (toleranceSeconds) => {
    expect(faultsOf({ ...valid, toleranceSeconds })).toEqual(both("options"));
    // An old delivery must not pass either.
    expect(faultsOf({ ...valid, now: () => (time + 1e6) * 1000, toleranceSeconds })).toEqual(both("options"));
  });

  it.each([
    ["NaN", () => Number.NaN],
    ["Infinity", () => Number.POSITIVE_INFINITY],
    ["a Date", () => new Date(time * 1000)],
    ["text", () => String(time * 1000)],
    ["undefined", () => undefined],
    ["a bigint", () => BigInt(time * 1000)],
    ["a promise", async () => time * 1000],
  ])("when the clock returns %s", (_, now) => {
    expect(faultsOf({ ...valid, now })).toEqual(both("age"));
  });

  it("when the clock throws", () => {
    const now = () => {
      throw new TypeError("no clock");
    };
    expect(faultsOf({ ...valid, now })).toEqual(both("age"));
  });

  it.each([time * 1000, null, "now", {}, new Date()])("when the clock is not a function: %s", (now) => {
    expect(faultsOf({ ...valid, now })).toEqual(both("options"));
  });

  it.each([undefined, null, "", "  ", 0, 42, true, {}, [secret], Buffer.from(secret)])(
    "with the secret %s",
    (wrong) => {
      expect(faultsOf({ ...valid, secret: wrong })).toEqual(both("options"));
      expect(faultsOf({ ...valid, secret: wrong, signature: sign(String(wrong ?? "")) })).toEqual(
        both("options"),
      );
    },
  );

  it.each([
    undefined,
    null,
    "",
    0,
    true,
    {},
    [],
    [valid.signature],
    [valid.signature, valid.signature],
    showsValid,
    Buffer.from(valid.signature),
    `${valid.signature}\n`,
    `${valid.signature}, ${valid.signature}`,
  ])("with the signature %s", (signature) => {
    expect(faultsOf({ ...valid, signature })).toEqual(both("signature"));
  });

  it.each([
    undefined,
    null,
    0,
    true,
    {},
    [],
    [body],
    JSON.parse(body),
    { toString: () => body },
    new TextEncoder().encode(body).buffer,
    new DataView(new ArrayBuffer(4)),
    Uint16Array.of(1),
  ])("with the body %s", (wrong) => {
    expect(faultsOf({ ...valid, body: wrong })).toEqual(both("payload"));
    expect(() => parseWebhook(wrong as string)).toThrow(WebhookError);
  });

  it("with an unknown option", () => {
    expect(faultsOf({ ...valid, tolerance: 10 })).toEqual(both("options"));
    expect(() => verifyWebhook({ ...valid, ...{ tolerence: 10 } })).toThrow('Unknown option "tolerence"');
  });

  it.each(["body", "signature", "secret", "now", "toleranceSeconds"])(
    "when the getter of its %s throws",
    (field) => {
      const delivery = Object.defineProperty({ ...valid }, field, {
        enumerable: true,
        get() {
          throw new TypeError("no such field");
        },
      });
      expect(faultsOf(delivery)).toEqual(both("options"));
    },
  );

  it("when it is a proxy that throws", () => {
    const refuse = () => {
      throw new TypeError("revoked");
    };
    expect(faultsOf(new Proxy(valid, { ownKeys: refuse }))).toEqual(both("options"));
    expect(faultsOf(new Proxy(valid, { get: refuse }))).toEqual(both("options"));
  });

  it.each([undefined, null, 5, "delivery", [], {}])("when it is %s", (delivery) => {
    expect(faultsOf(delivery).every((fault) => fault === "options" || fault === "signature")).toBe(true);
  });

  it("with any single argument of another type", () => {
    const fields = ["body", "signature", "secret", "toleranceSeconds", "now"] as const;
    // Valid values are skipped: only the signature can show that such a value is wrong.
    const isValid: Record<(typeof fields)[number], (value: unknown) => boolean> = {
      body: () => false,
      signature: () => false,
      secret: () => false,
      toleranceSeconds: (value) =>
        value === undefined || (typeof value === "number" && value >= 0 && value <= 86_400),
      now: () => false,
    };
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.anything(), (field, value) => {
        if (isValid[field](value)) return;
        for (const fault of faultsOf({ ...valid, [field]: value }))
          expect(["signature", "age", "payload", "options"]).toContain(fault);
      }),
      { seed: 12, numRuns: 2000 },
    );
  });
});

describe("a webhook delivery is accepted", () => {
  it("with the body that was verified, though a getter returns another one later", () => {
    let reads = 0;
    const delivery = {
      ...valid,
      get body() {
        reads += 1;
        return reads === 1 ? body : body.replace("evt_1", "evt_forged");
      },
    };
    expect(receiveWebhook(delivery).id).toBe("evt_1");
  });

  it("with fields that a class inherits", () => {
    class Delivery {
      get body() {
        return body;
      }
      signature = valid.signature;
      secret = secret;
      now = valid.now;
    }
    expect(receiveWebhook(new Delivery()).id).toBe("evt_1");
  });

  it.each([
    ["text", body],
    ["a Buffer", Buffer.from(body)],
    ["a Uint8Array", new TextEncoder().encode(body)],
    ["part of a larger buffer", Buffer.from(`xx${body}yy`).subarray(2, 2 + Buffer.byteLength(body))],
  ])("with its body as %s", (_, given) => {
    expect(receiveWebhook({ ...valid, body: given })).toMatchObject({ id: "evt_1" });
  });

  it.each([0, 0.5, 300, 86_400, undefined])("within the tolerance %s", (toleranceSeconds) => {
    expect(receiveWebhook({ ...valid, toleranceSeconds }).id).toBe("evt_1");
  });
});
