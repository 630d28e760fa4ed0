/** Webhook deliveries at a receiver: every event and ping, signed, and retried. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ControlError, type Sandbox, type WebhookInput } from "../../src/sandbox/index.ts";
import { call, create, datePoll, openSandbox, start } from "./request.ts";
import { until } from "./until.ts";

/** One delivery with its raw body. */
interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  raw: Buffer;
}

/** Starts a webhook receiver on a real socket. `getStatus` returns the status for a delivery; null for no response. */
async function startReceiver(getStatus: (received: Received) => number | null = () => 204) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const delivery = { path: request.url ?? "", headers: request.headers, raw: Buffer.concat(chunks) };
    received.push(delivery);
    const status = getStatus(delivery);
    if (status !== null) response.writeHead(status, { Location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** The parsed bodies of the deliveries. */
    events: () => received.map(({ raw }) => JSON.parse(raw.toString())),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const secret = "whsec_for_tests";
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let sandbox: Sandbox;
let statuses: (number | null)[] = [];
beforeEach(async () => {
  statuses = [];
  receiver = await startReceiver(() => (statuses.length > 0 ? (statuses.shift() ?? null) : 204));
  sandbox = await openSandbox({ webhooks: { retryScale: 1e-7, timeoutMs: 1500 } });
  sandbox.webhooks.add({ url: receiver.url, secret });
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver.close();
});

const firstEndpoint = () => sandbox.webhooks.endpoints[0]?.id ?? "";
const typesOf = () => receiver.events().map(({ type }) => type);

it("each change sends its event, with ids only", async () => {
  const { id } = await create(sandbox, datePoll);
  const voter = sandbox.vote(id, { name: "Ada", choices: { "2027-03-01": "yes" } });
  sandbox.updateVote(id, voter.id, { choices: {} });
  sandbox.removeParticipant(id, voter.id);
  sandbox.editPoll(id, { title: "Offsite" });
  sandbox.closePoll(id);
  sandbox.reopenPoll(id);
  sandbox.schedulePoll(id, "2027-03-01");
  sandbox.reopenPoll(id);
  sandbox.setNow("2027-03-10T00:00:00Z");
  await call(sandbox, "DELETE", `/polls/${id}`);
  const options = [{ startTime: "2028-03-01T09:00:00Z" }];
  const call45 = await create(sandbox, { title: "Call", kind: "time", duration: 45, options });
  sandbox.schedulePoll(call45.id, "2028-03-01T10:00:00+01:00");
  await sandbox.webhooks.settled();
  const poll = { id };
  const participant = { id: voter.id };
  const day = { start: "2027-03-01T00:00:00.000Z", end: "2027-03-02T00:00:00.000Z", allDay: true };
  const slot = { start: "2028-03-01T09:00:00.000Z", end: "2028-03-01T09:45:00.000Z", allDay: false };
  const expected: [string, object][] = [
    ["poll.created", { poll }],
    ["poll.participant.created", { poll, participant }],
    ["poll.participant.updated", { poll, participant }],
    ["poll.participant.deleted", { poll, participant }],
    ["poll.updated", { poll }],
    ["poll.closed", { poll, reason: "manual" }],
    ["poll.reopened", { poll }],
    ["poll.scheduled", { poll, event: day }],
    ["poll.reopened", { poll }],
    ["poll.closed", { poll, reason: "auto" }],
    ["poll.deleted", { poll }],
    ["poll.created", { poll: { id: call45.id } }],
    ["poll.scheduled", { poll: { id: call45.id }, event: slot }],
  ];
  expect(receiver.events()).toHaveLength(expected.length);
  const [version, any] = ["2026-09-20", expect.any(String)];
  for (const [type, data] of expected)
    expect(receiver.events()).toContainEqual({ version, id: any, type, createdAt: any, data });
  const closed = receiver.events().find(({ data }) => data.reason === "auto");
  expect(closed.createdAt).toBe("2027-03-03T00:00:00.000Z");
});

it("a delivery has the headers of the contract, and a signature of the raw body", async () => {
  await create(sandbox, { ...datePoll, title: "花見" });
  await sandbox.webhooks.settled();
  const [{ headers, raw }] = receiver.received as [(typeof receiver.received)[0]];
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "Rallly-Webhooks/1.0",
    "x-rallly-event": "poll.created",
    "x-rallly-delivery": expect.stringMatching(/^\w+$/),
    "x-rallly-webhook-version": "2026-09-20",
  });
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-rallly-signature"])) ?? [];
  expect(v1).toBe(createHmac("sha256", secret).update(`${t}.`).update(raw).digest("hex"));
  // The machine's time, with which a receiver compares it.
  expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(300);
});

