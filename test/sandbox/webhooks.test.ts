/** Webhook deliveries at a receiver: all nine events and ping, signed, and retried. */
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ControlError, type Sandbox, startSandbox, type WebhookInput } from "../../src/sandbox/index.ts";
import { lookupLoopback } from "../../src/sandbox/loopback.ts";
import { retryDelays } from "../../src/sandbox/webhooks.ts";
import { startReceiver } from "./receiver.ts";
import { call, create, datePoll, start } from "./request.ts";

const secret = "whsec_for_tests";
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let sandbox: Sandbox;
let statuses: (number | null)[] = [];
beforeEach(async () => {
  statuses = [];
  receiver = await startReceiver(() => (statuses.length > 0 ? (statuses.shift() ?? null) : 204));
  sandbox = await startSandbox({
    now: start,
    seed: "empty",
    limits: "none",
    webhooks: { endpoints: [{ url: receiver.url, secret }], retryScale: 1e-7, timeoutMs: 300 },
  });
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const [first] = ["2027-03-01"];
const typesOf = () =>
  receiver
    .events()
    .map(({ type }) => type)
    .sort();

describe("webhook events", () => {
  it("are sent for all nine changes, with ids only", async () => {
    const { id } = await create(sandbox, datePoll);
    const voter = sandbox.vote(id, { name: "Ada", choices: { [first ?? ""]: "yes" } });
    sandbox.updateVote(id, voter.id, { choices: {} });
    sandbox.removeParticipant(id, voter.id);
    sandbox.editPoll(id, { title: "Offsite" });
    sandbox.closePoll(id);
    sandbox.reopenPoll(id);
    sandbox.schedulePoll(id, first ?? "");
    sandbox.reopenPoll(id);
    sandbox.setNow("2027-03-10T00:00:00Z");
    await call(sandbox, "DELETE", `/polls/${id}`);
    await sandbox.webhooks.settled();
    const poll = { id };
    const participant = { id: voter.id };
    const expected: [string, unknown][] = [
      ["poll.created", { poll }],
      ["poll.participant.created", { poll, participant }],
      ["poll.participant.updated", { poll, participant }],
      ["poll.participant.deleted", { poll, participant }],
      ["poll.updated", { poll }],
      ["poll.closed", { poll, reason: "manual" }],
      ["poll.reopened", { poll }],
      [
        "poll.scheduled",
        { poll, event: { start: "2027-03-01T00:00:00.000Z", end: "2027-03-02T00:00:00.000Z", allDay: true } },
      ],
      ["poll.reopened", { poll }],
      ["poll.closed", { poll, reason: "auto" }],
      ["poll.deleted", { poll }],
    ];
    expect(receiver.events()).toHaveLength(expected.length);
    for (const [type, data] of expected) {
      expect(receiver.events()).toContainEqual({
        version: "2026-09-20",
        id: expect.any(String),
        type,
        createdAt: expect.any(String),
        data,
      });
    }
    const closed = receiver.events().find(({ data }) => data.reason === "auto");
    expect(closed.createdAt).toBe("2027-03-03T00:00:00.000Z");
  });

  it("have start and end of a time option", async () => {
    const options = [{ startTime: "2027-03-01T09:00:00Z" }];
    const { id } = await create(sandbox, { title: "Call", kind: "time", duration: 45, options });
    sandbox.schedulePoll(id, "2027-03-01T09:00:00Z");
    await sandbox.webhooks.settled();
    const event = { start: "2027-03-01T09:00:00.000Z", end: "2027-03-01T09:45:00.000Z", allDay: false };
    expect(receiver.events().at(-1)?.data).toEqual({ poll: { id }, event });
  });

  it("have the headers of the contract, and a signature of the raw body", async () => {
    await create(sandbox, { ...datePoll, title: "花見" });
    await sandbox.webhooks.settled();
    const [{ headers, raw }] = receiver.received as [(typeof receiver.received)[0]];
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "x-rallly-event": "poll.created",
      "x-rallly-delivery": expect.stringMatching(/^\w+$/),
      "x-rallly-webhook-version": "2026-09-20",
    });
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-rallly-signature"])) ?? [];
    expect(v1).toBe(createHmac("sha256", secret).update(`${t}.`).update(raw).digest("hex"));
    expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(300);
  });
});

