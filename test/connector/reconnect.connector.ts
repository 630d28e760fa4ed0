/** Hosts that connect again: for more scope, twice with one key, and with offline_access. */
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { UnauthorizedError as OldUnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { countGrants, openConnector } from "./harness.ts";
import { connectHost, createProvider, type HostState } from "./host.ts";
import { findContinueLink, openPage, submit } from "./person.ts";

it("gets more scope when a read-only host calls a tool that writes, and keeps it", async () => {
  const { origin, sandbox } = await openConnector();
  const state: HostState = {};
  await connectHost(origin, { key: sandbox.apiKey, access: "read" }, { state });
  const open = () =>
    new StreamableHTTPClientTransport(new URL("/mcp", origin), {
      authProvider: createProvider(state) as never,
    });
  const client = new Client({ name: "test", version: "1" });
  const transport = open();
  await client.connect(transport);
  const create = { name: "create_poll", arguments: { title: "Stepped up", dates: ["2037-03-02"] } };
  delete state.page;
  await expect(client.callTool(create)).rejects.toThrow(UnauthorizedError);
  // The SDK writes the property when it opens the page.
  const { page } = state as HostState;
  expect(page?.searchParams.get("scope")?.split(" ")).toEqual(
    expect.arrayContaining(["polls:read", "polls:write"]),
  );
  const connected = await submit(await openPage(page ?? ""), { key: sandbox.apiKey });
  await transport.finishAuth(findContinueLink(await connected.text()).searchParams);
  const again = new Client({ name: "test", version: "1" });
  await again.connect(open());
  expect((await again.callTool(create)).isError).toBeFalsy();
  expect(state.tokens?.scope?.split(" ")).toEqual(expect.arrayContaining(["polls:read", "polls:write"]));
  expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

describe("an older host (SDK 1.x) that calls a tool that writes with a read-only grant", () => {
  const create = { name: "create_poll", arguments: { title: "Stepped up", dates: ["2037-03-02"] } };

  async function connect(state: HostState) {
    const served = await openConnector();
    const entry = { key: served.sandbox.apiKey, access: "read" } as const;
    await connectHost(served.origin, entry, { line: "1.x", state });
    const open = async () => {
      const transport = new OldTransport(new URL("/mcp", served.origin), {
        authProvider: createProvider(state) as never,
      });
      const client = new OldClient({ name: "test", version: "1" });
      await client.connect(transport as never);
      return { client, transport };
    };
    return { ...served, open };
  }

  it("refreshes its tokens once, fails with 403, creates nothing and goes on", async () => {
    const state: HostState = {};
    const { sandbox, open } = await connect(state);
    const { client } = await open();
    const before = { ...state.tokens };
    delete state.page;
    await expect(client.callTool(create)).rejects.toThrow("Server returned 403 after trying upscoping");
    expect(state.page).toBeUndefined();
    expect(state.tokens?.refresh_token).not.toBe(before.refresh_token);
    expect((await client.callTool({ name: "list_polls", arguments: {} })).isError).toBeFalsy();
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("asks the person for more scope when it keeps no refresh token", async () => {
    const state: HostState = {};
    const { sandbox, open } = await connect(state);
    delete state.tokens?.refresh_token;
    const { client, transport } = await open();
    delete state.page;
    await expect(client.callTool(create)).rejects.toThrow(OldUnauthorizedError);
    const { page } = state as HostState;
    expect(page?.searchParams.get("scope")).toContain("polls:read polls:write");
    const connected = await submit(await openPage(page ?? ""), { key: sandbox.apiKey });
    await transport.finishAuth(findContinueLink(await connected.text()).searchParams.get("code") ?? "");
    expect((await (await open()).client.callTool(create)).isError).toBeFalsy();
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

it("keeps both connections when people of one key connect the same host", async () => {
  const served = await openConnector();
  const { origin, sandbox } = served;
  const state: HostState = {};
  const first = await connectHost(origin, { key: sandbox.apiKey, access: "read" }, { state });
  // The second person's installation of the host has the same client.
  const second = await connectHost(
    origin,
    { key: sandbox.apiKey },
    { state: state.client ? { client: state.client } : {} },
  );
  expect((await first.call("list_polls"))["isError"]).toBeFalsy();
  expect((await second.call("list_polls"))["isError"]).toBeFalsy();
  expect(await countGrants(served)).toBe(2);
  await expect(first.call("create_poll", { title: "No", dates: ["2037-03-02"] })).rejects.toThrow();
});

it("gives a refresh token with offline_access, which is no access of its own", async () => {
  const { origin, sandbox } = await openConnector();
  const metadata = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json();
  expect(metadata).toMatchObject({ scopes_supported: ["polls:read", "polls:write", "offline_access"] });
  const resource = await (await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`)).json();
  expect(resource).toMatchObject({ scopes_supported: ["polls:read", "polls:write"] });
  const state: HostState = {};
  await connectHost(origin, { key: sandbox.apiKey, access: "read" }, { state });
  expect(state.page?.searchParams.get("scope")).toBe("polls:read polls:write offline_access");
  expect(state.tokens).toMatchObject({ refresh_token: expect.any(String), scope: "polls:read" });
});
