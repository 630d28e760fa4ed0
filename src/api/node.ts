import type { Fetch } from "./http.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const connectTimeoutMs = 5_000;

/** Hosts that are always reached directly. */
const loopback = "localhost,127.0.0.1,[::1]";

/**
 * A fetch over undici, which is loaded with the first request. It uses the proxies of HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and
 * sends each create on a connection of its own: on a kept one that the service has just closed, its outcome would be unclear.
 */
export function createNodeFetch(environment: Environment = process.env): Fetch {
  let loading: ReturnType<typeof load> | undefined;
  return async (url, init) => {
    loading ??= load(environment);
    const { fetch, shared, fresh } = await loading;
    // The types of undici and of Node's own copy of it differ in details that the client does not use.
    const dispatcher = init.method === "POST" ? fresh : shared;
    return fetch(url, { ...init, dispatcher } as object) as unknown as Promise<Response>;
  };
}

async function load(environment: Environment) {
  // The agents must come from the same undici as the fetch. Bundled, the module has only its default export.
  const { default: undici } = await import("undici");
  const { fetch, EnvHttpProxyAgent } = undici;
  const read = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? "";
  const toUrl = (proxy: string) => (proxy === "" || proxy.includes("://") ? proxy : `http://${proxy}`);
  const noProxy = read("NO_PROXY").trim();
  const connect = { timeout: connectTimeoutMs };
  const options = {
    httpProxy: toUrl(read("HTTP_PROXY").trim()),
    httpsProxy: toUrl(read("HTTPS_PROXY").trim()),
    // A star stands for all hosts only alone.
    noProxy: noProxy === "*" ? noProxy : `${noProxy},${loopback}`,
    connect,
    proxyTls: connect,
    requestTls: connect,
  };
  try {
    return {
      fetch,
      shared: new EnvHttpProxyAgent(options),
      fresh: new EnvHttpProxyAgent({ ...options, pipelining: 0 }),
    };
  } catch {
    // The original message may have the password.
    throw Object.assign(new Error("Invalid proxy"), { code: "INVALID_PROXY" });
  }
}
