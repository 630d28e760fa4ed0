import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { receiveWebhook, signWebhook, verifyWebhook, WebhookError } from "../../src/api/webhooks/index.ts";

// Made with: printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$secret"
const secret = "whsec_4f9a-test";
const time = 1803801600;
const closed =
  '{"version":"2026-09-20","id":"evt_1","type":"poll.closed","createdAt":"2027-02-28T12:00:00.000Z","data":{"poll":{"id":"Xk3pQ9vLm2Ab"},"reason":"auto"}}';
const ping =
  '{"version":"2026-09-20","id":"evt_2","type":"ping","createdAt":"2027-02-28T12:00:00.000Z","data":{},"note":"Grüße, 日程"}';
const closedMac = "dbf6442648018a4d9194b10fb47d0e9dc506dcbf25eb4c87fc6c7d0c6ff4898e";
const signature = `t=${time},v1=${closedMac}`;
const otherMac = "0".repeat(64);
const now = time * 1000;
const valid = { body: closed, secret, signature, now };

async function failureOf(delivery: object): Promise<{ fault: string; message: string }> {
  // The rows hold what JavaScript callers pass.
  const error: unknown = await receiveWebhook(Object.assign({ ...valid }, delivery)).catch((error) => error);
  if (!(error instanceof WebhookError)) throw new Error(`Accepted, or another error: ${inspect(error)}`);
  expect(inspect(error, { depth: null })).not.toContain(secret);
  return { fault: error.fault, message: error.message };
}

describe("a delivery that openssl signed is verified", () => {
  it.each([
    ["an event", closed, closedMac],
    ["letters of every script", ping, "136aad41941e7b3b41370513edcbcaf3ab74f0872701b361ba0ce1cab8fee9f6"],
    [
      "bytes that are no text",
      Uint8Array.of(0, 255, 254),
      "bda83e4d0440480255ec7eb473b3d81448bd7e839bbae784f31e385c283ab28d",
    ],
  ])("with %s", async (_, body, mac) => {
    const delivery = { secret, now, signature: `t=${time},v1=${mac}` };
    await verifyWebhook({ ...delivery, body });
    await verifyWebhook({ ...delivery, body: Buffer.from(body) });
    expect(await signWebhook({ body, secret, now })).toEqual({ ...delivery, body });
  });

  it("with bytes of another realm, or inside a larger buffer", async () => {
    const foreign = runInNewContext("Uint8Array.from(bytes)", { bytes: [...Buffer.from(closed)] });
    expect((await receiveWebhook({ ...valid, body: foreign })).id).toBe("evt_1");
    const inside = Buffer.from(`xx${closed}yy`).subarray(2, 2 + closed.length);
    expect((await receiveWebhook({ ...valid, body: inside })).id).toBe("evt_1");
  });
});

it.each<[string, object]>([
  ["the headers of a Request", { headers: new Headers({ "X-Rallly-Signature": signature }) }],
  ["the headers of node:http", { headers: { host: "example.com", "x-rallly-signature": signature } }],
  ["headers in their written case", { headers: { "X-Rallly-Signature": signature } }],
  ["a list of one signature", { signature: [signature] }],
  ["an ArrayBuffer", { signature, body: Uint8Array.from(Buffer.from(closed)).buffer }],
  [
    "an ArrayBuffer of another realm",
    {
      signature,
      body: runInNewContext("Uint8Array.from(bytes).buffer", { bytes: [...Buffer.from(closed)] }),
    },
  ],
  ["white space around the secret", { signature, secret: ` ${secret}\n` }],
])("a delivery is accepted with %s", async (_, given) => {
  const event = await receiveWebhook({ body: closed, secret, now, ...given });
  expect(event.id).toBe("evt_1");
});

it.each([
  ["a later version after it", `${signature},v2=abc`],
  ["another name before it", `v0=1,${signature}`],
  ["the signature of a rotated secret before it", `t=${time},v1=${otherMac},v1=${closedMac}`],
  ["ten signatures", signature + `,v1=${otherMac}`.repeat(9)],
  ["its parts in another order, with spaces", `v1=${closedMac}, t=${time}`],
])("a signature is accepted with %s", async (_, header) => {
  expect((await receiveWebhook({ ...valid, signature: header })).id).toBe("evt_1");
});