it("poll.closed is sent when all options have passed, without any request", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let now = Date.parse(start);
  const running = await openSandbox({ now: () => now });
  running.webhooks.add({ url: receiver.url, events: ["poll.closed"] });
  const { id } = await create(running, datePoll);
  now = Date.parse("2027-04-01T00:00:00Z");
  vi.advanceTimersByTime(1000);
  await running.webhooks.settled();
  expect(receiver.events()).toMatchObject([{ type: "poll.closed", data: { poll: { id }, reason: "auto" } }]);
});

describe("an endpoint", () => {
  it("gets only events of its space and of its list, and none after it is removed", async () => {
    const { secondSpace } = sandbox.apiKeys;
    sandbox.webhooks.add({ url: `${receiver.url}2`, events: ["poll.deleted"], apiKey: secondSpace });
    sandbox.webhooks.remove(firstEndpoint());
    await create(sandbox, datePoll);
    const { id } = await create(sandbox, datePoll, secondSpace);
    await call(sandbox, "DELETE", `/polls/${id}`, { key: secondSpace });
    await sandbox.webhooks.settled();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook2"]);
    expect(typesOf()).toEqual(["poll.deleted"]);
  });

  it("is one of at most five of a space", () => {
    for (const name of ["localhost", "[::1]", "127.1", "2130706433"])
      expect(sandbox.webhooks.add({ url: `http://${name}:9/` }).secret).toMatch(/^whsec_\w{48}$/);
    expect(() => sandbox.webhooks.add({ url: receiver.url })).toThrow("at most 5");
    sandbox.webhooks.add({ url: receiver.url, apiKey: sandbox.apiKeys.secondSpace });
  });

  it.each<[object, string]>([
    [{ url: "ftp://127.0.0.1/" }, "url: Must be a URL with http"],
    [{ url: "http://user:pass@127.0.0.1/" }, "url: must not contain credentials"],
    [{ url: `http://127.0.0.1/${"x".repeat(2048)}` }, "url: Longer than 2048"],
    [{ url: "https://example.com/hook" }, "url: must be on this machine"],
    [{ url: "https://127.0.0.1.example.com/" }, "url: must be on this machine"],
    [{ url: "http://169.254.169.254/" }, "url: must be on this machine"],
    [{ url: "http://localhost:9/", apiKey: "sk_no_body" }, "apiKey: unknown key"],
    [{ url: "http://localhost:9/", events: ["poll.closes"] }, "events.0: "],
    [{ url: "http://localhost:9/", sceret: "x" }, "sceret: "],
  ])("%j is refused: %s", (input, message) => {
    expect(() => sandbox.webhooks.add(input as WebhookInput)).toThrow(message);
  });

  it("can be on another machine with allowExternalWebhooks, by https only", async () => {
    const open = await openSandbox({ allowExternalWebhooks: true });
    expect(open.webhooks.add({ url: "https://example.com/hook" }).url).toBe("https://example.com/hook");
    expect(() => open.webhooks.add({ url: "http://example.com/" })).toThrow(ControlError);
  });
});

describe("retries", () => {
  it("run until a 2xx, with the same event id and a new delivery id, without following redirects", async () => {
    statuses = [500, 302, null, 404, 200];
    await create(sandbox, datePoll);
    await sandbox.webhooks.settled();
    const { deliveries } = sandbox.webhooks;
    expect(deliveries.map(({ attempt, status }) => `${attempt} ${status}`)).toEqual([
      "1 500",
      "2 302",
      "3 null",
      "4 404",
      "5 200",
    ]);
    expect(sandbox.webhooks.deliveries[2]?.error).toBe("no response in time");
    expect(new Set(receiver.events().map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-rallly-delivery"])).size).toBe(5);
    expect(receiver.received.every(({ path }) => path === "/hook")).toBe(true);
  });

  it("end after five, and a ping gets none", async () => {
    statuses = Array(10).fill(503);
    await create(sandbox, datePoll);
    await sandbox.webhooks.settled();
    expect(receiver.received).toHaveLength(6);
    sandbox.webhooks.ping(firstEndpoint());
    await sandbox.webhooks.settled();
    expect(receiver.events().slice(6)).toEqual([
      expect.objectContaining({ type: "ping", data: {}, id: expect.stringMatching(/^ping_/) }),
    ]);
  });

  it("end when the sandbox closes, waiting or in flight", async () => {
    const slow = await openSandbox();
    for (const url of [receiver.url, "http://127.0.0.1:9/"]) slow.webhooks.add({ url });
    statuses = [null];
    await create(slow, datePoll);
    await until(() => receiver.received.length + slow.webhooks.deliveries.length === 2);
    await slow.close();
    await slow.webhooks.settled();
    expect(slow.webhooks.deliveries.map(({ status }) => status)).toEqual([null]);
  });
});
