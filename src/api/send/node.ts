import { Duplex } from "node:stream";
import type { buildConnector, Dispatcher, Pool } from "undici";
import type { Reply, Transport } from "./transport.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const connectTimeoutMs = 5_000;

/**
 * The transport of Node: undici, which is loaded with the first request. It uses the proxies of HTTPS_PROXY, HTTP_PROXY and NO_PROXY,
 * and sends each create on a connection of its own: on a kept one that the service has just closed, its outcome would be unclear.
 * undici's own fetch takes twice as long as its request.
 */
export function createNodeTransport(environment: Environment = process.env): Transport {
  let loading: ReturnType<typeof load> | undefined;
  return async ({ method, url, headers, body = null }, signal, onOpen) => {
    loading ??= load(environment);
    const { shared, fresh } = await loading;
    const { origin, pathname, search } = new URL(url);
    const response = await (method === "POST" ? fresh : shared).request({
      origin,
      path: pathname + search,
      method,
      headers: { "accept-encoding": "gzip, br", ...headers },
      body,
      signal,
      opaque: onOpen,
    });
    return toReply(response);
  };
}

const toReply = ({ statusCode, headers, body }: Dispatcher.ResponseData<unknown>): Reply => ({
  status: statusCode,
  header: (name) => [headers[name]].flat().join(", ") || undefined,
  async read(maxBytes) {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) return undefined;
      chunks.push(chunk);
    }
    return new TextDecoder().decode(Buffer.concat(chunks));
  },
});

/**
 * The connector of a proxy, whose connection ends when the last request that waits for it is aborted: undici ends it by the stream that
 * a connector returns, and that of a proxy returns none. A proxy that cannot be reached has a code of its own.
 */
function throughProxy(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) => {
    const controller = new AbortController();
    connect({ ...target, signal: controller.signal } as typeof target, (...result) => {
      const error = Object(result[0]);
      if (/^E(CONNREFUSED|NOTFOUND|HOSTUNREACH|NETUNREACH|AI_)/.test(error.code))
        error.code = "PROXY_UNREACHABLE";
      callback(...result);
    });
    const destroy = (error: Error | null, done: (error: Error | null) => void) => {
      controller.abort(error);
      done(error);
    };
    return new Duplex({ destroy });
  };
}

async function load(environment: Environment) {
  // Bundled, the module has only its default export.
  const { default: undici } = await import("undici");
  const { EnvHttpProxyAgent, interceptors } = undici;

  const noteStart: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    const { onRequestStart } = handler;
    handler.onRequestStart = (...args) => {
      Object(options).opaque?.();
      onRequestStart?.apply(handler, args);
    };
    return dispatch(options, handler);
  };
  const decompress = interceptors.decompress({ skipErrorResponses: false });
  const read = (name: string) => (environment[name.toLowerCase()] ?? environment[name] ?? "").trim();
  const readProxy = (name: string) => read(name).replace(/^(?=.)(?!.*:\/\/)/, "http://");
  const proxies = { httpProxy: readProxy("HTTP_PROXY"), httpsProxy: readProxy("HTTPS_PROXY") };
  const connect = { timeout: connectTimeoutMs };
  const options = {
    ...proxies,
    noProxy: `${read("NO_PROXY")},localhost,127.0.0.1,[::1]`,
    proxyTunnel: true,
    connect,
    proxyTls: connect,
    requestTls: connect,
    factory: (origin: string | URL, pool: Pool.Options) =>
      typeof pool.connect === "function"
        ? new undici.Pool(origin, { ...pool, connect: throughProxy(pool.connect) })
        : new undici.Pool(origin, pool),
  };
  const open = (pipelining: number) =>
    new EnvHttpProxyAgent({ ...options, pipelining }).compose(noteStart, decompress);
  try {
    if (Object.values(proxies).some((url) => /^socks/i.test(url))) throw new Error("SOCKS");
    return { shared: open(1), fresh: open(0) };
  } catch {
    // The original message may have the password.
    throw Object.assign(new Error("Invalid proxy"), { code: "INVALID_PROXY" });
  }
}
