/** The client in Node: real connections to servers on loopback, and proxies. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type ClientOptions, createClient, createNodeFetch, type Environment } from "../../src/api/index.ts";
import { createClient as createWebClient } from "../../src/api/web.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { apiKey, body, failure, poll } from "./harness.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a server. Returns its base URL and the connections that requests used. */
async function serve(handle: RequestListener) {
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
const asService = ({ method }: IncomingMessage, response: ServerResponse) =>
  method === "POST"
    ? answer(response, 201, { data: { ...poll, createdAt: new Date().toISOString() } })
    : answer(response, 200, { data: poll });

const clients: [name: string, open: (options: ClientOptions) => ReturnType<typeof createClient>][] = [
  ["undici", (options) => createClient({ apiKey, ...options })],
  ["the platform's fetch", (options) => createWebClient({ apiKey, ...options })],
];

describe.each(clients)("over %s", (_, open) => {
  it("a poll lives through creation, votes and deletion", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    closers.push(() => sandbox.close());
    const client = open({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
    const { data: created } = await client.createPoll(body);
    const [option] = created.options;
    const { id: participantId } = sandbox.vote(created.id, {
      name: "Ada",
      choices: { [option?.id ?? ""]: "yes" },
    });
    expect((await client.listPolls()).data.map(({ id }) => id)).toEqual([created.id]);
    expect((await client.getPoll({ pollId: created.id })).data.participantCount).toBe(1);
    const { data: results } = await client.getPollResults({ pollId: created.id });
    expect(results.options[0]?.votes[0]).toEqual({ type: "yes", count: 1 });
    const { data: people } = await client.listParticipants({ pollId: created.id });
    const { data: person } = await client.getParticipant({ pollId: created.id, participantId });
    expect(people).toEqual([person]);
    expect((await client.getOpenApi()).paths).toHaveProperty("/v1/polls");
    expect((await client.deletePoll({ pollId: created.id })).data).toEqual({ id: created.id, deleted: true });
    expect((await failure(client.getPoll({ pollId: created.id }))).code).toBe("POLL_NOT_FOUND");
  });

  it.each<[string, RequestListener, object]>([
    [
      "a connection that is closed before the response",
      (request) => request.socket.destroy(),
      { outcome: "unknown" },
    ],
    [
      "a body that ends early",
      (request, response) => {
        response.writeHead(200, { "content-length": "1000" }).write("{");
        setImmediate(() => request.socket.destroy());
      },
      { outcome: "unknown", status: 200, message: "The response was cut short." },
    ],
    ["silence", () => {}, { outcome: "unknown", code: "DEADLINE_EXCEEDED" }],
    [
      "a body without an end",
      (_, response) => response.writeHead(200).write("{"),
      { outcome: "unknown", code: "DEADLINE_EXCEEDED" },
    ],
    [
      "a response of more than 5 MiB",
      (_, response) => response.writeHead(200).end(Buffer.alloc(6_000_000, " ")),
      { outcome: "unknown", message: "The response is too large." },
    ],
    [
      "a redirect, which is not followed",
      (_, response) => response.writeHead(307, { location: "/v1/polls/other?token=1" }).end(),
      {
        outcome: "unknown",
        code: "NOT_THE_API",
        message: expect.stringMatching(/^The service's address redirects to another path \(307\)\./),
      },
    ],
  ])("%s fails truly", async (_, handle, expected) => {
    const { baseUrl, requests } = await serve(handle);
    const client = open({ baseUrl, attempts: 1, timeoutMs: 1000 });
    expect(await failure(client.getPoll({ pollId: "p1" }))).toMatchObject(expected);
    expect(requests.length).toBe(1);
  });

  it("a large list of participants is accepted", async () => {
    const { baseUrl } = await serve((_, response) =>
      response.writeHead(200).end(`{"data":[]${" ".repeat(6_000_000)}}`),
    );
    expect((await open({ baseUrl }).listParticipants({ pollId: "p1" })).data).toEqual([]);
  });

  it("a port at which nobody listens proves that nothing was sent", async () => {
    const { baseUrl } = await serve(asService);
    await closers.pop()?.();
    const error = await failure(open({ baseUrl, attempts: 1 }).createPoll(body));
    expect(error).toMatchObject({ outcome: "not-sent", code: "ECONNREFUSED" });
    expect(error.message).toMatch(/^The connection was refused \(ECONNREFUSED\)\. Check the host/);
  });

  it("a certificate that nobody trusts is named", async () => {
    const port = await listen(createTlsServer({ cert, key }, asService));
    const error = await failure(
      open({ baseUrl: `https://127.0.0.1:${port}/v1`, attempts: 1 }).createPoll(body),
    );
    expect(error).toMatchObject({ outcome: "not-sent", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect(error.message).toContain("NODE_EXTRA_CA_CERTS");
  });
});

it("reads share a connection, and each create has its own", async () => {
  const { baseUrl, requests } = await serve(asService);
  const client = createClient({ apiKey, baseUrl });
  for (const title of ["A", "B"]) {
    await client.getPoll({ pollId: "p1" });
    await client.createPoll({ ...body, title });
  }
  expect(requests).toEqual([
    { method: "GET", connection: 0 },
    { method: "POST", connection: 1 },
    { method: "GET", connection: 0 },
    { method: "POST", connection: 2 },
  ]);
});

describe("a proxy of the environment", () => {
  /** A proxy that opens tunnels to the service, whatever host is asked for. */
  async function startProxy(port: number, status = 200) {
    const tunnels: string[] = [];
    const proxy = createServer().on("connect", ({ url = "", headers }: IncomingMessage, socket: Socket) => {
      tunnels.push(`${url} ${headers["proxy-authorization"] ?? ""}`.trim());
      socket.on("error", () => {});
      if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      const service = connect(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(service).pipe(socket);
      });
      return service.on("error", () => socket.destroy());
    });
    return { host: `127.0.0.1:${await listen(proxy)}`, tunnels };
  }

  /** Reads a poll of a host that no name server knows, so that only a proxy leads to it. */
  const read = (environment: Environment, baseUrl = "http://rallly.test/v1") =>
    createClient({
      apiKey,
      baseUrl,
      allowHttp: true,
      attempts: 1,
      fetch: createNodeFetch(environment),
    }).getPoll({ pollId: "p1" });

  it.each<[string, (host: string) => Environment]>([
    ["HTTP_PROXY", (host) => ({ HTTP_PROXY: `http://${host}` })],
    ["http_proxy", (host) => ({ http_proxy: `http://${host}`, HTTP_PROXY: "http://127.0.0.1:1" })],
    ["HTTP_PROXY without a scheme", (host) => ({ HTTP_PROXY: host })],
    [
      "HTTP_PROXY beside a NO_PROXY of other hosts",
      (host) => ({ HTTP_PROXY: `http://${host}`, NO_PROXY: "rallly.test:81, .example.com" }),
    ],
  ])("is used: %s", async (_, environment) => {
    const { port } = await serve(asService);
    const { host, tunnels } = await startProxy(port);
    await read(environment(host));
    expect(tunnels).toEqual(["rallly.test:80"]);
  });

  it("gets its user name and password", async () => {
    const { port } = await serve(asService);
    const { host, tunnels } = await startProxy(port);
    await read({ HTTP_PROXY: `http://ada:p%40ss@${host}` });
    expect(tunnels).toEqual([`rallly.test:80 Basic ${btoa("ada:p@ss")}`]);
  });

  it.each(["*", "rallly.test", ".test", "rallly.test:80", "example.com,test"])(
    "is not used for the host in NO_PROXY=%s",
    async (noProxy) => {
      const { port } = await serve(asService);
      const { host, tunnels } = await startProxy(port);
      const error = await failure(read({ HTTP_PROXY: `http://${host}`, NO_PROXY: noProxy }));
      expect(error).toMatchObject({
        outcome: "not-sent",
        code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
      });
      expect(tunnels).toEqual([]);
    },
  );

  it("is never used for loopback", async () => {
    const { baseUrl, port } = await serve(asService);
    const { host, tunnels } = await startProxy(port);
    await read({ HTTP_PROXY: `http://${host}`, NO_PROXY: "example.com" }, baseUrl);
    expect(tunnels).toEqual([]);
  });

  it.each([
    [407, /^The proxy refused the connection \(407\)\. Set its user name and password/],
    [403, /^The proxy refused the connection \(403\)\. Ask its administrator/],
  ])("that answers %i is named, and nothing was sent", async (status, message) => {
    const { port } = await serve(asService);
    const { host } = await startProxy(port, status);
    const error = await failure(read({ HTTP_PROXY: `http://ada:secret@${host}` }));
    expect(error).toMatchObject({ outcome: "not-sent", code: "PROXY_REFUSED" });
    expect(error.message).toMatch(message);
  });

  it("that is no URL is named without its password", async () => {
    const error = await failure(read({ HTTP_PROXY: "http://ada:secret@:x" }));
    expect(error).toMatchObject({ outcome: "not-sent", code: "INVALID_PROXY" });
    expect(`${error}${error.stack}`).not.toContain("secret");
  });
});

// A certificate for 127.0.0.1 that signs itself, valid until 2126. Its key protects nothing.
const cert = `-----BEGIN CERTIFICATE-----
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
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg39N01NsrbZNcXVvu
tNoJ3YD9RlWHxiCeCtD6xGq5N8ehRANCAAQEcKaLDGs/uoEVLX60T3p1YRHM6pvY
JWnQlvq4tVJ4ViAuXwS2rsxzpXHeTZqSL+tK+xCkGqXpSfLF0Z13DeUd
-----END PRIVATE KEY-----`;
