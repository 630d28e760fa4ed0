import { connect } from "node:net";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { serveHttp } from "../../mcp/http/serve.ts";
import { createServer } from "../../mcp/index.ts";
import { maxRequests } from "../../mcp/runtime/request-limits.ts";
import { createClient } from "../../src/api/index.ts";
import { closeLater } from "./harness.ts";
import { openHttp } from "./http-harness.ts";
import { toolCall } from "./server-process.ts";

const token = "0123456789abcdef0123456789abcdef";
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
const common = `Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n`;
const whole = `${common}Content-Length: ${body.length}\r\n\r\n${body}`;

/** Sends raw bytes and resolves with all that comes back until the server closes or a whole response is there. */
function raw(url: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      const [, length] = /\r\ncontent-length: (\d+)\r\n/iu.exec(text) ?? [];
      const start = text.indexOf("\r\n\r\n") + 4;
      if (start > 3 && (text.endsWith("\r\n0\r\n\r\n") || text.length - start >= Number(length)))
        socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
    for (const part of parts) socket.write(part);
  });
}

function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/u.exec(response)?.[1]);
}

describe("a malformed or unusual request", () => {
  it.each([
    ["a missing Host", `POST /mcp HTTP/1.1\r\n${whole}`, 400],
    ["a missing Host in HTTP/1.0", `POST /mcp HTTP/1.0\r\n${whole}`, 400],
    ["an empty Host", `POST /mcp HTTP/1.1\r\nHost:\r\n${whole}`, 400],
    ["two Hosts", `POST /mcp HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n${whole}`, 400],
    ["two equal Hosts", `POST /mcp HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n${whole}`, 400],
    ...(
      [
        ["a path", "localhost/x", 400],
        ["a query", "localhost?x", 400],
        ["a fragment", "localhost#x", 400],
        ["a user", "user@localhost", 400],
        ["a user and a password", "a:b@localhost", 400],
        ["a scheme", "http://localhost", 400],
        ["a bare IPv6 address", "::1", 400],
        ["an open bracket", "[::1", 400],
        ["a port that is not a number", "localhost:http", 400],
        ["a port too high", "localhost:99999", 400],
        ["two ports", "localhost:80:80", 400],
        ["a blank inside", "local host", 400],
        ["a backslash", "localhost\\@evil.example", 400],
        ["two names", "localhost, evil.example", 400],
        ["percent coding", "local%68ost", 400],
        ["a trailing dot", "localhost.", 403],
        ["another name", "evil.example", 403],
        ["a name that begins with an allowed name", "localhost.evil.example", 403],
        ["another IPv6 address", "[fe80::1]", 403],
        ["any address", "0.0.0.0", 403],
        ["capitals", "LocalHost", 200],
        ["a port", "localhost:1", 200],
        ["IPv6 loopback", "[::1]:80", 200],
      ] as const
    ).map(
      ([name, host, status]) =>
        [`a Host with ${name}`, `POST /mcp HTTP/1.1\r\nHost: ${host}\r\n${whole}`, status] as const,
    ),
    ["an absolute target", `POST http://localhost/mcp HTTP/1.1\r\nHost: localhost\r\n${whole}`, 400],
    [
      "a foreign absolute target",
      `POST http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\n${whole}`,
      400,
    ],
    ["an asterisk as target", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
    ["a target with a user", `POST //u@localhost/mcp HTTP/1.1\r\nHost: localhost\r\n${whole}`, 404],
    ["TRACE", "TRACE /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n", 405],
    ["TRACE elsewhere", "TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n", 404],
    ["TRACE of health", "TRACE /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 405],
    ["CONNECT", "CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", 405],
    ["OPTIONS", "OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n", 405],
    ["PUT", `PUT /mcp HTTP/1.1\r\nHost: localhost\r\n${whole}`, 405],
    ["an unknown method", "BREW /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
    [
      "an upgrade",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${whole}`,
      200,
    ],
    [
      "two Origins",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.example\r\n${whole}`,
      403,
    ],
    ["two lengths", `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n${whole}`, 400],
    [
      "a length and chunks",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n${whole}`,
      400,
    ],
    [
      "a header too large",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n${whole}`,
      431,
    ],
    ["no HTTP", "hello\r\n\r\n", 400],
    ["no body", `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${common}Content-Length: 0\r\n\r\n`, 400],
  ] as const)("with %s gets its status, and the server continues", async (_, request, status) => {
    const { service, reported } = await openHttp();
    expect(statusOf(await raw(service.url, request))).toBe(status);
    expect(statusOf(await raw(service.url, `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${whole}`))).toBe(200);
    expect(reported).toEqual([]);
  });

  it("gets a closed connection if it asks for one", async () => {
    const { service } = await openHttp();
    const response = await raw(
      service.url,
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${whole}`,
    );
    expect(statusOf(response)).toBe(200);
    expect(response.match(/\r\nconnection: [^\r]*/giu)).toEqual(["\r\nConnection: close"]);
  });

  it("keeps its connection when it is rejected", async () => {
    const { service } = await openHttp();
    const first = `PUT /mcp HTTP/1.1\r\nHost: localhost\r\n${whole}`;
    const next = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const { port } = new URL(service.url);
    const text = await new Promise<string>((resolve) => {
      let all = "";
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(first + next));
      socket.on("data", (chunk) => (all += chunk)).on("close", () => resolve(all));
    });
    expect(text.match(/HTTP\/1\.1 \d+/gu)).toEqual(["HTTP/1.1 405", "HTTP/1.1 200"]);
  });
});

describe("a body that is too large", () => {
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${common}`;
  const megabyte = Buffer.alloc(1024 * 1024, " ");

  it.each([
    ["one byte over", 1],
    ["far over", 30 * 1024 * 1024],
  ])("gets 413 and no reset, with a length %s", async (_, over) => {
    const { service } = await openHttp();
    const size = megabyte.length + over;
    const response = await raw(
      service.url,
      `${head}Content-Length: ${size}\r\n\r\n`,
      Buffer.alloc(size, " "),
    );
    expect(statusOf(response)).toBe(413);
    expect(response).toContain("At most 1048576 bytes");
  });

  it("gets 413 and no reset, in chunks", async () => {
    const { service } = await openHttp();
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), megabyte, Buffer.from("\r\n")]);
    const response = await raw(
      service.url,
      `${head}Transfer-Encoding: chunked\r\n\r\n`,
      ...Array(8).fill(chunk),
    );
    expect(statusOf(response)).toBe(413);
  });
});

describe("slow HTTP requests", () => {
  const settings = { host: "127.0.0.1", port: 0, allowedHosts: [], acceptsKeys: true };

  it.each([
    ["nothing", ""],
    ["half a head", "POST /mcp HTTP/1.1\r\nHost: local"],
    ["half a body", `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${common}Content-Length: 100\r\n\r\n{`],
  ])("that send %s get 408 after the timeout", async (_, sent) => {
    const reported: unknown[] = [];
    const timeouts = { headersTimeout: 200, requestTimeout: 400, idleTimeout: 60_000 };
    const service = await serveHttp(
      () => createServer(),
      settings,
      (error) => reported.push(error),
      timeouts,
    );
    closeLater(() => service.close());
    expect(statusOf(await raw(service.url, sent))).toBe(408);
    expect(reported).toEqual([]);
  });

  it("lose an idle connection, and the call is cancelled", async () => {
    let cancelled = () => {};
    const aborted = new Promise<void>((resolve) => {
      cancelled = resolve;
    });
    const client = createClient({
      apiKey: "sk_test_12345678",
      baseUrl: "http://127.0.0.1:9/v1",
      transport: ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => {
            cancelled();
            reject(signal.reason);
          });
        }),
    });
    const timeouts = { headersTimeout: 200, requestTimeout: 400, idleTimeout: 500 };
    const service = await serveHttp(
      () => createServer({ client }),
      settings,
      () => {},
      timeouts,
    );
    closeLater(() => service.close());
    const call = JSON.stringify(toolCall(1, "list_polls"));
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${common}Content-Length: ${call.length}\r\n\r\n`;
    await raw(service.url, head + call);
    await aborted;
  });
});

describe("too many concurrent HTTP requests", () => {
  it("get 503 with Retry-After", async () => {
    const { service } = await openHttp();
    const { port } = new URL(service.url);
    const half = `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${common}Content-Length: 100\r\n\r\n{`;
    const sockets = Array.from({ length: maxRequests }, () => connect(Number(port), "127.0.0.1"));
    for (const socket of sockets) socket.on("error", () => {}).write(half);
    const ask = () => raw(service.url, `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${whole}`);
    let response = await ask();
    while (statusOf(response) === 200) response = await ask();
    expect(statusOf(response)).toBe(503);
    expect(response).toMatch(/\r\nretry-after: 1\r\n/iu);
    expect(response).toContain("Nothing was done");
    for (const socket of sockets) socket.destroy();
    while (statusOf(response) === 503) response = await ask();
    expect(statusOf(response)).toBe(200);
  });
});

describe("a client without the token", () => {
  const provider: OAuthClientProvider = {
    redirectUrl: "http://localhost:1/callback",
    clientMetadata: { redirect_uris: ["http://localhost:1/callback"] },
    clientInformation: () => undefined,
    saveClientInformation: () => {},
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: () => {},
    saveCodeVerifier: () => {},
    codeVerifier: () => "",
  };

  it.each([
    ["today's", {}],
    ["today's, with OAuth", { authProvider: provider }],
    ["an older one", {}],
    ["an older one, with OAuth", { authProvider: provider }],
  ])("gets an error that names the header to configure: %s", async (name, options) => {
    const { service } = await openHttp({ token });
    let requests = 0;
    const counting: typeof fetch = (input, init) => {
      requests += 1;
      return fetch(input, init);
    };
    const url = new URL(service.url);
    const connection = name.startsWith("today")
      ? new Client({ name: "a", version: "1" }).connect(
          new StreamableHTTPClientTransport(url, { ...options, fetch: counting }),
        )
      : new OldClient({ name: "a", version: "1" }).connect(
          new OldTransport(url, { ...(options as object), fetch: counting }),
        );
    await expect(connection).rejects.toThrow(/RALLLY_MCP_TOKEN.*Authorization: Bearer/u);
    expect(requests).toBeLessThan(10);
  });

  it.each([
    ["none", {}, /^Bearer realm="rallly-mcp"$/u, /token is missing/],
    ["a wrong one", { authorization: "Bearer wrong" }, /error="invalid_token"/u, /token is wrong/],
  ])("is challenged without metadata: %s", async (_, headers, challenge, text) => {
    const { service } = await openHttp({ token });
    const response = await fetch(service.url, { method: "POST", headers });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(challenge);
    expect(response.headers.get("www-authenticate")).not.toContain("resource_metadata");
    expect(await response.text()).toMatch(text);
  });
});
