/** A host without an SDK, and a person with a browser, as far as pages, cookies and forms go. */
import { createHash, randomBytes } from "node:crypto";
import type { Connector } from "./harness.ts";

/** Where hosts of these tests take codes. Nothing listens there. */
export const callback = "http://127.0.0.1:9/callback";

/** What a person enters on the page. */
export interface Entry {
  key: string;
  access?: "read" | "write";
}

/** An opened page of the connector, in a browser of its own. */
export interface OpenPage {
  status: number;
  text: string;
  url: string;
  /** The form's handle, from the page. */
  handle: string;
  cookie: string;
}

/** Opens a page. */
export async function openPage(url: string | URL, init: RequestInit = {}): Promise<OpenPage> {
  const response = await fetch(url, { redirect: "manual", ...init });
  return toPage(String(url), response);
}

/** The page of a response. */
export async function toPage(url: string, response: Response): Promise<OpenPage> {
  const text = await response.text();
  return {
    status: response.status,
    text,
    url,
    handle: /name="handle" value="([^"]+)"/.exec(text)?.[1] ?? "",
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  };
}

/** Sends a form from an opened page. */
export function sendForm(
  { url, cookie }: Pick<OpenPage, "url" | "cookie">,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: new URL(url).origin, ...headers },
    body: new URLSearchParams(fields),
  });
}

/** Enters a key on the page and submits it. */
export const submit = (page: OpenPage, { access = "write", key }: Entry): Promise<Response> =>
  sendForm(page, { handle: page.handle, key, access });

/** The link back to the host, from the page after a key that works. */
export const findContinueLink = (text: string): URL =>
  findLink(/class="button primary" href="([^"]+)"/, text);

function findLink(pattern: RegExp, text: string): URL {
  const link = pattern.exec(text)?.[1];
  if (link === undefined) throw new Error(`No link on the page: ${text}`);
  return new URL(link.replaceAll("&amp;", "&"));
}

/** Tokens, or an error. */
export interface TokenResponse {
  access_token: string;
  refresh_token: string;
  scope: string;
  error?: string;
}

/** Parameters to replace, or to remove where undefined. */
export type Changes = Record<string, string | undefined>;

/** A registered host, step by step. */
export interface Flow {
  /** The URL of the page, with parameters replaced, or removed where undefined. */
  pageUrl(changes?: Changes): string;
  /** The response to the registration. */
  registered: Record<string, unknown>;
  /** Connects on the page, with parameters replaced. Returns the code. */
  getCode(entry?: Partial<Entry>, changes?: Changes): Promise<string>;
  /** Exchanges a code, with parameters replaced. */
  exchange(code: string, changes?: Changes, headers?: Record<string, string>): Promise<TokenResponse>;
  refresh(refreshToken: string, changes?: Changes, headers?: Record<string, string>): Promise<TokenResponse>;
  /** Posts an MCP message. */
  post(token: string, message?: unknown, init?: RequestInit): Promise<Response>;
}

/** Registers a host. */
export async function openFlow(
  { origin, sandbox }: Connector,
  metadata: { redirect_uris?: string[]; [field: string]: unknown } = {},
): Promise<Flow> {
  const response = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Raw host",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
      ...metadata,
    }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  const registered = (await response.json()) as { client_id: string; [field: string]: unknown };
  const { client_id } = registered;
  const [redirect_uri = callback] = metadata.redirect_uris ?? [];
  const resource = `${origin}/mcp`;
  const code_verifier = randomBytes(32).toString("base64url");
  const withoutUndefined = (parameters: Changes) =>
    new URLSearchParams(
      Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  const sendToken = async (parameters: Changes, headers: Record<string, string> = {}) => {
    const body = withoutUndefined(parameters);
    const answer = await fetch(`${origin}/oauth/token`, { method: "POST", body, headers });
    return (await answer.json()) as TokenResponse;
  };
  const flow: Flow = {
    registered,
    pageUrl(changes = {}) {
      const parameters: Changes = {
        response_type: "code",
        client_id,
        redirect_uri,
        scope: "polls:read polls:write",
        state: "a state & more",
        code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
        code_challenge_method: "S256",
        resource,
        ...changes,
      };
      return `${origin}/authorize?${withoutUndefined(parameters)}`;
    },
    async getCode(entry = {}, changes = {}) {
      const page = await openPage(flow.pageUrl(changes));
      const connected = await submit(page, { key: sandbox.apiKey, ...entry });
      return findContinueLink(await connected.text()).searchParams.get("code") ?? "";
    },
    exchange: (code, changes = {}, headers = {}) =>
      sendToken(
        {
          grant_type: "authorization_code",
          code,
          client_id,
          redirect_uri,
          code_verifier,
          resource,
          ...changes,
        },
        headers,
      ),
    refresh: (refresh_token, changes = {}, headers = {}) =>
      sendToken({ grant_type: "refresh_token", refresh_token, client_id, ...changes }, headers),
    post: (token, message = toCall("list_polls"), init = {}) =>
      fetch(resource, {
        method: "POST",
        body: JSON.stringify(message),
        ...init,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...Object.fromEntries(new Headers(init.headers)),
        },
      }),
  };
  return flow;
}

/** The MCP message of a tool call. */
export const toCall = (name: string, input: Record<string, unknown> = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: input },
});
