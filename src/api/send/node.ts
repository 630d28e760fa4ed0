import { Socket } from "node:net";
import type { buildConnector, Dispatcher, Client as UndiciClient } from "undici";
import type { Fetch } from "../types/client.ts";
import { connecting } from "./connection-errors.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What undici passes to the connections of an agent. */
type ConnectionOptions = UndiciClient.Options & { connect: buildConnector.connector };

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
    const { signal } = init;
    if (signal) connecting.add(signal);
    loading ??= load(environment);
    const { fetch, shared, fresh } = await loading;
    const agent = init.method === "POST" ? fresh : shared;
    const dispatcher = {
      // undici's fetch keeps the signal to itself until a connection is open. Both objects are of this request alone.
      dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
        const { onRequestStart } = handler;
        handler.onRequestStart = (...args) => {
          if (signal) connecting.delete(signal);
          onRequestStart?.apply(handler, args);
        };
        return agent.dispatch(Object.assign(options, { signal }), handler);
      },
    };
    // The types of undici and of Node's own copy of it differ in details that the client does not use.
    return fetch(url, { ...init, dispatcher } as object) as unknown as Promise<Response>;
  };
}

async function load(environment: Environment) {
  // The agents must come from the same undici as the fetch. Bundled, the module has only its default export.
  const { default: undici } = await import("undici");
  const { fetch, EnvHttpProxyAgent, Client, Pool } = undici;

  /** One connection, to the service or to a proxy. undici goes on connecting after the request was aborted; this one ends with it. */
  class Connection extends Client {
    #signal: AbortSignal | undefined;

    constructor(origin: string | URL, options: ConnectionOptions) {
      const connect: buildConnector.connector = (target, callback) => {
        const signal = this.#signal;
        const socket: unknown = options.connect({ ...target, signal } as typeof target, callback);
        if (socket instanceof Socket)
          signal?.addEventListener("abort", () => socket.destroy(new Error("Aborted")), { once: true });
        return undefined;
      };
      super(origin, { ...options, connect });
    }

    override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      this.#signal = Object(options).signal;
      return super.dispatch(options, handler);
    }
  }

  const read = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? "";
  const toUrl = (proxy: string) => (proxy === "" || proxy.includes("://") ? proxy : `http://${proxy}`);
  const noProxy = read("NO_PROXY").trim();
  const connect = { timeout: connectTimeoutMs };
  const factory = (origin: URL, options: object) => new Connection(origin, options as ConnectionOptions);
  const createPool = (origin: string | URL, options: object) => new Pool(origin, { ...options, factory });
  const options = {
    httpProxy: toUrl(read("HTTP_PROXY").trim()),
    httpsProxy: toUrl(read("HTTPS_PROXY").trim()),
    // A star stands for all hosts only alone.
    noProxy: noProxy === "*" ? noProxy : `${noProxy},${loopback}`,
    proxyTunnel: true,
    connect,
    proxyTls: connect,
    requestTls: connect,
    factory: createPool,
    clientFactory: createPool,
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
