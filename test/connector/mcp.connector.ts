/** What hosts get at /mcp with a token. */
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { createServer } from "../../mcp/server.ts";
import { createClient } from "../../src/api/index.ts";
import { type Connector, shareConnector } from "./harness.ts";
import { type Entry, openFlow, toCall } from "./person.ts";

const eras: [string, ClientOptions][] = [
  ["2025-11-25", { versionNegotiation: { mode: "legacy" } }],
  ["2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
];

const shared = shareConnector();
const limited = shareConnector({ limits: true });

async function connect(connector: Connector, entry: Partial<Entry> = {}) {
  const flow = await openFlow(connector);
  // Hosts ask for no scope, because none is required.
  const tokens = await flow.exchange(await flow.getCode(entry, { scope: undefined }));
  return { flow, tokens };
}

/** Opens a host with a token of its own. */
async function openHost(connector: Connector, options: ClientOptions = {}, entry: Partial<Entry> = {}) {
  const { tokens } = await connect(connector, entry);
  const host = new Client({ name: "test", version: "1" }, options);
  const authProvider = { token: async () => tokens.access_token };
  await host.connect(new StreamableHTTPClientTransport(new URL("/mcp", connector.origin), { authProvider }));
  return host;
}

const call = (host: Client, name: string, input: Record<string, unknown> = {}) =>
  host.callTool({ name, arguments: input });

const toolNames = async (host: Client) => (await host.listTools()).tools.map(({ name }) => name);

describe.each(eras)("in protocol version %s", (era, options) => {
  it("offers the same as the MCP server in Node, and responds the same", async () => {
    const connector = shared();
    const { apiKey, url } = connector.sandbox;
    // Only hosts that show views are told of them.
    const capabilities = { extensions: { "io.modelcontextprotocol/ui": {} } };
    const remote = await openHost(connector, { ...options, capabilities });
    const local = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: "legacy" }, capabilities },
    );
    const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
    const client = createClient({ apiKey, baseUrl: url });
    await createServer({ apiKey, keyHelp: "", loadClient: async () => client }).connect(serverTransport);
    await local.connect(clientTransport);
    const uris = [
      "rallly://polls/DemoPoll0025",
      "rallly://polls/DemoPoll0025/options/1/calendar.ics",
      "skill://pick-time/SKILL.md",
    ];
    const reads: [name: string, read: (host: Client) => Promise<unknown>][] = [
      ["tools", async (host) => (await host.listTools()).tools],
      ["prompts", async (host) => (await host.listPrompts()).prompts],
      ["instructions", async (host) => host.getInstructions()],
      ...uris.map((uri): [string, (host: Client) => Promise<unknown>] => [
        uri,
        async (host) => (await host.readResource({ uri })).contents,
      ]),
      ["results", async (host) => (await call(host, "find_best_times", { poll: "DemoPoll0025" })).content],
      ["an error", async (host) => (await call(host, "get_poll", { poll: "no such poll" })).content],
    ];
    for (const [name, read] of reads) {
      const expected = await read(local);
      expect(expected, name).toBeTruthy();
      expect(await read(remote), name).toEqual(expected);
    }
    const view = await remote.readResource({ uri: "ui://rallly-connect/results.html" });
    expect(JSON.stringify(view.contents)).toContain("<!doctype html>");
  });

  it("deletes a poll only with its title, and asks the person only where the protocol can", async () => {
    const connector = shared();
    const canAsk = era === "2026-07-28";
    const host = await openHost(connector, { ...options, capabilities: { elicitation: { form: {} } } });
    const questions: string[] = [];
    let answer = false;
    host.setRequestHandler("elicitation/create", ({ params }) => {
      questions.push(params.message);
      return { action: "accept", content: { confirm: answer } };
    });
    const { description } = (await host.listTools()).tools.find(({ name }) => name === "delete_poll") ?? {};
    expect(description).toContain("a wrong title deletes nothing. Some hosts also ask the person.");
    const poll = { title: "Short", dates: ["2037-03-02"] };
    const { structuredContent } = await call(host, "create_poll", poll);
    const { id: pollId } = structuredContent as { id: string };
    const isKept = async () => !(await call(host, "get_poll", { poll: pollId })).isError;

    expect((await call(host, "delete_poll", { poll: pollId, confirmTitle: "Other" })).isError).toBe(true);
    expect(questions).toEqual([]);
    if (canAsk) {
      await call(host, "delete_poll", { poll: pollId, confirmTitle: "Short" });
      expect(await isKept()).toBe(true);
    }
    answer = true;
    expect((await call(host, "delete_poll", { poll: pollId, confirmTitle: "Short" })).isError).toBeFalsy();
    expect(await isKept()).toBe(false);
    expect(questions).toEqual(
      canAsk ? [1, 2].map(() => expect.stringContaining(`Delete this poll and its 0 answers?`)) : [],
    );
  });
});

