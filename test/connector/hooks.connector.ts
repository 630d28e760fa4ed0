/** What a stranger can do to webhooks: with made-up keys and addresses, another key, floods, races, and what a conversation shows. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  answers,
  countEnds,
  createSecret,
  deliveredTo,
  findAddress,
  received,
  shareEvents,
  toCallback,
  toPicked,
  webhookSecret,
} from "./event-hosts.ts";
import { openPage, sendForm, toCall } from "./person.ts";

const { connector, openHost, openReady, openAddress, sendSetUp, createPoll, deliver } = shareEvents();
const limited = shareEvents({ limits: true });

/** Sends messages as a batch with a token, and returns the answers. */
async function sendBatch(token: string, messages: object[]) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify(messages);
  const response = await fetch(`${connector().origin}/mcp`, { method: "POST", headers, body });
  return (await response.json()) as {
    result?: { id: string };
    error?: { code: number; message: string; data: object };
  }[];
}

const toSubscribe = (id: number, url: string, poll?: string) => ({
  jsonrpc: "2.0",
  id,
  method: "events/subscribe",
  params: {
    name: "time_picked",
    arguments: poll === undefined ? {} : { poll },
    delivery: { mode: "webhook", url, secret: createSecret() },
  },
});

/** The number of values that Durable Objects have stored. */
async function countRows(): Promise<number> {
  let count = 0;
  await connector().changeObjects("", (value) => {
    count += 1;
    return value;
  });
  return count;
}

const toPing = (id: string) => ({
  version: "1",
  id,
  type: "ping",
  createdAt: new Date().toISOString(),
  data: {},
});

const madeUpKey = () => `sk_madeup_${randomBytes(16).toString("hex")}`;

describe("the set-up", () => {
  it("is named by a refusal without an address, and by no tool", async () => {
    const { request, subscribe } = await openHost("write", connector().sandbox.apiKeys.secondSpace);
    const refused = await subscribe("time_picked", toCallback());
    expect(refused.error).toMatchObject({ code: -32012, data: { reason: "no_webhook" } });
    expect(refused.error?.message).toContain("on the connector's start page");
    const call = async (name: string, input: object) =>
      request("tools/call", toCall(name, { ...input }).params);
    const stored = await connector().stored();
    const made = await call("create_poll", { title: "A", dates: ["2037-03-02"] });
    const missing = await call("find_missing_people", { poll: "A", invited: ["Ann"] });
    for (const text of [refused, made, missing].map((each) => JSON.stringify(each)))
      expect(text).not.toMatch(/\/(?:hooks|setup|webhook)\b/);
    expect(await connector().stored()).toEqual(stored);
    const { text } = await openPage(connector().origin);
    expect(text).toContain('<a href="/webhook">');
  });

  it("asks Rallly once whether the key works, and stores nothing before a secret is saved", async () => {
    const { sandbox, stored, requests } = connector();
    const before = await countRows();
    const shown = await sendSetUp({ key: sandbox.apiKeys.secondSpace });
    expect([shown.status, requests().length, await stored()]).toEqual([200, 1, {}]);
    expect(await countRows()).toBe(before);
    expect(shown.text).toMatch(/Secret last saved<\/dt><dd>never/);
    expect(findAddress(shown.text)).toMatch(/\/hooks\/[\w-]{43}$/);
    expect(await deliver({}, { url: findAddress(shown.text) })).toBe(404);
  });

  it.each([
    ["no key", () => "", "not an API key"],
    ["a made-up key", madeUpKey, "does not accept this key"],
    ["a revoked key", () => connector().sandbox.apiKeys.revoked, "does not accept this key"],
    ["a key of a space without a plan", () => connector().sandbox.apiKeys.nonPro, "no Pro plan"],
  ])("shows %s no address, and stores nothing", async (_, getKey, message) => {
    const key = getKey();
    const { status, text } = await sendSetUp({ key, secret: webhookSecret });
    expect([status, findAddress(text)]).toEqual([422, ""]);
    expect(text).toContain(message);
    if (key) expect(text).not.toContain(key);
    expect(await connector().stored()).toEqual({});
    expect(text).toMatch(/id="key"[^>]*aria-invalid="true"/);
  });

  it.each([
    ["the key itself", (key: string) => key],
    ["a text with blanks", () => "a secret"],
    ["a text that is too long", () => "x".repeat(257)],
  ])("refuses %s as the secret, and sends nothing", async (_, toSecret) => {
    const { sandbox, requests } = connector();
    const { status, text } = await sendSetUp({ key: sandbox.apiKey, secret: toSecret(sandbox.apiKey) });
    expect([status, requests()]).toEqual([422, []]);
    expect(text).toMatch(/id="secret"[^>]*aria-invalid="true"/);
    expect(text).not.toContain(sandbox.apiKey);
  });

  it("takes no form from another site", async () => {
    const form = { url: `${connector().origin}/webhook`, cookie: "" };
    const fields = { key: connector().sandbox.apiKey, secret: "whsec_other" };
    const answers = ["https://evil.example", "null"].map((origin) => sendForm(form, fields, { origin }));
    for (const { status } of await Promise.all(answers)) expect(status).toBe(403);
    expect(connector().requests()).toEqual([]);
  });

  it("keeps key, secrets, address, callback and people sealed, and out of the log", async () => {
    const { subscribe } = await openReady();
    const { id } = await createPoll();
    const secret = createSecret();
    const given = { poll: id, people: ["Somebody Secret"] };
    expect((await subscribe("answered", toCallback(), given, secret)).error).toBeUndefined();
    const path = (await openAddress()).split("/").at(-1) ?? "";
    const stored = `${JSON.stringify(await connector().stored())}${await connector().storedByObjects()}`;
    const { apiKey } = connector().sandbox;
    for (const text of [apiKey, secret, webhookSecret, "Somebody Secret", "host.example", path])
      expect(`${stored}${connector().log()}`).not.toContain(text);
  });
});