describe("the event poll.closed", () => {
  it("is sent when all options have passed, without any request", async () => {
    let now = Date.parse(start);
    const endpoints = [{ url: receiver.url, events: ["poll.closed" as const] }];
    const running = await startSandbox({ now: () => now, seed: "empty", webhooks: { endpoints } });
    const { id } = await create(running, datePoll);
    now = Date.parse("2027-04-01T00:00:00Z");
    await expect.poll(() => receiver.events(), { timeout: 10_000 }).toHaveLength(1);
    expect(receiver.events()).toMatchObject([
      { type: "poll.closed", data: { poll: { id }, reason: "auto" } },
    ]);
    await running.close();
  });
});

describe("webhook endpoints", () => {
  it("get a ping with empty data", async () => {
    sandbox.webhooks.ping(sandbox.webhooks.endpoints[0]?.id ?? "");
    await sandbox.webhooks.settled();
    expect(receiver.events()).toMatchObject([{ type: "ping", data: {} }]);
  });

  it("get only events of their space and of their list", async () => {
    const other = {
      url: `${receiver.url}2`,
      events: ["poll.deleted"] as const,
      apiKey: sandbox.apiKeys.secondSpace,
    };
    sandbox.webhooks.add(other);
    await create(sandbox, datePoll);
    const { id } = await create(sandbox, datePoll, sandbox.apiKeys.secondSpace);
    await call(sandbox, "DELETE", `/polls/${id}`, { key: sandbox.apiKeys.secondSpace });
    await sandbox.webhooks.settled();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(["/hook", "/hook2"]);
    expect(typesOf()).toEqual(["poll.created", "poll.deleted"]);
  });

  it("are at most five for a space, without credentials and without long URLs", () => {
    const add = (url: string) => sandbox.webhooks.add({ url });
    for (const url of [
      "ftp://127.0.0.1/",
      "nonsense",
      "http://user:pass@127.0.0.1/",
      `http://127.0.0.1/${"x".repeat(2048)}`,
    ]) {
      expect(() => add(url)).toThrow(ControlError);
      expect(() => add(url)).toThrow(/^url: /);
    }
    expect(add("https://127.0.0.1:9/hook").secret).toMatch(/^whsec_\w{48}$/);
    for (const name of ["localhost", "[::1]", "127.0.0.1"]) add(`http://${name}:9/`);
    expect(() => add(receiver.url)).toThrow("at most 5");
    expect(() => sandbox.webhooks.add({ url: receiver.url, apiKey: "sk_no_body" })).toThrow("unknown key");
    sandbox.webhooks.add({ url: receiver.url, apiKey: sandbox.apiKeys.secondSpace });
  });

  it.each<[string, object]>([
    ["url", {}],
    ["events.0", { url: "http://localhost:9/", events: ["poll.opened"] }],
    ["secret", { url: "http://localhost:9/", secret: "" }],
    ["sceret", { url: "http://localhost:9/", sceret: "x" }],
  ])("are rejected and %s is named: %j", (field, input) => {
    expect(() => sandbox.webhooks.add(input as WebhookInput)).toThrow(`${field}: `);
    expect(sandbox.webhooks.endpoints).toHaveLength(1);
  });

  it.each([
    "http://example.com/",
    "https://example.com/hook",
    "https://127.0.0.1.example.com/",
    "https://localhost.example.com/",
    "http://0.0.0.0:9/",
    "http://[::]:9/",
    "http://10.0.0.1:9/",
    "http://169.254.169.254/",
    "http://[::ffff:10.0.0.1]:9/",
    "http://2130706432.example/",
    "https://3232235777/",
  ])("must be on this machine by default: %s is rejected", async (url) => {
    expect(() => sandbox.webhooks.add({ url })).toThrow("--allow-external-webhooks");
    await expect(startSandbox({ webhooks: { endpoints: [{ url }] } })).rejects.toThrow(ControlError);
    const body = JSON.stringify({ url });
    const response = await fetch(`${sandbox.controlUrl}/webhooks`, { method: "POST", body });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("must be on this machine"),
    ]);
    expect(sandbox.webhooks.endpoints).toHaveLength(1);
  });

  it.each(["localhost", "LOCALHOST.", "2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]"])(
    "can be on this machine with the name %s",
    async (name) => {
      sandbox.webhooks.remove(sandbox.webhooks.endpoints[0]?.id ?? "");
      sandbox.webhooks.add({ url: receiver.url.replace("127.0.0.1", name) });
      await create(sandbox, datePoll);
      await sandbox.webhooks.settled();
      expect(typesOf()).toEqual(["poll.created"]);
      expect(sandbox.webhooks.deliveries).toMatchObject([{ status: 204, error: null }]);
    },
  );

  it("can be on other machines with allowExternalWebhooks, by https only", async () => {
    const open = await startSandbox({ seed: "empty", allowExternalWebhooks: true });
    const { url } = open.webhooks.add({ url: "https://example.com/hook" });
    expect(url).toBe("https://example.com/hook");
    expect(() => open.webhooks.add({ url: "http://example.com/" })).toThrow("https");
    await open.close();
  });

  it("get no events after they are removed", async () => {
    sandbox.webhooks.remove(sandbox.webhooks.endpoints[0]?.id ?? "");
    expect(() => sandbox.webhooks.remove("nothing")).toThrow(ControlError);
    await create(sandbox, datePoll);
    await sandbox.webhooks.settled();
    expect(receiver.received).toEqual([]);
  });
});

