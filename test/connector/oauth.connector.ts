/** The OAuth clients of both SDK lines: they connect, refresh, call, and ask for more. */
import { randomUUID } from "node:crypto";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { UnauthorizedError as OldUnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { allTools } from "../../mcp/tools/index.ts";
import { shareConnector } from "./harness.ts";
import { callback, type Entry, findContinueLink, openPage, submit } from "./person.ts";

const connector = shareConnector();

/** What a host keeps between its requests. */
interface HostState {
  tokens?: { access_token: string; refresh_token?: string; scope?: string };
  client?: { client_id: string };
  verifier?: string;
  discovery?: unknown;
  /** The page that the host wants to show, when it asks the person. */
  page?: URL;
}

/** The OAuth client provider of the SDKs, with a state in memory. */
function createProvider(state: HostState, clientMetadataUrl?: string) {
  return {
    redirectUrl: callback,
    ...(clientMetadataUrl ? { clientMetadataUrl } : {}),
    clientMetadata: { ...metadata, client_name: "Test host" },
    clientInformation: () => state.client,
    saveClientInformation: (client: HostState["client"]) => Object.assign(state, { client }),
    tokens: () => state.tokens,
    saveTokens: (tokens: HostState["tokens"]) => Object.assign(state, { tokens }),
    redirectToAuthorization: (page: URL) => Object.assign(state, { page }),
    saveCodeVerifier: (verifier: string) => Object.assign(state, { verifier }),
    codeVerifier: () => state.verifier ?? "",
    discoveryState: () => state.discovery,
    saveDiscoveryState: (discovery: unknown) => Object.assign(state, { discovery }),
  };
}

/** The SDK lines. */
type Line = "2.x" | "1.x";

/** A client with its connection, of either line, whose types differ in details that these tests do not use. */
function openClient(origin: string, line: Line, provider: ReturnType<typeof createProvider>) {
  const url = new URL("/mcp", origin);
  const authProvider = provider as never;
  const about = { name: "test", version: "1" };
  const transport =
    line === "2.x"
      ? new StreamableHTTPClientTransport(url, { authProvider })
      : new OldTransport(url, { authProvider });
  const client = line === "2.x" ? new Client(about) : new OldClient(about);
  return {
    client,
    connect: () => client.connect(transport as never),
    finishAuth: ({ searchParams }: URL) =>
      transport instanceof OldTransport
        ? transport.finishAuth(searchParams.get("code") ?? "")
        : transport.finishAuth(searchParams),
  };
}

const isUnauthorized = (error: unknown) =>
  error instanceof UnauthorizedError || error instanceof OldUnauthorizedError;

/** Connects a host: the person enters a key on the page that the host opens. */
async function connectHost(
  origin: string,
  entry: Entry,
  line: Line,
  state: HostState,
  clientMetadataUrl?: string,
) {
  const provider = createProvider(state, clientMetadataUrl);
  const first = openClient(origin, line, provider);
  const refused = await first.connect().catch((error: unknown) => error);
  if (!isUnauthorized(refused)) throw refused;
  const page = await openPage(state.page ?? "");
  await first.finishAuth(findContinueLink(await (await submit(page, entry)).text()));
  const host = openClient(origin, line, provider);
  await host.connect();
  return host;
}

const metadataUrl = "https://host.example/client.json";
const metadata = {
  client_name: "Example host",
  redirect_uris: [callback],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};
const list = { name: "list_polls", arguments: {} };

/** A poll of the same title would be returned in place of a new one. */
const toCreate = () => ({
  name: "create_poll",
  arguments: { title: `Connected ${randomUUID()}`, dates: ["2037-03-02"] },
});

describe.each<Line>(["2.x", "1.x"])("a host with SDK %s", (line) => {
  it.each([
    ["dynamic registration", undefined],
    ["a metadata document", metadataUrl],
  ])("connects with %s, calls, and refreshes its tokens", async (_, clientMetadataUrl) => {
    const { origin, sandbox, documents } = connector();
    documents.set(metadataUrl, { ...metadata, client_id: metadataUrl });
    const state: HostState = {};
    const { client } = await connectHost(origin, { key: sandbox.apiKey }, line, state, clientMetadataUrl);
    expect(state.client?.client_id === metadataUrl).toBe(clientMetadataUrl !== undefined);
    expect((await client.listTools()).tools).toHaveLength(allTools.length);
    expect((await client.callTool(toCreate())).isError).toBeFalsy();
    const before = { ...state.tokens };
    if (state.tokens) state.tokens.access_token = `${before.access_token}x`;
    expect((await client.callTool(list)).isError).toBeFalsy();
    expect(state.tokens?.refresh_token).not.toBe(before.refresh_token);
  });

  it("connects as it asks for it, and asks for more after a refused call", async () => {
    const { origin, sandbox, requests } = connector();
    const state: HostState = {};
    const host = await connectHost(origin, { key: sandbox.apiKey, access: "read" }, line, state);
    expect(state.tokens).toMatchObject({ refresh_token: expect.any(String), scope: "polls:read" });
    // With a refresh token, line 1 refreshes instead, which changes no scope.
    if (line === "1.x") delete state.tokens?.refresh_token;
    expect(isUnauthorized(await host.client.callTool(toCreate()).catch((error: unknown) => error))).toBe(
      true,
    );
    const asked = state.page?.searchParams.get("scope")?.split(" ");
    expect(asked).toEqual(expect.arrayContaining(["polls:read", "polls:write"]));
    const page = await openPage(state.page ?? "");
    expect(page.text).not.toContain(" checked");
    const connected = await submit(page, { key: sandbox.apiKey });
    await host.finishAuth(findContinueLink(await connected.text()));
    const again = openClient(origin, line, createProvider(state));
    await again.connect();
    expect((await again.client.callTool(toCreate())).isError).toBeFalsy();
    expect(requests().filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

it("keeps both connections when people of one key connect the same host", async () => {
  const { origin, sandbox } = connector();
  const state: HostState = {};
  const first = await connectHost(origin, { key: sandbox.apiKey, access: "read" }, "2.x", state);
  // The second person's installation of the host has the same client.
  const shared = state.client ? { client: state.client } : {};
  const second = await connectHost(origin, { key: sandbox.apiKey }, "2.x", shared);
  for (const { client } of [first, second]) expect((await client.callTool(list)).isError).toBeFalsy();
  await expect(first.client.callTool(toCreate())).rejects.toThrow();
});
