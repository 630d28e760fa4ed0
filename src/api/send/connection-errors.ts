import type { FailureDetails } from "./errors.ts";

/** A failure of one attempt. */
export interface Failure extends FailureDetails {
  /** What happened, and what to do. */
  message: string;
  /** Whether the same request may be sent again, if that cannot repeat an effect. */
  retry: boolean;
}

/** The codes of Node, OpenSSL, undici and Bun which prove that no connection was open, so that nothing was sent, and what to say. */
const advice: readonly (readonly [codes: RegExp, message: string])[] = [
  [
    /^(ENOTFOUND|EAI_\w+)$/,
    "The host name was not found. Check the base URL and the network. Behind a proxy, set HTTPS_PROXY.",
  ],
  [
    /^(ECONNREFUSED|ConnectionRefused)$/,
    "The connection was refused. Check the host and the port of the base URL, and that a server runs there.",
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|FailedToOpenSocket)$/,
    "The service cannot be reached. Check the base URL and the network. Behind a proxy, set HTTPS_PROXY.",
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "The certificate is for another host name. Check the base URL."],
  [
    /^(CERT_|UNABLE_TO_|DEPTH_ZERO_SELF|SELF_SIGNED_)\w+$/,
    "The certificate is not trusted. If it has expired or is not valid yet, check this machine's clock. On a network that inspects traffic, set NODE_EXTRA_CA_CERTS to a PEM file of its authority before the start.",
  ],
  [
    /^ERR_SSL_\w*(WRONG_VERSION_NUMBER|PROTOCOL|HANDSHAKE_FAILURE)\w*$/,
    "The server does not speak TLS, or another version of it. Check the scheme and the port of the base URL.",
  ],
  [
    /^(UND_ERR_PRX_CONN|PROXY_UNREACHABLE)$/,
    "The proxy cannot be reached, or closed the connection. Check HTTPS_PROXY, or ask its administrator to allow the host of the base URL.",
  ],
  [
    /^INVALID_PROXY$/,
    "HTTPS_PROXY or HTTP_PROXY is not a URL such as http://user:password@proxy.example.com:8080.",
  ],
];

/** What to do where something else responds. */
export const checkBaseUrl =
  "Check the base URL (only rallly.co has the API; a Rallly that you host yourself has none), the proxy, and whether the network asks to sign in in a browser.";

/** Says that something else responds, and how that shows. */
export const describeOther = (found: string) =>
  `Something else responds, not the API (${found}). ${checkBaseUrl}`;

/** The failure of a request without a response, by what its fetch threw and whether it was still connecting. */
export function describeConnectionError(thrown: unknown, isConnecting: boolean): Failure {
  const errors = flatten(thrown);
  const proxyStatus = errors.flatMap(
    ({ message }) => /^Proxy response \((\d+)/.exec(message ?? "")?.[1] ?? [],
  )[0];
  if (proxyStatus !== undefined) {
    const next =
      proxyStatus === "407"
        ? "Set its user name and password, percent-encoded, in HTTPS_PROXY."
        : "Ask its administrator to allow the host of the base URL, or list the host in NO_PROXY.";
    const message = `The proxy refused the connection (${proxyStatus}). ${next}`;
    return { outcome: "not-sent", code: "PROXY_REFUSED", message, retry: Number(proxyStatus) >= 500 };
  }
  if (errors.some(({ name }) => name === "HTTPParserError")) {
    const message = describeOther("not in HTTP");
    return { outcome: "unknown", code: "NOT_THE_API", message, retry: true };
  }
  // Only codes: messages of lower layers may contain addresses and headers.
  const codes = errors
    .map(({ code }) => code)
    .filter((code) => /^[A-Za-z][A-Za-z0-9_]{1,60}$/.test(code ?? ""));
  const findAdvice = (code = "") => advice.find(([pattern]) => pattern.test(code))?.[1];
  const code = codes.find(findAdvice) ?? codes.at(-1);
  const message = findAdvice(code);
  const isSent =
    message === undefined && !isConnecting && !errors.some(({ syscall }) => syscall === "connect");
  // Without a code it is an error of a fetch that the caller wrote.
  const shown = ` (${code ?? String(thrown)})`;
  return {
    outcome: isSent ? "unknown" : "not-sent",
    code,
    message: (message ?? "The connection failed.").replace(/\.(?= |$)/, () => `${shown}.`),
    retry: true,
  };
}

/** An error and all its causes: Node has the reason in `cause`, and after attempts at several addresses in `errors`. */
function flatten(error: unknown): { name?: string; code?: string; message?: string; syscall?: string }[] {
  if (typeof error !== "object" || error === null) return [];
  const { cause, errors = [] } = error as { cause?: unknown; errors?: unknown[] };
  return [error, ...flatten(cause), ...errors.flatMap(flatten)];
}
