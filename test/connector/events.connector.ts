/** Events: from Rallly's webhook to hosts that have subscribed, some of which are down, slow or forged at. */
import { createHmac } from "node:crypto";
import {
  createMCPClient,
  experimental_createMCPEventWebhook as createReceiver,
  type Experimental_MCPEventSubscription as SavedSubscription,
} from "@ai-sdk/mcp";
import { expect, it } from "vitest";
import { sign } from "../../connector/callbacks.ts";
import {
  answers,
  countEnds,
  createSecret,
  deliveredTo,
  received,
  shareEvents,
  toCallback,
  toPicked,
} from "./event-hosts.ts";

const { connector, openHost, openReady, createPoll, deliver, disconnect, age, openAddress } = shareEvents();

it("tells of both spellings, and lists events with their schemas", async () => {
  const { request } = await openHost();
  const clientInfo = { name: "t", version: "1" };
  const { result } = await request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo,
  });
  expect(result["capabilities"]).toMatchObject({
    events: {},
    extensions: { "io.modelcontextprotocol/events": {} },
  });
  const { events } = (await request("events/list", {})).result as { events: Record<string, unknown>[] };
  expect(events.map(({ name }) => name)).toEqual(["time_picked", "answered", "closed", "deleted"]);
  for (const event of events)
    expect(event).toMatchObject({
      delivery: ["webhook"],
      inputSchema: { type: "object", additionalProperties: false, properties: { poll: {} } },
      payloadSchema: { type: "object", properties: { poll: { type: "string" } } },
    });
});

it("delivers a picked time to each host once, signed, with Rallly's id", async () => {
  const host = await openReady("read");
  const poll = await createPoll();
  const [url, secret] = [toCallback(), createSecret()];
  const { result } = await host.subscribe("time_picked", url, { poll: poll.id }, secret);
  expect(result).toMatchObject({ id: expect.stringMatching(/^sub_/), cursor: null, truncated: false });
  expect(result["refreshBefore"]).toMatch(/Z$/);
  const other = toCallback();
  await host.subscribe("time_picked", other, { poll: (await createPoll()).id });
  connector().sandbox.vote(poll.id, { name: "Ann", choices: {} });
  connector().sandbox.schedulePoll(poll.id, poll.option);
  await connector().sandbox.webhooks.settled();
  const [delivered, ...more] = deliveredTo(url);
  expect([more, deliveredTo(other)]).toEqual([[], []]);
  const { eventId } = delivered?.message ?? {};
  expect(delivered?.message).toEqual({
    eventId: connector().sandbox.webhooks.deliveries.findLast(({ type }) => type === "poll.scheduled")
      ?.eventId,
    name: "time_picked",
    timestamp: expect.stringMatching(/Z$/),
    data: { poll: poll.id, start: "2037-03-02T00:00:00.000Z", end: "2037-03-03T00:00:00.000Z", allDay: true },
    cursor: null,
  });
  const headers = delivered?.headers;
  expect([headers?.get("webhook-id"), headers?.get("x-mcp-subscription-id")]).toEqual([
    eventId,
    result["id"],
  ]);
  const signed = `${eventId}.${headers?.get("webhook-timestamp")}.${delivered?.body}`;
  const mac = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(signed)
    .digest("base64");
  expect(headers?.get("webhook-signature")).toBe(`v1,${mac}`);
});

it("signs a message as the published vector of Standard Webhooks does", async () => {
  const signed = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}';
  const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  expect(await sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", signed)).toBe(signature);
});

