/** Servers on loopback for tests of real connections. Each is closed after its test. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { poll } from "./harness.ts";

/** Starts a server on a free port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a server. Returns its base URL and the connections that requests used. */
export async function serve(handle: RequestListener) {
  const requests: { method: string; connection: number }[] = [];
  const connections: Socket[] = [];
  const server = createServer((request, response) => {
    if (!connections.includes(request.socket)) connections.push(request.socket);
    requests.push({ method: request.method ?? "", connection: connections.indexOf(request.socket) });
    request.resume().on("end", () => handle(request, response));
  });
  const port = await listen(server);
  return { baseUrl: `http://127.0.0.1:${port}/v1`, port, requests };
}

const answer = (response: ServerResponse, status: number, json: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));

/** Answers as the service: creates and reads {@link poll}. */
export const asService = ({ method }: IncomingMessage, response: ServerResponse) =>
  method === "POST"
    ? answer(response, 201, { data: { ...poll, createdAt: new Date().toISOString() } })
    : answer(response, 200, { data: poll });

// A certificate for 127.0.0.1 that signs itself, valid until 2126. Its key protects nothing.
export const cert = `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUAzGOdEZ9sfQ4p0/r0lYyp31MjwcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjIxNTkyNFoYDzIxMjYxMDI5
MjE1OTI0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQEcKaLDGs/uoEVLX60T3p1YRHM6pvYJWnQlvq4tVJ4ViAuXwS2rsxz
pXHeTZqSL+tK+xCkGqXpSfLF0Z13DeUdo2QwYjAdBgNVHQ4EFgQU1NTzi3qneAtn
08BqLSO1VlhjPpQwHwYDVR0jBBgwFoAU1NTzi3qneAtn08BqLSO1VlhjPpQwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQC1yKWSqvMI9ys9VT0heeBG8ddO1PRjP9mzbXHdurxITgIhAKcg4ltC6M3qgNPn
kYrA2KIgKED9cv8m+96IRSWkTaDr
-----END CERTIFICATE-----`;
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg39N01NsrbZNcXVvu
tNoJ3YD9RlWHxiCeCtD6xGq5N8ehRANCAAQEcKaLDGs/uoEVLX60T3p1YRHM6pvY
JWnQlvq4tVJ4ViAuXwS2rsxzpXHeTZqSL+tK+xCkGqXpSfLF0Z13DeUd
-----END PRIVATE KEY-----`;
