/** A person and their browser, as far as pages, cookies and forms go. */

/** Where hosts of these tests take codes. Nothing listens there. */
export const callback = "http://127.0.0.1:9/callback";

/** What a person enters on the page. */
export interface Entry {
  key: string;
  access?: "read" | "write";
  decision?: "connect" | "cancel";
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

/** Opens a page without a browser, as far as cookies and forms go. */
export async function openPage(url: string | URL, init: RequestInit = {}): Promise<OpenPage> {
  const response = await fetch(url, { redirect: "manual", ...init });
  const text = await response.text();
  return {
    status: response.status,
    text,
    url: String(url),
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
export function submit(
  page: OpenPage,
  { access = "write", decision = "connect", key }: Entry,
): Promise<Response> {
  return sendForm(page, { handle: page.handle, key, access, decision });
}

/** The link back to the host, from the page after a key that works. */
export function findContinueLink(text: string): URL {
  const link = /class="button" href="([^"]+)"/.exec(text)?.[1];
  if (link === undefined) throw new Error(`No link on the page: ${text}`);
  return new URL(link.replaceAll("&amp;", "&"));
}
