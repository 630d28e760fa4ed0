/** Proxies of the environment: which requests go through them, and what is left when they fail. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { openClient } from "../../src/api/send/client.ts";
import { createNodeTransport, type Environment } from "../../src/api/send/node.ts";
import { findPort } from "../programs.ts";
import { apiKey, body, failure } from "./harness.ts";
import { asService, listen, serve } from "./servers.ts";

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
    openClient(
      {
        apiKey,
        baseUrl,
        allowHttp: true,
        attempts: 1,
      },
      createNodeTransport(environment),
    ).getPoll({ pollId: "p1" });

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

  it.each([
    ["refuses connections", async () => `http://ada:secret@127.0.0.1:${await findPort()}`],
    ["no name server knows", async () => "http://ada:secret@proxy.invalid"],
  ])("that %s is named, and nothing was sent", async (_, open) => {
    const error = await failure(read({ HTTP_PROXY: await open() }));
    expect(error).toMatchObject({ outcome: "not-sent", code: "PROXY_UNREACHABLE" });
    expect(error.message).toMatch(
      /^The proxy cannot be reached, or closed the connection \(PROXY_UNREACHABLE\)\. Check HTTPS_PROXY/,
    );
  });

  it.each(["http://ada:secret@:x", "socks5://ada:secret@127.0.0.1:1"])(
    "that is %s is refused without its password",
    async (url) => {
      const error = await failure(read({ HTTP_PROXY: url }));
      expect(error).toMatchObject({ outcome: "not-sent", code: "INVALID_PROXY" });
      expect(error.message).toMatch(/proxy\.example\.com:8080 \(INVALID_PROXY\)\.$/);
      expect(`${error}${error.stack}`).not.toContain("secret");
    },
  );
});

describe("a proxy that opens no tunnel", () => {
  const page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Sign in</title>";

  /** What a proxy does with a new connection or with CONNECT, and what the client says of it. */
  const behaviors: [name: string, onConnection: (socket: Socket) => unknown, expected: object][] = [
    ["closes at once", (socket) => socket.destroy(), { code: "UND_ERR_PRX_CONN" }],
    [
      "closes at CONNECT",
      (socket) => socket.once("data", () => socket.destroy()),
      { code: "UND_ERR_PRX_CONN" },
    ],
    [
      "asks for a password",
      (socket) => socket.once("data", () => socket.end("HTTP/1.1 407 No\r\n\r\n")),
      { code: "PROXY_REFUSED" },
    ],
    [
      "responds with 502",
      (socket) => socket.once("data", () => socket.end("HTTP/1.1 502 No\r\n\r\n")),
      { code: "PROXY_REFUSED" },
    ],
    [
      "responds with a page",
      (socket) => socket.once("data", () => socket.end(page)),
      { code: expect.stringMatching(/^ERR_SSL_/) },
    ],
    [
      "closes after it opened one",
      (socket) => socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\n\r\n")),
      { code: "ECONNRESET" },
    ],
    [
      "opens one that leads nowhere",
      (socket) => socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\n")),
      { code: "DEADLINE_EXCEEDED" },
    ],
    ["waits", (socket) => socket.resume(), { code: "DEADLINE_EXCEEDED" }],
  ];

  it.each(behaviors)(
    "and %s gets one connection for each attempt, and none later",
    async (_, act, expected) => {
      let connections = 0;
      const open = new Set<Socket>();
      let report = () => {};
      const proxy = createTcpServer((socket) => {
        connections += 1;
        open.add(socket);
        socket
          .on("error", () => {})
          .on("close", () => {
            open.delete(socket);
            report();
          });
        act(socket);
      });
      const host = `127.0.0.1:${await listen(proxy)}`;
      const client = openClient(
        {
          apiKey,
          baseUrl: "https://rallly.test/v1",
          attempts: 2,
          timeoutMs: 300,
        },
        createNodeTransport({ HTTPS_PROXY: `http://${host}` }),
      );
      const error = await failure(client.createPoll(body));
      expect(error).toMatchObject({ outcome: "not-sent", ...expected });
      const { attempts } = error;
      while (open.size > 0) await new Promise<void>((resolve) => (report = resolve));
      expect(connections).toBe(attempts);
      // A later one would be accepted before this one.
      const probe = connect(Number(host.split(":")[1]), "127.0.0.1");
      await once(probe, "connect");
      probe.destroy();
      const next = await failure(client.getPoll({ pollId: "p1" }));
      expect(next).toMatchObject(expected);
      expect(connections).toBe(attempts + 1 + next.attempts);
    },
  );
});