describe("two people with one key", () => {
  const key = () => connector().sandbox.apiKeys.demoSecondKey;
  const save = (secret: string) => sendSetUp({ key: key(), secret });
  /** Which secrets count now. */
  const findValid = async (secrets: string[]) => {
    const url = findAddress((await sendSetUp({ key: key() })).text);
    const statuses = secrets.map((secret) => deliver(toPing("ping_1"), { url, secret }));
    return (await Promise.all(statuses)).map((status) => status === 204);
  };

  it("do not lock each other out: the last two secrets count, and saving one twice ends the other", async () => {
    const secrets = ["whsec_one", "whsec_two", "whsec_three"] as const;
    const [one, two, three] = secrets;
    await save(one);
    expect(await findValid([...secrets])).toEqual([true, false, false]);
    expect((await save(two)).text).toContain("counts, too. If it is not yours, save yours again");
    expect(await findValid([...secrets])).toEqual([true, true, false]);
    await save(three);
    expect(await findValid([...secrets])).toEqual([false, true, true]);
    expect((await save(three)).text).not.toContain("counts, too");
    expect(await findValid([...secrets])).toEqual([false, false, true]);
    await save(one);
    await save(three);
    expect(await findValid([...secrets])).toEqual([false, false, true]);
  });

  it("save at one moment, and neither secret is lost", async () => {
    await save("whsec_before");
    for (const round of [1, 2, 3, 4, 5]) {
      const both = [`whsec_left_${round}`, `whsec_right_${round}`];
      await Promise.all(both.map(save));
      expect(await findValid(["whsec_before", ...both])).toEqual([false, true, true]);
    }
  });

  it("cannot sign for another key, whose secrets and subscriptions are its own", async () => {
    const { subscribe } = await openReady();
    const poll = await createPoll();
    const url = toCallback();
    await subscribe("time_picked", url, { poll: poll.id });
    await save("whsec_of_another_key");
    const own = findAddress((await sendSetUp({ key: key() })).text);
    expect(own).not.toBe(await openAddress());
    const forged = toPicked(poll.id, "evt_other_key");
    expect(await deliver(forged, { secret: "whsec_of_another_key" })).toBe(401);
    expect(await deliver(forged, { secret: "whsec_of_another_key", url: own })).toBe(204);
    expect(deliveredTo(url)).toEqual([]);
  });
});

describe("a key in place of a token", () => {
  it.each([
    ["made up", madeUpKey],
    ["of the space", () => connector().sandbox.apiKey],
  ])("%s subscribes to nothing: it writes, calls and reaches nobody", async (_, getKey) => {
    await openAddress();
    const before = received.length;
    const requested = connector().requests().length;
    const batch = Array.from({ length: 100 }, (_, id) => toSubscribe(id, toCallback()));
    const stored = await connector().stored();
    const objects = await connector().countObjects();
    const answered = await sendBatch(getKey(), batch);
    expect(answered.map(({ error }) => error?.code)).toEqual(batch.map(() => -32012));
    expect(answered[0]?.error).toMatchObject({
      message: expect.stringContaining("Events need a sign-in"),
      data: { reason: "no_sign_in" },
    });
    expect([received.length, connector().requests().length]).toEqual([before, requested]);
    expect(await connector().stored()).toEqual(stored);
    expect(await connector().countObjects()).toBe(objects);
  });
});

