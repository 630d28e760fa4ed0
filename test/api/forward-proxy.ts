/** A proxy on loopback, as a company has: tunnels for https, forwarded requests for http. */
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Certificate } from "./tls.ts";

interface ForwardProxyOptions {
  /** The loopback port of each host name that the proxy knows. */
  hosts: Record<string, number>;
  /** What Proxy-Authorization must contain: `user:password`. */
  credentials?: string;
  /** Makes it an https proxy. */
  tls?: Certificate;
  /** The loopback address that it listens at. */
  address?: "127.0.0.1" | "::1";
}

/** Starts a proxy. `onConnect` may take over a CONNECT request, `onTunnel` gets the two ends of every tunnel. */
export async function startForwardProxy({
  hosts,
  credentials,
  tls,
  address = "127.0.0.1",
}: ForwardProxyOptions) {
  const sockets = new Set<Socket>();
  const proxy = {
    url: "",
    port: 0,
    /** The CONNECT requests: `rallly.test:443`. */
    connects: [] as { target: string; headers: IncomingMessage["headers"] }[],
    /** The forwarded requests: `GET http://rallly.test/v1/polls`. */
    forwarded: [] as string[],
    /** Their User-Agent headers. */
    userAgents: [] as (string | undefined)[],
    onConnect: undefined as ((socket: Socket) => void) | undefined,
    onTunnel: undefined as ((client: Socket, service: Socket) => void) | undefined,
    close: () => {},
  };
  const isAllowed = ({ headers }: IncomingMessage) =>
    credentials === undefined ||
    headers["proxy-authorization"] === `Basic ${Buffer.from(credentials).toString("base64")}`;
  const server = (tls ? createTlsServer({ ...tls }) : createServer()).on("request", (request, response) => {
    if (!isAllowed(request)) return response.writeHead(407, { "proxy-authenticate": "Basic" }).end();
    const { method = "", url = "", headers } = request;
    proxy.forwarded.push(`${method} ${url}`);
    proxy.userAgents.push(headers["user-agent"]);
    const target = new URL(url);
    const port = hosts[target.hostname];
    if (port === undefined) return response.writeHead(502).end("unknown host");
    const { "proxy-authorization": _, ...rest } = headers;
    const passed = { ...rest, host: `127.0.0.1:${port}` };
    const options = {
      host: "127.0.0.1",
      port,
      method,
      path: target.pathname + target.search,
      headers: passed,
    };
    const forwarded = httpRequest(options, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    return request.pipe(forwarded);
  });
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    socket.on("error", () => {});
    const target = request.url ?? "";
    proxy.connects.push({ target, headers: request.headers });
    if (proxy.onConnect) return proxy.onConnect(socket);
    if (!isAllowed(request)) return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const port = hosts[target.replace(/:\d+$/, "")];
    if (port === undefined) return socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    const service = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(service).pipe(socket);
      proxy.onTunnel?.(socket, service);
    });
    sockets.add(service);
    service.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    return socket.on("close", () => service.destroy());
  });
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  proxy.port = (server.address() as AddressInfo).port;
  proxy.url = `${tls ? "https" : "http"}://${address === "::1" ? "[::1]" : address}:${proxy.port}`;
  proxy.close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return proxy;
}
