import type { Problem } from "../../problem.ts";

/** The hosted service. */
export const defaultBaseUrl = "https://api.rallly.co/v1";

/**
 * The base URL without a slash at its end, or its problem. It must be https, so that no key crosses a network in clear text;
 * plain http is accepted for loopback, with `allowHttp` for every host. It must end with `/v1` and contain no credentials, query or fragment.
 */
export function parseBaseUrl(baseUrl: unknown = defaultBaseUrl, allowHttp = false): string | Problem {
  const refuse = (message: string): Problem => ({ path: "baseUrl", message });
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl.trim()))
    return refuse(`Must be a text such as ${defaultBaseUrl}`);
  const url = new URL(baseUrl.trim());
  if (url.username !== "" || url.password !== "") return refuse("Must not contain a user name or a password");
  if (/[?#]/.test(baseUrl)) return refuse("Must not have a query or a fragment");
  const isHttp = url.protocol === "http:";
  if (url.protocol !== "https:" && !(isHttp && (allowHttp || isLoopback(url.hostname))))
    return refuse(
      "Must start with https://. Plain http:// is accepted for loopback only, such as http://127.0.0.1, unless allowHttp is set: the API key then travels in clear text",
    );
  const href = url.href.replace(/(?<!\/)\/+$/, "");
  return href.endsWith("/v1") ? href : refuse(`Must end with /v1${suggest(url)}`);
}

/** Whether requests to a base URL carry the key in clear text over a network. */
export function sendsKeyInClearText(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && !isLoopback(hostname);
}

/** Whether a host is loopback. URL normalizes other notations in its `hostname`, such as 0x7f.1 or [0:0:0:0:0:0:0:1]. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
}

/** What was probably meant: the part up to /v1, the hosted service for one of its pages, or a sandbox. */
function suggest({ hostname, origin, pathname }: URL): string {
  const [own] = /^.*\/v1(?=\/)/.exec(pathname) ?? [];
  if (own !== undefined) return `. Did you mean ${origin}${own}?`;
  if (isLoopback(hostname)) return `. Did you mean ${origin}/v1?`;
  if (/(?:^|\.)rallly\.co$/.test(hostname)) return `. Did you mean ${defaultBaseUrl}?`;
  return `. Only rallly.co has the API, at ${defaultBaseUrl}; a Rallly that you host yourself has none`;
}