it("is taken by the receiver of the AI SDK, in words of its own client", async () => {
  const host = await openReady();
  const poll = await createPoll();
  const saved = new Map<string, SavedSubscription>();
  const store = {
    get: async (key: string) => saved.get(key),
    getById: async (id: string) => [...saved.values()].find((each) => each.id === id),
    set: async (each: SavedSubscription) => void saved.set(each.key, each),
    update: async (key: string, patch: Partial<SavedSubscription>) =>
      void saved.set(key, { ...(saved.get(key) as SavedSubscription), ...patch }),
    delete: async (key: string) => void saved.delete(key),
  };
  const taken: unknown[] = [];
  const receive = createReceiver({ store, onEvent: async ({ event }) => void taken.push(event.data) });
  const client = await createMCPClient({
    transport: {
      type: "http",
      url: `${connector().origin}/mcp`,
      headers: { authorization: `Bearer ${host.tokens.access_token}` },
    },
    experimental_events: { store },
  });
  const answerAll = new URL(toCallback()).origin.replace("host", "ai");
  const nativeSet = store.set;
  store.set = async (each) => {
    answers.set(each.delivery.url, receive);
    await nativeSet(each);
  };
  await client.experimental_events.subscribe({
    name: "answered",
    arguments: { poll: poll.id },
    delivery: { mode: "webhook", url: `${answerAll}/events` },
  });
  connector().sandbox.vote(poll.id, { name: "Ann", choices: {} });
  await connector().sandbox.webhooks.settled();
  expect(taken).toEqual([{ poll: poll.id, participant: expect.any(String), change: "added" }]);
  await client.close();
});

it("delivers once each after a host was down, and holds nothing against the others", async () => {
  const host = await openReady();
  const poll = await createPoll();
  const [up, down, gone] = [toCallback(), toCallback(), toCallback()];
  for (const url of [up, down, gone]) await host.subscribe("time_picked", url, { poll: poll.id });
  answers.set(down, () => new Response(null, { status: 503 }));
  answers.set(gone, () => new Response(null, { status: 410 }));
  const event = toPicked(poll.id, "evt_down");
  expect(await deliver(event)).toBe(503);
  expect(await deliver(event)).toBe(503);
  answers.delete(down);
  expect(await deliver(event)).toBe(204);
  expect(await deliver(event)).toBe(204);
  expect([up, down, gone].map((url) => deliveredTo(url).length)).toEqual([1, 3, 1]);
  const [first, , last] = deliveredTo(down);
  expect([last?.body, last?.headers.get("webhook-id")]).toEqual([first?.body, "evt_down"]);
  answers.set(down, () => new Response(null, { status: 500 }));
  expect(await deliver(toPicked(poll.id, "evt_old", 41 * 60_000))).toBe(204);
  expect(deliveredTo(down)).toHaveLength(4);
});

it("gives a delivery that comes twice at one moment to each host once", async () => {
  const host = await openReady();
  const poll = await createPoll();
  const url = toCallback();
  await host.subscribe("time_picked", url, { poll: poll.id });
  const event = toPicked(poll.id, "evt_twice");
  expect(await Promise.all(Array.from({ length: 5 }, () => deliver(event)))).toEqual([
    204, 204, 204, 204, 204,
  ]);
  expect(deliveredTo(url)).toHaveLength(1);
});

it("refuses what Rallly has not sent, and takes what concerns nobody", async () => {
  const { subscribe } = await openReady();
  const poll = await createPoll();
  const url = toCallback();
  await subscribe("time_picked", url, { poll: poll.id });
  const event = toPicked(poll.id, "evt_forged");
  const mac = "0".repeat(64);
  expect(await deliver(event, { secret: "another" })).toBe(401);
  expect(await deliver(event, { ageS: 301 })).toBe(401);
  expect(await deliver(event, { signature: "" })).toBe(401);
  expect(await deliver(event, { signature: `t=${Math.floor(Date.now() / 1000)},v1=${mac}` })).toBe(401);
  expect(await deliver("no JSON")).toBe(400);
  expect(await deliver({ ...event, id: "ping_1", type: "ping", data: {} })).toBe(204);
  expect(await deliver({ ...event, type: "poll.painted" })).toBe(204);
  expect(await deliver("x".repeat(65 * 1024))).toBe(413);
  const unknown = (await openAddress()).replace(/.{5}$/, "xxxxx");
  expect((await fetch(unknown, { method: "POST", body: "{}" })).status).toBe(404);
  expect(deliveredTo(url)).toEqual([]);
});

