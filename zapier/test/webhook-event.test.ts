/** Find Webhook Event: a raw delivery becomes flat fields, and its signature is verified. */
import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness, today } from "./harness.ts";
import { catchWebhooks, webhookSecret } from "./webhook-hook.ts";

const harness = startHarness();
const { catchRawHook } = catchWebhooks(harness);
type Output = Record<string, unknown> & { id: string };

const create = (form: Record<string, unknown>) =>
  harness.run<Output>(App.creates.create_poll, { inputData: { title: "Planning", ...form }, meta: {} });

const run = (inputData: Record<string, unknown>, secret: string | undefined = webhookSecret) =>
  harness.run<Output[]>(App.searches.find_webhook_event, {
    authData: { apiKey: harness.sandbox.apiKey, ...(secret && { webhook_secret: secret }) },
    inputData,
    meta: {},
  });

/** Runs the step on the newest delivery of a type, mapped as docs/zapier.md says. */
const find = async (type: string, secret?: string) => {
  const { raw_body, headers } = await catchRawHook(type);
  const found = await run({ raw_body, signature: headers["Http-X-Rallly-Signature"] }, secret);
  expect(found).toHaveLength(1);
  return found[0] as Output;
};

/** A delivery signed with the secret, or with another one. */
const sign = (body: string, { secret = webhookSecret, at = Date.parse(today) } = {}) => {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
};
const event = (type: string, data: object) =>
  JSON.stringify({ version: "2026-09-20", id: "ev1", type, createdAt: "2027-01-15T10:00:00.000Z", data });

const slots = { offer: "times", time_zone: "America/New_York", times: ["2027-03-02 21:00-21:30"] };

afterEach(() => {
  vi.setSystemTime(new Date(today));
});

describe("Find Webhook Event", () => {
  it("gives the picked time in the poll's zone", async () => {
    const poll = await create(slots);
    harness.sandbox.schedulePoll(poll.id, "2027-03-03T02:00:00Z");
    expect(await find("poll.scheduled")).toMatchObject({
      type: "poll.scheduled",
      poll_id: poll.id,
      title: "Planning",
      status: "scheduled",
      text: "Tue, 2 March 2027, 21:00-21:30 (America/New_York, UTC-05:00)",
      all_day: false,
      date: "2027-03-02",
      start: "2027-03-02T21:00:00-05:00",
      end: "2027-03-02T21:30:00-05:00",
      duration_minutes: 30,
      time_zone: "America/New_York",
      response_id: null,
      reason: null,
      signature_verified: true,
      signed_at: "2027-01-15T10:00:30.000Z",
      is_recent: true,
    });
  });

  it("gives a picked day without a zone, and the clock of a floating poll", async () => {
    const days = await create({ offer: "days", dates: ["2027-03-02"] });
    harness.sandbox.schedulePoll(days.id, "2027-03-02");
    expect(await find("poll.scheduled")).toMatchObject({
      all_day: true,
      start: "2027-03-02",
      end: "2027-03-03",
      start_time: null,
    });
    const floating = await create({ ...slots, time_zone: "floating" });
    harness.sandbox.schedulePoll(floating.id, "2027-03-02T21:00:00Z");
    expect(await find("poll.scheduled")).toMatchObject({ start: "2027-03-02 21:00", time_zone: null });
  });

  it("gives several picked days with the day after the last as end", async () => {
    const body = event("poll.scheduled", {
      poll: { id: "gone00000000" },
      event: { start: "2027-03-02T00:00:00.000Z", end: "2027-03-05T00:00:00.000Z", allDay: true },
    });
    expect(await run({ raw_body: body, signature: sign(body) })).toMatchObject([
      { start: "2027-03-02", end: "2027-03-05", poll_id: "gone00000000", title: null, invite_link: null },
    ]);
  });

  it("gives the person who responded, in two requests", async () => {
    const poll = await create(slots);
    const { id } = harness.sandbox.vote(poll.id, {
      name: "Ada Lovelace",
      email: "ada@example.com",
      choices: {},
    });
    const requests = await harness.requestsOf(async () => {
      expect(await find("poll.participant.created")).toMatchObject({
        poll_id: poll.id,
        response_id: id,
        name: "Ada Lovelace",
        first_name: "Ada",
        email: "ada@example.com",
        start: null,
        all_day: null,
      });
    });
    expect(requests).toEqual([`GET /v1/polls/${poll.id}`, `GET /v1/polls/${poll.id}/participants/${id}`]);
    harness.sandbox.removeParticipant(poll.id, id);
    expect(await find("poll.participant.deleted")).toMatchObject({
      response_id: id,
      name: null,
      email: null,
    });
  });

  it("tells why a poll was closed, and what was reopened and deleted", async () => {
    const poll = await create(slots);
    harness.sandbox.closePoll(poll.id);
    expect(await find("poll.closed")).toMatchObject({ reason: "manual", status: "closed" });
    harness.sandbox.reopenPoll(poll.id);
    expect(await find("poll.reopened")).toMatchObject({ status: "open", reason: null });
    await harness.run(App.creates.delete_poll, { inputData: { poll: poll.id }, meta: {} });
    expect(await find("poll.deleted")).toMatchObject({ poll_id: poll.id, title: null, status: null });
  });

  it("takes a ping and an event of a type that it does not know, without a request", async () => {
    const requests = await harness.requestsOf(async () => {
      for (const [type, data] of [
        ["ping", {}],
        ["space.renamed", { poll: 5, participant: {} }],
      ] as const) {
        const body = event(type, data);
        expect(await run({ raw_body: body, signature: sign(body) })).toMatchObject([{ type, poll_id: null }]);
      }
    });
    expect(requests).toEqual([]);
  });

  it("has an id without control and invisible characters, like its other texts", async () => {
    const raw_body = event("ping", {}).replace("ev1", "ev\\u202e1\\n\\u0007");
    const [record] = await run({ raw_body, signature: sign(raw_body) });
    expect(record?.id).toBe("ev1");
  });
});

