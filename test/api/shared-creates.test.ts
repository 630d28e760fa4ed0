/** Clients in one process, with any keys: no two creates resolve to the same poll. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Transport, type TransportResponse } from "../../src/api/index.ts";
import { createRegistry, shareCreateRegistry } from "../../src/api/shared-creates.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { startProxy } from "./proxy.ts";
import { apiKey, body, getRejection, poll, reply } from "./scripted.ts";
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

describe("identical creates of two clients", () => {
  it("each return their own poll if one response is lost", async () => {
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

  it("each return their own poll if every response is lost", async () => {
    proxy.rewrite = (request) => (request.method === "POST" ? page : undefined);
    const body = form();
    const polls = await Promise.all(
      [connect(), connect(), connect()].map((client) => client.createPoll(body)),
    );
    expect(new Set(polls.map(({ data }) => data.id)).size).toBe(3);
  });

  it("do not recover the poll that another client returned", async () => {
    proxy.rewrite = () => undefined;
    const body = form();
    const first = await connect().createPoll(body);
    let lost = false;
    // The second create never reaches the service, so only the poll of the first one exists.
    const transport: Parameters<typeof createClient>[0]["transport"] = async (request) => {
      if (request.method === "POST") {
        lost = true;
        return { ...page };
      }
      const response = await fetch(request.url, { headers: request.headers });
      return { status: response.status, headers: {}, text: await response.text() };
    };
    const error = await getRejection(connect({ transport }).createPoll(body));
    expect(lost).toBe(true);
    expect(error).toMatchObject({ name: "UnknownOutcomeError", outcome: "unknown" });
    expect(JSON.stringify(error)).not.toContain(first.data.id);
  });

  it("do not both recover the only poll that two keys of one space created", async () => {
    let posts = 0;
    const made: object[] = [];
    const transport: Transport = async ({ method }) => {
      if (method !== "POST") return reply(200, { data: made, nextCursor: null });
      posts += 1;
      if (posts === 1) made.push({ ...poll, id: "made-1", createdAt: new Date().toISOString() });
      return page;
    };
    const results = await Promise.allSettled(
      [`${apiKey}a`, `${apiKey}b`].map((key) =>
        connect({ apiKey: key, transport }).createPoll({ ...body, title: poll.title }),
      ),
    );
    expect(posts).toBe(2);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("run one at a time if only one of them has an organizer", async () => {
    const made: object[] = [];
    const transport: Transport = async ({ method, body: sent = "" }) => {
      if (method !== "POST") return reply(200, { data: made, nextCursor: null });
      if (!("organizer" in JSON.parse(sent))) return page;
      const own = { ...poll, id: "made-2", createdAt: new Date().toISOString() };
      made.push(own);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return reply(201, { data: own });
    };
    const client = connect({ transport });
    const [lost, named] = await Promise.allSettled([
      client.createPoll(body),
      client.createPoll({ ...body, organizer: { email: poll.organizer.email } }),
    ]);
    expect(lost).toMatchObject({ status: "rejected", reason: { outcome: "unknown" } });
    expect(named).toMatchObject({ status: "fulfilled", value: { data: { id: "made-2" } } });
  });
});

describe("a fake server that gives every poll the same id", () => {
  it("can create polls one at a time", async () => {
    const transport: Transport = async ({ body: sent = "" }) =>
      reply(201, { data: { ...poll, ...JSON.parse(sent), options: poll.options, id: "poll1" } });
    for (const title of ["First", "Second", "First"]) {
      const { data, recovered } = await connect({ transport }).createPoll({ ...body, title });
      expect(data).toMatchObject({ id: "poll1", title });
      expect(recovered).toBeUndefined();
    }
  });
});

describe("a response with a poll that another create claimed meanwhile", () => {
  it("is rejected", async () => {
    const timed = { title: "Race", kind: "time" as const, duration: 30 };
    const options = [{ id: "o1", startTime: "2027-03-01T09:00:00.000Z", duration: 30 }];
    const own = { ...poll, ...timed, id: "raced", options };
    let finish = (_: TransportResponse) => {};
    const transport: Transport = ({ method, body: sent = "" }) => {
      if (method !== "POST") return Promise.resolve(reply(200, { data: [], nextCursor: null }));
      if (sent.includes("09:00:20Z")) return Promise.resolve(reply(201, { data: own }));
      return new Promise((resolve) => {
        finish = resolve;
      });
    };
    const client = connect({ transport });
    const slow = getRejection(
      client.createPoll({ ...timed, options: [{ startTime: "2027-03-01T08:59:40Z" }] }),
    );
    await client.createPoll({ ...timed, options: [{ startTime: "2027-03-01T09:00:20Z" }] });
    finish(reply(201, { data: own }));
    expect(await slow).toMatchObject({ outcome: "unknown", issues: [{ path: "data.id" }] });
  });
});

describe("the registry of creates", () => {
  it("is shared by all clients of one base URL and clock", () => {
    const { clock } = createVirtualClock();
    const record = shareCreateRegistry("https://a.example/v1", clock)();
    expect(shareCreateRegistry("https://a.example/v1", clock)()).toBe(record);
    expect(shareCreateRegistry("https://b.example/v1", clock)()).not.toBe(record);
    expect(shareCreateRegistry("https://a.example/v1", createVirtualClock().clock)()).not.toBe(record);
  });

  it("is kept for the services in use and bounded in number", async () => {
    const { clock } = createVirtualClock();
    const open = (name: string) => shareCreateRegistry(`https://${name}.example/v1`, clock);
    const idle = open("idle")();
    idle.claim("p1", 0);
    const busy = open("busy")();
    let end = () => {};
    const running = busy.runExclusive(
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
      open(`other${index}`)();
      used();
    }
    expect(open("idle")()).not.toBe(idle);
    expect(open("busy")()).toBe(busy);
    expect(used()).toBe(kept);
    end();
    await running;
  });

  it("drops only the oldest of many claims", () => {
    const record = createRegistry();
    for (let index = 0; index < 25_000; index += 1) expect(record.claim(`p${index}`, 0)).toBe(true);
    expect(record.isClaimed("p0")).toBe(false);
    expect(record.isClaimed("p24999")).toBe(true);
    expect(record.claim("p24999", 0)).toBe(false);
  });

  it("lets a create claim a poll again unless the earlier claim was made while it ran", () => {
    const record = createRegistry();
    const first = record.latestClaim();
    expect(record.claim("p1", first)).toBe(true);
    const second = record.latestClaim();
    expect(record.claim("p1", second)).toBe(true);
    expect(record.claim("p1", second)).toBe(false);
    expect(record.claim("p1", first)).toBe(false);
  });
});
