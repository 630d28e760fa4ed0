import { createHmac } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { parseWebhook, receiveWebhook, verifyWebhook, WebhookError } from "../../src/api/index.ts";

// Made with: printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$secret"
const secret = "whsec_4f9a-test";
const time = 1803801600;
const closed =
  '{"version":"2026-09-20","id":"evt_1","type":"poll.closed","createdAt":"2027-02-28T12:00:00.000Z","data":{"poll":{"id":"Xk3pQ9vLm2Ab"},"reason":"auto"}}';
const ping =
  '{"version":"2026-09-20","id":"evt_2","type":"ping","createdAt":"2027-02-28T12:00:00.000Z","data":{},"note":"Grüße, 日程"}';
const vectors: [string, string | Uint8Array, string][] = [
  ["an event", closed, "dbf6442648018a4d9194b10fb47d0e9dc506dcbf25eb4c87fc6c7d0c6ff4898e"],
  ["letters of every script", ping, "136aad41941e7b3b41370513edcbcaf3ab74f0872701b361ba0ce1cab8fee9f6"],
  [
    "bytes that are no text",
    Uint8Array.of(0, 255, 254),
    "bda83e4d0440480255ec7eb473b3d81448bd7e839bbae784f31e385c283ab28d",
  ],
];
const [, , closedMac] = vectors[0] ?? ["", "", ""];
const now = () => time * 1000;
const signature = `t=${time},v1=${closedMac}`;

function failureOf(act: () => unknown): { fault: string; message: string } {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookError);
    expect(inspect(error, { depth: null })).not.toContain(secret);
    if (error instanceof WebhookError) return { fault: error.fault, message: error.message };
  }
  throw new Error("Nothing was rejected");
}

const faultOf = (act: () => unknown): string => failureOf(act).fault;

const sign = (key: string, at: number | string) =>
  `t=${at},v1=${createHmac("sha256", key).update(`${at}.${closed}`).digest("hex")}`;

const mismatch = "The signature does not match. Check the endpoint's secret, and pass the body as it arrived";
const malformed = "The header X-Rallly-Signature is missing or malformed";

describe("verifyWebhook", () => {
  it.each(vectors)("accepts what openssl signed: %s", (_, body, mac) => {
    verifyWebhook({ body, secret, now, signature: `t=${time},v1=${mac}` });
    verifyWebhook({ body: Buffer.from(body), secret, now, signature: `t=${time},v1=${mac}` });
  });

  it.each([
    ["another body", { body: `${closed} ` }, mismatch],
    ["another secret", { secret: `${secret}x` }, mismatch],
    ["another time", { signature: `t=${time + 1},v1=${closedMac}` }, mismatch],
    ["no header", { signature: undefined }, malformed],
    ["an empty header", { signature: "" }, malformed],
    ["capitals", { signature: `t=${time},v1=${closedMac.toUpperCase()}` }, malformed],
    ["half a signature", { signature: `t=${time},v1=${closedMac.slice(0, 32)}` }, malformed],
    ["text before the time", { signature: `v0=1,${signature}` }, malformed],
    ["text after the signature", { signature: `${signature},v1=${closedMac}` }, malformed],
    ["no time", { signature: `v1=${closedMac}` }, malformed],
    ["a time that is not a number", { signature: `t=1e9,v1=${closedMac}` }, malformed],
    ["a negative time", { signature: `t=-${time},v1=${closedMac}` }, malformed],
    ["a time with too many digits", { signature: sign(secret, "1803801600000") }, malformed],
  ])("rejects a signature with %s", (_, change, message) => {
    expect(failureOf(() => verifyWebhook({ body: closed, secret, signature, now, ...change }))).toEqual({
      fault: "signature",
      message,
    });
  });

  it("rejects an empty secret, even with a matching signature", () => {
    const delivery = { body: closed, secret: "", signature: sign("", time), now };
    expect(failureOf(() => verifyWebhook(delivery))).toEqual({
      fault: "options",
      message: "Missing secret. Pass the signing secret of the endpoint",
    });
  });

  it.each([
    [300, 300, true],
    [-300, 300, true],
    [301, 300, false],
    [-301, 300, false],
    [11, 10, false],
  ])("at %d s from its time, within %d s: accepted is %j", (seconds, toleranceSeconds, accepted) => {
    const verify = () =>
      verifyWebhook({
        body: closed,
        secret,
        signature,
        now: () => (time + seconds) * 1000,
        toleranceSeconds,
      });
    if (accepted) verify();
    else
      expect(failureOf(verify)).toEqual({
        fault: "age",
        message: `The delivery was signed more than ${toleranceSeconds} seconds before or after now`,
      });
  });

  it("uses the machine's clock and five minutes by default", () => {
    const today = Math.floor(Date.now() / 1000);
    verifyWebhook({ body: closed, secret, signature: sign(secret, today) });
    expect(faultOf(() => verifyWebhook({ body: closed, secret, signature: sign(secret, today - 400) }))).toBe(
      "age",
    );
  });
});