describe("the signature of a delivery", () => {
  it("is not checked without a secret in the connection, and the output says so", async () => {
    const poll = await create(slots);
    expect(await find("poll.created", " ")).toMatchObject({
      poll_id: poll.id,
      signature_verified: false,
      is_recent: false,
    });
    const { raw_body } = await catchRawHook("poll.created");
    expect(await run({ raw_body }, " ")).toMatchObject([{ signature_verified: false, signed_at: null }]);
  });

  it("is found in all headers together, in any shape", async () => {
    const body = event("ping", {});
    const header = sign(body);
    for (const signature of [
      [header],
      { "Http-X-Rallly-Signature": header, "Http-Host": "hooks.example.com" },
      `Http-Host: hooks.example.com\nHttp-X-Rallly-Signature: ${header}`,
      JSON.stringify({ "Http-X-Rallly-Signature": header }),
    ])
      expect(await run({ raw_body: ` ${body}\n`, signature })).toMatchObject([{ signature_verified: true }]);
  });

  const body = event("ping", {});
  it.each([
    [
      "another secret",
      { raw_body: body, signature: sign(body, { secret: "other" }) },
      /Signature Header: does not match/,
    ],
    [
      "another body",
      { raw_body: body.replace("ev1", "ev2"), signature: sign(body) },
      /Signature Header: does not match/,
    ],
    [
      "no header",
      { raw_body: body },
      /Signature Header: has no signature\. Map Headers Http X Rallly Signature/,
    ],
    [
      "another header",
      { raw_body: body, signature: "application/json" },
      /Signature Header: has no signature/,
    ],
    [
      "two headers",
      { raw_body: body, signature: [sign(body), sign(`${body} `)] },
      /Signature Header: has several/,
    ],
    [
      "a signature that is over a day old",
      { raw_body: body, signature: sign(body, { at: Date.parse(today) - 86_401_000 }) },
      /Signature Header: is more than a day old/,
    ],
    [
      "a signed text that is no event",
      { raw_body: "hello", signature: sign("hello") },
      /Raw Body: is not a delivery/,
    ],
    ["no body", { signature: sign(body) }, /Raw Body: is required/],
    [
      "a parsed body",
      { raw_body: { id: "ev1", type: "ping" }, signature: sign(body) },
      /Raw Body: has several values/,
    ],
  ])("is refused with %s, and no request is made", async (_name, inputData, message) => {
    const requests = await harness.requestsOf(async () => {
      const error: unknown = await run(inputData).catch((caught: unknown) => caught);
      expect(String(error)).toMatch(message);
      expect(String(error)).not.toContain(webhookSecret);
    });
    expect(requests).toEqual([]);
  });

  it("is accepted for a day, because Zapier may hold a run, and is_recent tells", async () => {
    for (const [hours, is_recent] of [
      [0.05, true],
      [1, false],
      [23.9, false],
    ] as const) {
      const signature = sign(body, { at: Date.parse(today) - hours * 3_600_000 });
      expect(await run({ raw_body: body, signature })).toMatchObject([
        { signature_verified: true, is_recent },
      ]);
    }
  });

  it("leaves the secret out of the output, also when it was pasted into a poll", async () => {
    await create({ ...slots, title: `Planning ${webhookSecret}` });
    const record = await find("poll.created");
    expect(JSON.stringify(record)).not.toContain(webhookSecret);
    expect(record["title"]).toContain("Planning");
  });
});
