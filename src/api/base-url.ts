import { isIPv4 } from "node:net";
import { defaultBaseUrl } from "./defaults.ts";
import { InvalidInputError } from "./errors.ts";

/**
 * The base URL without a slash at its end. Throws InvalidInputError unless it is https (plain http only to this
 * machine itself, so that no key crosses a network in the clear) and free of credentials, query and fragment.
 */
export function readBaseUrl(baseUrl: string = defaultBaseUrl): string {
  if (typeof baseUrl !== "string") throw refuse("Not a URL, such as https://api.rallly.co/v1");
  const url = parse(baseUrl);
  if (url.username !== "" || url.password !== "") throw refuse("Must not hold a user name or password");
  if (/[?#]/.test(baseUrl)) throw refuse("Must not have a query or a fragment");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw refuse("Must start with https:// (http:// only for this machine itself, such as http://127.0.0.1)");
  }
  return url.href.replace(/\/+$/, "");
}

function parse(text: string): URL {
  try {
    return new URL(text.trim());
  } catch {
    throw refuse("Not a URL, such as https://api.rallly.co/v1");
  }
}

// URL has already folded other spellings, such as 0x7f.1 or [0:0:0:0:0:0:0:1], into these.
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}

function refuse(message: string): InvalidInputError {
  return new InvalidInputError("createClient", [{ field: "baseUrl", message }]);
}
