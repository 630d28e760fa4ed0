import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { UnauthorizedError as OldUnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { callback, type Entry, findContinueLink, openPage, submit } from "./person.ts";

/** What a host keeps between its requests. */
export interface HostState {
  tokens?: { access_token: string; refresh_token?: string; scope?: string };
  client?: { client_id: string };
  verifier?: string;
  discovery?: unknown;
  /** The page that the host wants to show, when it asks the person. */
  page?: URL;
}

/** The OAuth client provider of the SDKs, with a state in memory. */
export function createProvider(state: HostState, clientMetadataUrl?: string) {
  return {
    redirectUrl: callback,
    ...(clientMetadataUrl ? { clientMetadataUrl } : {}),
    clientMetadata: {
      client_name: "Test host",
      redirect_uris: [callback],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => state.client,
    saveClientInformation: (client: HostState["client"]) => {
      if (client) state.client = client;
    },
    tokens: () => state.tokens,
    saveTokens: (tokens: HostState["tokens"]) => {
      if (tokens) state.tokens = tokens;
    },
    redirectToAuthorization: (page: URL) => {
      state.page = page;
    },
    saveCodeVerifier: (verifier: string) => {
      state.verifier = verifier;
    },
    codeVerifier: () => state.verifier ?? "",
    discoveryState: () => state.discovery,
    saveDiscoveryState: (discovery: unknown) => {
      state.discovery = discovery;
    },
    invalidateCredentials: (scope: string) => {
      if (scope === "all" || scope === "tokens") delete state.tokens;
      if (scope === "all" || scope === "client") delete state.client;
    },
  };
}

/** Both SDK lines, as far as these tests use them. */
export interface Host {
  state: HostState;
  listTools(): Promise<string[]>;
  call(name: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** The SDK lines. */
export type Line = "2.x" | "1.x";

// The provider fits both SDKs, whose types differ in details that these tests do not use.
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Any = any;

/** Connects a host: the person enters a key on the page that the host opens. */
export async function connectHost(
  origin: string,
  entry: Entry,
  {
    line = "2.x",
    state = {},
    clientMetadataUrl,
  }: { line?: Line; state?: HostState; clientMetadataUrl?: string } = {},
): Promise<Host> {
  const provider = createProvider(state, clientMetadataUrl) as Any;
  const endpoint = new URL("/mcp", origin);
  const open = () =>
    line === "2.x"
      ? new StreamableHTTPClientTransport(endpoint, { authProvider: provider })
      : new OldTransport(endpoint, { authProvider: provider });
  const create = () =>
    line === "2.x"
      ? new Client({ name: "test", version: "1" })
      : new OldClient({ name: "test", version: "1" });

  const first = open();
  const refused = await create()
    .connect(first as Any)
    .catch((error: unknown) => error);
  if (!(refused instanceof UnauthorizedError || refused instanceof OldUnauthorizedError)) throw refused;
  if (!state.page) throw new Error("The host did not open the page.");
  const page = await openPage(state.page);
  const link = findContinueLink(await (await submit(page, entry)).text());
  await (line === "2.x"
    ? (first as StreamableHTTPClientTransport).finishAuth(link.searchParams)
    : (first as OldTransport).finishAuth(link.searchParams.get("code") ?? ""));

  const client: Any = create();
  await client.connect(open());
  return {
    state,
    listTools: async () => (await client.listTools()).tools.map(({ name }: { name: string }) => name),
    call: (name, input = {}) => client.callTool({ name, arguments: input }),
  };
}
