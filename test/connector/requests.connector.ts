/** Sizes, methods, paths and host names of requests. */
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { maxMessageBytes } from "../../mcp/runtime/request-limits.ts";
import { openConnector } from "./harness.ts";
import { connectHost } from "./host.ts";
import { openPage, sendForm } from "./person.ts";

const maxFormBytes = 64 * 1024;

describe("a body", () => {
  it.each(["known", "unknown"])("is refused beyond its limit, when its length is %s", async (length) => {
    const { origin, sandbox } = await openConnector();
    const { state } = await connectHost(origin, { key: sandbox.apiKey });
    const before = sandbox.requests.length;
    const send = async (path: string, type: string, text: string) => {
      const body = length === "known" ? text : new Blob([text]).stream();
      const response = await fetch(origin + path, {
        method: "POST",
        headers: {
          "content-type": type,
          origin,
          accept: "application/json, text/event-stream",
          ...(path === "/mcp" ? { authorization: `Bearer ${state.tokens?.access_token}` } : {}),
        },
        redirect: "manual",
        duplex: "half",
        body,
      } as RequestInit);
      await response.text();
      return response.status;
    };
    const form = "application/x-www-form-urlencoded";
    const pad = (text: string, size: number) => text.padEnd(size, "x");
    expect(await send("/connections", form, pad("key=", maxFormBytes))).toBe(303);
    expect(await send("/connections", form, pad("key=", maxFormBytes + 1))).toBe(413);
    expect(await send("/authorize", form, pad("key=", maxFormBytes + 1))).toBe(413);
    expect(await send("/oauth/token", form, pad("grant_type=", maxFormBytes))).toBe(401);
    expect(await send("/oauth/token", form, pad("grant_type=", maxFormBytes + 1))).toBe(413);
    const client = `{"redirect_uris":["http://127.0.0.1:9/callback"],"token_endpoint_auth_method":"none"}`;
    expect(await send("/oauth/register", "application/json", client.padEnd(maxFormBytes))).toBe(201);
    expect(await send("/oauth/register", "application/json", client.padEnd(maxFormBytes + 1))).toBe(413);
    const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(await send("/mcp", "application/json", list.padEnd(maxMessageBytes))).toBe(200);
    expect(await send("/mcp", "application/json", list.padEnd(maxMessageBytes + 1))).toBe(413);
    expect(sandbox.requests.length).toBe(before);
  });
});