it("stores no subscription of a callback that does not repeat the challenge, and says why", async () => {
  const { subscribe } = await openReady();
  const poll = await createPoll();
  const fails: Record<string, [answer: Parameters<typeof answers.set>[1], reason: string]> = {
    "a wrong echo": [() => Response.json({ challenge: "x" }), "challenge_failed"],
    "no JSON": [() => new Response("ok"), "challenge_failed"],
    "an echo beyond 8 KiB": [
      (_, { message }) => new Response(JSON.stringify(message).padStart(9_000)),
      "challenge_failed",
    ],
    "an error of the host": [() => new Response(null, { status: 500 }), "http_5xx"],
    "no such path": [() => new Response(null, { status: 404 }), "http_4xx"],
    "nothing in time": [() => new Promise(() => {}), "timeout"],
    "a redirect": [() => Response.redirect("https://evil.example/", 302), "challenge_failed"],
  };
  const tried = Object.entries(fails).map(async ([name, [fail, reason]]) => {
    const url = toCallback();
    answers.set(url, fail);
    const { error } = await subscribe("time_picked", url, { poll: poll.id });
    expect(error, name).toMatchObject({ code: -32015, data: { reason } });
    return url;
  });
  const urls = await Promise.all(tried);
  expect(await deliver(toPicked(poll.id, "evt_unproved"))).toBe(204);
  expect(urls.flatMap(deliveredTo)).toEqual([]);
  expect(received.some((each) => each.url.includes("evil"))).toBe(false);
});

it("sends nothing to a callback that is not public", async () => {
  const { subscribe } = await openReady();
  const before = received.length;
  for (const url of [
    ...["http://host.example/a", "https://10.0.0.1/a", "https://[::1]/a", "https://0x7f.1/a"],
    ...["https://localhost/a", "https://intranet/a", "https://printer.local/a", "https://a.internal./a"],
    ...["https://a:b@host.example/a", "https://host.example/a#b", "host.example"],
  ])
    expect((await subscribe("closed", url)).error?.code, url).toBe(-32602);
  expect(received).toHaveLength(before);
});

it("refuses wrong secrets and arguments, and echoes no secret", async () => {
  const { subscribe, request } = await openReady();
  const size = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;
  for (const secret of ["", size(23), size(65), size(32).slice(6), undefined]) {
    const delivery = { url: toCallback(), secret };
    const { error } = await request("events/subscribe", { name: "closed", delivery });
    expect(error?.code, String(secret)).toBe(-32602);
    expect(error?.message).toContain("Must be whsec_ and 24 to 64 bytes in base64");
    if (secret) expect(JSON.stringify(error)).not.toContain(secret);
  }
  expect((await subscribe("closed", toCallback(), {}, size(32).replace(/=+$/, ""))).error).toBeUndefined();
  const idOrLink = "arguments.poll: Must be the poll's id or link";
  for (const [name, given, message] of [
    ["answered", { poll: "no id at all" }, idOrLink],
    ["answered", { poll: connector().sandbox.apiKey }, idOrLink],
    ["answered", { after: 3 }, "Pass after or people"],
    ["answered", { poll: "a", after: 0 }, "arguments.after: Must be a whole number from 1 to 1000"],
    ["answered", { poll: "a", after: 1, people: ["b"] }, "Pass after or people"],
    ["closed", { poll: "a", after: 1 }, "after"],
  ] as const) {
    const { error } = await subscribe(name, toCallback(), given);
    expect(error, JSON.stringify(given)).toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    });
  }
  for (const [params, message] of [
    [{}, "Must be the name of an event"],
    [{ name: "closed" }, "Must be an object with url and secret"],
    [{ name: "closed", delivery: { secret: size(32) } }, "Must be the URL of the callback"],
  ] as const) {
    const { error } = await request("events/subscribe", params);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(message) });
  }
});

it("answers an error with the sketch's number", async () => {
  const { request } = await openReady();
  const push = { feature: "deliveryMode", value: "push" };
  const rows: [method: "subscribe" | "unsubscribe", wrong: object, code: number, data?: object][] = [
    ["subscribe", { name: "painted" }, -32011, { kind: "event" }],
    ["unsubscribe", { name: "painted" }, -32011, { kind: "event" }],
    ["subscribe", { arguments: { color: 1 } }, -32602],
    ["unsubscribe", { arguments: { color: 1 } }, -32602],
    ["subscribe", { mode: "push" }, -32014, push],
    ["unsubscribe", { mode: "push" }, -32014, push],
    ["subscribe", { arguments: { poll: "NoSuchPoll01" } }, -32012, { reason: "poll_not_found" }],
  ];
  for (const [method, wrong, code, data] of rows) {
    const { mode = "webhook", ...params } = { mode: undefined, ...wrong };
    const delivery = { mode, url: toCallback(), secret: createSecret() };
    const { error } = await request(`events/${method}`, { name: "closed", delivery, ...params });
    expect(error, JSON.stringify([method, wrong])).toMatchObject({ code, ...(data && { data }) });
  }
});

