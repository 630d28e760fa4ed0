import type { FailureDetails } from "./errors.ts";

/** A failure of one attempt. */
export interface Failure extends FailureDetails {
  /** What happened, and what to do. */
  message: string;
  /** Whether the same request may be sent again, if that cannot repeat an effect. */
  retry: boolean;
}

const unreachable =
  "The service cannot be reached from this network. Check the base URL, the network and the firewall. Behind a proxy, set HTTPS_PROXY.";
const untrusted =
  "The certificate is not trusted. If it belongs to a network that inspects traffic, set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its authority before the start.";

/** What to say for the codes of Node, OpenSSL and undici which prove that no connection was open, so that nothing was sent. */
const connecting = new Map([
  [
    "ENOTFOUND",
    "The host name was not found. Check the base URL and the network. Behind a proxy, set HTTPS_PROXY.",
  ],
  ["EAI_AGAIN", "The host name could not be looked up. Check the network. Behind a proxy, set HTTPS_PROXY."],
  [
    "ECONNREFUSED",
    "The connection was refused. Check the host and the port of the base URL, and that a server runs there.",
  ],
  ["EHOSTUNREACH", unreachable],
  ["ENETUNREACH", unreachable],
  ["EADDRNOTAVAIL", unreachable],
  ["UND_ERR_CONNECT_TIMEOUT", unreachable],
  ["CERT_HAS_EXPIRED", "The certificate has expired. Renew it, or correct this machine's clock."],
  ["CERT_NOT_YET_VALID", "The certificate is not valid yet. Check this machine's clock."],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "The certificate is for another host name. Check the base URL."],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", untrusted],
  ["SELF_SIGNED_CERT_IN_CHAIN", untrusted],
  ["UNABLE_TO_GET_ISSUER_CERT", untrusted],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", untrusted],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", untrusted],
  [
    "ERR_SSL_WRONG_VERSION_NUMBER",
    "The server does not speak TLS. Check the scheme and the port of the base URL.",
  ],
  [
    "INVALID_PROXY",
    "HTTPS_PROXY or HTTP_PROXY is not a URL such as http://user:password@proxy.example.com:8080.",
  ],
]);

/** The failure of a request without a response, by what its fetch threw. */
export function describeConnectionError(thrown: unknown): Failure {
  const errors = flatten(thrown);
  const proxyStatus = errors
    .map(({ message }) => /^Proxy response \((\d+)\)/.exec(String(message))?.[1])
    .find(Boolean);
  if (proxyStatus !== undefined) {
    const advice =
      proxyStatus === "407"
        ? "Set its user name and password, percent-encoded, in HTTPS_PROXY."
        : "Ask its administrator to allow the host of the base URL, or list the host in NO_PROXY.";
    const message = `The proxy refused the connection (${proxyStatus}). ${advice}`;
    return { outcome: "not-sent", code: "PROXY_REFUSED", message, retry: Number(proxyStatus) >= 500 };
  }
  // Node's fetch refuses the ports of other protocols, such as 1 or 6000.
  const codes = errors
    .map(({ code, message }) => (message === "bad port" ? "ECONNREFUSED" : code))
    .filter((code) => typeof code === "string");
  const code = codes.find((known) => connecting.has(known)) ?? codes.at(-1);
  // Only the code: messages of lower layers may contain addresses and headers.
  const shown = code !== undefined && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
  const notSent = isConnecting(thrown);
  const known = notSent ? connecting.get(code ?? "") : undefined;
  const message = known ?? "The connection failed.";
  return {
    outcome: notSent ? "not-sent" : "unknown",
    code: shown,
    message: shown === undefined ? message : message.replace(/\.(?= |$)/, ` (${shown}).`),
    retry: true,
  };
}

/** An error and all its causes: Node has the reason in `cause`, and after attempts at several addresses in `errors`. */
function flatten(error: unknown): { code?: unknown; message?: unknown }[] {
  if (typeof error !== "object" || error === null) return [];
  const { cause, errors = [] } = error as { cause?: unknown; errors?: unknown[] };
  return [error, ...flatten(cause), ...errors.flatMap(flatten)];
}

function isConnecting(error: unknown): boolean {
  const { code, syscall, message, cause, errors } = Object(error);
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isConnecting);
  return (
    connecting.has(code) ||
    syscall === "connect" ||
    message === "bad port" ||
    (cause !== undefined && isConnecting(cause))
  );
}
