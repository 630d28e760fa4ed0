import { once } from "node:events";
import { request, type ServerResponse } from "node:http";
import { connect as connectSocket } from "node:net";
import {
  type ClientOptions,
  Client as McpClient,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { type Backend, createBackend } from "../../cli/backend.ts";
import { UsageError } from "../../cli/options.ts";
import { serveHttp } from "../../cli/serve-http.ts";
import { createServer } from "../../mcp/server.ts";
import { callTool, closeLater, failTool, openSandbox, toCaller } from "../mcp/harness.ts";
import { openService, sendJson, testKey } from "../mcp/service.ts";

const token = "0123456789abcdef0123456789abcdef";

/** A server over real HTTP, on a service that accepts every key. */
async function open(
  settings: { token?: string; host?: string; port?: number } = {},
  given?: Partial<Backend>,
) {
  const service = await openService((response) => sendJson(response, 200, { data: [], nextCursor: null }));
  const connect = (apiKey: string) => toCaller({ url: service.url, apiKey });
  const backend = { caller: connect(testKey), connect, ...given };
  const logged: unknown[] = [];
  const http = await serveHttp(
    { host: "127.0.0.1", port: 0, allowedHosts: ["polls.example.com"], token: undefined, ...settings },
    backend,
    (caller) => createServer(caller, { log: (event) => logged.push(event) }),
    (event) => logged.push(event),
  );
  closeLater(() => http.close());
  return { service, logged, ...http };
}

/** A server as `mcp --http` starts it, on a sandbox. */
async function openOnSandbox(environment: Record<string, string> = {}) {
  const { url: baseUrl, apiKey } = await openSandbox({ now: undefined });
  const settings = { RALLLY_BASE_URL: baseUrl, RALLLY_API_KEY: apiKey, ...environment };
  const options = { sandbox: false, allowExternalWebhooks: false, http: true };
  return open({}, await createBackend(options, settings, () => {}));
}

const both = "application/json, text/event-stream";
const json = "application/json";
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_polls", arguments: {} } };
const callWithProgress = {
  ...call,
  params: { name: "list_polls", arguments: { best: true }, _meta: { progressToken: 1 } },
};
const initialize = (capabilities: object = {}, protocolVersion = "2025-06-18") => ({
  jsonrpc: "2.0",
  id: 24,
  method: "initialize",
  params: { protocolVersion, capabilities, clientInfo: { name: "t", version: "1" } },
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends one request of JSON with exactly these headers: `fetch` would add an Accept. */
const sendRequest = (
  url: string,
  headers: Record<string, string>,
  { method = "POST", body = "", path = "/mcp" },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const all = { "content-type": "application/json", ...headers };
    const sent = request(new URL(path, url), { method, headers: all }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on("error", reject).end(method === "POST" ? body : undefined);
  });

const send = (
  url: string,
  headers: Record<string, string>,
  changed: Parameters<typeof sendRequest>[2] = {},
) => sendRequest(url, headers, { body: JSON.stringify(initialize()), ...changed });

async function connect(url: string, headers: Record<string, string> = {}, options: ClientOptions = {}) {
  const host = new McpClient({ name: "test-host", version: "1.0.0" }, options);
  await host.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  closeLater(() => host.close());
  return host;
}

describe("a request over HTTP", () => {
  it.each<[string, Record<string, string>, number]>([
    ["of this machine", {}, 200],
    ["with an allowed host", { host: "polls.example.com" }, 200],
    ["with an allowed origin", { origin: "https://polls.example.com" }, 200],
    ["with a foreign host, as by DNS rebinding", { host: "evil.example" }, 403],
    ["with a foreign origin", { origin: "https://evil.example" }, 403],
    ["with the origin of a sandboxed page", { origin: "null" }, 403],
    ["with a host that begins like an allowed one", { host: "polls.example.com.evil.example" }, 403],
    ["with a host that has a user name", { host: "user@127.0.0.1" }, 400],
    ["without JSON", { "content-type": "text/plain" }, 415],
  ])("%s gets its status", async (_, headers, status) => {
    const { url } = await open();
    expect((await send(url, headers)).status).toBe(status);
  });

  it.each<[string, string, number, Record<string, string>?]>([
    ["no JSON", "{", 400],
    ["no message", "[5]", 400],
    ["more values than any call has", JSON.stringify(Array.from({ length: 50_000 }, () => 0)), 413],
    ["more than 4 MiB", " ".repeat(4_194_305), 413, { "transfer-encoding": "chunked" }],
  ])("with %s is refused, and the server serves on", async (_, body, status, headers = {}) => {
    const { url } = await open();
    expect((await send(url, headers, { body })).status).toBe(status);
    expect((await send(url, {})).status).toBe(200);
  });

  it("with a foreign host is told the host and the option, and logged once", async () => {
    const { url, logged } = await open();
    const { text } = await send(url, { host: "host.docker.internal:8808" });
    expect(text).toMatch(/Invalid Host: host\.docker\.internal\. .*--allowed-host host\.docker\.internal\./);
    await send(url, { host: "other.example" });
    expect(logged).toEqual([expect.stringContaining("--allowed-host host.docker.internal")]);
  });

  it("finds health without a token or a known host", async () => {
    const { url } = await open({ token });
    const probe = await send(url, { host: "10.0.0.7:8808" }, { method: "GET", path: "/health" });
    expect(probe).toMatchObject({ status: 200, text: "" });
  });
});

it("A calendar just below the documented maximum is accepted over HTTP", async () => {
  const event = "BEGIN:VEVENT\r\nDTSTART:20270301T090000Z\r\nSUMMARY:\u4f1a\u8b70\r\nEND:VEVENT\r\n";
  const events = event.repeat(Math.floor(990_000 / event.length));
  const busy = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events}END:VCALENDAR\r\n`;
  const { url } = await open({}, { caller: toCaller(await openSandbox()), connect: undefined });
  const poll = { title: "Lunch", dates: ["2027-03-01", "2027-03-02"], busy, dryRun: true };
  await callTool(await connect(url), "create_poll", poll);
});

it.each([
  ["an address of another machine", { host: "192.0.2.1" }, "--host is not an address of this machine"],
  ["a port in use", {}, "The port is in use. Pass another with --port"],
])("refuses %s in the words of the options", async (_, settings, text) => {
  const port = "host" in settings ? 0 : Number(new URL((await open()).url).port);
  const refused = open({ port, ...settings });
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(text);
});

describe("a server with a token", () => {
  it.each([
    ["without one", {}, 401],
    ["with a wrong one", { authorization: `Bearer ${token}x` }, 401],
    ["with another scheme", { authorization: `Basic ${token}` }, 401],
    ["with the right one", { authorization: `Bearer ${token}` }, 200],
  ])("responds to a request %s", async (_, headers: Record<string, string>, status) => {
    const { url, service } = await open({ token });
    const response = await send(url, headers);
    expect(response.status).toBe(status);
    if (status === 401) expect(response.headers["www-authenticate"]).toMatch(/^Bearer/);
    expect(response.text).not.toContain(token);
    expect(service.requests).toEqual([]);
  });
});

describe("a caller's own key", () => {
  it("is used instead of the server's, for this caller only", async () => {
    const { url, service } = await open();
    const own = "sk_wxyz9876_Kp3mB8vQ2nL7tR5wY9xC4dF6";
    await callTool(await connect(url, { "x-rallly-api-key": own }), "list_polls");
    await callTool(await connect(url), "list_polls");
    expect(service.requests.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${own}`,
      `Bearer ${testKey}`,
    ]);
  });

  it("keeps its client, with the rate limit, among the last 1,000 callers", async () => {
    const connected: string[] = [];
    const { url } = await open(
      {},
      {
        connect: (apiKey) => {
          connected.push(apiKey);
          return { apiKey, keyHelp: "", loadClient: () => Promise.reject(new Error("not used")) };
        },
      },
    );
    const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const use = (key: string) => send(url, { "x-rallly-api-key": key }, { body: list });
    for (let number = 0; number < 1_000; number += 1) await use(`sk_${number}`);
    await use("sk_0");
    await use("sk_1000");
    await use("sk_0");
    await use("sk_1");
    expect(connected.slice(999)).toEqual(["sk_999", "sk_1000", "sk_1"]);
  });

  it("never goes to a sandbox", async () => {
    const sandbox = await openSandbox();
    const { url } = await open({}, { caller: toCaller(sandbox), connect: undefined });
    const response = await send(url, { "x-rallly-api-key": testKey });
    expect(response).toMatchObject({
      status: 400,
      text: expect.stringContaining("Remove the x-rallly-api-key header"),
    });
    expect(response.text).not.toContain(testKey);
  });
});

