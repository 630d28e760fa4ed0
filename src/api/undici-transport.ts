import type { IncomingHttpHeaders } from "node:http";
import { Agent, type Dispatcher } from "undici";
import { type CertificateAuthorities, parseCertificates } from "./certificates.ts";
import { type ConnectionSettings, toConnectionError, toProxyError } from "./connection-errors.ts";
import { checkOptions, undiciOptions } from "./options.ts";
import { defaultConnectTimeoutMs, defaultIdleTimeoutMs } from "./policy.ts";
import { type Environment, type FindProxy, type ProxyServer, readProxySettings } from "./proxy.ts";
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";
import { createConnector } from "./undici-connector.ts";

/** A Dispatcher of undici 7, such as a `ProxyAgent` or a `MockAgent`. Declared without undici's types, so that they are not needed. */
export interface UndiciDispatcher {
  /** Sends a request, and calls the handler with its response. */
  // biome-ignore lint/suspicious/noExplicitAny: only the dispatcher knows the types of its arguments.
  dispatch(options: any, handler: any): boolean;
}

/** The options of the built-in transport. Timeouts are in milliseconds, from 1 to 2,147,483,647. */
export interface UndiciOptions {
  /** Timeout for a connection to open. Through a proxy: for the tunnel, and again for TLS in it. Default: 5,000. */
  connectTimeoutMs?: number | undefined;
  /** Timeout for the headers, and between two pieces of the body. Default: 10,000. */
  idleTimeoutMs?: number | undefined;
  /**
   * Certificates of the authorities to trust for the service and for a proxy, instead of those of Node and of
   * NODE_EXTRA_CA_CERTS: the content of PEM files.
   */
  ca?: CertificateAuthorities | undefined;
  /**
   * Opens the connections, with its own settings: excludes `connectTimeoutMs` and `ca`, and the proxy of the environment is
   * not used. It may send a create on a kept connection, and the client does not close it.
   */
  dispatcher?: UndiciDispatcher | undefined;
}

/**
 * The transport with undici, for Node. A Zapier app has its own. It uses the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY
 * of `environment` name when it is created; loopback is always direct. Throws InvalidInputError for an invalid or unknown
 * option.
 */
export function createUndiciTransport(
  options: UndiciOptions = {},
  environment: Environment = process.env,
): Transport {
  const operation = "createUndiciTransport";
  checkOptions(undiciOptions, operation, options);
  return connectUndici(options, environment, { operation });
}

/** The names by which errors of a transport call what the user can change. */
export interface TransportNames {
  /** The function that got the options. */
  operation: string;
  /** The setting with the service's address. Default: "the base URL". */
  baseUrl?: string;
  /** Whether the user can pass the option `ca`. Default: true. */
  hasOptions?: boolean;
}

/** {@link createUndiciTransport} with checked options, for other parts of this program. */
export function connectUndici(
  options: UndiciOptions,
  environment: Environment,
  { operation, baseUrl = "the base URL", hasOptions = true }: TransportNames,
): Transport {
  const {
    dispatcher,
    connectTimeoutMs = defaultConnectTimeoutMs,
    idleTimeoutMs = defaultIdleTimeoutMs,
  } = options;
  if (dispatcher)
    return createDispatcherTransport(dispatcher, {
      idleTimeoutMs,
      settings: { baseUrl, proxy: false, ca: "dispatcher" },
    });
  const ca = options.ca === undefined ? undefined : parseCertificates(options.ca, operation);
  const findProxy = readProxySettings(environment);
  const source = ca ? "option" : hasOptions ? "environmentOrOption" : "environment";
  const settings: ConnectionSettings = { baseUrl, proxy: true, ca: source };
  const connector = createConnector({ connectTimeoutMs, ca, findProxy, settings });
  // undici's own timers tick about once a second. `ExchangeHandler` implements the idle timeout.
  const unlimited = { headersTimeout: 0, bodyTimeout: 0 };
  const openPool = () => ({ agent: new Agent({ connect: connector.connect, ...unlimited }), isUsed: false });
  let shared = openPool();
  // A create never uses a kept connection: if the service has just closed it, the outcome would be unclear.
  const fresh = new Agent({ connect: connector.connect, ...unlimited, pipelining: 0 });

  return async (request) => {
    if (request.signal.aborted) throw new TransportError("The call was aborted.", false);
    const pool = request.ownConnection || request.method === "POST" ? undefined : shared;
    const reusedConnection = pool?.isUsed ?? false;
    const proxy = findForwardingProxy(request.url, findProxy);
    const agent = pool?.agent ?? fresh;
    const dispatcher: UndiciDispatcher = {
      dispatch: (options, handler) =>
        connector.dispatch(request.signal, () => agent.dispatch(options, handler)),
    };
    const response = await exchange(request, dispatcher, { idleTimeoutMs, settings, proxy });
    if (!pool) return response;
    pool.isUsed = true;
    const closeConnection = () => {
      if (shared === pool) shared = openPool();
      // Requests in flight in the pool end first.
      pool.agent.close().catch(() => {});
    };
    return { ...response, reusedConnection, closeConnection };
  };
}