describe("a grant to read only", () => {
  it("lists all tools, so that a host can ask for more", async () => {
    const connector = shared();
    const names = await toolNames(await openHost(connector, {}, { access: "read" }));
    expect(names).toEqual(expect.arrayContaining(["list_polls", "create_poll", "delete_poll"]));
  });

  it.each([
    ["create_poll", toCall("create_poll", { title: "No", dates: ["2037-03-02"] })],
    ["delete_poll", toCall("delete_poll", { poll: "DemoPoll0001", confirmTitle: "No" })],
    ["create_poll among reads", [toCall("list_polls"), { ...toCall("create_poll", { title: "No" }), id: 2 }]],
    ["delete_poll in a batch", [toCall("delete_poll", { poll: "DemoPoll0001", confirmTitle: "No" })]],
  ])("refuses a forced call of %s with the scope, and sends nothing", async (_, message) => {
    const connector = shared();
    const { flow, tokens } = await connect(connector, { access: "read" });
    const before = connector.requests().length;
    const response = await flow.post(tokens.access_token, message);
    expect(response.status).toBe(403);
    const challenge = response.headers.get("www-authenticate");
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('scope="polls:read polls:write"');
    expect(challenge).toContain('error_description="This connection is read only. Connect again');
    expect(challenge).toContain(
      `resource_metadata="${connector.origin}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(connector.requests()).toHaveLength(before);
  });

  it("keeps its scope when it is refreshed", async () => {
    const { flow, tokens } = await connect(shared(), { access: "read" });
    const refreshed = await flow.refresh(tokens.refresh_token);
    expect(refreshed.scope).toBe("polls:read");
    expect((await flow.post(refreshed.access_token, toCall("create_poll"))).status).toBe(403);
  });
});

describe("a key in place of a token", () => {
  it("does everything, and stores nothing", async () => {
    const connector = shared();
    const { apiKey } = connector.sandbox;
    const host = new Client({ name: "test", version: "1" });
    const authProvider = { token: async () => apiKey };
    await host.connect(
      new StreamableHTTPClientTransport(new URL("/mcp", connector.origin), { authProvider }),
    );
    const made = await call(host, "create_poll", { title: "By key", dates: ["2037-03-02"] });
    expect(made.isError).toBeFalsy();
    expect(await connector.stored()).toEqual({});
    expect(connector.log()).not.toContain(apiKey);
  });

  it.each([
    ["revoked", "revoked"],
    ["unknown", "sk_wrong_0000000000000000000000000000"],
  ])("that is %s is an error of the tool, in words for its sender", async (_, key) => {
    const connector = shared();
    const { apiKeys } = connector.sandbox;
    const flow = await openFlow(connector);
    const response = await flow.post(key in apiKeys ? apiKeys[key as keyof typeof apiKeys] : key);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('"isError":true');
    expect(text).toContain("Bearer token");
  });

  it("is limited by itself, and by the address of its sender", async () => {
    const connector = limited();
    const flow = await openFlow(connector);
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const send = (count: number, key: (index: number) => string, address: string) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          flow.post(key(index), ping, { headers: { "cf-connecting-ip": address } }),
        ),
      );
    const one = await send(250, () => connector.sandbox.apiKey, "192.0.2.1");
    expect(one.some(({ status }) => status === 429)).toBe(true);
    // Twice the limit, because a second minute may begin meanwhile.
    const refused: boolean[] = [];
    for (let round = 0; round < 13 && !refused.includes(true); round += 1) {
      const responses = await send(
        100,
        (index) => `sk_random_000000000000000000_${round * 100 + index}`,
        "192.0.2.2",
      );
      refused.push(responses.some(({ status }) => status === 429));
    }
    expect(refused).toContain(true);
  });
});

it("keeps two spaces apart in 80 interleaved calls", async () => {
  const connector = shared();
  const { demo, secondSpace } = connector.sandbox.apiKeys;
  const people = await Promise.all(
    [demo, secondSpace].map(async (key, index) => {
      const host = await openHost(connector, {}, { key });
      const title = `Poll of person ${index}`;
      const made = await call(host, "create_poll", { title, dates: ["2037-03-02"] });
      return { host, title, pollId: (made.structuredContent as { id: string }).id };
    }),
  );
  const work = async (index: number) => {
    const person = people[index % 2];
    const other = people[(index + 1) % 2];
    if (!person || !other) throw new Error("unreachable");
    for (let round = 0; round < 10; round += 1) {
      // One in five asks for the other person's poll.
      const { pollId } = round % 5 === 0 ? other : person;
      const result = await call(person.host, "get_poll", { poll: pollId });
      expect(result.isError ?? false).toBe(pollId === other.pollId);
      expect(JSON.stringify(result)).not.toContain(other.title);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => work(index)));
});

it("sends the headers to a host that asks for progress before the service has responded, and serves others", async () => {
  const connector = shared();
  const { flow, tokens } = await connect(connector);
  const other = await openHost(connector);
  connector.sandbox.setFaults({ rules: [{ path: "/v1/polls/DemoPoll0025", fault: { kind: "hang" } }] });
  const leave = new AbortController();
  const hanging = toCall("get_poll", { poll: "DemoPoll0025" });
  Object.assign(hanging.params, { _meta: { progressToken: 1 } });
  const response = await flow.post(tokens.access_token, hanging, { signal: leave.signal });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect((await call(other, "list_polls")).isError).toBeFalsy();
  leave.abort();
  expect((await call(other, "list_polls")).isError).toBeFalsy();
});

it("takes 120 requests a minute of a grant, and refuses more with 429 and Retry-After", async () => {
  const connector = limited();
  const { flow, tokens } = await connect(connector);
  const other = await connect(connector);
  const list = { jsonrpc: "2.0", id: 1, method: "ping" };
  // The limiter's minutes are those of the clock, so that a second one may begin meanwhile.
  const responses = await Promise.all(
    Array.from({ length: 250 }, () => flow.post(tokens.access_token, list)),
  );
  const refused = responses.find(({ status }) => status === 429);
  expect(refused?.headers.get("retry-after")).toBe("60");
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(120);
  expect((await other.flow.post(other.tokens.access_token, list)).status).toBe(200);
});

it("counts a batch as its messages, and sends the service no more than a minute of a key allows", async () => {
  const connector = limited();
  const flow = await openFlow(connector);
  const calls = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ ...toCall("list_polls"), id }));
  const key = "sk_made_up00000000000000000000";
  // The limiter's minutes are those of the clock, so that a second one may begin meanwhile.
  const statuses = [];
  for (let round = 0; round < 5; round += 1)
    statuses.push((await flow.post(key, calls(50), { headers: { "cf-connecting-ip": "192.0.2.7" } })).status);
  expect(statuses[0]).toBe(200);
  expect(statuses).toContain(429);
  expect((await flow.post(key, calls(121))).status).toBe(429);
});

it("shows the key in nothing that is stored, logged or sent", async () => {
  const connector = shared();
  const { apiKey } = connector.sandbox;
  const { flow, tokens } = await connect(connector);
  const echoed = await (await flow.post(tokens.access_token, toCall("get_poll", { poll: apiKey }))).text();
  const everything = [
    JSON.stringify(await connector.stored()),
    connector.log(),
    echoed,
    JSON.stringify(tokens),
  ];
  for (const text of everything) expect(text).not.toContain(apiKey);
});
