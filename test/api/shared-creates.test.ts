/** Clients of one key in one process: no two creates are told that they made the same poll. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { createRecord, shareCreates } from "../../src/api/shared-creates.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { startProxy } from "./proxy.ts";
import { apiKey, failure } from "./scripted.ts";
import { createVirtualClock } from "./virtual-clock.ts";

let sandbox: Sandbox;
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  sandbox = await startSandbox({ limits: "none", seed: "empty" });
  proxy = await startProxy(sandbox);
});
afterAll(async () => {
  proxy.close();
  await sandbox.close();
});

const connect = (options: object = {}) =>
  createClient({
    apiKey: sandbox.apiKey,
    baseUrl: proxy.url,
    reconcileDelaysMs: [20, 50],
    deadlineMs: 10_000,
    ...options,
  });
const page = { status: 502, headers: { "content-type": "text/html" }, text: "<html>Bad gateway</html>" };

let serial = 0;
const form = () => {
  serial += 1;
  return { title: `Shared ${serial}`, kind: "date" as const, options: [{ date: "2099-03-01" }] };
};

describe("equal creates of two clients of one key", () => {
  it("each get their own poll when one response is lost", async () => {
    for (let round = 0; round < 20; round += 1) {
      let posts = 0;
      proxy.rewrite = (request) => {
        if (request.method !== "POST") return undefined;
        posts += 1;
        return posts === (round % 2) + 1 ? page : undefined;
      };
      const body = form();
      const clients = [connect(), connect({ apiKey: ` ${sandbox.apiKey}\n`, baseUrl: `${proxy.url}/` })];
      const polls = await Promise.all(clients.map((client) => client.createPoll(body)));
      expect(new Set(polls.map(({ data }) => data.id)).size).toBe(2);
      expect(polls.filter(({ recovered }) => recovered)).toHaveLength(1);
    }
  });

  it("each get their own poll when every response is lost", async () => {
    proxy.rewrite = (request) => (request.method === "POST" ? page : undefined);
    const body = form();
    const polls = await Promise.all(
      [connect(), connect(), connect()].map((client) => client.createPoll(body)),
    );
    expect(new Set(polls.map(({ data }) => data.id)).size).toBe(3);
  });

  it("are not mixed up with the poll that another client has just been told it made", async () => {
    proxy.rewrite = () => undefined;
    const body = form();
    const first = await connect().createPoll(body);
    let lost = false;
    // The second create never reaches the service: only the first one's poll is there to be found.
    const transport: Parameters<typeof createClient>[0]["transport"] = async (request) => {
      if (request.method === "POST") {
        lost = true;
        return { ...page };
      }
      const response = await fetch(request.url, { headers: request.headers });
      return { status: response.status, headers: {}, text: await response.text() };
    };
    const error = await failure(connect({ transport }).createPoll(body));
    expect(lost).toBe(true);
    expect(error).toMatchObject({ name: "UnknownOutcomeError", outcome: "unknown" });
    expect(JSON.stringify(error)).not.toContain(first.data.id);
  });

  it("are told apart when a response repeats the poll of an earlier create", async () => {
    const body = form();
    proxy.rewrite = () => undefined;
    const first = await connect().createPoll(body);
    proxy.rewrite = (request) =>
      request.method === "POST" ? { status: 201, text: JSON.stringify(first) } : undefined;
    const second = await connect().createPoll(body);
    expect(second.recovered).toBe(true);
    expect(second.data.id).not.toBe(first.data.id);
  });
});

describe("the record of creates", () => {
  it("is one for a key, an address and a clock, and another for any other", () => {
    const { clock } = createVirtualClock();
    const record = shareCreates(apiKey, "https://a.example/v1", clock)();
    expect(shareCreates(apiKey, "https://a.example/v1", clock)()).toBe(record);
    expect(shareCreates(`${apiKey}x`, "https://a.example/v1", clock)()).not.toBe(record);
    expect(shareCreates(apiKey, "https://b.example/v1", clock)()).not.toBe(record);
    expect(shareCreates(apiKey, "https://a.example/v1", createVirtualClock().clock)()).not.toBe(record);
  });

  it("is kept for the spaces in use and bounded in number", async () => {
    const { clock } = createVirtualClock();
    const open = (name: string) => shareCreates(name, "https://a.example/v1", clock);
    const idle = open("idle")();
    idle.claim("p1");
    const busy = open("busy")();
    let end = () => {};
    const running = busy.oneAtATime(
      "x",
      new AbortController().signal,
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    const used = open("used");
    const kept = used();
    for (let index = 0; index < 1_200; index += 1) {
      open(`other ${index}`)();
      used();
    }
    expect(open("idle")()).not.toBe(idle);
    expect(open("busy")()).toBe(busy);
    expect(used()).toBe(kept);
    end();
    await running;
  });

  it("forgets the oldest of many claims only", () => {
    const record = createRecord();
    for (let index = 0; index < 1_500; index += 1) expect(record.claim(`p${index}`)).toBe(true);
    expect(record.isClaimed("p0")).toBe(false);
    expect(record.isClaimed("p1499")).toBe(true);
    expect(record.claim("p1499")).toBe(false);
  });
});
