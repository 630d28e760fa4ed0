/** Certificates made for a test, and a sandbox or server behind TLS. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";

/** A certificate with its key, as PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** The name under which tests reach a service through a proxy. No name server knows it. */
export const testHost = "rallly.test";

const day = 24 * 60 * 60 * 1000;
const fromNow = (days: number) => new Date(Date.now() + days * day);

/** The days of validity of a certificate, counted from now, and the names and addresses that it is for. */
interface CertificateOptions {
  from?: number;
  until?: number;
  hosts?: string[];
  addresses?: string[];
}

async function createCertificate(
  name: string,
  {
    from = -1,
    until = 1,
    hosts = [testHost],
    addresses = hosts.includes(testHost) ? ["127.0.0.1"] : [],
  }: CertificateOptions,
  authority?: Certificate,
): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: fromNow(from),
    notAfterDate: fromNow(until),
    ...(authority && { ca: authority }),
    extensions: [
      { name: "basicConstraints", cA: authority === undefined, critical: true },
      {
        name: "subjectAltName",
        altNames: [
          ...hosts.map((value) => ({ type: 2 as const, value })),
          ...addresses.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { cert, key };
}

/** An authority that no machine trusts, and certificates of it. Without options: valid for {@link testHost} and 127.0.0.1. */
export async function createAuthority(name = "Test authority") {
  const authority = await createCertificate(name, { from: -30, until: 30 });
  return {
    cert: authority.cert,
    issue: (options: CertificateOptions = {}) => createCertificate("Test service", options, authority),
  };
}

/** A certificate that is its own authority. */
export const createSelfSigned = (options: CertificateOptions = {}) =>
  createCertificate("Self-signed", options);

/**
 * A TLS server that passes each request on to an http server on loopback, and counts its connections. It writes
 * `informational` before each response.
 */
export async function startTlsFront(target: string, { cert, key }: Certificate, informational = "") {
  const { host } = new URL(target);
  const front = {
    port: 0,
    connections: 0,
    /** The headers of every request. */
    headers: [] as IncomingHttpHeaders[],
    close: () => {},
  };
  const server = createServer({ cert, key }, (request, response) => {
    front.headers.push(request.headers);
    const { method = "", url = "", headers } = request;
    request.socket.write(informational);
    const options = { method, headers: { ...headers, host, connection: "close" } };
    const forwarded = httpRequest(new URL(url, target), options, (received) => {
      const { connection: _, ...passed } = received.headers;
      response.writeHead(received.statusCode ?? 502, passed);
      received.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });

  server.on("secureConnection", () => (front.connections += 1));
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  front.port = (server.address() as AddressInfo).port;
  front.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return front;
}
