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
export const findContinueLink = (text: string): URL => findLink(/class="button" href="([^"]+)"/, text);

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

/** The link with which a person cancels. */
export const findCancelLink = (text: string): URL =>
  findLink(/class="button secondary" href="([^"]+)"/, text);

/** A registered host, step by step. */
export interface Flow {
  /** The URL of the page, with parameters replaced, or removed where undefined. */
  pageUrl(changes?: Record<string, string | undefined>): string;
  /** Connects on the page. Returns the code. */
  getCode(entry?: Partial<Entry>): Promise<string>;
  /** Exchanges a code, with parameters replaced. */
  exchange(code: string, changes?: Record<string, string>): Promise<TokenResponse>;
  refresh(refreshToken: string): Promise<TokenResponse>;
  /** Posts an MCP message. */
  post(token: string, message?: unknown, init?: RequestInit): Promise<Response>;
}

/** Registers a host. */
export async function openFlow(
  { origin, sandbox }: Connector,
  metadata: { client_name?: string; redirect_uris?: string[]; token_endpoint_auth_method?: string } = {},
): Promise<Flow> {
  const registered = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Raw host",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
      ...metadata,
    }),
  });
  if (registered.status !== 201) throw new Error(await registered.text());
  const { client_id } = (await registered.json()) as { client_id: string };
  const [redirect_uri = callback] = metadata.redirect_uris ?? [];
  const resource = `${origin}/mcp`;
  const code_verifier = randomBytes(32).toString("base64url");
  const sendToken = async (body: Record<string, string>) => {
    const response = await fetch(`${origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams(body),
    });
    return (await response.json()) as TokenResponse;
  };
  const flow: Flow = {
    pageUrl(changes = {}) {
      const parameters: Record<string, string | undefined> = {
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
      const given = Object.entries(parameters).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      return `${origin}/authorize?${new URLSearchParams(given)}`;
    },
    async getCode(entry = {}) {
      const response = await submit(await openPage(flow.pageUrl()), { key: sandbox.apiKey, ...entry });
      return findContinueLink(await response.text()).searchParams.get("code") ?? "";
    },
    exchange: (code, changes = {}) =>
      sendToken({
        grant_type: "authorization_code",
        code,
        client_id,
        redirect_uri,
        code_verifier,
        resource,
        ...changes,
      }),
    refresh: (refresh_token) => sendToken({ grant_type: "refresh_token", refresh_token, client_id }),
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
