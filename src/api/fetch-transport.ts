import { type ConnectionSettings, toConnectionError } from "./connection-errors.ts";
import { BodyText, openBody, type ResponseBody } from "./fetch-body.ts";
import { checkOptions, fetchTransportOptions } from "./options.ts";
import { defaultIdleTimeoutMs } from "./policy.ts";
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

/** A fetch of any runtime or library, as far as the client uses it. The global `fetch` is one. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** What the client passes to a fetch. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  redirect: "manual";
  /** False where the request should have its own connection. Bun then opens one. */
  keepalive?: false;
  /** The same for Deno: a client without kept connections. */
  client?: object;
  cache?: "no-store";
  credentials?: "omit";
  referrerPolicy?: "no-referrer";
}

/** What the client uses of a fetch's response. */
export interface FetchResponse {
  readonly status: number;
  readonly redirected?: boolean;
  readonly headers: { forEach(use: (value: string, name: string) => void): void };
  /** A ReadableStream of bytes. Without one the client calls `arrayBuffer`. */
  readonly body?: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The timeout of the transport over a fetch, in milliseconds from 1 to 2,147,483,647. */
export interface FetchTransportOptions {
  /** Timeout for the headers, connecting included, and between two pieces of the body. Default: 10,000. */
  idleTimeoutMs?: number | undefined;
}

/**
 * A transport over a fetch, for runtimes without undici, and for a fetch that logs, mocks or uses a proxy. Throws
 * InvalidInputError for an invalid or unknown option.
 *
 * A fetch chooses its connections. So every response counts as one that may belong to an earlier request: a refusal of a
 * read is confirmed by a second request. A failed request counts as sent unless the fetch's error proves the opposite.
 */
export function createFetchTransport(fetch: Fetch, options: FetchTransportOptions = {}): Transport {
  checkOptions(fetchTransportOptions, "createFetchTransport", options);
  const { idleTimeoutMs = defaultIdleTimeoutMs } = options;
  return async (request) => {
    if (request.signal.aborted) throw new TransportError("The call was aborted.", false);
    return exchange(fetch, request, idleTimeoutMs);
  };
}

function exchange(
  fetch: Fetch,
  request: TransportRequest,
  idleTimeoutMs: number,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let head: Pick<TransportResponse, "status" | "headers"> | undefined;
    let body: ResponseBody | undefined;
    const received = new BodyText(request.maxResponseBytes);

    let denoClient: DenoClient | undefined;
    let isSettled = false;
    const settle = () => {
      if (isSettled) return;
      isSettled = true;
      closeDenoClient(denoClient);
      clearTimeout(timer);
      request.signal.removeEventListener("abort", onAbort);
    };
    const finish = (rest: Pick<TransportResponse, "text" | "broken">) => {
      settle();
      if (head) resolve({ ...head, ...rest, reusedConnection: true });
    };
    // Closes the connection of a response that is not read to its end. The signal alone does not reach every stream.
    const close = () => {
      body?.cancel();
      controller.abort();
    };
    const fail = (error: TransportError) => {
      if (isSettled) return;
      if (head) finish({ text: received.text(), broken: "cut-short" });
      else {
        settle();
        reject(error);
      }
      close();
    };
    // Not every fetch settles after an abort.
    const onAbort = () => fail(new TransportError("The call was aborted.", true));
    const onIdle = () =>
      fail(
        new TransportError(`The service sent nothing for ${idleTimeoutMs} ms.`, true, {
          code: "NO_RESPONSE",
        }),
      );
    const restartTimer = () => {
      clearTimeout(timer);
      if (!isSettled) timer = setTimeout(onIdle, idleTimeoutMs);
    };
    request.signal.addEventListener("abort", onAbort);
    restartTimer();

    const run = async () => {
      if (request.ownConnection || request.method === "POST") denoClient = openDenoClient();
      const init = toInit(request, controller.signal);
      const response = await fetch(request.url, denoClient ? toDenoInit(init, denoClient) : init);
      body = openBody(response);
      if (isSettled) return body.cancel();
      restartTimer();
      head = toHead(response);
      while (!isSettled) {
        const chunk = await body.read();
        if (chunk === undefined) return finish({ text: received.text() });
        // An empty chunk is no progress.
        if (chunk.byteLength > 0) restartTimer();
        if (received.add(chunk)) continue;
        finish({ text: "", broken: "too-large" });
        close();
      }
    };
    run().catch((error: unknown) => fail(toTransportError(error)));
  });
}

function toInit(request: TransportRequest, signal: AbortSignal): FetchInit {
  const { method, headers, body, ownConnection } = request;
  return {
    method,
    headers,
    ...(body !== undefined && { body }),
    signal,
    redirect: "manual",
    ...((ownConnection || method === "POST") && { keepalive: false }),
    ...pickSupported({ cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" }),
  };
}

interface DenoClient {
  close(): void;
}

/**
 * Deno sends a request again, even a create, when a connection closes without a response. A body as a stream and a client without
 * kept connections prevent that.
 */
function toDenoInit(init: FetchInit, client: DenoClient): FetchInit {
  const body = init.body === undefined ? {} : { body: new Blob([init.body]).stream(), duplex: "half" };
  return { ...init, client, ...body } as FetchInit;
}

function openDenoClient(): DenoClient | undefined {
  const { Deno } = globalThis as { Deno?: { createHttpClient?: (options: object) => DenoClient } };
  try {
    return Deno?.createHttpClient?.({ poolMaxIdlePerHost: 0 });
  } catch {
    throw new TransportError("Deno could not open an HTTP client.", false);
  }
}

function closeDenoClient(client: DenoClient | undefined): void {
  try {
    client?.close();
  } catch {
    // The outcome of the request is known. It does not depend on the client.
  }
}

// workerd throws on fields that it does not implement. Its Request does not have them either.
function pickSupported<Fields extends object>(fields: Fields): Partial<Fields> {
  const supported = typeof Request === "function" ? Request.prototype : {};
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in supported)) as Partial<Fields>;
}

function toHead({
  status,
  headers,
  redirected,
}: FetchResponse): Pick<TransportResponse, "status" | "headers"> {
  if (redirected)
    throw new TransportError("The fetch followed a redirect. It must support redirect: manual.", true);
  // A browser hides the status of a redirect.
  if (status < 200) throw new TransportError("The service redirected the request.", true);
  const entries: [string, string][] = [];
  headers.forEach((value, name) => {
    entries.push([name, value]);
  });
  return { status, headers: Object.fromEntries(entries) };
}

/** Codes of errors before a connection is open. */
const connectingCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  // A certificate is checked before the request is sent.
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

// Whether a fetch uses the proxy of the environment is unknown.
const settings: ConnectionSettings = { baseUrl: "the base URL", proxy: false, ca: "fetch" };

function toTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  try {
    return toConnectionError(error, { sent: !isConnecting(error), settings });
  } catch {
    // A field of the error threw.
    return new TransportError("The connection failed.", true);
  }
}

/**
 * Whether an error shows that no connection was open. Node has the reason in `cause`, and after attempts at several
 * addresses all reasons in `errors`.
 */
function isConnecting(error: unknown): boolean {
  const { code, syscall, cause, errors } = Object(error);
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isConnecting);
  if (connectingCodes.has(code) || syscall === "connect") return true;
  return cause !== undefined && cause !== error && isConnecting(cause);
}