describe("a call over HTTP", () => {
  it("that the host cancels ends the request to the service", async () => {
    const arrived = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const slow = await openService((response) => {
      response.on("close", aborted.resolve);
      arrived.resolve();
    });
    const { url } = await open({}, { caller: toCaller(slow) });
    const host = await connect(url, {}, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    const cancel = new AbortController();
    const call = host.callTool({ name: "list_polls", arguments: {} }, { signal: cancel.signal });
    await arrived.promise;
    cancel.abort();
    await expect(call).rejects.toThrow();
    await aborted.promise;
  });

  it("that has not arrived whole at the shutdown does not hold the server", async () => {
    const { url, close, ended } = await open();
    const socket = connectSocket(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n",
    );
    // The server has read the head.
    await once(socket, "data");
    socket.write("{");
    close();
    await ended;
  });

  it("in flight at the shutdown is answered before the server ends", async () => {
    const arrived = Promise.withResolvers<ServerResponse>();
    const slow = await openService(arrived.resolve);
    const { url, close, ended } = await open({}, { caller: toCaller(slow) });
    const host = await connect(url);
    const call = callTool(host, "list_polls");
    const response = await arrived.promise;
    close();
    sendJson(response, 200, { data: [], nextCursor: null });
    expect((await call).data).toMatchObject({ polls: [] });
    await ended;
    await expect(failTool(host, "list_polls")).rejects.toThrow();
  });
});

describe("over HTTP a host of 2025", () => {
  const [polls, tools] = ['"polls"', '"tools"'].map((text) => expect.stringContaining(text));
  const progress = expect.stringMatching(/"progressToken":1[\s\S]*"polls"/);
  const noArguments = expect.stringMatching(/-32602.*Invalid tools.call request.*arguments/);
  /** A call with these arguments, of whatever type. */
  const callWith = (given: unknown) => ({ ...call, params: { name: "list_polls", arguments: given } });
  const result = (id: number | string) => expect.stringMatching(new RegExp(`"id":${JSON.stringify(id)}`));
  it.each<[id: string, accept: string | null, body: object, text: unknown]>([
    ["accept-none", null, list, tools],
    ["accept-any", "*/*", list, tools],
    ["accept-json", json, list, tools],
    ["accept-stream-alone", "text/event-stream", list, tools],
    ["accept-both-no-progress", both, call, polls],
    ["accept-json-initialize", json, initialize({}, "2025-11-25"), result(24)],
    ["accept-json-progress", json, callWithProgress, expect.not.stringContaining("notifications/")],
    ["null-params-stays", both, { ...list, id: 21, params: null }, result(21)],
    ["null-cursor", both, { ...list, id: 22, params: { cursor: null } }, result(22)],
    ["arguments-text", both, callWith('{"limit":1}'), polls],
    ["arguments as PHP writes none", both, callWith([]), polls],
    ["null-elicitation", both, initialize({ elicitation: null }), expect.stringContaining('"serverInfo"')],
    ["empty-cursor-stays", both, { ...list, id: 27, params: { cursor: "" } }, result(27)],
    ["null inside arguments, which has its own rule", both, callWith({ query: null }), polls],
  ])("%s: is answered", async (_, accept, body, text) => {
    const { url } = await openOnSandbox();
    const { headers, ...answer } = await send(url, accept === null ? {} : { accept }, {
      body: JSON.stringify(body),
    });
    expect(answer).toEqual({ status: 200, text });
    expect(headers["content-type"]).toContain(json);
  });

  it.each<[id: string, accept: string, body: object, status: number, text: unknown]>([
    ["accept-both-progress-stays", both, callWithProgress, 200, progress],
    ["notification-stays", both, { jsonrpc: "2.0", method: "notifications/initialized" }, 202, ""],
    ["notification-json", json, { jsonrpc: "2.0", method: "notifications/initialized" }, 202, ""],
    ["arguments-text, which is no object", both, callWith("one"), 200, noArguments],
    ["arguments as a list", both, callWith([1]), 200, noArguments],
    [
      "two requests of a batch with one id",
      both,
      [callWith({}), callWith({})],
      400,
      expect.stringMatching(/-32600.*an id of its own/),
    ],
    [
      "no-method",
      both,
      { jsonrpc: "2.0", id: "x", params: {} },
      400,
      expect.stringMatching(/-32600.*"id":"x"/),
    ],
  ])("%s: gets its status", async (_, accept, body, status, text) => {
    const { url } = await openOnSandbox();
    const answer = await send(url, { accept }, { body: JSON.stringify(body) });
    expect(answer).toMatchObject({ status, text });
    expect(answer.headers["content-type"] === "text/event-stream").toBe(text === progress);
  });

  it("http-slash-stays: is told where MCP is", async () => {
    const { url } = await openOnSandbox();
    expect(await send(url, { accept: both }, { path: "/mcp/" })).toMatchObject({
      status: 404,
      text: expect.stringContaining("MCP is at /mcp."),
    });
  });

  it.each([
    "/register",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-authorization-server/mcp",
  ])("is told at %s that there is no OAuth", async (path) => {
    const { url } = await openOnSandbox();
    expect(await send(url, {}, { path })).toMatchObject({
      status: 404,
      text: expect.stringContaining("has no OAuth"),
    });
  });

  it("idle-connection: keeps it for 75 seconds", async () => {
    const { url } = await openOnSandbox();
    const socket = connectSocket(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const [head] = await once(socket, "data");
    socket.destroy();
    expect(String(head)).toMatch(/Keep-Alive: timeout=75/i);
  });

  it.each([
    ["key-header-quotes", '"sk_abcd_0123456789abcdef01234567"', "x-rallly-api-key header of this connection"],
    ["key-header-placeholder", `\${RALLLY_API_KEY}`, "x-rallly-api-key header of this connection"],
    ["key-header-unknown-stays", "sk_abcd_0123456789abcdef01234567", "x-rallly-api-key"],
  ])("%s: names the header", async (_, key, text) => {
    const { url } = await openOnSandbox({ RALLLY_API_KEY: "" });
    const answer = await send(url, { accept: both, "x-rallly-api-key": key }, { body: JSON.stringify(call) });
    expect(answer.text).toContain('"isError":true');
    expect(answer.text).toContain(text);
    expect(answer.text).not.toContain("RALLLY_API_KEY:");
    expect(answer.text).not.toContain(key);
  });
});
