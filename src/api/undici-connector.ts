/** Opens connections for undici: directly, or through a proxy of the environment. Node only. */
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { buildConnector, errors } from "undici";
import { createProxyError, toConnectionError, toProxyError } from "./connection-errors.ts";
import { normalizeInformational } from "./informational.ts";
import type { FindProxy, ProxyServer } from "./proxy.ts";
import type { TransportError } from "./transport.ts";

/** How connections are opened. */
export interface ConnectorOptions {
  /** The timeout of a direct connection. Of one through a proxy: of the tunnel, and again of TLS in it. In milliseconds. */
  connectTimeoutMs: number;
  /** Certificates of the authorities to trust instead of Node's, as PEM. */
  ca: string[] | undefined;
  findProxy: FindProxy;
}

/** Opens connections for undici's Agent. */
export interface Connector {
  connect: buildConnector.connector;
  /**
   * Dispatches a request. If undici opens a connection for it and the signal aborts before that is open, it is closed at
   * once: undici itself would wait for it.
   */
  dispatch<Result>(signal: AbortSignal, dispatch: () => Result): Result;
}

/**
 * Creates a connector for undici's Agent. Every connection to an https host through a proxy has a tunnel of its own. For an
 * http host it is a connection to the proxy, and the request must be sent in the form that proxies expect. It fails with a
 * TransportError: undici repeats a request forever if the error has the code of a wrong host name.
 *
 * undici's EnvHttpProxyAgent opens tunnels too, but has the status of a refusal only in a text, waits for 5 minutes for a
 * silent proxy, and leaves out a user name without a password.
 */
export function createConnector({ connectTimeoutMs, ca, findProxy }: ConnectorOptions): Connector {
  const tls = ca && { ca };
  const connectSocket = buildConnector({ timeout: 0, ...tls });
  // undici calls the connector while it dispatches the request that needs a connection.
  let dispatching: AbortSignal | undefined;
  const connect: buildConnector.connector = (options, callback) => {
    const limits = { timeoutMs: connectTimeoutMs, signal: dispatching };
    const open = (
      target: buildConnector.Options,
      peer: { proxyVariable?: string; throughProxy?: boolean },
    ) => {
      const connecting = connectSocket(target, (...[error, socket]) => {
        stopLimits();
        if (!error) return callback(null, normalizeInformational(socket));
        target.httpSocket?.destroy();
        callback(toConnectionError(error, { sent: false, ...peer }), null);
      }) as unknown as Socket;
      const stopLimits = limit(connecting, limits);
    };
    const isTls = options.protocol === "https:";
    const proxy = findProxy(`${options.protocol}//${options.host ?? options.hostname}`);
    if (!proxy) return open(options, {});
    if ("path" in proxy)
      return callback(createProxyError("PROXY_INVALID", `${proxy.path}: ${proxy.message}.`), null);
    if (!isTls) return open(toTarget(proxy), { proxyVariable: proxy.variable });
    openTunnel(proxy, `${options.hostname}:${options.port || 443}`, { limits, tls }).then(
      (httpSocket) => open({ ...options, httpSocket }, { throughProxy: true }),
      (error: TransportError) => callback(error, null),
    );
  };
  return {
    connect,
    dispatch(signal, dispatch) {
      dispatching = signal;
      try {
        return dispatch();
      } finally {
        dispatching = undefined;
      }
    },
  };
}

/** What ends an attempt to open a connection. */
interface Limits {
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Destroys an opening connection after the timeout or an abort. Returns a function that cancels this. */
function limit(opening: { destroy(error: Error): unknown }, { timeoutMs, signal }: Limits): () => void {
  // undici's own timeout counts ticks of half a second, holds the socket weakly, and did not fire when tests measured coverage.
  const timer = setTimeout(() => opening.destroy(new errors.ConnectTimeoutError()), timeoutMs);
  const onAbort = () => opening.destroy(new errors.RequestAbortedError());
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  };
}

function toTarget({ origin }: ProxyServer): buildConnector.Options {
  const { protocol, host, hostname, port } = new URL(origin);
  return { protocol, host, hostname, port };
}

/** Opens a tunnel with CONNECT. Rejects with a TransportError that describes the proxy's response. */
function openTunnel(
  { origin, variable, headers }: ProxyServer,
  target: string,
  { limits, tls }: { limits: Limits; tls: { ca: string[] } | undefined },
): Promise<Socket> {
  const request = new URL(origin).protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const connecting = request(origin, {
      method: "CONNECT",
      path: target,
      headers: { host: target, connection: "keep-alive", ...headers() },
      agent: false,
      ...tls,
    });
    const stopLimits = limit(connecting, limits);
    connecting.once("connect", ({ statusCode = 0 }, socket: Socket, head) => {
      stopLimits();
      // Before TLS begins, the service sends nothing.
      if (statusCode >= 200 && statusCode < 300 && head.length === 0) return resolve(socket);
      socket.on("error", () => {}).destroy();
      reject(toProxyError(statusCode, variable, target.replace(/:443$/, "")));
    });
    connecting.on("error", (error) => {
      stopLimits();
      reject(toConnectionError(error, { sent: false, proxyVariable: variable }));
    });
    connecting.end();
  });
}
