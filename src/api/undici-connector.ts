/** Opens connections for undici: directly, or through a proxy of the environment. Node only. */
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type Socket } from "node:net";
import { buildConnector, errors } from "undici";
import {
  type ConnectionSettings,
  createProxyError,
  toConnectionError,
  toProxyError,
} from "./connection-errors.ts";
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
  /** The settings that errors name. */
  settings: ConnectionSettings;
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
export function createConnector({ connectTimeoutMs, ca, findProxy, settings }: ConnectorOptions): Connector {
  const tls = ca && { ca };
  const connectSocket = buildConnector({ timeout: 0, ...tls });
  // undici calls the connector while it dispatches the request that needs a connection.
  let dispatching: AbortSignal | undefined;
  const connect: buildConnector.connector = (options, callback) => {
    const deadline = { timeoutMs: connectTimeoutMs, signal: dispatching };
    const open = (
      target: buildConnector.Options,
      peer: { proxyVariable?: string; throughProxy?: boolean },
    ) => {
      const connecting = connectSocket(target, (...[error, socket]) => {
        clearDeadline();
        if (!error) return callback(null, normalizeInformational(socket));
        target.httpSocket?.destroy();
        callback(toConnectionError(error, { sent: false, settings, ...peer }), null);
      }) as unknown as Socket;
      const clearDeadline = enforce(deadline, connecting);
    };
    const isTls = options.protocol === "https:";
    // Only `host` has the brackets of an IPv6 address.
    const service = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
    const proxy = findProxy(service);
    if (!proxy) return open(options, {});
    if ("path" in proxy)
      return callback(createProxyError("PROXY_INVALID", `${proxy.path}: ${proxy.message}.`), null);
    if (!isTls) return open(toTarget(proxy), { proxyVariable: proxy.variable });
    openTunnel(proxy, service, { deadline, tls, settings }).then(
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

/** When an attempt to open a connection ends: after the timeout, or at an abort. */
interface ConnectDeadline {
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Destroys an opening connection at the deadline. Returns a function that clears the deadline. */
function enforce(
  { timeoutMs, signal }: ConnectDeadline,
  opening: { destroy(error: Error): unknown },
): () => void {
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

/** The host name of a URL as sockets expect it: an IPv6 address without brackets. */
const toHostname = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

function toTarget({ origin }: ProxyServer): buildConnector.Options {
  const url = new URL(origin);
  return { protocol: url.protocol, host: url.host, hostname: toHostname(url), port: url.port };
}

/** Opens a tunnel with CONNECT. Rejects with a TransportError that describes the proxy's response. */
function openTunnel(
  { origin, variable, headers }: ProxyServer,
  service: URL,
  {
    deadline,
    tls,
    settings,
  }: { deadline: ConnectDeadline; tls: { ca: string[] } | undefined; settings: ConnectionSettings },
): Promise<Socket> {
  const proxy = new URL(origin);
  const proxyHost = toHostname(proxy);
  const request = proxy.protocol === "https:" ? httpsRequest : httpRequest;
  const target = `${service.hostname}:${service.port || 443}`;
  return new Promise((resolve, reject) => {
    const connecting = request(origin, {
      method: "CONNECT",
      path: target,
      headers: { host: target, connection: "keep-alive", ...headers() },
      agent: false,
      // Without it, Node takes the name in the certificate from the Host header, which is the service's.
      servername: isIP(proxyHost) === 0 ? proxyHost : "",
      ...tls,
    });
    const clearDeadline = enforce(deadline, connecting);
    connecting.once("connect", ({ statusCode = 0 }, socket: Socket, head) => {
      clearDeadline();
      // Before TLS begins, the service sends nothing.
      if (statusCode >= 200 && statusCode < 300 && head.length === 0) return resolve(socket);
      socket.on("error", () => {}).destroy();
      reject(
        toProxyError(statusCode, { proxyVariable: variable, host: service.host, baseUrl: settings.baseUrl }),
      );
    });
    connecting.on("error", (error) => {
      clearDeadline();
      reject(toConnectionError(error, { sent: false, proxyVariable: variable, settings }));
    });
    connecting.end();
  });
}
