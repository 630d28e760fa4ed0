/** Why a connection failed: codes for programs, and texts for people without URLs, headers or credentials. */
import { defaultBaseUrl } from "./policy.ts";
import { TransportError } from "./transport.ts";

interface FailureDescription {
  /** The codes of Node, OpenSSL and undici. */
  systemCodes: readonly string[];
  /** Whether another attempt can help. */
  retryable: boolean;
  /** What happened. `{peer}` is "service" or "proxy". */
  cause: string;
  /** What to do. `{address}` is the setting that has the address. */
  advice?: string | ((settings: ConnectionSettings) => string);
  /** What else to do if the service was contacted without a proxy. */
  directAdvice?: string;
}

/** Where trusted certificates come from: what has them, and how to add one. */
const certificateSources = {
  environment: {
    has: "NODE_EXTRA_CA_CERTS has",
    add: (certificate: string) =>
      `set NODE_EXTRA_CA_CERTS to a PEM file with ${certificate} before the start`,
  },
  environmentOrOption: {
    has: "NODE_EXTRA_CA_CERTS or the option ca has",
    add: (certificate: string) =>
      `set NODE_EXTRA_CA_CERTS to a PEM file with ${certificate} before the start, or pass the option ca`,
  },
  // NODE_EXTRA_CA_CERTS has no effect beside it.
  option: {
    has: "the option ca has",
    add: (certificate: string) => `add ${certificate} to the option ca`,
  },
  dispatcher: {
    has: "the dispatcher trusts",
    add: (certificate: string) => `add ${certificate} to the certificates that the dispatcher trusts`,
  },
  fetch: {
    has: "the fetch or its runtime trusts",
    add: (certificate: string) =>
      `add ${certificate} to the certificates that the fetch or its runtime trusts`,
  },
};

/** The settings that the user of a transport has. An error advises no others. */
export interface ConnectionSettings {
  /** The name of the setting with the service's address. */
  baseUrl: string;
  /** Whether HTTPS_PROXY is used. */
  proxy: boolean;
  /** Where further certificates come from. */
  ca: keyof typeof certificateSources;
}

const trust =
  (certificate: string) =>
  ({ ca }: ConnectionSettings) =>
    `If you trust it, ${certificateSources[ca].add(certificate)}.`;

const setProxy = "Behind a proxy, set HTTPS_PROXY.";

