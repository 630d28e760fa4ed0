/** The proxy settings of the environment: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, also in lower case. Node only. */
import type { Problem } from "../problem.ts";
import { isLoopback } from "./base-url.ts";
import { InvalidInputError } from "./errors.ts";
import { parseNoProxy } from "./no-proxy.ts";
import { userAgent } from "./policy.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy. Its credentials are only in the result of `headers`. */
export interface ProxyServer {
  /** The environment variable that names it, as it is spelled there. */
  variable: string;
  /** Scheme, host and port, without credentials: `http://proxy.example.com:8080`. */
  origin: string;
  /** The headers that the proxy itself reads. They contain the credentials: never store, print or attach them to an error. */
  headers: () => Record<string, string>;
}

/** Finds the proxy for a URL. Undefined means a direct connection. A {@link Problem} names the invalid variable. */
export type FindProxy = (url: string | URL) => ProxyServer | Problem | undefined;

/**
 * Reads the proxy settings, once. A variable in lower case takes precedence, and an empty one counts as unset. Without
 * HTTPS_PROXY, HTTP_PROXY also applies to https URLs. Loopback is always reached directly.
 */
export function readProxySettings(environment: Environment): FindProxy {
  const { http, https } = findProxyVariables(environment);
  const direct = parseNoProxy(findVariable(environment, "no_proxy")?.value ?? "");
  return (given) => {
    const url = new URL(given);
    const setting = url.protocol === "https:" ? https : http;
    if (setting === undefined || isLoopback(url.hostname) || direct(url)) return undefined;
    return parseProxy(setting.name, setting.value);
  };
}

/** Throws InvalidInputError if the environment names an invalid proxy for the base URL. */
export function checkProxySettings(baseUrl: string, environment: Environment): void {
  const proxy = readProxySettings(environment)(baseUrl);
  if (proxy && "path" in proxy) throw new InvalidInputError("createClient", [proxy]);
}

/**
 * The name of the variable with a proxy for a URL, also if NO_PROXY or loopback makes the connection direct. For an http URL
 * without a proxy, the variable for https URLs, which has no effect.
 */
export function findProxyVariable(environment: Environment, url: URL): string | undefined {
  const { http, https } = findProxyVariables(environment);
  return (url.protocol === "https:" ? https : (http ?? https))?.name;
}

/**
 * What texts must not show of the proxies in the environment: passwords, and user names without a password, which may be
 * tokens. Each as it is written and decoded, also of a variable that is invalid or not used.
 */
export function listProxySecrets(environment: Environment): string[] {
  return ["https_proxy", "http_proxy"].flatMap((lower) =>
    [lower, lower.toUpperCase()].flatMap((name) => {
      const credentials = /^\s*(?:[a-z\d+.-]+:\/\/)?(.*)@/isu.exec(environment[name] ?? "")?.[1] ?? "";
      const [, user = "", password = ""] = /^([^:]*):?(.*)$/su.exec(credentials) ?? [];
      const secret = password || user;
      return secret === "" ? [] : [secret, decodeText(secret) ?? secret];
    }),
  );
}

/** The variables that are set. Without HTTPS_PROXY, HTTP_PROXY also applies to https URLs. */
function findProxyVariables(environment: Environment) {
  const http = findVariable(environment, "http_proxy");
  return { http, https: findVariable(environment, "https_proxy") ?? http };
}

function findVariable(environment: Environment, lower: string): { name: string; value: string } | undefined {
  for (const name of [lower, lower.toUpperCase()]) {
    const value = environment[name]?.trim();
    if (value) return { name, value };
  }
  return undefined;
}

/** Parses a proxy's URL. Without a scheme it is http. The problem contains no part of the value: it may be a password. */
function parseProxy(variable: string, value: string): ProxyServer | Problem {
  const refuse = (message: string): Problem => ({ path: variable, message });
  const text = value.includes("://") ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && !["http:", "https:"].includes(url.protocol))
    return refuse(
      "Must start with http:// or https://. Other kinds of proxies, such as SOCKS, are not supported",
    );
  // A `/`, `?` or `#` in a password that is not encoded ends the host early.
  if (!url || url.hostname === "" || url.pathname !== "/" || /[?#]/.test(text))
    return refuse(
      "Must be a URL such as http://proxy.example.com:8080 or http://user:password@proxy.example.com:8080, with special characters of the password percent-encoded",
    );
  const credentials = decode(url);
  if (credentials === undefined)
    return refuse("Has a % in the user name or password that is not percent-encoded. Write it as %25");
  return {
    variable,
    origin: url.origin,
    headers: () => ({
      "user-agent": userAgent,
      ...(credentials !== ":" && { "proxy-authorization": `Basic ${encodeBase64(credentials)}` }),
    }),
  };
}

/** `user:password`, or undefined if their encoding is invalid. */
function decode({ username, password }: URL): string | undefined {
  const [user, secret] = [decodeText(username), decodeText(password)];
  return user === undefined || secret === undefined ? undefined : `${user}:${secret}`;
}

/** Undefined if the text has an invalid percent-encoding. */
function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const encodeBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
