import type { Problem } from "../problem.ts";

/** The hosted service. */
export const defaultBaseUrl = "https://api.rallly.co/v1";

/** What a base URL may be. */
export interface BaseUrlRules {
  /** Accepts plain http for hosts that are not loopback. The key then travels in clear text. */
  allowHttp?: boolean | undefined;
}

/**
 * The base URL without a slash at its end, or its problem. It must be https, so that no key crosses a network in clear text;
 * plain http is accepted for loopback. It must end with `/v1` and contain no credentials, query or fragment.
 */
export function parseBaseUrl(
  baseUrl: unknown = defaultBaseUrl,
  { allowHttp = false }: BaseUrlRules = {},
): string | Problem {
  const refuse = (message: string): Problem => ({ path: "baseUrl", message });
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl.trim()))
    return refuse(`Must be a URL such as ${defaultBaseUrl}`);
  const url = new URL(baseUrl.trim());
  if (url.username !== "" || url.password !== "") return refuse("Must not contain a user name or a password");
  if (/[?#]/.test(baseUrl)) return refuse("Must not have a query or a fragment");
  const isHttp = url.protocol === "http:";
  if (url.protocol !== "https:" && !(isHttp && (allowHttp || isLoopback(url.hostname))))
    return refuse(
      "Must start with https://. Plain http:// is accepted for loopback only, such as http://127.0.0.1, unless allowHttp is set: the API key then travels in clear text",
    );
  const href = url.href.replace(/\/+$/, "");
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

const maxSuggestionLength = 200;

/** Asks whether the likely right URL was meant. A path that is no part of an API is left out. */
function suggest({ hostname, origin, pathname }: URL): string {
  const versionPath = /^.*?\/v1(?=\/)/.exec(pathname)?.[0];
  const likely = /(?:^|\.)rallly\.co$/.test(hostname)
    ? defaultBaseUrl
    : versionPath !== undefined
      ? `${origin}${versionPath}`
      : // A sandbox serves /v1, an instance of the web app /api/v1.
        `${origin}${isLoopback(hostname) && !/^\/api\b/.test(pathname) ? "/v1" : "/api/v1"}`;
  return likely.length > maxSuggestionLength ? "" : `. Did you mean ${likely}?`;
}
