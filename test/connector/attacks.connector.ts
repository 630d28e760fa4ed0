/** What somebody who knows the URL, or has stolen a code, a token or a form, gets. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Connector, listGrants, openConnector } from "./harness.ts";
import { callback, findContinueLink, openFlow, openPage, sendForm, submit } from "./person.ts";

async function open() {
  const connector = await openConnector();
  return { connector, flow: await openFlow(connector) };
}

/** Makes every stored value of a kind older. */
async function age({ store, stored }: Connector, prefix: string, change: (value: string) => string) {
  for (const [name, value] of Object.entries(await stored()))
    if (name.startsWith(prefix)) await store.put(name, change(value));
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

  it.each([
    ["another verifier", { code_verifier: randomBytes(32).toString("base64url") }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_request"],
    ["another redirect URI", { redirect_uri: "http://127.0.0.1:9/other" }, "invalid_grant"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["an unknown client", { client_id: "unknown" }, "invalid_client"],
    ["a client id longer than a key of the store", { client_id: "x".repeat(600) }, "invalid_request"],
  ])("is refused with %s", async (_, changes, error) => {
    const { flow } = await open();
    expect((await flow.exchange(await flow.getCode(), changes)).error).toBe(error);
  });

  it("of one client is refused for another", async () => {
    const { connector, flow } = await open();
    const other = await openFlow(connector);
    expect((await other.exchange(await flow.getCode())).error).toBe("invalid_grant");
  });

  it("is refused after ten minutes", async () => {
    const { connector, flow } = await open();
    const code = await flow.getCode();
    const { keys } = await connector.store.list({ prefix: "grant:" });
    expect(keys[0]?.expiration).toBeLessThanOrEqual(Date.now() / 1000 + 600);
    await age(connector, "grant:", (value) => {
      const grant = JSON.parse(value) as { createdAt: number };
      return JSON.stringify({ ...grant, createdAt: grant.createdAt - 600 });
    });
    expect((await flow.exchange(code)).error).toBe("invalid_grant");
  });
});

describe("a refresh token", () => {
  it("that was replaced and is used again ends the grant", async () => {
    const { flow } = await open();
    const first = await flow.exchange(await flow.getCode());
    const second = await flow.refresh(first.refresh_token);
    const third = await flow.refresh(second.refresh_token);
    expect((await flow.refresh(first.refresh_token)).error).toBe("invalid_grant");
    expect((await flow.refresh(third.refresh_token)).error).toBe("invalid_grant");
    expect((await flow.post(third.access_token)).status).toBe(401);
  });

  it("that a thief used first ends the grant when its owner refreshes", async () => {
    const { flow } = await open();
    const stolen = await flow.exchange(await flow.getCode());
    const owner = await flow.refresh(stolen.refresh_token);
    const thief = await flow.refresh(stolen.refresh_token);
    expect((await flow.refresh(owner.refresh_token)).error).toBe("invalid_grant");
    expect((await flow.post(thief.access_token)).status).toBe(401);
  });

  it("may be used twice within a minute, as parallel requests do, and not later", async () => {
    const { connector, flow } = await open();
    const first = await flow.exchange(await flow.getCode());
    await flow.refresh(first.refresh_token);
    const again = await flow.refresh(first.refresh_token);
    expect((await flow.post(again.access_token)).status).toBe(200);
    await age(connector, "refresh:", (usedAt) => (usedAt === "0" ? "0" : String(Number(usedAt) - 61_000)));
    expect((await flow.refresh(first.refresh_token)).error).toBe("invalid_grant");
    expect((await flow.post(again.access_token)).status).toBe(401);
  });

  it("that was never issued ends nothing", async () => {
    const { flow } = await open();
    const { refresh_token, access_token } = await flow.exchange(await flow.getCode());
    expect((await flow.refresh(`${refresh_token}x`)).error).toBe("invalid_grant");
    expect((await flow.post(access_token)).status).toBe(200);
    expect((await flow.refresh(refresh_token)).access_token).toBeTruthy();
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
  expect(connector.sandbox.requests).toEqual([]);
});

describe("the page", () => {
  it.each([
    ["an unknown client", { client_id: "unknown" }, "Invalid client_id"],
    ["an id longer than a key of the store", { client_id: "x".repeat(600) }, "too long"],
    ["an unregistered redirect URI", { redirect_uri: "https://elsewhere.example/" }, "Invalid redirect URI"],
    ["no client", { client_id: undefined }, "client_id is required"],
  ])("explains %s, and redirects nowhere", async (_, changes, term) => {
    const { flow } = await open();
    const { status, text } = await openPage(flow.pageUrl(changes));
    expect(status).toBe(400);
    expect(text).toContain(term);
    if (!term.startsWith("too")) expect(text).toContain("Go back to the app and connect again.");
  });

  it.each([
    ["a missing challenge", { code_challenge: undefined }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
    ["only unknown scopes", { scope: "email profile" }, "invalid_scope"],
  ])("sends %s back to the client as an error", async (_, changes, error) => {
    const { connector, flow } = await open();
    const response = await fetch(flow.pageUrl(changes), { redirect: "manual" });
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.origin + location.pathname).toBe(callback);
    const received = Object.fromEntries(location.searchParams);
    expect(received).toMatchObject({ error, state: "a state & more", iss: connector.origin });
  });

  it("leaves out unknown scopes beside known ones", async () => {
    const { flow } = await open();
    const page = await openPage(flow.pageUrl({ scope: "email polls:read" }));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("email");
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
    expect(sandbox.requests).toEqual([]);
    expect((await submit(page, { key: sandbox.apiKey })).status).toBe(200);
    const repeated = await submit(page, { key: sandbox.apiKey });
    expect([repeated.status, await repeated.text()]).toEqual([
      422,
      expect.stringContaining("was sent before"),
    ]);
    expect(await listGrants(connector)).toHaveLength(1);
  });

  it("ends the grant when the person cancels after the key", async () => {
    const { connector, flow } = await open();
    const page = await openPage(flow.pageUrl());
    const connected = await (await submit(page, { key: connector.sandbox.apiKey })).text();
    const code = findContinueLink(connected).searchParams.get("code") ?? "";
    const cancelled = await sendForm(page, { grant: code });
    expect(Object.fromEntries(findContinueLink(await cancelled.text()).searchParams)).toEqual({
      error: "access_denied",
      state: "a state & more",
      iss: connector.origin,
    });
    expect(await listGrants(connector)).toEqual([]);
    expect((await flow.exchange(code)).error).toBe("invalid_grant");
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "http://elsewhere.example/callback",
  ])("sends nobody to %s, which no client can register", async (redirectUri) => {
    const connector = await openConnector();
    await expect(openFlow(connector, { redirect_uris: [redirectUri] })).rejects.toThrow(/redirect/i);
  });
});
