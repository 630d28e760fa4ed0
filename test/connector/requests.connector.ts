/** Methods, paths, sizes, host names and rate limits of requests. */
import { type IncomingHttpHeaders, request } from "node:http";
import { expect, it } from "vitest";
import { openConnector, shareConnector } from "./harness.ts";
import { openFlow, openPage, sendForm, toCall } from "./person.ts";

const shared = shareConnector();

const responses: [method: string, path: string, status: number, content: string][] = [
  ["GET", "/", 200, "Rallly connector"],
  ["POST", "/", 404, "MCP is at"],
  ["PUT", "/", 405, ""],
  ["GET", "/privacy", 200, "encrypted with a token that only the app has"],
  ["GET", "/style.css", 200, "color-scheme"],
  ["GET", "/connections", 404, 'href="/"'],
  ["GET", "/authorize/x", 404, 'href="/"'],
  ["PUT", "/authorize", 405, ""],
  ["GET", "/mcp", 401, ""],
  ["GET", "/mcp/", 401, ""],
  ["GET", "/mcp/x", 404, 'href="/"'],
  ["GET", "/.well-known/oauth-protected-resource", 200, '"bearer_methods_supported"'],
  ["GET", "/.well-known/oauth-protected-resource/x", 404, ""],
  ["OPTIONS", "/mcp", 204, ""],
  ["GET", "/oauth/token", 405, ""],
  ["GET", "/.well-known/oauth-authorization-server", 200, "polls:write"],
  ["GET", "/.well-known/oauth-protected-resource/mcp", 200, '"bearer_methods_supported"'],
  ["GET", "/.well-known/openid-configuration", 404, ""],
  ["GET", "/.well-known/openai-apps-challenge", 404, ""],
  ["GET", "/health", 200, ""],
  ["GET", "/webhook", 200, "Signing secret"],
  ["PUT", "/webhook", 405, ""],
  ["GET", "/setup/x", 404, 'href="/"'],
];

it("responds to its paths and methods, and to no other", async () => {
  const { origin } = shared();
  const found = responses.map(async ([method, path]) => {
    const response = await fetch(origin + path, { method, redirect: "manual" });
    return [method, path, response.status, await response.text()];
  });
  const expected = responses.map((row) => [...row.slice(0, 3), expect.stringContaining(row[3])]);
  expect(await Promise.all(found)).toEqual(expected);
});

it("cannot be framed, scripted or cached, and keeps its address to itself", async () => {
  const connector = shared();
  for (const url of [(await openFlow(connector)).pageUrl(), `${connector.origin}/`]) {
    const { headers } = await fetch(url);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    const names = ["x-frame-options", "cache-control", "referrer-policy", "x-content-type-options"];
    expect(names.map((name) => headers.get(name))).toEqual(["DENY", "no-store", "same-origin", "nosniff"]);
  }
});

interface RawResponse {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Sends a request without its body, which may be announced, on a connection of its own: one whose body was refused unread is reset,
 * and fetch would use it again.
 */
function sendRaw(
  method: string,
  url: string,
  headers: Record<string, string | number> = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const { statusCode: status, headers } = response;
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.once("end", () => resolve({ status, headers, text }));
    });
    sent.once("error", reject);
    if ("content-length" in headers) sent.flushHeaders();
    else sent.end();
  });
}

it("refuses bodies beyond their limits", async () => {
  const { origin, sandbox } = shared();
  const announce = async (path: string, length: number) => {
    const authorization = `Bearer ${sandbox.apiKey}`;
    return (await sendRaw("POST", origin + path, { "content-length": length, origin, authorization })).status;
  };
  for (const [path, length] of [
    ["/authorize", 64 * 1024 + 1],
    ["/oauth/token", 64 * 1024 + 1],
    ["/oauth/register", 8 * 1024 + 1],
    ["/webhook", 64 * 1024 + 1],
    [`/hooks/${"x".repeat(43)}`, 64 * 1024 + 1],
    ["/mcp", 64 * 1024 + 1],
  ] as const)
    expect([path, await announce(path, length)]).toEqual([path, 413]);
  const body = `"${"x".repeat(8 * 1024 - 2)}"`;
  expect((await fetch(`${origin}/oauth/register`, { method: "POST", body })).status).toBe(400);
  const people = Array.from({ length: 60_000 }, () => "a");
  const flow = await openFlow(shared());
  const many = toCall("find_missing_people", { poll: "x", people });
  const { access_token } = await flow.exchange(await flow.getCode());
  expect((await flow.post(access_token, many)).status).toBe(413);
});

it("takes a message of 1.2 MB with a token that it has issued, and of 64 KB with a key in its place", async () => {
  const { sandbox } = shared();
  const flow = await openFlow(shared());
  const { access_token } = await flow.exchange(await flow.getCode());
  const send = async (token: string, size: number, init: RequestInit = {}) => {
    const message = { jsonrpc: "2.0", id: 1, method: "ping", params: { text: "" } };
    message.params.text = "x".repeat(size - JSON.stringify(message).length);
    return (await flow.post(token, message, init)).status;
  };
  expect(await send(access_token, 1_200_000)).toBe(200);
  expect(await send(access_token, 1_200_001)).toBe(413);
  for (const key of [sandbox.apiKey, "sk_madeup_00000000000000000000000000"]) {
    expect(await send(key, 65_536)).toBe(200);
    expect(await send(key, 65_537)).toBe(413);
  }
  expect(await send("a:b:c", 3_000_000)).toBe(401);
  // Without a length, too.
  const body = new Blob(["x".repeat(65_537)]).stream();
  const chunked = { body, duplex: "half" } as RequestInit;
  expect((await flow.post(sandbox.apiKey, undefined, chunked)).status).toBe(413);
});

