/** The OAuth clients of both SDK lines. */
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { UnauthorizedError as OldUnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { openConnector } from "./harness.ts";
import { connectHost, createProvider, type HostState, type Line } from "./host.ts";
import { callback, findContinueLink, openFlow, openPage, submit } from "./person.ts";

const metadataUrl = "https://host.example/client.json";
const metadata = {
  client_id: metadataUrl,
  client_name: "Example host",
  redirect_uris: [callback],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};
const create = { name: "create_poll", arguments: { title: "Connected", dates: ["2037-03-02"] } };

describe.each<Line>(["2.x", "1.x"])("a host with SDK %s", (line) => {
  it.each([
    ["dynamic registration", undefined],
    ["a metadata document", metadataUrl],
  ])("connects with %s, calls, and refreshes its tokens", async (_, clientMetadataUrl) => {
    const { origin, sandbox } = await openConnector({ documents: { [metadataUrl]: metadata } });
    const state: HostState = {};
    const options = { line, state, ...(clientMetadataUrl ? { clientMetadataUrl } : {}) };
    const host = await connectHost(origin, { key: sandbox.apiKey }, options);
    expect(state.client?.client_id === metadataUrl).toBe(clientMetadataUrl !== undefined);
    expect(await host.listTools()).toHaveLength(8);
    expect((await host.call(create.name, create.arguments))["isError"]).toBeFalsy();
    const before = { ...state.tokens };
    if (state.tokens) state.tokens.access_token = `${before.access_token}x`;
    expect((await host.call("list_polls"))["isError"]).toBeFalsy();
    expect(state.tokens?.refresh_token).not.toBe(before.refresh_token);
  });

  it("asks to read first, and for more after a refused call", async () => {
    const { origin, sandbox } = await openConnector();
    const state: HostState = {};
    await connectHost(origin, { key: sandbox.apiKey, access: "read" }, { line, state });
    expect(state.page?.searchParams.get("scope")).toMatch(/^polls:read( offline_access)?$/);
    expect(state.tokens).toMatchObject({ refresh_token: expect.any(String), scope: "polls:read" });
    // With a refresh token, line 1 refreshes instead, which changes no scope.
    if (line === "1.x") delete state.tokens?.refresh_token;
    const authProvider = createProvider(state) as never;
    const url = new URL("/mcp", origin);
    const open = () =>
      line === "2.x"
        ? ([
            new Client({ name: "t", version: "1" }),
            new StreamableHTTPClientTransport(url, { authProvider }),
          ] as const)
        : ([new OldClient({ name: "t", version: "1" }), new OldTransport(url, { authProvider })] as const);
    const [client, transport] = open();
    await client.connect(transport as never);
    const refused = await client.callTool(create).catch((error: unknown) => error);
    expect(refused instanceof UnauthorizedError || refused instanceof OldUnauthorizedError).toBe(true);
    const asked = state.page?.searchParams.get("scope")?.split(" ");
    expect(asked).toEqual(expect.arrayContaining(["polls:read", "polls:write"]));
    const page = await openPage(state.page ?? "");
    expect(page.text).toContain("asks for the right to create and delete polls");
    expect(page.text).not.toContain(" checked");
    const connected = await submit(page, { key: sandbox.apiKey });
    const { searchParams } = findContinueLink(await connected.text());
    await (transport instanceof OldTransport
      ? transport.finishAuth(searchParams.get("code") ?? "")
      : transport.finishAuth(searchParams));
    const [again, next] = open();
    await again.connect(next as never);
    expect((await again.callTool(create)).isError).toBeFalsy();
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

it.each([
  ["its link alone", []],
  ["its link beside other addresses", ["https://www.cursor.com/callback", "http://localhost:8787/callback"]],
])("connects a desktop app that registers %s", async (_, others) => {
  const connector = await openConnector();
  const link = "cursor://anysphere.cursor-mcp/oauth/callback";
  const flow = await openFlow(connector, { client_name: "Cursor", redirect_uris: [link, ...others] });
  const { text } = await openPage(flow.pageUrl());
  expect(text).toContain("Access is sent to <strong><bdi>cursor://anysphere.cursor-mcp</bdi></strong>");
  expect(text).toContain("a program on your own computer");
  expect((await flow.exchange(await flow.getCode())).scope).toBe("polls:read polls:write");
});

it("keeps both connections when people of one key connect the same host", async () => {
  const { origin, sandbox } = await openConnector();
  const state: HostState = {};
  const first = await connectHost(origin, { key: sandbox.apiKey, access: "read" }, { state });
  // The second person's installation of the host has the same client.
  const shared = state.client ? { client: state.client } : {};
  const second = await connectHost(origin, { key: sandbox.apiKey }, { state: shared });
  for (const host of [first, second]) expect((await host.call("list_polls"))["isError"]).toBeFalsy();
  await expect(first.call(create.name, create.arguments)).rejects.toThrow();
});