describe("the address of a webhook host name", () => {
  const resolve = (name: string, all: boolean) =>
    new Promise<unknown>((settle) =>
      lookupLoopback(name, { all }, (error, address) => settle(error ?? address)),
    );

  it("is checked at the connection, and is the one connected to", async () => {
    const addresses = await resolve("localhost", true);
    expect(addresses).toContainEqual({
      address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      family: expect.any(Number),
    });
    expect(await resolve("localhost", false)).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(await resolve("localhost.invalid", true)).toMatchObject({ code: expect.any(String) });
  });

  // The lookup of an IP address returns it without a network.
  it.each(["10.0.0.1", "0.0.0.0", "::", "2001:db8::1", "::ffff:10.0.0.1", "169.254.169.254"])(
    "is rejected when it is %s",
    async (address) => {
      for (const all of [true, false])
        expect(await resolve(address, all)).toMatchObject({
          message: `${address} does not resolve to this machine`,
        });
    },
  );
});

describe("webhook retries", () => {
  it("run until a 2xx, with the same event id and a new delivery id, without following redirects", async () => {
    statuses = [500, 302, null, 404, 200];
    await create(sandbox, datePoll);
    await sandbox.webhooks.settled();
    expect(sandbox.webhooks.deliveries[2]?.error).toBe("no response in time");
    expect(sandbox.webhooks.deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 500],
      [2, 302],
      [3, null],
      [4, 404],
      [5, 200],
    ]);
    expect(new Set(receiver.events().map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-rallly-delivery"])).size).toBe(5);
    expect(receiver.received.every(({ path }) => path === "/hook")).toBe(true);
  });

  it("run after 1 min, 5 min, 30 min, 2 h and 12 h", () => {
    expect(retryDelays.map((delay) => delay / 60_000)).toEqual([1, 5, 30, 120, 720]);
  });

  it("end after five retries", async () => {
    statuses = Array(10).fill(503);
    await create(sandbox, datePoll);
    await sandbox.webhooks.settled();
    expect(receiver.received).toHaveLength(6);
  });

  it("end when the sandbox closes, waiting or in flight", async () => {
    const slow = await startSandbox({
      seed: "empty",
      webhooks: { endpoints: [{ url: receiver.url }, { url: "http://127.0.0.1:9/" }] },
    });
    statuses = [null];
    await create(slow, datePoll);
    await expect.poll(() => receiver.received.length + slow.webhooks.deliveries.length).toBe(2);
    await slow.close();
    expect(slow.webhooks.deliveries.map(({ status }) => status)).toEqual([null]);
  });
});
