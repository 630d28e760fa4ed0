import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { toConnectionError } from "./connection-errors.ts";
import { checkOptions, undiciOptions } from "./options.ts";
import { defaultConnectTimeoutMs, defaultIdleTimeoutMs } from "./policy.ts";
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

/** A Dispatcher of undici 7, such as a `ProxyAgent` or a `MockAgent`. The type has no types of undici. */
export interface UndiciDispatcher {
  // biome-ignore lint/suspicious/noExplicitAny: only the dispatcher knows the types of its arguments.
  dispatch(options: any, handler: any): boolean;
}

/** The options of the built-in transport. Timeouts are in milliseconds, from 1 to 2,147,483,647. */
export interface UndiciOptions {
  /** Timeout for a connection to open. Default: 5,000. */
  connectTimeoutMs?: number | undefined;
  /** Timeout for the headers, and between two pieces of the body. Default: 10,000. */
  idleTimeoutMs?: number | undefined;
  /**
   * Opens the connections, with its own settings: excludes `connectTimeoutMs`. It may send a create on a kept
   * connection, and the client does not close it.
   */
  dispatcher?: UndiciDispatcher | undefined;
}

/**
 * The transport with undici, for Node. A Zapier app has its own. Throws InvalidInputError for an invalid or
 * unknown option.
 */
export function createUndiciTransport(options: UndiciOptions = {}): Transport {
  checkOptions(undiciOptions, "createUndiciTransport", options);
  const {
    dispatcher,
    connectTimeoutMs = defaultConnectTimeoutMs,
    idleTimeoutMs = defaultIdleTimeoutMs,
  } = options;
  if (dispatcher) return createDispatcherTransport(dispatcher, idleTimeoutMs);
  const connector = buildConnector({ timeout: connectTimeoutMs });
  const connect: buildConnector.connector = (options, callback) =>
    connector(options, (...[error, socket]) =>
      error ? callback(error, null) : callback(null, normalizeInformational(socket)),
    );
  // undici's own timers tick about once a second. `ExchangeHandler` implements the idle timeout.
  const unlimited = { headersTimeout: 0, bodyTimeout: 0 };
  const openPool = () => ({ agent: new Agent({ connect, ...unlimited }), isUsed: false });
  let shared = openPool();
  // A create never uses a kept connection: if the service has just closed it, the outcome would be unclear.
  const fresh = new Agent({ connect, ...unlimited, pipelining: 0 });

  return async (request) => {
    if (request.signal.aborted) throw new TransportError("The call was aborted.", false);
    const pool = request.ownConnection || request.method === "POST" ? undefined : shared;
    const reusedConnection = pool?.isUsed ?? false;
    const response = await exchange(request, pool?.agent ?? fresh, idleTimeoutMs);
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
function createDispatcherTransport(dispatcher: UndiciDispatcher, idleTimeoutMs: number): Transport {
  return async (request) => {
    if (request.signal.aborted) throw new TransportError("The call was aborted.", false);
    return { ...(await exchange(request, dispatcher, idleTimeoutMs)), reusedConnection: true };
  };
}

function exchange(
  request: TransportRequest,
  dispatcher: UndiciDispatcher,
  idleTimeoutMs: number,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(request.url);
    const { method, headers, body = null } = request;
    const handler = new ExchangeHandler(request, idleTimeoutMs, resolve, reject);
    // `reset` closes the connection after the response. The client's own agents do not need it.
    const reset = (request.ownConnection || method === "POST") && { reset: true };
    try {
      dispatcher.dispatch({ origin, path: pathname + search, method, headers, body, ...reset }, handler);
    } catch (error) {
      // A dispatcher that is closed or incompatible, or an interceptor that fails.
      handler.onResponseError(undefined, toError(error));
    }
  });
}

/**
 * Collects the response to one request, and settles once. Dispatches without undici.request, whose body stream takes
 * longer than the rest of a request. Aborts the request when its signal aborts, and when no data arrives for
 * `idleTimeoutMs`.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest;
  readonly #idleTimeoutMs: number;
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
    idleTimeoutMs: number,
    resolve: (response: TransportResponse) => void,
    reject: (error: TransportError) => void,
  ) {
    this.#request = request;
    this.#idleTimeoutMs = idleTimeoutMs;
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
    this.#idleTimer?.refresh();
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
    else this.#reject(reason instanceof TransportError ? reason : toConnectionError(reason, { sent }));
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

/** An informational response has short headers. Longer ones are left to the HTTP parser. */
const maxHeadBytes = 16 * 1024;

/** What the HTTP parser gets instead: a response that it always skips. */
const processing = Buffer.from("HTTP/1.1 102 Processing\r\n\r\n");

/**
 * Replaces informational responses in what a socket receives by a bare `102 Processing`. HTTP allows a server to send
 * any of them unrequest (RFC 9110, 15.2), but undici fails on a 100, and on one with `Connection: close` or in HTTP/1.0.
 * They are not removed, because a server that sends them is not silent. A 101 stays as it is. Returns the same socket.
 * Expects one request at a time on the socket (no pipelining).
 */
function normalizeInformational<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  // The start of a response as far as it was received; undefined while a body is read.
  let head: Buffer | undefined;
  socket.write = ((...args: Parameters<typeof write>) => {
    head ??= Buffer.alloc(0);
    return write(...args);
  }) as typeof write;
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (head === undefined || chunk === null) return chunk;
    const { passed, rest } = splitInformational(head.length === 0 ? chunk : Buffer.concat([head, chunk]));
    head = rest;
    return passed.length > 0 ? passed : null;
  };
  return socket;
}

/** Replaces complete informational responses. `rest` is undefined once a final response has begun. */
function splitInformational(received: Buffer): { passed: Buffer; rest: Buffer | undefined } {
  const passed: Buffer[] = [];
  let rest = received;
  while (rest.length < maxHeadBytes) {
    const head = skipEmptyLines(rest);
    if (!mayBeInformational(head)) break;
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return { passed: Buffer.concat(passed), rest };
    passed.push(processing);
    rest = head.subarray(end + 4);
  }
  return { passed: passed.length === 0 ? rest : Buffer.concat([...passed, rest]), rest: undefined };
}

function skipEmptyLines(received: Buffer): Buffer {
  let start = 0;
  while (received[start] === 0x0d || received[start] === 0x0a) start += 1;
  return start === 0 ? received : received.subarray(start);
}

// Also true for the first bytes of a head that does not show its whole status yet.
function mayBeInformational(head: Buffer): boolean {
  const text = head.toString("latin1", 0, 12);
  if (text.length === 12) return /^HTTP\/1\.[01] 1\d\d/.test(text) && !text.endsWith("101");
  return ["HTTP/1.1 1", "HTTP/1.0 1"].some((start) => start.startsWith(text.slice(0, 10)));
}