it("sends nothing for a subscription past its lifetime, which the host may make again", async () => {
  const { subscribe } = await openReady();
  const poll = await createPoll();
  const [lapsed, kept] = [toCallback(), toCallback()];
  const { result } = await subscribe("time_picked", lapsed, { poll: poll.id });
  await connector().changeObjects(`sub:${result["id"]}`, (value) => ({
    ...Object(value),
    until: Date.now() - 1,
  }));
  await subscribe("time_picked", kept, { poll: poll.id });
  expect(await deliver(toPicked(poll.id, "evt_lapsed"))).toBe(204);
  expect([deliveredTo(lapsed).length, deliveredTo(kept).length]).toEqual([0, 1]);
  expect((await subscribe("time_picked", lapsed, { poll: poll.id })).result["id"]).toBe(result["id"]);
  expect(await deliver(toPicked(poll.id, "evt_again"))).toBe(204);
  expect(deliveredTo(lapsed)).toHaveLength(1);
});

it("renews a subscription without another challenge, and signs with both secrets after a change", async () => {
  const { subscribe, request } = await openReady();
  const poll = await createPoll();
  const [url, old, next] = [toCallback(), createSecret(), createSecret()];
  const given = { poll: poll.id, after: 5 };
  const first = await subscribe("answered", url, given, old);
  const again = await subscribe("answered", url, { after: 5, poll: poll.id }, old, { ttlMs: 1 });
  expect(again.result["id"]).toBe(first.result["id"]);
  expect(received.filter((each) => each.url === url)).toHaveLength(1);
  const left = (result: Record<string, unknown>) =>
    (Date.parse(String(result["refreshBefore"])) - Date.now()) / 3_600_000;
  expect([Math.round(left(first.result)), Math.round(left(again.result))]).toEqual([720, 1]);
  const people = ["Ann Lee", "bo@example.com"];
  const [named, turned] = [people, people.toReversed()].map((each) =>
    subscribe("answered", url, { poll: poll.id, people: each }),
  );
  expect((await named)?.result["id"]).toBe((await turned)?.result["id"]);
  const long = await subscribe("time_picked", url, { poll: poll.id }, old, { ttlMs: 1e13 });
  expect(Math.round(left(long.result))).toBe(720);
  await subscribe("time_picked", url, { poll: poll.id }, next);
  expect(await deliver(toPicked(poll.id, "evt_secrets"))).toBe(204);
  const [delivered] = deliveredTo(url);
  expect(delivered?.headers.get("webhook-signature")?.split(" ")).toHaveLength(2);
  const params = { name: "time_picked", arguments: { poll: poll.id }, delivery: { url } };
  for (const _ of [1, 2]) expect((await request("events/unsubscribe", params)).result).toMatchObject({});
  expect(await deliver(toPicked(poll.id, "evt_unsubscribed"))).toBe(204);
  expect(deliveredTo(url)).toHaveLength(1);
});

it("binds subscriptions to their connection, and ends them with it", async () => {
  const [one, other] = [await openReady(), await openReady()];
  const poll = await createPoll();
  const [url, kept] = [toCallback(), toCallback()];
  const first = await one.subscribe("time_picked", url, { poll: poll.id });
  const second = await other.subscribe("time_picked", kept, { poll: poll.id });
  const params = { name: "time_picked", arguments: { poll: poll.id }, delivery: { url } };
  await other.request("events/unsubscribe", params);
  expect(await deliver(toPicked(poll.id, "evt_bound"))).toBe(204);
  expect([deliveredTo(url).length, deliveredTo(kept).length]).toEqual([1, 1]);
  expect(first.result["id"]).not.toBe(second.result["id"]);
  await disconnect(one);
  await age(first.result["id"], 61_000);
  for (const id of ["evt_ended", "evt_later"]) expect(await deliver(toPicked(poll.id, id))).toBe(204);
  expect([deliveredTo(url).length, deliveredTo(kept).length]).toEqual([1, 3]);
  await expect.poll(() => countEnds(url)).toBe(1);
});

