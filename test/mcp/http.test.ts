import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { hasToken } from "../../mcp/http/check-request.ts";
import { createClientCache } from "../../mcp/http/client-cache.ts";
import { assertSafe } from "../../mcp/http/settings.ts";
import { createClient } from "../../src/api/index.ts";
import { callTool } from "./harness.ts";
import { connectHttp, openHttp } from "./http-harness.ts";

const token = "0123456789abcdef0123456789abcdef";
const pinned = { versionNegotiation: { mode: { pin: "2026-07-28" } } } as const;
const listing = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

interface Asked {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One raw request, for what no client would send. */
function ask(
  url: string,
  { method = "POST", path, headers = {}, body }: Asked,
): Promise<{ status: number; text: string }> {
  const target = new URL(path ?? "/mcp", url);
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const asked = request(target, { method, headers: all }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on("error", reject);
    asked.end(body ?? (method === "POST" ? JSON.stringify(listing) : undefined));
  });
}

describe("access over HTTP", () => {
  it.each([
    ["a local caller", {}, 200],
    ["a local page", { origin: "http://localhost:5173" }, 200],
    ["a page from elsewhere", { origin: "https://evil.example" }, 403],
    ["an opaque page", { origin: "null" }, 403],
    ["a rebound name", { host: "evil.example" }, 403],
    ["an empty key", { "x-rallly-api-key": "" }, 400],
    ["a key with blanks", { "x-rallly-api-key": "sk_a b" }, 400],
  ])("gets the right status with %s", async (_, headers, status) => {
    const { service } = await openHttp();
    expect((await ask(service.url, { headers })).status).toBe(status);
  });

  it("is allowed for --allowed-host", async () => {
    const { service } = await openHttp({ allowedHosts: ["polls.example.com"] });
    const headers = { host: "polls.example.com", origin: "https://polls.example.com" };
    expect((await ask(service.url, { headers })).status).toBe(200);
  });

  it.each([
    ["none", {}, 401],
    ["a wrong one", { authorization: `Bearer ${token.replace("0", "x")}` }, 401],
    ["a prefix of it", { authorization: `Bearer ${token.slice(0, 8)}` }, 401],
    ["another scheme", { authorization: `Basic ${token}` }, 401],
    ["the right one", { authorization: `Bearer ${token}` }, 200],
    ["the right one, sloppily", { authorization: `bearer  ${token} ` }, 200],
  ])("is checked for the token: %s", async (_, headers, status) => {
    const { service } = await openHttp({ token });
    expect((await ask(service.url, { headers })).status).toBe(status);
  });

  it("is 404 outside /mcp, and needs no token for /health", async () => {
    const { service } = await openHttp({ token });
    expect((await ask(service.url, { path: "/" })).status).toBe(404);
    expect(await ask(service.url, { method: "GET", path: "/health" })).toEqual({
      status: 200,
      text: '{"status":"ok"}',
    });
  });

  it("has no sessions", async () => {
    const { service } = await openHttp();
    expect((await ask(service.url, { method: "GET" })).status).toBe(405);
    expect((await ask(service.url, { method: "DELETE" })).status).toBe(405);
  });

  it("is refused for bodies that are too large, not JSON, or of another type", async () => {
    const { service } = await openHttp();
    expect((await ask(service.url, { body: `"${"x".repeat(1024 * 1024)}"` })).status).toBe(413);
    expect((await ask(service.url, { body: "{" })).status).toBe(400);
    expect((await ask(service.url, { headers: { "content-type": "text/plain" } })).status).toBe(415);
  });
});