describe("parseWebhook", () => {
  const common = { version: "2026-09-20", id: "evt_1", createdAt: "2027-02-28T12:00:00.000Z" };
  const poll = { id: "Xk3pQ9vLm2Ab" };
  const participant = { id: "u1" };
  const events: [string, Record<string, unknown>][] = [
    ["poll.created", { poll }],
    ["poll.updated", { poll }],
    ["poll.closed", { poll, reason: "manual" }],
    ["poll.reopened", { poll }],
    [
      "poll.scheduled",
      { poll, event: { start: "2027-03-01T00:00:00Z", end: "2027-03-02T00:00:00Z", allDay: true } },
    ],
    ["poll.deleted", { poll }],
    ["poll.participant.created", { poll, participant }],
    ["poll.participant.updated", { poll, participant }],
    ["poll.participant.deleted", { poll, participant }],
    ["ping", {}],
  ];
  it.each(events)("parses %s with unknown fields", (type, data) => {
    const event = { ...common, type, data: { ...data, addedLater: 1 }, addedLater: [] };
    expect(parseWebhook(JSON.stringify(event))).toEqual(event);
    expect(parseWebhook(Buffer.from(JSON.stringify(event)))).toEqual(event);
  });

  it("returns a union that narrows by type", () => {
    const event = parseWebhook(closed);
    expect(event.type === "poll.closed" ? event.data.reason : "").toBe("auto");
  });

  it.each(["poll.archived", "constructor", "__proto__"])("passes the unknown type %s on", (type) => {
    expect(parseWebhook(JSON.stringify({ ...common, type, data: { any: 1 } }))).toEqual({
      ...common,
      type: "unknown",
      originalType: type,
      data: { any: 1 },
    });
  });

  it.each([
    ["invalid JSON", "{", "The body is not JSON"],
    ["an array", "[]", "Unexpected body. Missing or invalid: input"],
    [
      "no id and a wrong createdAt",
      JSON.stringify({ ...common, id: undefined, createdAt: 5, type: "ping", data: {} }),
      "Unexpected body. Missing or invalid: id, createdAt",
    ],
    [
      "no poll",
      JSON.stringify({ ...common, type: "poll.created", data: {} }),
      "Unexpected body. Missing or invalid: data.poll",
    ],
    ["no data", JSON.stringify({ ...common, type: "later" }), "Unexpected body. Missing or invalid: data"],
  ])("rejects a body with %s", (_, body, message) => {
    expect(failureOf(() => parseWebhook(body))).toEqual({ fault: "payload", message });
  });

  it("parses a body of bytes or text", () => {
    for (const body of [new TextEncoder().encode(ping), Buffer.from(ping), ping])
      expect(parseWebhook(body)).toMatchObject({ note: "Grüße, 日程" });
  });
});

describe("receiveWebhook", () => {
  it("returns the event of a valid delivery, and parses nothing of an invalid one", () => {
    expect(receiveWebhook({ body: closed, secret, signature, now }).id).toBe("evt_1");
    expect(faultOf(() => receiveWebhook({ body: "{", secret, signature, now }))).toBe("signature");
  });
});