/** A transport with a given dispatcher. Any of its connections may have carried an earlier request. */
function createDispatcherTransport(dispatcher: UndiciDispatcher, options: ExchangeOptions): Transport {
  return async (request) => {
    if (request.signal.aborted) throw new TransportError("The call was aborted.", false);
    return { ...(await exchange(request, dispatcher, options)), reusedConnection: true };
  };
}

/** The proxy that gets the requests for an http URL as they are. Requests for an https URL go through a tunnel. */
function findForwardingProxy(url: string, findProxy: FindProxy): ProxyServer | undefined {
  const proxy = url.startsWith("http:") ? findProxy(url) : undefined;
  // The connector reports a problem.
  return proxy && "origin" in proxy ? proxy : undefined;
}

interface ExchangeOptions {
  idleTimeoutMs: number;
  settings: ConnectionSettings;
  proxy?: ProxyServer | undefined;
}

async function exchange(
  request: TransportRequest,
  dispatcher: UndiciDispatcher,
  { idleTimeoutMs, settings, proxy }: ExchangeOptions,
): Promise<TransportResponse> {
  const { method, body = null } = request;
  const { href, origin, pathname, search } = new URL(request.url);
  const path = proxy ? href : pathname + search;
  const headers = proxy ? { ...proxy.headers(), ...request.headers } : request.headers;
  const response = await new Promise<TransportResponse>((resolve, reject) => {
    const handler = new ExchangeHandler(request, { idleTimeoutMs, settings }, resolve, reject);
    // `reset` closes the connection after the response. The client's own agents do not need it.
    const reset = (request.ownConnection || method === "POST") && { reset: true };
    try {
      dispatcher.dispatch({ origin, path, method, headers, body, ...reset }, handler);
    } catch (error) {
      // A dispatcher that is closed or incompatible, or an interceptor that fails.
      handler.onResponseError(undefined, toError(error));
    }
  });
  // Only a proxy sends a 407, and then it has not forwarded the request.
  if (proxy && response.status === 407)
    throw toProxyError(407, {
      proxyVariable: proxy.variable,
      host: new URL(request.url).host,
      baseUrl: settings.baseUrl,
    });
  return response;
}

/**
 * Collects the response to one request, and settles once. Dispatches without undici.request, whose body stream takes
 * longer than the rest of a request. Aborts the request when its signal aborts, and when no data arrives for
 * `idleTimeoutMs`.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest;
  readonly #idleTimeoutMs: number;
  readonly #settings: ConnectionSettings;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: TransportError) => void;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #isSettled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #head: Pick<TransportResponse, "status" | "headers"> | undefined;

  constructor(
    request: TransportRequest,
    { idleTimeoutMs, settings }: ExchangeOptions,
    resolve: (response: TransportResponse) => void,
    reject: (error: TransportError) => void,
  ) {
    this.#request = request;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#settings = settings;
    this.#resolve = resolve;
    this.#reject = reject;
    request.signal.addEventListener("abort", this.#onAbort);
  }

  /** An open connection has taken the request: before that, it cannot have had an effect. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isSettled) {
      controller.abort(new Error("The call was aborted."));
      return;
    }
    this.#controller = controller;
    // A dispatcher that retries starts a request again.
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(
      () =>
        controller.abort(
          new TransportError(`The service sent nothing for ${this.#idleTimeoutMs} ms.`, true, {
            code: "NO_RESPONSE",
          }),
        ),
      this.#idleTimeoutMs,
    );
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#idleTimer?.refresh();
    // An informational response precedes the final one.
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // An empty chunk, which an interceptor may pass on, is no progress.
    if (chunk.length > 0) this.#idleTimer?.refresh();
    this.#size += chunk.length;
    if (this.#size <= this.#request.maxResponseBytes) {
      this.#chunks.push(chunk);
      return;
    }
    this.#finish("too-large");
    controller.abort(new Error("The response is too large."));
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#head) this.#finish("cut-short");
    else if (this.#request.signal.aborted) this.#fail("The call was aborted.");
    else this.#fail(error);
  }

  #onAbort = (): void => {
    // Without a connection, undici would report the abort only after it opened or failed.
    if (this.#controller) this.#controller.abort(toError(this.#request.signal.reason));
    else this.#fail("The call was aborted.");
  };

  #finish(broken?: "cut-short" | "too-large"): void {
    if (!this.#head || !this.#settle()) return;
    if (broken === "too-large") this.#resolve({ ...this.#head, text: "", broken });
    else this.#resolve({ ...this.#head, text: toText(this.#chunks), ...(broken && { broken }) });
  }

  #fail(reason: string | Error): void {
    const sent = this.#controller !== undefined;
    if (!this.#settle()) return;
    if (typeof reason === "string") this.#reject(new TransportError(reason, sent));
    else if (reason instanceof TransportError) this.#reject(reason);
    else this.#reject(toConnectionError(reason, { sent, settings: this.#settings }));
  }

  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    clearTimeout(this.#idleTimer);
    this.#request.signal.removeEventListener("abort", this.#onAbort);
    return true;
  }
}

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error("aborted"));

const toText = (chunks: Buffer[]): string => {
  const [first] = chunks;
  return (chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString("utf8");
};
