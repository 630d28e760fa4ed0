/** What somebody who knows the URL, or has stolen a code, a token or a form, gets. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { listGrants, shareConnector } from "./harness.ts";
import { callback, findContinueLink, openFlow, openPage, sendForm, submit } from "./person.ts";

const shared = shareConnector();

/** Registers a host. */
async function open() {
  return { connector: shared(), flow: await openFlow(shared()) };
}

describe("a code", () => {
  it("works once: a replay is refused and ends the grant", async () => {
    const { flow } = await open();
    const code = await flow.getCode();
    const { access_token } = await flow.exchange(code);
    expect((await flow.post(access_token)).status).toBe(200);
    expect((await flow.exchange(code)).error).toBe("invalid_grant");
    expect((await flow.post(access_token)).status).toBe(401);
  });

  it("leaves no token that works when it is sent at one moment again and again: a replay ends the grant", async () => {
    const { connector, flow } = await open();
    const code = await flow.getCode();
    const responses = await Promise.all(Array.from({ length: 50 }, () => flow.exchange(code)));
    const tokens = responses.flatMap(({ access_token }) => access_token ?? []);
    const statuses = await Promise.all(tokens.map(async (token) => (await flow.post(token)).status));
    expect([tokens.length, statuses, await listGrants(connector)]).toEqual([1, [401], []]);
  });

  it.each([
    ["another verifier", { code_verifier: randomBytes(32).toString("base64url") }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_request"],
    ["another redirect URI", { redirect_uri: "http://127.0.0.1:9/other" }, "invalid_grant"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["an unknown client", { client_id: "unknown" }, "invalid_client"],
  ])("is refused with %s", async (_, changes, error) => {
    const { flow } = await open();
    expect((await flow.exchange(await flow.getCode(), changes)).error).toBe(error);
  });

  it("of one client is refused for another", async () => {
    const { connector, flow } = await open();
    const other = await openFlow(connector);
    expect((await other.exchange(await flow.getCode())).error).toBe("invalid_grant");
  });

  it("leaves the store after ten minutes, and is refused then", async () => {
    const { connector, flow } = await open();
    const code = await flow.getCode();
    const { keys } = await connector.store.list({ prefix: "grant:" });
    expect(keys.map(({ expiration = Infinity }) => expiration <= Date.now() / 1000 + 600)).toEqual([true]);
    await connector.store.delete(keys[0]?.name ?? "");
    expect((await flow.exchange(code)).error).toBe("invalid_grant");
  });
});

describe("a refresh token", () => {
  it("that was replaced twice is refused, and ends nothing", async () => {
    const { flow } = await open();
    const first = await flow.exchange(await flow.getCode());
    const second = await flow.refresh(first.refresh_token);
    const third = await flow.refresh(second.refresh_token);
    expect((await flow.refresh(first.refresh_token)).error).toBe("invalid_grant");
    expect((await flow.post(third.access_token)).status).toBe(200);
    expect((await flow.refresh(third.refresh_token)).access_token).toBeTruthy();
  });

  it("ends its grant when the host revokes it, and no other grant", async () => {
    const { connector, flow } = await open();
    const { refresh_token, access_token } = await flow.exchange(await flow.getCode());
    const other = await openFlow(connector);
    const kept = await other.exchange(await other.getCode());
    const client_id = new URL(flow.pageUrl()).searchParams.get("client_id") ?? "";
    const revoke = (token: string) =>
      fetch(`${connector.origin}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({ token, client_id }),
      });
    expect((await revoke(kept.refresh_token)).status).toBe(200);
    expect((await revoke(refresh_token)).status).toBe(200);
    expect((await flow.post(access_token)).status).toBe(401);
    expect((await other.post(kept.access_token)).status).toBe(200);
  });
});

it.each([
  ["garbage", "garbage"],
  ["a token of the right form", "a:b:c"],
  ["a token longer than a key of the store", `${"x".repeat(200)}:${"x".repeat(400)}:x`],
])("responds with 401 to %s", async (_, token) => {
  const { connector, flow } = await open();
  const response = await flow.post(token);
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toContain(
    `resource_metadata="${connector.origin}/.well-known/oauth-protected-resource/mcp"`,
  );
  expect(connector.requests()).toEqual([]);
});

describe("the page", () => {
  it.each([
    ["an unknown client", { client_id: "unknown" }, "Invalid client_id"],
    ["an unregistered redirect URI", { redirect_uri: "https://elsewhere.example/" }, "Invalid redirect URI"],
    ["no client", { client_id: undefined }, "client_id is required"],
  ])("explains %s, and redirects nowhere", async (_, changes, term) => {
    const { flow } = await open();
    const { status, text } = await openPage(flow.pageUrl(changes));
    expect(status).toBe(400);
    expect(text).toContain(term);
    expect(text).toContain("Go back to the app and connect again.");
  });

  it.each([
    ["a missing challenge", { code_challenge: undefined }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
    ["a challenge that is too short", { code_challenge: "x".repeat(42) }, "invalid_request"],
    ["a challenge that is too long", { code_challenge: "x".repeat(128) }, "invalid_request"],
  ])("explains %s, and links back to the client with the error", async (_, changes, error) => {
    const { connector, flow } = await open();
    const { status, text } = await openPage(flow.pageUrl(changes));
    expect(status).toBe(400);
    expect(text).not.toContain("http-equiv");
    const link = /href="(http:[^"]+)">Return to <bdi>127\.0\.0\.1:9</.exec(text)?.[1] ?? "";
    const { origin, pathname, searchParams } = new URL(link.replaceAll("&amp;", "&"));
    expect(origin + pathname).toBe(callback);
    const received = Object.fromEntries(searchParams);
    expect(received).toMatchObject({ error, state: "a state & more", iss: connector.origin });
  });

  it.each(["client_id", "redirect_uri", "scope", "state", "code_challenge", "response_type"])(
    "refuses a repeated %s, and links nowhere",
    async (name) => {
      const { flow } = await open();
      const url = flow.pageUrl();
      const value = new URL(url).searchParams.get(name) ?? "";
      const page = await openPage(`${url}&${new URLSearchParams({ [name]: value })}`);
      expect([page.status, page.text]).toEqual([400, expect.stringContaining("is repeated")]);
      expect(page.text).not.toContain("Return to");
    },
  );

  it("takes a resource that is repeated in two of its forms, and no second resource", async () => {
    const { connector, flow } = await open();
    const openWith = async (resource: string) =>
      (await openPage(`${flow.pageUrl()}&${new URLSearchParams({ resource })}`)).status;
    expect([await openWith(connector.origin), await openWith("https://example.com/mcp")]).toEqual([200, 400]);
  });

  it("takes a state of 4,096 bytes, and no longer one", async () => {
    const { flow } = await open();
    const openWith = async (state: string) => (await openPage(flow.pageUrl({ state }))).status;
    const sizes = ["x".repeat(4096), "x".repeat(4097), "\u20ac".repeat(1366)];
    expect(await Promise.all(sizes.map(openWith))).toEqual([200, 400, 400]);
  });

  it("leaves out unknown scopes beside known ones", async () => {
    const { flow } = await open();
    const page = await openPage(flow.pageUrl({ scope: "tls:admin polls:read" }));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("tls:admin");
  });

  it("takes a form once, and none from another site, another browser or another form", async () => {
    const { connector, flow } = await open();
    const { sandbox } = connector;
    const page = await openPage(flow.pageUrl());
    const fields = { handle: page.handle, key: sandbox.apiKey, access: "write", decision: "connect" };
    const refused = [
      sendForm(page, fields, { origin: "https://elsewhere.example" }),
      sendForm(page, fields, { origin: "null" }),
      sendForm({ ...page, cookie: "" }, fields),
      sendForm(page, { ...fields, handle: "wrong" }),
    ];
    for (const response of await Promise.all(refused)) expect(response.status).toBeGreaterThanOrEqual(400);
    expect(connector.requests()).toEqual([]);
    expect((await submit(page, { key: sandbox.apiKey })).status).toBe(200);
    const repeated = await submit(page, { key: sandbox.apiKey });
    expect([repeated.status, await repeated.text()]).toEqual([
      422,
      expect.stringContaining("was sent before"),
    ]);
    expect(await listGrants(connector)).toHaveLength(1);
  });

  it.each([
    ["a redirect address elsewhere", "https://evil.example/callback", "any program can use it"],
    ["a program on this machine", "http://localhost/callback", "any program can use it"],
    ["a name that only ends like it", "https://notclient.example/callback", "any program can use it"],
    ["the domain itself", "https://client.example/callback", "It is published by <strong>"],
    ["a host below it", "https://api.client.example/callback", "It is published by <strong>"],
  ])("says whose a described client is by where access goes: %s", async (_, redirect_uri, origin) => {
    const client_id = "https://client.example/client.json";
    const { connector, flow } = await open();
    connector.documents.set(client_id, { client_id, client_name: "Claude", redirect_uris: [redirect_uri] });
    const { text } = await openPage(flow.pageUrl({ client_id, redirect_uri }));
    expect(text).toContain(origin);
    expect(text).toContain("<bdi>client.example</bdi>");
    expect(text).toContain(`Access is sent to <strong><bdi>${new URL(redirect_uri).hostname}</bdi>`);
  });
});

it("refuses a client whose document redirects, and fetches a document once a visit", async () => {
  const client_id = "https://client.example/client.json";
  const redirector = "https://client.example/open-redirect?to=evil";
  const target = "https://evil.example/client.json";
  const redirect_uris = [callback];
  const { connector, flow } = await open();
  connector.documents.set(client_id, { client_id, client_name: "Client", redirect_uris });
  connector.documents.set(redirector, new URL(target));
  connector.documents.set(target, { client_id: redirector, client_name: "Client", redirect_uris });
  const refused = await openPage(flow.pageUrl({ client_id: redirector }));
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("could not be read")]);
  expect(connector.fetched).toEqual([redirector]);
  const page = await openPage(flow.pageUrl({ client_id }));
  expect(connector.fetched).toEqual([redirector, client_id]);
  expect((await submit(page, { key: connector.sandbox.apiKey })).status).toBe(200);
  expect(connector.fetched).toEqual([redirector, client_id, client_id]);
});

describe("an address for codes", () => {
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "http://elsewhere.example/callback",
  ])("%s cannot be registered", async (redirectUri) => {
    await expect(openFlow(shared(), { redirect_uris: [redirectUri] })).rejects.toThrow(/redirect/i);
  });

  it("that no app uses gets nobody: neither a form nor a link", async () => {
    const connector = shared();
    for (const address of [
      ...["about:blank", "about://a", "feed://a/b", "ftp://a/b", "intent://a/#", "view-source://a", "ws://a"],
      ...[
        "wss://a",
        "ms-msdt:/id",
        "ms-settings://a",
        "search-ms:query=a",
        "search://a",
        "tel:112",
        "sms:112",
      ],
      ...["chrome://settings", "chrome-extension://abc/x", "edge://settings", "brave://a", "opera://a"],
      ...[
        "moz-extension://a/b",
        "resource://a",
        "microsoft-edge://a",
        "googlechrome://a",
        "x-safari-https://a",
      ],
      ...["firefox://open-url?url=x", "vivaldi://a", "devtools://a", "safari-web-extension://a"],
      ...["zoommtg:join", "cursor:callback"],
    ]) {
      const redirect_uris = [address.replace("#", ""), callback];
      const flow = await openFlow(connector, { redirect_uris });
      for (const changes of [{}, { code_challenge: "wrong" }]) {
        const { status, text } = await openPage(flow.pageUrl(changes));
        expect([address, status]).toEqual([address, 400]);
        expect(text).not.toMatch(/<form|Return to/);
      }
    }
  });

  it.each([
    ["Claude", ["https://claude.ai/api/mcp/auth_callback"]],
    ["Claude Code", ["http://localhost/callback", "http://127.0.0.1/callback"]],
    ["ChatGPT", ["https://chatgpt.com/connector_platform_oauth_redirect"]],
    ["a ChatGPT app", ["https://chatgpt.com/connector/oauth/Abc123"]],
    [
      "VS Code",
      ["https://vscode.dev/redirect", "https://insiders.vscode.dev/redirect", "http://127.0.0.1:33418/"],
    ],
    [
      "Cursor",
      [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
      ],
    ],
    ["MCP Inspector", ["http://localhost:6274/oauth/callback"]],
    ["Cline", ["vscode://saoudrizwan.claude-dev/mcp-auth/callback/abc"]],
    ["Warp", ["warp://mcp/oauth2callback"]],
    ["Raycast", ["raycast://oauth?package_name=Rallly"]],
    ["Grok", ["grokbot://mcp/callback"]],
    ["an app with a domain as its scheme", ["com.example.app:/callback"]],
  ])("of %s gets a code", async (_, redirect_uris) => {
    const connector = shared();
    const flow = await openFlow(connector, { redirect_uris });
    for (const redirect_uri of redirect_uris.flatMap((each) => [each, toAnyPort(each)])) {
      const page = await openPage(flow.pageUrl({ redirect_uri }));
      expect([redirect_uri, page.status]).toEqual([redirect_uri, 200]);
      const { protocol, host } = new URL(redirect_uri);
      const target = protocol.startsWith("http") ? host.replace(/:.*/, "") : `${protocol}//${host}`;
      expect(page.text).toContain(`Access is sent to <strong><bdi>${target}</bdi></strong>`);
      expect(page.text.includes("a program on your own computer")).toBe(protocol !== "https:");
      const connected = await submit(page, { key: connector.sandbox.apiKey });
      const link = findContinueLink(await connected.text());
      expect(link.href.startsWith(redirect_uri)).toBe(true);
      const tokens = await flow.exchange(link.searchParams.get("code") ?? "", { redirect_uri });
      expect(tokens.access_token).toBeTruthy();
    }
  });
});

/** A program on the person's computer listens on any free port. */
const toAnyPort = (address: string) =>
  address.replace(/^http:\/\/(localhost|127\.0\.0\.1)\//, "http://$1:49152/");