it("keeps a new subscription for a minute in which the store does not show its connection yet", async () => {
  const { subscribe, tokens } = await openReady();
  const poll = await createPoll();
  const url = toCallback();
  const { result } = await subscribe("time_picked", url, { poll: poll.id });
  const { store } = connector();
  const name = `grant:${tokens.access_token.split(":").slice(0, 2).join(":")}`;
  const grant = String(await store.get(name));
  await store.delete(name);
  expect(await deliver(toPicked(poll.id, "evt_lag"))).toBe(204);
  await store.put(name, grant);
  await age(result["id"], 61_000);
  expect(await deliver(toPicked(poll.id, "evt_shown"))).toBe(204);
  expect([deliveredTo(url).length, countEnds(url)]).toEqual([2, 0]);
});

it("fires once when as many, or all of these people have answered, with one request an event", async () => {
  const { subscribe } = await openReady();
  const poll = await createPoll();
  const { sandbox } = connector();
  const [after, people, every] = [toCallback(), toCallback(), toCallback()];
  await subscribe("answered", after, { poll: poll.id, after: 2 });
  await subscribe("answered", people, { poll: poll.id, people: ["Ann Lee", "bo@example.com"] });
  await subscribe("answered", every, { poll: poll.id });
  const vote = async (name: string, email: string | null = null) => {
    sandbox.vote(poll.id, { name, email, choices: {} });
    await sandbox.webhooks.settled();
    return [after, people, every].map((url) => deliveredTo(url).length);
  };
  const before = sandbox.requests.length;
  expect(await vote("Ann Lee")).toEqual([0, 0, 1]);
  expect(await vote("Cleo")).toEqual([1, 0, 2]);
  expect(await vote("Bo", "bo@example.com")).toEqual([1, 1, 3]);
  expect(await vote("Dan")).toEqual([1, 1, 4]);
  expect(sandbox.requests.length - before).toBe(3);
});

it("fires once when two people answer at one moment, and the first event is read more slowly", async () => {
  const { subscribe } = await openReady();
  const poll = await createPoll();
  const { sandbox } = connector();
  const url = toCallback();
  await subscribe("answered", url, { poll: poll.id, after: 1 });
  const fault = { kind: "slow", everyMs: 5 } as const;
  sandbox.setFaults({ rules: [{ fault, when: "after", path: "/v1/polls/*/participants", times: 1 }] });
  for (const name of ["Ann", "Bo"]) sandbox.vote(poll.id, { name, choices: {} });
  await sandbox.webhooks.settled();
  sandbox.setFaults({ rules: [] });
  expect(deliveredTo(url)).toHaveLength(1);
});

it("keeps no host from its event because another one hangs, with 20 subscriptions", async () => {
  const { subscribe } = await openReady();
  const poll = await createPoll();
  const urls = Array.from({ length: 20 }, toCallback);
  await Promise.all(urls.map((url) => subscribe("time_picked", url, { poll: poll.id })));
  const [hanging = "", ...others] = urls;
  answers.set(hanging, () => new Promise<Response>(() => {}));
  expect(await deliver(toPicked(poll.id, "evt_many"))).toBe(503);
  answers.delete(hanging);
  expect(await deliver(toPicked(poll.id, "evt_many"))).toBe(204);
  expect(urls.map((url) => deliveredTo(url).length)).toEqual([2, ...others.map(() => 1)]);
});

it("tells at most six hosts at once, which have a connection each: the time of a seventh would run while it waits", async () => {
  const { subscribe } = await openReady();
  const poll = await createPoll();
  const urls = Array.from({ length: 13 }, toCallback);
  await Promise.all(urls.map((url) => subscribe("time_picked", url, { poll: poll.id })));
  const isFull = Promise.withResolvers<void>();
  let [open, most] = [0, 0];
  for (const url of urls)
    answers.set(url, async () => {
      open += 1;
      most = Math.max(most, open);
      if (open >= 6) isFull.resolve();
      await isFull.promise;
      await new Promise(setImmediate);
      open -= 1;
      return new Response(null, { status: 200 });
    });
  expect(await deliver(toPicked(poll.id, "evt_six"))).toBe(204);
  expect([most, urls.flatMap(deliveredTo).length]).toEqual([6, 13]);
});