describe("a delivery is rejected with the fault", () => {
  const mismatch = /does not match/;
  const malformed = /missing or malformed/;
  it.each([
    ["signature", "another body", { body: `${closed} ` }, mismatch],
    ["signature", "an invalid body and another secret", { body: "{", secret: `${secret}x` }, mismatch],
    ["signature", "another time", { signature: `t=${time + 1},v1=${closedMac}` }, mismatch],
    ["signature", "no header", { signature: undefined }, malformed],
    ["signature", "null of fetch", { signature: null }, malformed],
    ["signature", "an empty list", { signature: [] }, malformed],
    [
      "signature",
      "headers without it",
      { signature: undefined, headers: new Headers({ "x-rallly-event": "ping" }) },
      malformed,
    ],
    [
      "signature",
      "headers in which it is repeated",
      { signature: undefined, headers: { "x-rallly-signature": [signature, signature] } },
      malformed,
    ],
    ["payload", "a buffer that is shared", { body: new SharedArrayBuffer(4) }, /The body is not raw/],
    ["signature", "a repeated header", { signature: [signature, signature] }, malformed],
    ["signature", "a header that was joined", { signature: `${signature}, ${signature}` }, malformed],
    ["signature", "capitals", { signature: `t=${time},v1=${closedMac.toUpperCase()}` }, malformed],
    ["signature", "half a signature", { signature: `t=${time},v1=${closedMac.slice(0, 32)}` }, malformed],
    ["signature", "two times", { signature: `t=${time},${signature}` }, malformed],
    ["signature", "only other versions", { signature: `t=${time},v2=${closedMac}` }, malformed],
    ["signature", "eleven signatures", { signature: signature + `,v1=${closedMac}`.repeat(10) }, malformed],
    [
      "signature",
      "those of other secrets",
      { signature: `t=${time},v1=${otherMac},v1=${otherMac}` },
      mismatch,
    ],
    ["signature", "no time", { signature: `v1=${closedMac}` }, malformed],
    ["age", "301 s of delay", { now: (time + 301) * 1000 }, /more than 300 seconds before or after/],
    ["age", "a time 301 s ahead", { now: (time - 301) * 1000 }, /more than 300 seconds/],
    ["age", "11 s of delay of 10", { now: (time + 11) * 1000, toleranceSeconds: 10 }, /10 seconds/],
    ["options", "a time that is none", { now: Number.NaN }, /^now must be milliseconds/],
    ["options", "a clock in place of a time", { now: Date.now }, /^now must be milliseconds/],
    ["options", "no secret", { secret: undefined }, /^Missing secret/],
    ["options", "an empty secret", { secret: " " }, /^Missing secret/],
    ["options", "an endless tolerance", { toleranceSeconds: Number.POSITIVE_INFINITY }, /from 0 to 86400/],
    ["options", "a tolerance of null", { toleranceSeconds: null }, /from 0 to 86400/],
    ["options", "a tolerance below 0", { toleranceSeconds: -1 }, /from 0 to 86400/],
    ["payload", "a body that was parsed", { body: JSON.parse(closed) }, /The body is not raw/],
    ["payload", "no body", { body: undefined }, /The body is not raw/],
  ])("%s: %s", async (fault, _, delivery, message) => {
    expect(await failureOf(delivery)).toEqual({ fault, message: expect.stringMatching(message) });
  });
});

it("a delivery is accepted up to 300 seconds before and after its signature, or as the program says", async () => {
  for (const seconds of [300, -300]) await verifyWebhook({ ...valid, now: (time + seconds) * 1000 });
  await verifyWebhook({ ...valid, now: (time + 86_400) * 1000, toleranceSeconds: 86_400 });
});

it("a delivery that signWebhook makes now is accepted by the machine's clock", async () => {
  const delivery = await signWebhook({ body: ping, secret });
  expect(await receiveWebhook(delivery)).toMatchObject({ type: "ping", note: "Grüße, 日程" });
});

describe("the event of a delivery", () => {
  const common = { version: "2026-09-20", id: "evt_1", createdAt: "2027-02-28T12:00:00.000Z" };
  const poll = { id: "Xk3pQ9vLm2Ab" };
  const participant = { id: "u1" };
  const picked = { start: "2027-03-01T00:00:00Z", end: "2027-03-02T00:00:00Z", allDay: true };
  const receive = async (event: object) =>
    receiveWebhook(await signWebhook({ body: JSON.stringify(event), secret }));

  it.each([
    ["poll.created", { poll }],
    ["poll.updated", { poll }],
    ["poll.closed", { poll, reason: "manual" }],
    ["poll.reopened", { poll }],
    ["poll.scheduled", { poll, event: picked }],
    ["poll.deleted", { poll }],
    ["poll.participant.created", { poll, participant }],
    ["poll.participant.updated", { poll, participant }],
    ["poll.participant.deleted", { poll, participant }],
    ["ping", {}],
  ])("of type %s keeps fields that later versions add", async (type, data) => {
    const event = { ...common, type, data: { ...data, addedLater: 1 }, addedLater: [] };
    expect(await receive(event)).toEqual(event);
  });

  it.each(["poll.archived", "constructor", "__proto__"])(
    "of the unknown type %s is passed on",
    async (type) => {
      const unknown = { ...common, type: "unknown", originalType: type, data: { any: 1 } };
      expect(await receive({ ...common, type, data: { any: 1 } })).toEqual(unknown);
    },
  );

  it("narrows by its type, and does not compile without await", async () => {
    const event = await receiveWebhook(valid);
    expect(event.type === "poll.closed" ? event.data.reason : "").toBe("auto");
    const promise = receiveWebhook(valid);
    // @ts-expect-error A promise has no type.
    expect(promise.type).toBeUndefined();
  });

  const time = "expected an instant such as 2027-02-28T12:00:00Z";
  it.each([
    [{ ...common, version: undefined, type: "ping", data: {} }, "version (expected a string)"],
    [
      { ...common, id: 5, createdAt: "today", type: "ping", data: [] },
      `id (expected a string), createdAt (${time}), data (expected an object)`,
    ],
    [{ ...common, type: "later" }, "data (expected an object)"],
    [{ ...common, type: "poll.created", data: {} }, "data.poll.id (expected a string)"],
    [{ ...common, type: "poll.closed", data: { poll } }, "data.reason (expected a string)"],
    [
      { ...common, type: "poll.scheduled", data: { poll, event: { ...picked, end: null, allDay: 1 } } },
      `data.event.end (${time}), data.event.allDay (expected true or false)`,
    ],
  ])("of %j names what is missing or invalid, and what was expected", async (event, fields) => {
    await expect(receive(event)).rejects.toMatchObject({
      fault: "payload",
      message: `Unexpected body. Missing or invalid: ${fields}`,
    });
  });

  it.each(["{", "", "[1]", "null"])("is not %j", async (body) => {
    const delivery = await signWebhook({ body, secret });
    await expect(receiveWebhook(delivery)).rejects.toMatchObject({ fault: "payload" });
  });
});