describe("a route", () => {
  it("takes only its methods", async () => {
    const { origin, sandbox } = await openConnector();
    const { state } = await connectHost(origin, { key: sandbox.apiKey });
    const authorization = `Bearer ${state.tokens?.access_token}`;
    const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    const statuses: Record<string, string> = {};
    for (const [index, path] of [
      ...[
        "/",
        "/style.css",
        "/authorize",
        "/connections",
        "/mcp",
        "/mcp/",
        "/oauth/token",
        "/oauth/register",
      ],
      ...["/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource/mcp"],
    ].entries()) {
      const results = await Promise.all(
        methods.map(async (method) => {
          const headers = {
            "cf-connecting-ip": `192.0.2.${index}`,
            ...(path.startsWith("/mcp") ? { authorization } : {}),
          };
          const response = await fetch(origin + path, { method, headers, redirect: "manual" });
          const text = await response.text();
          if (method === "HEAD") expect(text).toBe("");
          if (response.status === 405)
            expect(response.headers.get("allow"), `${method} ${path}`).toBeTruthy();
          return response.status;
        }),
      );
      statuses[path] = results.join(" ");
    }
    expect(statuses).toEqual({
      "/": "200 200 405 405 405 405 405",
      "/style.css": "200 200 405 405 405 405 405",
      "/authorize": "400 400 400 405 405 405 405",
      "/connections": "200 200 400 405 405 405 405",
      "/mcp": "405 405 415 405 405 405 204",
      "/mcp/": "405 405 415 405 405 405 204",
      "/oauth/token": "405 405 400 405 405 405 204",
      "/oauth/register": "405 405 400 405 405 405 204",
      "/.well-known/oauth-authorization-server": "200 200 405 405 405 405 204",
      "/.well-known/oauth-protected-resource/mcp": "200 200 405 405 405 405 204",
    });
  });

  it("is the only one: other paths are not found", async () => {
    const { origin } = await openConnector();
    for (const path of [
      "/nothing",
      "/authorize/",
      "/connections/x",
      "/mcp/x",
      "/MCP",
      "/__proto__",
      "/constructor",
    ]) {
      const page = await openPage(origin + path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.text).toContain("There is nothing here");
    }
    for (const path of ["openid-configuration", "oauth-protected-resource", "oauth-authorization-server/mcp"])
      expect((await openPage(`${origin}/.well-known/${path}`)).status).toBe(404);
  });

  it("responds with an OAuth error to ids and tokens that are longer than a key of the store", async () => {
    const { origin, log } = await openConnector();
    const long = "x".repeat(600);
    const registered = await fetch(`${origin}/oauth/register`, {
      method: "POST",
      body: JSON.stringify({
        redirect_uris: ["http://127.0.0.1:9/callback"],
        token_endpoint_auth_method: "none",
      }),
    });
    const { client_id } = (await registered.json()) as { client_id: string };
    const token = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ redirect_uri: "http://127.0.0.1:9/callback", ...fields });
      const response = await fetch(`${origin}/oauth/token`, { method: "POST", body });
      return [response.status, ((await response.json()) as { error?: string }).error];
    };
    const parts = `${long}:${long}:${long}`;
    const code = { grant_type: "authorization_code", code: parts, code_verifier: "x".repeat(43) };
    expect(await token({ ...code, client_id: long })).toEqual([401, "invalid_client"]);
    expect(await token({ ...code, client_id })).toEqual([400, "invalid_grant"]);
    expect(await token({ grant_type: "refresh_token", refresh_token: parts, client_id })).toEqual([
      400,
      "invalid_grant",
    ]);
    const revoked = await fetch(`${origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ token: parts, client_id }),
    });
    expect(revoked.status).toBe(200);
    expect((await openPage(`${origin}/authorize?response_type=code&client_id=${long}`)).status).toBe(400);
    const called = await fetch(`${origin}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${parts}` },
    });
    expect(called.status).toBe(401);
    const page = `${origin}/connections`;
    const [cookie = ""] = (
      await sendForm({ url: page, cookie: "" }, { key: "sk_any" })
    ).headers.getSetCookie();
    expect((await sendForm({ url: page, cookie: cookie.split(";")[0] ?? "" }, { grant: long })).status).toBe(
      303,
    );
    expect(log()).not.toContain("unexpected error");
  });
});

it("serves other host names only by HTTPS, and never a key in the clear", async () => {
  const { origin, sandbox, log } = await openConnector();
  const { port } = new URL(origin);
  const send = (host: string, method: string, path: string) =>
    new Promise<[number, string | undefined]>((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, method, path, headers: { host } }, (response) => {
        response.resume();
        response.once("end", () => resolve([response.statusCode ?? 0, response.headers.location]));
      });
      sent.once("error", reject);
      sent.end();
    });
  expect(await send("connector.example", "GET", "/authorize?client_id=a%20b")).toEqual([
    308,
    "https://connector.example/authorize?client_id=a%20b",
  ]);
  expect(await send("connector.example:8080", "GET", "/")).toEqual([308, "https://connector.example:8080/"]);
  for (const [method, path] of [
    ["POST", "/authorize"],
    ["POST", "/connections"],
    ["POST", "/mcp"],
    ["POST", "/oauth/token"],
    ["GET", "/.well-known/oauth-authorization-server"],
  ] as const)
    expect([path, ...(await send("connector.example", method, path))]).toEqual([path, 403, undefined]);
  for (let index = 0; index < 50; index += 1)
    expect((await send(`localhost:${index + 1}`, "POST", "/mcp"))[0]).toBe(401);
  expect(sandbox.requests).toEqual([]);
  expect(log()).not.toContain("unexpected error");
});

it("explains a wrong setting to its operator, and blames no key", async () => {
  const { origin, sandbox, log } = await openConnector({ baseUrl: "https://rallly.example/wrong" });
  await expect(connectHost(origin, { key: sandbox.apiKey })).rejects.toThrow("Something went wrong here");
  expect(log()).toContain("unexpected error");
  expect(log()).toContain("baseUrl: Must end with /v1");
  expect(log()).not.toContain(sandbox.apiKey);
});