it("lets hosts in a browser read its responses", async () => {
  const connector = shared();
  const origin = { headers: { origin: "https://inspector.example" } };
  const refused = await fetch(`${connector.origin}/mcp`, { method: "POST", ...origin });
  expect(refused.headers.get("access-control-allow-origin")).toBeTruthy();
  const metadata = await fetch(`${connector.origin}/.well-known/oauth-authorization-server`, origin);
  expect(metadata.headers.get("access-control-allow-origin")).toBeTruthy();
});

it("serves other host names only by HTTPS, and never a key in the clear", async () => {
  const { origin, requests } = shared();
  const send = (method: string, path: string) =>
    sendRaw(method, origin + path, { host: "connector.example" });
  const page = "/authorize?client_id=a%20b";
  const { status, headers } = await send("GET", page);
  expect([status, headers.location]).toEqual([308, `https://connector.example${page}`]);
  for (const path of ["/authorize", "/mcp", "/oauth/token"])
    expect([path, (await send("POST", path)).status]).toEqual([path, 403]);
  expect(requests()).toEqual([]);
});

it("takes 20 forms, 60 opened pages, 20 registrations and 600 requests for tokens a minute of an address, and of a network of IPv6", async () => {
  const { origin } = await openConnector({ limits: true });
  /** The refusals among some requests. Twice the limit, because a second minute of the limiter may begin meanwhile. */
  const findRefused = async (
    count: number,
    method: string,
    path: string,
    address: (index: number) => string,
  ) => {
    const sent = Array.from({ length: count }, (_, index) =>
      sendRaw(method, origin + path, { "cf-connecting-ip": address(index) }),
    );
    return (await Promise.all(sent)).find(({ status }) => status === 429);
  };
  const spellings = ["2001:db8::5:", "2001:DB8:0:0:5::", "2001:0db8:0000:0000:5:0:1:"];
  for (const address of [() => "192.0.2.1", (index: number) => `${spellings[index % 3]}${index}`]) {
    const refused = await findRefused(45, "POST", "/authorize", address);
    expect(refused).toMatchObject({
      headers: { "retry-after": "60" },
      text: expect.stringContaining("Wait"),
    });
  }
  const opened = await sendRaw("GET", `${origin}/authorize`, { "cf-connecting-ip": "192.0.2.1" });
  expect(opened.status).toBe(400);
  for (const [count, method, path, text] of [
    [130, "GET", "/authorize", "Wait a minute"],
    [45, "POST", "/oauth/register", "temporarily_unavailable"],
    [1300, "POST", "/oauth/token", "temporarily_unavailable"],
  ] as const)
    expect((await findRefused(count, method, path, () => "192.0.2.5"))?.text, path).toContain(text);
});

it("is not ready without the name of its operator", async () => {
  const connector = await openConnector({ variables: { OPERATOR: "" } });
  const { origin } = connector;
  expect(await (await fetch(origin)).text()).toContain("nobody can connect yet");
  const flow = await openFlow(connector);
  expect((await openPage(flow.pageUrl())).status).toBe(503);
  expect(
    (await sendForm({ url: flow.pageUrl(), cookie: "" }, { key: connector.sandbox.apiKey })).status,
  ).toBe(503);
  expect(connector.requests()).toEqual([]);
  expect((await openPage(`${origin}/webhook`)).status).toBe(503);
  expect((await sendForm({ url: `${origin}/webhook`, cookie: "" }, { key: "x" })).status).toBe(503);
});

it("shows how to add it to each client, with its own URL", async () => {
  const { origin } = shared();
  const text = (await (await fetch(origin)).text()).replaceAll("&amp;", "&");
  const [claude, cursor, vscode] = [...text.matchAll(/class="button primary" href="([^"]+)"/g)].map(
    ([, link = ""]) => new URL(link).searchParams,
  );
  const url = `${origin}/mcp`;
  expect(claude?.get("connectorUrl")).toBe(url);
  expect(JSON.parse(atob(cursor?.get("config") ?? ""))).toEqual({ url });
  expect(JSON.parse(vscode?.get("config") ?? "")).toEqual({ type: "http", url });
  expect(text).toContain(`claude mcp add --transport http --scope user rallly ${url}`);
});

it("keeps a public client for a day until its first token, and others for 90 days", async () => {
  const connector = shared();
  const listDays = async () => {
    const { keys } = await connector.store.list({ prefix: "client:" });
    return keys.map(({ expiration = 0 }) => Math.round((expiration - Date.now() / 1000) / 86_400));
  };
  await openFlow(connector, { token_endpoint_auth_method: "client_secret_post" });
  expect(await listDays()).toEqual([90]);
  await connector.reset();
  const flow = await openFlow(connector);
  expect(await listDays()).toEqual([1]);
  const { refresh_token } = await flow.exchange(await flow.getCode());
  expect(await listDays()).toEqual([90]);
  // Three silent days later.
  for (const [name, value] of Object.entries(await connector.stored())) {
    const earlier = (key: string, at: unknown) =>
      /At$|Date$/.test(key) && typeof at === "number" ? at - 3 * 86_400 : at;
    await connector.store.put(name, JSON.stringify(JSON.parse(value, earlier)));
  }
  expect((await flow.refresh(refresh_token)).access_token).toBeTruthy();
});

it("explains a wrong setting to its operator, and blames no key", async () => {
  const connector = await openConnector({ variables: { RALLLY_BASE_URL: "https://rallly.example/wrong" } });
  const flow = await openFlow(connector);
  await expect(flow.getCode()).rejects.toThrow("Something went wrong here");
  expect(connector.log()).toContain("baseUrl: Must end with /v1");
  expect(connector.log()).not.toContain(connector.sandbox.apiKey);
});
