import { isIPv4 } from "node:net";
import { InvalidInputError } from "./errors.ts";
import { defaultBaseUrl } from "./policy.ts";

/**
 * The base URL without a slash at its end. Throws InvalidInputError unless it is https (plain http only to this
 * machine itself, so that no key crosses a network in the clear) and free of credentials, query and fragment.
 */
export function parseBaseUrl(baseUrl: string = defaultBaseUrl): string {
  if (typeof baseUrl !== "string") throw invalidBaseUrl("Not a URL, such as https://api.rallly.co/v1");
  const url = parse(baseUrl);
  if (url.username !== "" || url.password !== "")
    throw invalidBaseUrl("Must not hold a user name or password");
  if (/[?#]/.test(baseUrl)) throw invalidBaseUrl("Must not have a query or a fragment");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw invalidBaseUrl(
      "Must start with https:// (http:// only for this machine itself, such as http://127.0.0.1)",
    );
  }
  return url.href.replace(/\/+$/, "");
}

function parse(text: string): URL {
  try {
    return new URL(text.trim());
  } catch {
    throw invalidBaseUrl("Not a URL, such as https://api.rallly.co/v1");
  }
}

// URL has already folded other spellings, such as 0x7f.1 or [0:0:0:0:0:0:0:1], into these.
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}

function invalidBaseUrl(message: string): InvalidInputError {
  return new InvalidInputError("createClient", [{ path: "baseUrl", message }]);
}
/**
 * The key as it is sent: stray white space around it removed. Throws InvalidInputError when nothing is left, or when
 * it holds what no header can (a pasted line break, a typographic dash). The message never shows the key.
 */
export function parseApiKey(apiKey: string | undefined): string {
  const key = typeof apiKey === "string" ? apiKey.trim() : "";
  if (key === "")
    throw invalidApiKey("Missing: the space's owner makes one in the space's settings, under API keys");
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw invalidApiKey("Has a space, a control character or one outside ASCII: copy it again");
  }
  return key;
}
function invalidApiKey(message: string): InvalidInputError {
  return new InvalidInputError("createClient", [{ path: "apiKey", message }]);
}