/** What each failure is called and means. */
export const failures = {
  HOST_NOT_FOUND: {
    systemCodes: ["ENOTFOUND", "EAI_NONAME", "EAI_NODATA"],
    retryable: true,
    cause: "The {peer}'s host name was not found",
    advice: "Check {address} and the network.",
    directAdvice: setProxy,
  },
  NAME_SERVER_FAILED: {
    systemCodes: ["EAI_AGAIN", "EAI_FAIL"],
    retryable: true,
    cause: "The {peer}'s host name could not be looked up",
    advice: "Check the network and its name server.",
    directAdvice: setProxy,
  },
  CONNECTION_REFUSED: {
    systemCodes: ["ECONNREFUSED"],
    retryable: true,
    cause: "The {peer} refused the connection",
    advice: "Check the host and the port in {address}, and that a server runs there.",
  },
  HOST_UNREACHABLE: {
    systemCodes: ["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "EADDRNOTAVAIL", "EACCES", "EPERM"],
    retryable: true,
    cause: "The {peer} cannot be reached from this network",
    advice: "Check the network, the firewall and {address}.",
    directAdvice: setProxy,
  },
  CONNECT_TIMEOUT: {
    systemCodes: ["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"],
    retryable: true,
    cause: "The {peer} did not open a connection in time",
    advice: "Check the network, the firewall and {address}.",
    directAdvice: setProxy,
  },
  CONNECTION_LOST: {
    systemCodes: ["ECONNRESET", "ECONNABORTED", "EPIPE", "UND_ERR_SOCKET"],
    retryable: true,
    cause: "The connection to the {peer} was lost",
  },
  CERTIFICATE_EXPIRED: {
    systemCodes: ["CERT_HAS_EXPIRED"],
    retryable: false,
    cause: "The {peer}'s certificate has expired",
    advice: "Renew it. If it is valid, correct this machine's clock.",
  },
  CERTIFICATE_NOT_YET_VALID: {
    systemCodes: ["CERT_NOT_YET_VALID"],
    retryable: false,
    cause: "The {peer}'s certificate is not valid yet",
    advice: "Check this machine's clock.",
  },
  CERTIFICATE_WRONG_HOST: {
    systemCodes: ["ERR_TLS_CERT_ALTNAME_INVALID", "HOSTNAME_MISMATCH"],
    retryable: false,
    cause: "The {peer}'s certificate is for another host name",
    advice: "Set {address} to a host name that the certificate has, or renew the certificate with this one.",
  },
  CERTIFICATE_SELF_SIGNED: {
    systemCodes: ["DEPTH_ZERO_SELF_SIGNED_CERT"],
    retryable: false,
    cause: "The {peer}'s certificate is self-signed",
    advice: trust("it"),
  },
  CERTIFICATE_UNKNOWN_ISSUER: {
    systemCodes: [
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "CERT_UNTRUSTED",
    ],
    retryable: false,
    cause:
      "The {peer}'s certificate is from an unknown authority, such as a company's network that inspects traffic",
    advice: trust("the authority's certificate"),
  },
  CERTIFICATE_INVALID: {
    systemCodes: [
      "CERT_CHAIN_TOO_LONG",
      "CERT_REJECTED",
      "CERT_REVOKED",
      "CERT_SIGNATURE_FAILURE",
      "INVALID_CA",
      "INVALID_PURPOSE",
      "PATH_LENGTH_EXCEEDED",
    ],
    retryable: false,
    cause: "The {peer}'s certificate is invalid",
    advice: ({ ca }) =>
      `Replace it. If ${certificateSources[ca].has} an older certificate of its authority, update that.`,
  },
  NOT_HTTP: {
    systemCodes: [],
    retryable: true,
    cause: "The {peer}'s response is not HTTP",
    advice: "Check the scheme, the host and the port in {address}.",
  },
  TLS_FAILED: {
    systemCodes: ["EPROTO"],
    retryable: false,
    cause: "The {peer} could not agree on TLS with this client",
    advice: "Check the scheme, the host and the port in {address}.",
  },
} satisfies Record<string, FailureDescription>;

type Failure = keyof typeof failures;

/** Codes without a system code, and whether another attempt can help. */
const otherFailures = {
  NO_RESPONSE: true,
  PROXY_AUTHENTICATION_REQUIRED: false,
  PROXY_REFUSED: false,
  PROXY_FAILED: true,
  PROXY_INVALID: false,
};

/** Why a connection failed. A code that starts with PROXY_ is about the proxy, any other about the service. */
export type ConnectionErrorCode = Failure | `PROXY_${Failure}` | keyof typeof otherFailures;

const bySystemCode = new Map<string, Failure>(
  Object.entries(failures).flatMap(([code, { systemCodes }]) =>
    systemCodes.map((systemCode) => [systemCode, code as Failure] as const),
  ),
);

/** The code for an error code of Node, OpenSSL or undici. Undefined for an unknown one. */
export function findConnectionErrorCode(systemCode: string): Failure | undefined {
  if (/^ERR_(?:SSL|TLS)_/.test(systemCode)) return bySystemCode.get(systemCode) ?? "TLS_FAILED";
  return /^HPE_/.test(systemCode) ? "NOT_HTTP" : bySystemCode.get(systemCode);
}

/**
 * Whether another attempt can help after a failed connection: false for a wrong certificate or proxy setting. Undefined if
 * the code is no {@link ConnectionErrorCode}.
 */
export function isTransientConnectionError(code: string | undefined): boolean | undefined {
  if (code === undefined) return undefined;
  const retryable = new Map([
    ...Object.entries(failures).map(([name, failure]) => [name, failure.retryable] as const),
    ...Object.entries(otherFailures),
  ]);
  return retryable.get(code) ?? retryable.get(code.replace(/^PROXY_/, ""));
}

/** Where a connection failed. */
export interface FailedConnection {
  /** Whether the request may have reached the service. */
  sent: boolean;
  /** The environment variable of the proxy, if the proxy failed. */
  proxyVariable?: string | undefined;
  /** Whether a proxy was used. The error then does not advise to set one. */
  throughProxy?: boolean | undefined;
  /** The settings that the message may advise. */
  settings: ConnectionSettings;
}

/** The error of a failed connection, by the `code` of the error or of its cause. */
export function toConnectionError(
  error: unknown,
  { sent, proxyVariable, throughProxy = proxyVariable !== undefined, settings }: FailedConnection,
): TransportError {
  const systemCode = getSystemCode(error);
  const found = findConnectionErrorCode(systemCode);
  // TLS that breaks after the request was sent is a lost connection.
  const code = sent && found === "TLS_FAILED" ? "CONNECTION_LOST" : found;
  // Only the code: messages of lower layers may contain addresses and headers.
  const shown = /^[A-Z][A-Z0-9_]{1,60}$/.test(systemCode) ? ` (${systemCode})` : "";
  if (code === undefined) return new TransportError(`The connection failed${shown}.`, sent);
  const { cause, advice, retryable, directAdvice }: FailureDescription = failures[code];
  const isProxy = proxyVariable !== undefined;
  const sentences = [
    `${cause.replace("{peer}", isProxy ? "proxy" : "service")}${shown}.`,
    (typeof advice === "function" ? advice(settings) : advice)?.replace(
      "{address}",
      proxyVariable ?? settings.baseUrl,
    ),
    throughProxy || !settings.proxy ? undefined : directAdvice,
  ];
  return new TransportError(sentences.filter((sentence) => sentence !== undefined).join(" "), sent, {
    code: isProxy ? `PROXY_${code}` : code,
    retryable,
  });
}

function getSystemCode(error: unknown): string {
  const { code, cause } = Object(error);
  if (typeof code === "string") return code;
  return typeof Object(cause).code === "string" ? Object(cause).code : "";
}

const defaultHost = new URL(defaultBaseUrl).host;

/**
 * The error for a proxy that opens no connection to `host`, the service's host with a port that is not the default one.
 * `baseUrl` is the setting that has it. Nothing was sent to the service.
 */
export function toProxyError(
  status: number,
  { proxyVariable, host, baseUrl }: { proxyVariable: string; host: string; baseUrl: string },
): TransportError {
  if (status === 407)
    return createProxyError(
      "PROXY_AUTHENTICATION_REQUIRED",
      `The proxy asks for a user name and password (407). Set them in ${proxyVariable}, percent-encoded: http://user:password@host:port. If they are set, check them.`,
    );
  if (status >= 500 || status === 408 || status === 429)
    return createProxyError(
      "PROXY_FAILED",
      // The default host is right: no base URL was set.
      `The proxy could not reach ${host} (${status}). ${host === defaultHost ? "" : `Check ${baseUrl}. `}The proxy may not find the host in DNS, or its rules may not allow the host: ask its administrator.`,
    );
  // An informational response, or a success with data. A tunnel carries none before the client has begun TLS.
  if (status < 300)
    return createProxyError(
      "PROXY_FAILED",
      `The proxy's response to CONNECT is invalid (${status}). Check the scheme, the host and the port in ${proxyVariable}.`,
    );
  return createProxyError(
    "PROXY_REFUSED",
    `The proxy refused the connection (${status}). Ask the proxy's administrator to allow ${host}, or list the host in NO_PROXY.`,
  );
}

/** The error for a proxy that cannot be used. Nothing was sent to the service. */
export function createProxyError(code: keyof typeof otherFailures, message: string): TransportError {
  return new TransportError(message, false, { code, retryable: otherFailures[code] });
}
