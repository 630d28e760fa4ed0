import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { closeLater, openSandbox } from "./harness.ts";
import { envelope, openHoldingProxy, startProcess, toolCall, until } from "./server-process.ts";

const create = { title: "In flight", dates: ["2037-03-02"] };
const older = { "mcp-protocol-version": "2025-11-25" };
const modern = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "create_poll",
};

/** Posts a message and resolves with status and text. */
async function post(url: string, message: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });
  return { status: response.status, text: await response.text() };
}

/** A server over HTTP, on a sandbox behind a proxy that holds its responses back. */
async function openHeld(args: string[] = []) {
  const sandbox = await openSandbox({ seed: "empty" });
  const proxy = await openHoldingProxy(sandbox.url);
  const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: proxy.url };
  const server = startProcess(["--http", "--port", "0", ...args], env);
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  return { server, proxy, client, url: await server.url() };
}

/** Opens a connection and sends some bytes. */
async function open(url: string, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  closeLater(async () => socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  if (bytes !== "") socket.write(bytes);
  return socket;
}

describe("shutdown of a server over HTTP", () => {
  it.each([
    ["SIGTERM, an older call", "SIGTERM", older, undefined],
    ["SIGINT, an older call", "SIGINT", older, undefined],
    ["SIGTERM, a call of 2026-07-28", "SIGTERM", modern, envelope],
    [
      "SIGTERM, a call that claims to be a subscription",
      "SIGTERM",
      { ...older, "mcp-method": "subscriptions/listen" },
      undefined,
    ],
  ] as const)("finishes the create in flight, then exits with 0: %s", async (_, signal, headers, meta) => {
    const { server, proxy, client, url } = await openHeld();
    const call = post(url, toolCall(1, "create_poll", create, meta), headers);
    await until(() => proxy.requests.length > 0);
    server.child.kill(signal);
    // Long enough for a server to exit if it does not wait.
    await new Promise((resolve) => setTimeout(resolve, 300));
    proxy.release();
    expect((await call).text).toContain('"created":true');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect((await client.listPolls()).data).toHaveLength(1);
  });

  it("closes idle and incomplete connections and finishes the call in flight", async () => {
    const { server, proxy, url } = await openHeld(["--drain-seconds", "300"]);
    const head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    const sockets = [
      await open(url, ""),
      await open(url, "POST /mcp HT"),
      await open(url, head),
      await open(url, `${head}Content-Length: 100\r\n\r\n{"jsonrpc":`),
      await open(url, `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"jso\r\n`),
      await open(url, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"),
      await open(url, `PUT /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{`),
    ];
    const closed = Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve))),
    );
    for (const socket of sockets) socket.resume();
    const call = post(url, toolCall(1, "create_poll", create));
    await until(() => proxy.requests.length > 0);
    server.child.kill("SIGTERM");
    await closed;
    proxy.release();
    expect((await call).text).toContain('"created":true');
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it("rejects further requests, also on a connection with a call in flight", async () => {
    const { server, proxy, url } = await openHeld(["--drain-seconds", "300"]);
    const body = JSON.stringify(toolCall(1, "create_poll", create));
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = await open(url, head + body);
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    const closed = once(socket, "close");
    await until(() => proxy.requests.length > 0);
    const idle = await open(url, "");
    const idleClosed = once(idle.resume(), "close");
    server.child.kill("SIGTERM");
    await idleClosed;
    await expect(post(url, toolCall(2, "list_polls"))).rejects.toThrow();
    socket.write(head + body);
    proxy.release();
    await closed;
    expect(text.match(/"created":true/gu)?.length).toBeGreaterThan(0);
    expect(proxy.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it("serves on for --shutdown-delay-seconds while /health returns 503, and closes connections after their response", async () => {
    const { server, proxy, url } = await openHeld(["--shutdown-delay-seconds", "3"]);
    proxy.release();
    const health = new URL("/health", url);
    const agent = new Agent({ keepAlive: true });
    const asked = await fetch(health);
    expect(asked.status).toBe(200);
    server.child.kill("SIGTERM");
    await until(() => server.stderr().includes("shutting down in 3 s"));
    const refused = await fetch(health);
    expect([refused.status, refused.headers.get("connection")]).toEqual([503, "close"]);
    const accept = "application/json, text/event-stream";
    const connection = await new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json", accept, ...older };
      const call = request(url, { method: "POST", agent, headers }, (response) => {
        response.resume().once("end", () => resolve(response.headers.connection));
      });
      call.on("error", reject).end(JSON.stringify(toolCall(1, "create_poll", create)));
    });
    expect(connection).toBe("close");
    expect(proxy.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(await server.ended).toEqual({ code: 0, signal: null });
    await expect(fetch(health)).rejects.toThrow();
  });

  it.each(["0", "1"])("stops a call after --drain-seconds %s and reports what is known", async (seconds) => {
    const { server, proxy, url } = await openHeld(["--drain-seconds", seconds]);
    const call = post(url, toolCall(1, "create_poll", create));
    await until(() => proxy.requests.length > 0);
    server.child.kill("SIGTERM");
    expect((await call).text).toContain("may or may not exist");
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it("exits at once on a second signal", async () => {
    const { server, proxy, url } = await openHeld(["--drain-seconds", "300"]);
    const call = post(url, toolCall(1, "create_poll", create));
    await until(() => proxy.requests.length > 0);
    server.child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.child.kill("SIGINT");
    await expect(call).rejects.toThrow();
    expect(await server.ended).toEqual({ code: 130, signal: null });
  });
});

describe("a server over HTTP on a sandbox", () => {
  /** A server with `--sandbox` whose environment names a service that notes what reaches it. */
  async function openIsolated() {
    const service = await openHoldingProxy("http://127.0.0.1:9", true);
    const env = { RALLLY_API_KEY: "sk_real_12345678", RALLLY_BASE_URL: service.url };
    const server = startProcess(["--http", "--port", "0", "--sandbox"], env);
    return { service, server, url: await server.url() };
  }

  it.each([
    ["a key", "sk_caller_12345678"],
    ["the server's own key", "sk_real_12345678"],
    ["a key of a sandbox", "sk_test_12345678"],
    ["an empty key", ""],
    ["no key at all", "a b"],
  ])("rejects a caller's key and sends nothing to the service: %s", async (_, key) => {
    const { service, url } = await openIsolated();
    for (const message of [toolCall(1, "create_poll", create), toolCall(2, "list_polls")]) {
      const response = await post(url, message, { "x-rallly-api-key": key });
      expect(response.status).toBe(400);
      expect(response.text).toMatch(/sandbox.*x-rallly-api-key.*--sandbox/iu);
      expect(response.text).not.toContain("sk_");
    }
    expect(service.requests).toEqual([]);
  });

  it("uses the sandbox despite environment variables, and logs the ignored ones", async () => {
    const { service, server, url } = await openIsolated();
    expect((await post(url, toolCall(1, "create_poll", create))).text).toContain('"created":true');
    expect((await post(url, toolCall(2, "list_polls", { query: "In flight" }))).text).toContain(
      "1 of 1 found",
    );
    expect(service.requests).toEqual([]);
    expect(server.stderr()).toContain("ignored with --sandbox: RALLLY_API_KEY, RALLLY_BASE_URL");
    expect(server.stderr()).not.toContain("sk_");
  });
});

describe("the log of a server over HTTP", () => {
  it("has one line for each event", async () => {
    const { server, url } = await openHeld();
    const forged = "\nrallly-mcp: forged\r\u2028\u0085\u000brallly-mcp: forged\u001b[2K";
    const meta = { ...envelope, "io.modelcontextprotocol/protocolVersion": forged };
    const before = server.stderr().split("\n").length;
    const texts = [
      post(url, toolCall(1, "list_polls", {}, meta), { "mcp-protocol-version": "2026-07-28" }),
      post(url, { jsonrpc: "2.0", id: 1, method: forged, params: { _meta: envelope } }, modern),
      post(url, toolCall(1, forged, {}, envelope), modern),
      post(url, toolCall(1, forged)),
      post(url, toolCall(1, "get_poll", { [forged]: forged, pollId: forged })),
      post(url, {
        jsonrpc: "2.0",
        id: forged,
        method: "initialize",
        params: { protocolVersion: forged, capabilities: {}, clientInfo: { name: forged, version: forged } },
      }),
      post(url, { jsonrpc: "2.0", id: 1, method: "prompts/get", params: { name: forged } }),
      post(url, { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: forged } }),
    ];
    for (const { status } of await Promise.all(texts)) expect(status).toBeLessThan(500);
    await until(() => server.stderr().split("\n").length > before);
    const lines = server.stderr().split("\n").slice(0, -1);
    for (const line of lines) {
      expect(line).toMatch(/^rallly-mcp: (?!forged)/u);
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }
  });
});

describe("a keep-alive connection", () => {
  it("is closed with the response to its call in flight", async () => {
    const { server, proxy, url } = await openHeld(["--drain-seconds", "300"]);
    const agent = new Agent({ keepAlive: true });
    const accept = "application/json, text/event-stream";
    const call = new Promise<string | undefined>((resolve, reject) => {
      const headers = { "content-type": "application/json", accept, ...modern };
      const asked = request(url, { method: "POST", agent, headers }, (response) => {
        response.resume().once("end", () => resolve(response.headers.connection));
      });
      asked.on("error", reject).end(JSON.stringify(toolCall(1, "create_poll", create, envelope)));
    });
    await until(() => proxy.requests.length > 0);
    const idle = await open(url, "");
    const idleClosed = once(idle.resume(), "close");
    server.child.kill("SIGTERM");
    await idleClosed;
    proxy.release();
    expect(await call).toBe("close");
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });
});
