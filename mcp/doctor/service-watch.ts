import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { TLSSocket } from "node:tls";
import type { Transport, TransportResponse } from "../../src/api/core.ts";

/** A request with its response, as the transport had them. */
export interface Exchange {
  /** Milliseconds since 1970 and on a monotonic clock. */
  startedAt: number;
  durationMs: number;
  /** Header names are in lower case. */
  headers: Record<string, string>;
  response: TransportResponse | undefined;
}

/** The certificate of a service. The texts come from the network. */
export interface ServiceCertificate {
  issuer: string;
  validUntil: Date;
}

/** Observes the requests of a client, because its results have no headers. */
export interface ServiceWatch {
  transport: Transport;
  /** The latest request. */
  latest: () => Exchange | undefined;
  /** The certificate of the first TLS connection. */
  certificate: () => ServiceCertificate | undefined;
  close(): void;
}

/** Puts a {@link ServiceWatch} around a transport of undici. Without a key no Authorization is sent. */
export function watchService(send: Transport, now: () => number): ServiceWatch {
  let latest: Exchange | undefined;
  let certificate: ServiceCertificate | undefined;
  // The connections that undici publishes are the only way to the certificate that the client has accepted.
  const onConnected = (message: unknown) => {
    const { socket } = Object(message);
    if (socket instanceof TLSSocket) certificate ??= readCertificate(socket);
  };
  subscribe("undici:client:connected", onConnected);
  return {
    async transport(request) {
      const [startedAt, start] = [now(), performance.now()];
      const end = (response: TransportResponse | undefined) => {
        const headers = Object.fromEntries(
          Object.entries(response?.headers ?? {}).map(([name, value]) => [
            name.toLowerCase(),
            String(value ?? ""),
          ]),
        );
        latest = { startedAt, durationMs: performance.now() - start, headers, response };
      };
      end(undefined);
      const response = await send(isPublic(request.url) ? withoutKey(request) : request);
      end(response);
      return response;
    },
    latest: () => latest,
    certificate: () => certificate,
    close: () => void unsubscribe("undici:client:connected", onConnected),
  };
}

/** The document needs no key, and whatever responds may not be the service. */
const isPublic = (url: string) => new URL(url).pathname.endsWith("/openapi");

function withoutKey(request: Parameters<Transport>[0]): Parameters<Transport>[0] {
  const { authorization: _, ...headers } = request.headers;
  return { ...request, headers };
}

function readCertificate(socket: TLSSocket): ServiceCertificate | undefined {
  const { issuer, valid_to: validUntil } = socket.getPeerCertificate();
  if (!validUntil) return undefined;
  const name = [issuer?.O, issuer?.CN].flat().find((text) => typeof text === "string" && text !== "");
  return { issuer: name ?? "an issuer without a name", validUntil: new Date(validUntil) };
}