describe("subscriptions", () => {
  it("are at most 20 of a connection, counted and taken in one step", async () => {
    const { tokens, request } = await openReady();
    const poll = await createPoll();
    const urls = Array.from({ length: 100 }, toCallback);
    const batch = urls.map((url, id) => toSubscribe(id, url, poll.id));
    const answered = await sendBatch(tokens.access_token, batch);
    expect(answered.filter(({ result }) => result)).toHaveLength(20);
    const { error } = answered.find((each) => each.error) ?? {};
    expect(error).toMatchObject({ code: -32013, data: { limit: "subscriptions", max: 20 } });
    expect(received.filter(({ url }) => urls.includes(url))).toHaveLength(20);
    // A renewal is none more, and one that ends makes room.
    const made = urls.find((url) => received.some((each) => each.url === url)) ?? "";
    const { params } = toSubscribe(0, made, poll.id);
    expect((await request("events/subscribe", params)).error).toBeUndefined();
    await request("events/unsubscribe", params);
    const { params: another } = toSubscribe(0, toCallback(), poll.id);
    expect((await request("events/subscribe", another)).error).toBeUndefined();
  });

  it("are at most 50 of a key, over all its connections, and those of ended ones make room, which each host is told once", async () => {
    const key = connector().sandbox.apiKeys.secondSpace;
    await sendSetUp({ key, secret: webhookSecret });
    const hosts = await Promise.all([1, 2, 3, 4].map(() => openHost("read", key)));
    const toBatch = () => Array.from({ length: 20 }, (_, id) => toSubscribe(id, toCallback()));
    const answered = await Promise.all(hosts.map(({ tokens }) => sendBatch(tokens.access_token, toBatch())));
    expect(answered.flat().filter(({ result }) => result)).toHaveLength(50);
    expect(answered.flat().find(({ error }) => error)?.error).toMatchObject({ data: { max: 50 } });
    for (const name of Object.keys(await connector().stored()))
      if (name.startsWith("grant:")) await connector().store.delete(name);
    await connector().changeObjects("sub:", (kept) => ({ ...Object(kept), since: Date.now() - 61_000 }));
    const { tokens } = await openHost("read", key);
    const before = received.length;
    const again = await sendBatch(tokens.access_token, toBatch());
    expect(again.filter(({ result }) => result)).toHaveLength(20);
    const listTold = () =>
      received
        .slice(before)
        .filter(({ message }) => message["type"] === "terminated")
        .map(({ url }) => url);
    await expect.poll(() => new Set(listTold()).size).toBe(50);
    expect(listTold()).toHaveLength(50);
  });

  it("count while their callback does not answer, and not when it was refused", async () => {
    const { tokens, subscribe } = await openReady();
    const poll = await createPoll();
    const urls = Array.from({ length: 20 }, toCallback);
    const isCounted = Promise.withResolvers<void>();
    for (const url of urls)
      answers.set(url, async () => {
        await isCounted.promise;
        return new Response(null, { status: 500 });
      });
    const failing = sendBatch(
      tokens.access_token,
      urls.map((url, id) => toSubscribe(id, url, poll.id)),
    );
    await expect.poll(() => received.filter(({ url }) => urls.includes(url)).length).toBe(20);
    const subscribeOnce = () => subscribe("time_picked", toCallback(), { poll: poll.id });
    expect((await subscribeOnce()).error?.code).toBe(-32013);
    isCounted.resolve();
    expect((await failing).map(({ error }) => error?.code)).toEqual(urls.map(() => -32015));
    expect((await subscribeOnce()).error).toBeUndefined();
  });

  it("of a key in place of a token, which were made before events needed a sign-in, end with the next event", async () => {
    const { subscribe } = await openReady();
    const poll = await createPoll();
    const url = toCallback();
    const { result } = await subscribe("time_picked", url, { poll: poll.id });
    await connector().changeObjects(`sub:${result["id"]}`, (kept) => {
      const { since: _, grant, ...rest } = Object(kept);
      return { ...rest, grant: String(grant).split(":")[0] };
    });
    expect(await deliver(toPicked(poll.id, "evt_bare"))).toBe(204);
    await expect.poll(() => countEnds(url)).toBe(1);
    expect(deliveredTo(url)).toEqual([]);
  });

  it("end when the key was revoked, which a delivery checks once a day", async () => {
    const { subscribe } = await openReady();
    const { sandbox, requests, changeObjects } = connector();
    const poll = await createPoll();
    const url = toCallback();
    await subscribe("time_picked", url, { poll: poll.id });
    const before = requests().length;
    expect(await deliver(toPicked(poll.id, "evt_unchecked"))).toBe(204);
    expect(requests()).toHaveLength(before);
    const wait = () => changeObjects("checkedAt", (at) => Number(at) - 86_400_000);
    await wait();
    for (const id of ["evt_checked", "evt_checked_2"]) expect(await deliver(toPicked(poll.id, id))).toBe(204);
    expect([requests().length - before, deliveredTo(url).length]).toEqual([1, 3]);
    // What does not come from Rallly's API says nothing about the key.
    await wait();
    sandbox.setFaults({
      rules: [
        {
          fault: {
            kind: "respond",
            status: 401,
            headers: { "Content-Type": "text/html" },
            body: "<p>Sign in",
          },
        },
      ],
    });
    expect(await deliver(toPicked(poll.id, "evt_gateway"))).toBe(204);
    expect(deliveredTo(url)).toHaveLength(4);
    await wait();
    sandbox.setFaults({ rules: [{ fault: { kind: "respond", status: 401 } }] });
    expect(await deliver(toPicked(poll.id, "evt_revoked"))).toBe(204);
    await expect.poll(() => countEnds(url)).toBe(1);
    sandbox.setFaults({ rules: [] });
    expect(await deliver(toPicked(poll.id, "evt_after"))).toBe(204);
    expect([deliveredTo(url).length, countEnds(url)]).toEqual([4, 1]);
  });
});

