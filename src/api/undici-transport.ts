import type { Socket } from "node:net";
import { Agent, buildConnector, DecoratorHandler, type Dispatcher, request as send } from "undici";
import { checkOptions, undiciOptions } from "./options.ts";
import { defaultConnectTimeoutMs, defaultIdleTimeoutMs } from "./policy.ts";
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

/** The timeouts of the built-in transport, in milliseconds from 1 to 2,147,483,647. */
export interface UndiciTimeouts {
  /** Timeout for a connection to open. Default: 5,000. */
  connectTimeoutMs?: number | undefined;
  /** Timeout for the headers, and between two pieces of the body. Default: 10,000. */
  idleTimeoutMs?: number | undefined;
}

/**
 * The transport with undici.request, for Node. A Zapier app has its own. Throws InvalidInputError for an invalid or
 * unknown option.
 */
export function createUndiciTransport(timeouts: UndiciTimeouts = {}): Transport {
  checkOptions(undiciOptions, "createUndiciTransport", timeouts);
  const { connectTimeoutMs = defaultConnectTimeoutMs, idleTimeoutMs = defaultIdleTimeoutMs } = timeouts;
  const connector = buildConnector({ timeout: connectTimeoutMs });
  const connect: buildConnector.connector = (options, callback) =>
    connector(options, (...[error, socket]) =>
      error ? callback(error, null) : callback(null, normalizeInformational(socket)),
    );
  // undici's own timers tick about once a second. `watchIdle` implements the idle timeout.
  const unlimited = { headersTimeout: 0, bodyTimeout: 0 };
  const openPool = () => ({ agent: new Agent({ connect, ...unlimited }), isUsed: false });
  let shared = openPool();
  // A create never uses a kept connection: if the service has just closed it, the outcome would be unclear.
  const fresh = new Agent({ connect, ...unlimited, pipelining: 0 });

  return async (request) => {
    const { signal } = request;
    if (signal.aborted) throw new TransportError("The call was aborted.", false);
    let sent = false;
    const pool = request.ownConnection || request.method === "POST" ? undefined : shared;
    const reusedConnection = pool?.isUsed ?? false;
    const dispatcher = (pool?.agent ?? fresh).compose(
      (dispatch) => (options, handler) =>
        dispatch(
          options,
          watchIdle(handler, idleTimeoutMs, () => {
            sent = true;
          }),
        ),
    );
    let onAbort = () => {};
    // undici reports an abort only after the connection opened or failed.
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => {
        if (!sent) reject(signal.reason);
      };
    });
    signal.addEventListener("abort", onAbort);
    try {
      const response = await Promise.race([exchange(request, dispatcher), aborted]);
      if (!pool) return response;
      pool.isUsed = true;
      const closeConnection = () => {
        if (shared === pool) shared = openPool();
        // Requests in flight in the pool end first.
        pool.agent.close().catch(() => {});
      };
      return { ...response, reusedConnection, closeConnection };
    } catch (error) {
      throw new TransportError(signal.aborted ? "The call was aborted." : describe(error), sent);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  };
}

async function exchange(request: TransportRequest, dispatcher: Dispatcher): Promise<TransportResponse> {
  const { method, headers, signal, body } = request;
  const response = await send(request.url, { method, headers, signal, dispatcher, body: body ?? null });
  const { statusCode: status } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  const read = () => Buffer.concat(chunks).toString("utf8");
  try {
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > request.maxResponseBytes) {
        // Leaving the loop closes the connection.
        return { status, headers: response.headers, text: "", broken: "too-large" };
      }
      chunks.push(chunk);
    }
  } catch {
    return { status, headers: response.headers, text: read(), broken: "cut-short" };
  }
  return { status, headers: response.headers, text: read() };
}

/**
 * Calls `onSent` when the request is handed to an open connection: before that, it cannot have had an effect. From then on,
 * aborts the request when no data arrives for `idleTimeoutMs`.
 */
function watchIdle(
  handler: Dispatcher.DispatchHandler,
  idleTimeoutMs: number,
  onSent: () => void,
): Dispatcher.DispatchHandler {
  const inner: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
  let idleTimer: NodeJS.Timeout | undefined;
  return {
    onRequestStart(controller, context) {
      onSent();
      idleTimer = setTimeout(
        () => controller.abort(new IdleTimeoutError(`The service sent nothing for ${idleTimeoutMs} ms.`)),
        idleTimeoutMs,
      );
      inner.onRequestStart?.(controller, context);
    },
    onResponseStart(controller, status, ...rest) {
      idleTimer?.refresh();
      // An informational response precedes the final one; the decorator accepts one response only.
      if (status >= 200) inner.onResponseStart?.(controller, status, ...rest);
    },
    onResponseData(...args) {
      idleTimer?.refresh();
      inner.onResponseData?.(...args);
    },
    onResponseEnd(...args) {
      clearTimeout(idleTimer);
      inner.onResponseEnd?.(...args);
    },
    onResponseError(...args) {
      clearTimeout(idleTimer);
      inner.onResponseError?.(...args);
    },
  };
}

class IdleTimeoutError extends Error {}

// Only the code: messages of lower layers may contain addresses and headers.
function describe(error: unknown): string {
  const { code } = { code: "", ...(error instanceof Error ? error : {}) };
  if (error instanceof IdleTimeoutError) return error.message;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return "The connection timed out.";
  return `The connection failed${code ? ` (${code})` : ""}.`;
}

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
    const { passed, rest } = splitInformational(Buffer.concat([head, chunk]));
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
  return { passed: Buffer.concat([...passed, rest]), rest: undefined };
}

function skipEmptyLines(received: Buffer): Buffer {
  const start = received.findIndex((byte) => byte !== 0x0d && byte !== 0x0a);
  return received.subarray(start < 0 ? received.length : start);
}

// Also true for the first bytes of a head that does not show its whole status yet.
function mayBeInformational(head: Buffer): boolean {
  const text = head.toString("latin1", 0, 12);
  if (text.length === 12) return /^HTTP\/1\.[01] 1\d\d/.test(text) && !text.endsWith("101");
  return ["HTTP/1.1 1", "HTTP/1.0 1"].some((start) => start.startsWith(text.slice(0, 10)));
}
