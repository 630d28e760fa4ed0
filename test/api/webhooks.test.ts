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

function faultOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookError);
    expect(inspect(error, { depth: null })).not.toContain(secret);
    if (error instanceof WebhookError) return error.fault;
  }
  throw new Error("Nothing was refused");
}

describe("verifyWebhook", () => {
  it.each(vectors)("accepts what openssl signed: %s", (_, body, mac) => {
    verifyWebhook({ body, secret, now, signature: `t=${time},v1=${mac}` });
    verifyWebhook({ body: Buffer.from(body), secret, now, signature: `t=${time},v1=${mac}` });
  });

  it.each([
    ["another body", { body: `${closed} ` }],
    ["another secret", { secret: `${secret}x` }],
    ["another time", { signature: `t=${time + 1},v1=${closedMac}` }],
    ["no header", { signature: undefined }],
    ["an empty header", { signature: "" }],
    ["capitals", { signature: `t=${time},v1=${closedMac.toUpperCase()}` }],
    ["half a signature", { signature: `t=${time},v1=${closedMac.slice(0, 32)}` }],
    ["more after it", { signature: `${signature},v1=${closedMac}` }],
    ["no time", { signature: `v1=${closedMac}` }],
    ["a time that is no number", { signature: `t=1e9,v1=${closedMac}` }],
    ["a negative time", { signature: `t=-${time},v1=${closedMac}` }],
  ])("refuses %s", (_, change) => {
    expect(faultOf(() => verifyWebhook({ body: closed, secret, signature, now, ...change }))).toBe(
      "signature",
    );
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
    else expect(faultOf(verify)).toBe("age");
  });

  it("uses the machine's clock and five minutes unless told otherwise", () => {
    const sign = (at: number) =>
      `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${closed}`).digest("hex")}`;
    const today = Math.floor(Date.now() / 1000);
    verifyWebhook({ body: closed, secret, signature: sign(today) });
    expect(faultOf(() => verifyWebhook({ body: closed, secret, signature: sign(today - 400) }))).toBe("age");
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
  it.each(events)("reads %s, with whatever it may hold later", (type, data) => {
    const event = { ...common, type, data: { ...data, addedLater: 1 }, addedLater: [] };
    expect(parseWebhook(JSON.stringify(event))).toEqual(event);
    expect(parseWebhook(Buffer.from(JSON.stringify(event)))).toEqual(event);
  });

  it("lets its reader switch on the type", () => {
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
    ["no JSON", "{"],
    ["no event", "[]"],
    ["no id", JSON.stringify({ ...common, id: undefined, type: "ping", data: {} })],
    ["no poll", JSON.stringify({ ...common, type: "poll.created", data: {} })],
    ["no data", JSON.stringify({ ...common, type: "later" })],
  ])("refuses %s", (_, body) => {
    expect(faultOf(() => parseWebhook(body))).toBe("payload");
  });
});

describe("receiveWebhook", () => {
  it("answers the event of a true delivery, and reads nothing of a false one", () => {
    expect(receiveWebhook({ body: closed, secret, signature, now }).id).toBe("evt_1");
    expect(faultOf(() => receiveWebhook({ body: "{", secret, signature, now }))).toBe("signature");
  });
});