describe("a delivery", () => {
  it.each([
    ["a line feed", "evt_\n1"],
    ["a NUL", "evt_\0"],
    ["a blank", "evt 1"],
    ["a character beyond a header's", "evt_\u2603"],
    ["201 characters", "x".repeat(201)],
    ["no character", ""],
  ])("with %s in its id is a 400, and reaches nobody", async (_, id) => {
    const { subscribe } = await openReady();
    const poll = await createPoll();
    const url = toCallback();
    await subscribe("time_picked", url, { poll: poll.id });
    expect(await deliver(toPicked(poll.id, id))).toBe(400);
    expect(deliveredTo(url)).toEqual([]);
    expect(await deliver(toPicked(poll.id, `${"x".repeat(150)}${randomBytes(8).toString("hex")}`))).toBe(204);
    expect(deliveredTo(url)).toHaveLength(1);
  });

  it("signed more than 300 seconds before or after now is refused, and a repeated one reaches each host once", async () => {
    const { subscribe } = await openReady();
    const poll = await createPoll();
    const url = toCallback();
    await subscribe("time_picked", url, { poll: poll.id });
    const event = toPicked(poll.id, "evt_replayed");
    // Its age grows on the way: where that leads over the limit, there are some seconds for it.
    for (const ageS of [301, -310]) expect(await deliver(event, { ageS })).toBe(401);
    for (const ageS of [290, 0, -299]) expect(await deliver(event, { ageS })).toBe(204);
    expect(deliveredTo(url)).toHaveLength(1);
  });

  /** The address of a webhook of which the store knows: the start of a test empties it, and a delivery shows it again. */
  async function openKnown(): Promise<string> {
    const url = await limited.openAddress();
    expect(await limited.deliver(toPing("first"), { url })).toBe(204);
    const listNames = async () => Object.keys(await limited.connector().stored());
    await expect.poll(listNames).toContainEqual(expect.stringMatching(/^hook:/));
    return url;
  }

  it("to made-up addresses is limited by the client's address, and opens few objects", async () => {
    const url = await openKnown();
    const before = await limited.connector().countObjects();
    const origin = new URL(url).origin;
    const from = "192.0.2.9";
    const made = Array.from(
      { length: 200 },
      () => `${origin}/hooks/${randomBytes(32).toString("base64url")}`,
    );
    const statuses = await Promise.all(made.map((each) => limited.deliver({}, { url: each, from })));
    // Twice the limit, because a second minute may begin meanwhile.
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(120);
    expect(statuses).toContain(429);
    expect(await limited.deliver(toPing("p"), { url, from })).toBe(204);
    expect((await limited.connector().countObjects()) - before).toBeLessThanOrEqual(120);
  });

  it("that was forged is limited for its webhook, and no genuine one is refused for it", async () => {
    const url = await openKnown();
    const send = (index: number, secret?: string) =>
      limited.deliver(toPing(`p_${index}`), { url, from: "192.0.2.10", ...(secret && { secret }) });
    const many = Array.from({ length: 150 }, (_, index) => index);
    expect(await Promise.all(many.map((index) => send(index)))).toEqual(many.map(() => 204));
    const forged = await Promise.all(many.map((index) => send(index, "whsec_forged")));
    expect([...new Set(forged)].toSorted()).toEqual([401, 429]);
    expect(await send(1)).toBe(204);
  });
});
