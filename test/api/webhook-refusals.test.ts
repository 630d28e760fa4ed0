/** Deliveries that are not what they claim, and what is said of each. */
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseWebhook, verifyWebhook, WebhookError } from "../../src/api/index.ts";

const secret = "whsec_4f9a-test";
const body =
  '{"version":"2026-09-20","id":"evt_1","type":"ping","createdAt":"2027-02-28T12:00:00.000Z","data":{}}';
const time = 1803801600;
const sign = (key = secret, at = `${time}`) =>
  `t=${at},v1=${createHmac("sha256", key).update(`${at}.${body}`).digest("hex")}`;

function refusalOf(act: () => unknown): [string, string] {
  try {
    act();
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    expect(error.name).toBe("WebhookError");
    return [error.fault, error.message];
  }
  throw new Error("was not refused");
}

const verify = (change: Partial<Parameters<typeof verifyWebhook>[0]>) =>
  refusalOf(() => verifyWebhook({ body, secret, signature: sign(), now: () => time * 1000, ...change }));

describe("a delivery is refused", () => {
  it("when the endpoint has no secret, even if it is signed with none", () => {
    expect(verify({ secret: "", signature: sign("") })).toEqual([
      "options",
      "Missing secret. Pass the signing secret of the endpoint",
    ]);
  });

  it.each([
    ["no header", undefined],
    ["an empty one", ""],
    ["something before the time", `v0=1,${sign()}`],
    ["something after the signature", `${sign()},v0=1`],
    ["a time too long for a clock", sign(secret, "1803801600000")],
  ])("when it carries %s", (_, signature) => {
    expect(verify({ signature })).toEqual([
      "signature",
      "The header X-Rallly-Signature is missing or malformed",
    ]);
  });

  it("when another signed it", () => {
    expect(verify({ signature: sign("another") })).toEqual([
      "signature",
      "The signature does not match. Check the endpoint's secret, and pass the body as it arrived",
    ]);
  });

  it("when it is old", () => {
    expect(verify({ now: () => (time + 301) * 1000 })).toEqual([
      "age",
      "The delivery was signed more than 300 seconds before or after now",
    ]);
    expect(verify({ now: () => (time + 11) * 1000, toleranceSeconds: 10 })).toEqual([
      "age",
      "The delivery was signed more than 10 seconds before or after now",
    ]);
  });

  it("when its body cannot be read", () => {
    expect(refusalOf(() => parseWebhook("{"))).toEqual(["payload", "The body is not JSON"]);
  });

  it("when its body lacks something, and the fields are named", () => {
    const event = JSON.parse(body);
    const lacks = (fields: object) => refusalOf(() => parseWebhook(JSON.stringify({ ...event, ...fields })));
    const said = "Unexpected body. Missing or invalid:";
    expect(lacks({ id: undefined, createdAt: 5 })).toEqual(["payload", `${said} id, createdAt`]);
    expect(lacks({ type: "poll.created" })).toEqual(["payload", `${said} data.poll`]);
  });
});

it("reads a body of bytes, in whatever form they come", () => {
  const text = body.replace('"data":{}', '"data":{"note":"Grüße, 日程"}');
  for (const bytes of [new TextEncoder().encode(text), Buffer.from(text), text]) {
    expect(parseWebhook(bytes)).toMatchObject({ data: { note: "Grüße, 日程" } });
  }
});