describe("HTTP settings", () => {
  const local = { host: "127.0.0.1", port: 0, allowedHosts: [], acceptsKeys: true };

  it.each(["127.0.0.1", "127.1.2.3", "localhost", "::1"])("allow %s without a token", (host) => {
    expect(() => assertSafe({ ...local, host })).not.toThrow();
  });

  it.each([
    [{ host: "0.0.0.0" }, /--allowed-host/],
    [{ host: "0.0.0.0", allowedHosts: ["a.example"] }, /RALLLY_MCP_TOKEN/],
    [{ host: "192.168.1.2", token }, /--allowed-host/],
    [{ host: "127.0.0.1.evil.example", token }, /--allowed-host/],
    [{ token: "short" }, /at least 32 characters/],
  ])("reject %o", (settings, message) => {
    expect(() => assertSafe({ ...local, ...settings })).toThrow(message);
  });

  it("allow any address with names and a token", () => {
    expect(() =>
      assertSafe({ host: "0.0.0.0", port: 0, allowedHosts: ["a.example"], acceptsKeys: true, token }),
    ).not.toThrow();
  });
});

describe("the HTTP token check", () => {
  it("accepts only the whole token", () => {
    expect(hasToken(`Bearer ${token}`, token)).toBe(true);
    for (const header of [undefined, "", "Bearer", `Bearer ${token}x`, `Bearer ${token} ${token}`]) {
      expect(hasToken(header, token)).toBe(false);
    }
  });
});

describe("a caller's own key", () => {
  it("gives access to the caller's space only", async () => {
    const { service, sandbox } = await openHttp();
    const mine = await connectHttp(service.url, pinned, { "x-rallly-api-key": sandbox.apiKeys.secondSpace });
    const theirs = await connectHttp(service.url, pinned);
    const titles = async (host: typeof mine) =>
      ((await callTool(host, "list_polls", { limit: 100 })).data["polls"] as { title: string }[]).map(
        ({ title }) => title,
      );
    const [one, other] = [await titles(mine), await titles(theirs)];
    expect(one).not.toEqual(other);
    expect(other).toContain("Team lunch");
    expect(one).not.toContain("Team lunch");
  });

  it("lists only the caller's own polls with a cursor of another space", async () => {
    const { service, sandbox } = await openHttp();
    const theirs = await connectHttp(service.url, pinned);
    const { data } = await callTool(theirs, "list_polls", { limit: 1 });
    expect(data["nextCursor"]).toEqual(expect.any(String));
    const mine = await connectHttp(service.url, pinned, { "x-rallly-api-key": sandbox.apiKeys.secondSpace });
    const { data: all } = await callTool(mine, "list_polls", { limit: 100 });
    const { data: rest } = await callTool(mine, "list_polls", { limit: 100, cursor: data["nextCursor"] });
    const own = (all["polls"] as { id: string }[]).map(({ id }) => id);
    for (const { id } of rest["polls"] as { id: string }[]) expect(own).toContain(id);
  });

  it("keeps clients of the last 100 callers", () => {
    const made: string[] = [];
    const own = { client: undefined, secret: "own" };
    const callers = createClientCache(own, (apiKey) => {
      made.push(apiKey);
      return createClient({ apiKey, baseUrl: "http://127.0.0.1:9/v1" });
    });
    expect(callers(null)).toBe(own);
    for (let number = 0; number <= 100; number += 1) callers(`key-${number}`);
    callers("key-100");
    expect(made).toHaveLength(101);
    callers("key-0");
    expect(made).toHaveLength(102);
  });
});

describe("shutdown over HTTP", () => {
  it("finishes requests in flight and accepts no more", async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let started: () => void = () => {};
    const asked = new Promise<void>((resolve) => (started = resolve));
    const client = createClient({
      apiKey: "sk_test_12345678",
      baseUrl: "http://127.0.0.1:9/v1",
      transport: async () => {
        started();
        await held;
        return { status: 200, headers: {}, text: JSON.stringify({ data: [], nextCursor: null }) };
      },
    });
    const { service } = await openHttp({}, { client });
    const host = await connectHttp(service.url, pinned);
    const call = callTool(host, "list_polls");
    await asked;
    const drained = service.drain(10_000);
    release();
    expect((await call).text).toContain("0 polls");
    expect(await drained).toBe(true);
    await expect(ask(service.url, {})).rejects.toThrow();
  });
});
