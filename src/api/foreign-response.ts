/** The code of a failure whose response is not the API's: of a login page, a firewall, a proxy or another server. */
export const notTheApi = "NOT_THE_API";

/** Maximum length of a host name in DNS, and of the host that a message names. */
const maxHostLength = 253;

const signIn =
  "Sign in to the network if it asks for that in a browser, check the proxy, and check the base URL.";

/**
 * The message on a response that is not the API's. `found` is what came in place of the API's JSON, such as `expected JSON, got
 * text/html`. A redirect names the host that it leads to.
 */
export function describeForeignResponse(
  { status, headers }: { status: number; headers: Record<string, string> },
  found: string,
): string {
  return status >= 300 && status < 400
    ? `The service's address redirects to ${getHost(headers["location"])} (${status}). Redirects are not followed. ${signIn}`
    : `Something else responds, not the API (${status}: ${found}). ${signIn}`;
}

/** Only the host: the rest of an address may be a secret. */
function getHost(location: string | undefined): string {
  const [base, unknown] = ["https://base.invalid", "another address"];
  if (location === undefined || !URL.canParse(location, base)) return unknown;
  const { host, origin } = new URL(location, base);
  if (origin === base) return "another path";
  return host === "" || host.length > maxHostLength ? unknown : host;
}
