import { expect, it } from "vitest";
import { describeInBrowser, openHost, visit } from "./browser.ts";
import { openConnector } from "./harness.ts";
import { connectHost } from "./host.ts";

describeInBrowser("a host in a browser", (getBrowser) => {
  it("discovers, registers, gets tokens and calls", async () => {
    const { origin, sandbox } = await openConnector();
    const inspector = await openHost({ origin }, { address: "127.0.0.3" });
    const { page } = await visit(getBrowser(), new URL(inspector.url).searchParams.get("redirect_uri") ?? "");
    const send = (url: string, init: unknown = {}) =>
      page.evaluate(
        `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(async (response) => ({
          status: response.status, challenge: response.headers.get("www-authenticate"), text: await response.text() }))`,
      ) as Promise<{ status: number; challenge: string | null; text: string }>;
    const message = {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "list_polls", arguments: {} },
      }),
    };
    const refused = await send(`${origin}/mcp`, message);
    expect(refused).toMatchObject({ status: 401, challenge: expect.stringContaining("resource_metadata=") });
    for (const path of ["oauth-protected-resource/mcp", "oauth-authorization-server"])
      expect((await send(`${origin}/.well-known/${path}`)).status).toBe(200);
    const registered = await send(`${origin}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Inspector",
        redirect_uris: ["http://127.0.0.3:1/callback"],
        token_endpoint_auth_method: "none",
      }),
    });
    expect(registered.status).toBe(201);
    const form = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } };
    expect(
      JSON.parse((await send(`${origin}/oauth/token`, { ...form, body: "grant_type=x" })).text),
    ).toHaveProperty("error");
    const tooLarge = await send(`${origin}/oauth/token`, { ...form, body: "x".repeat(70_000) });
    expect(tooLarge.status).toBe(413);
    const { state } = await connectHost(origin, { key: sandbox.apiKey, access: "read" });
    const authorized = { ...message.headers, authorization: `Bearer ${state.tokens?.access_token}` };
    const called = await send(`${origin}/mcp`, { ...message, headers: authorized });
    expect(called.status).toBe(200);
    expect(called.text).toContain("DemoPoll0025");
    const beyond = await send(`${origin}/mcp`, {
      ...message,
      headers: authorized,
      body: message.body.replace("list_polls", "create_poll"),
    });
    expect(beyond).toMatchObject({ status: 403, challenge: expect.stringContaining("insufficient_scope") });
  });
});
