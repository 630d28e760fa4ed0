/** The undici transport over real sockets: requests, failures, and that it leaves nothing open. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { getEventListeners, once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createUndiciTransport, TransportError } from "../../src/api/index.ts";
import { getRejection } from "./scripted.ts";
import { createRequest, head } from "./transport-request.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<{ url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

/** A TCP server that calls `respond` with the socket when a request arrives. */
async function serveRaw(
  respond: (socket: Socket) => void,
): Promise<{ url: string; sockets: Set<Socket>; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => respond(socket));
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    sockets,
    close: () => server.close(),
  };
}

const transport = createUndiciTransport({ connectTimeoutMs: 300, idleTimeoutMs: 100 });

describe("the undici transport", () => {
  it("sends method, headers and body, and returns status, headers and text", async () => {
    const { url } = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        response.writeHead(201, { "X-Test": "1" });
        response.end(`${request.method} ${request.url} ${request.headers.authorization} ${body} ü`);
      });
    });
    const response = await transport(
      createRequest(`${url}/polls?limit=1`, { method: "POST", body: '{"a":"ö"}' }),
    );
    expect(response).toMatchObject({
      status: 201,
      headers: { "x-test": "1" },
      text: 'POST /v1/polls?limit=1 Bearer sk_test_secret {"a":"ö"} ü',
    });
    expect(response.broken).toBeUndefined();
  });

  it("does not follow redirects", async () => {
    const paths: (string | undefined)[] = [];
    const { url } = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { Location: "/elsewhere" }).end();
    });
    expect(await transport(createRequest(url))).toMatchObject({ status: 307 });
    expect(paths).toEqual(["/v1"]);
  });

  it("keeps a connection for reads, and opens a new one for each create", async () => {
    const own = createUndiciTransport();
    const ports: (number | undefined)[] = [];
    const { url } = await serve((request, response) => {
      ports.push(request.socket.remotePort);
      response.end("{}");
    });
    for (const method of ["GET", "GET", "POST", "POST"] as const) {
      await own(createRequest(url, { method }));
      // The connection is free only when the end of the response has been read.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(ports[1]).toBe(ports[0]);
    expect(new Set(ports).size).toBe(3);
  });

  it("closes the connection of a service that sends nothing, or stops in the middle", async () => {
    const silent = await serve(() => {});
    const error = await getRejection(transport(createRequest(silent.url)));
    expect(error).toMatchObject({ sent: true, message: "The service sent nothing for 100 ms." });
    const stalled = await serve((_, response) => {
      response.writeHead(200, { "Content-Length": "100" });
      response.write("half");
    });
    expect(await transport(createRequest(stalled.url))).toMatchObject({
      status: 200,
      broken: "cut-short",
      text: "half",
    });
  });

  it("waits for a slow service that keeps sending", async () => {
    const { url } = await serve((_, response) => {
      let left = 5;
      const timer = setInterval(() => {
        response.write("x");
        left -= 1;
        if (left > 0) return;
        clearInterval(timer);
        response.end();
      }, 40);
    });
    expect(await transport(createRequest(url))).toMatchObject({ status: 200, text: "xxxxx" });
  });

  it("reports a request to an unknown host as not sent", async () => {
    expect(await getRejection(transport(createRequest("http://nowhere.invalid/v1")))).toMatchObject({
      sent: false,
    });
  });

  it("reports a connect timeout as not sent", async () => {
    // TLS to a server that accepts and sends nothing: the handshake does not end.
    const sockets: Socket[] = [];
    const mute = createTcpServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    closers.push(() => {
      for (const socket of sockets) socket.destroy();
      mute.close();
    });
    const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}/v1`;
    expect(await getRejection(transport(createRequest(url, { method: "POST" })))).toMatchObject({
      sent: false,
      code: "CONNECT_TIMEOUT",
    });
    const giveUp = new AbortController();
    const slowConnecting = createUndiciTransport({ connectTimeoutMs: 20_000 });
    const waiting = getRejection(
      slowConnecting(createRequest(url, { method: "POST", signal: giveUp.signal })),
    );
    setTimeout(() => giveUp.abort(), 30);
    expect(await waiting).toMatchObject({ sent: false });
  });

  it("shows no headers in an error", async () => {
    const { url } = await serve((request) => request.socket.destroy());
    const error = await getRejection(transport(createRequest(url)));
    expect(error).toMatchObject({ sent: true });
    expect(JSON.stringify([error, String(error), (error as Error).cause])).not.toContain("sk_test");
  });
});

/** A transport with a timeout that no test reaches. */
const longTimeoutTransport = createUndiciTransport({ idleTimeoutMs: 60_000 });

describe("the undici transport reports a failure", () => {
  it("with its code if the port is closed", async () => {
    const { url, close } = await serveRaw(() => {});
    close();
    const error = await getRejection(longTimeoutTransport(createRequest(url, { method: "POST" })));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({
      name: "TransportError",
      sent: false,
      code: "CONNECTION_REFUSED",
      message:
        "The service refused the connection (ECONNREFUSED). Check the host and the port in the base URL, and that a server runs there.",
    });
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ["that closes the connection", (socket) => socket.end(), "UND_ERR_SOCKET"],
    ["that resets the connection", (socket) => socket.resetAndDestroy(), "ECONNRESET"],
    [
      "that switches the protocol",
      (socket) => socket.write("HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
      "UND_ERR_SOCKET",
    ],
  ])("with its code, as sent, for a server %s", async (_, respond, code) => {
    const { url } = await serveRaw(respond);
    const error = await getRejection(longTimeoutTransport(createRequest(url)));
    expect(error).toMatchObject({
      sent: true,
      code: "CONNECTION_LOST",
      message: `The connection to the service was lost (${code}).`,
    });
  });

  it("without a code for a server that does not speak HTTP", async () => {
    const { url } = await serveRaw((socket) => socket.write("SSH-2.0-x\r\n\r\n"));
    expect(await getRejection(longTimeoutTransport(createRequest(url)))).toMatchObject({
      sent: true,
      message: "The connection failed.",
    });
  });

  it("with the idle timeout for a server that sends nothing", async () => {
    const { url } = await serveRaw(() => {});
    const brief = createUndiciTransport({ idleTimeoutMs: 30 });
    expect(await getRejection(brief(createRequest(url)))).toMatchObject({
      sent: true,
      code: "NO_RESPONSE",
      message: "The service sent nothing for 30 ms.",
    });
  });

  it("as aborted, sent or not, without the message of the reason", async () => {
    const reason = Object.assign(new Error("Bearer sk_test_secret"), { code: "sk_test_secret" });
    const caller = new AbortController();
    const { url } = await serveRaw(() => caller.abort(reason));
    expect(
      await getRejection(longTimeoutTransport(createRequest(url, { signal: caller.signal }))),
    ).toMatchObject({
      sent: true,
      message: "The call was aborted.",
    });
    expect(
      await getRejection(longTimeoutTransport(createRequest(url, { signal: AbortSignal.abort(reason) }))),
    ).toMatchObject({
      sent: false,
      message: "The call was aborted.",
    });
  });
});

describe("a response with an incomplete body", () => {
  it("keeps its status if the caller aborts in the middle", async () => {
    const caller = new AbortController();
    const { url } = await serveRaw((socket) => socket.write(`${head("403 Forbidden", 100)}half`));
    const giveUp = () => setImmediate(() => caller.abort());
    // undici publishes this event when it has read the headers.
    subscribe("undici:request:headers", giveUp);
    try {
      const response = await longTimeoutTransport(createRequest(url, { signal: caller.signal }));
      expect(response).toMatchObject({ status: 403, broken: "cut-short" });
    } finally {
      unsubscribe("undici:request:headers", giveUp);
    }
  });

  it("keeps its status if it is too large, and its connection is closed at once", async () => {
    const { url, sockets } = await serveRaw((socket) => {
      socket.write(head("200 OK", 1_000_000));
      socket.write("x".repeat(5_000));
    });
    const { status, text, broken } = await longTimeoutTransport(createRequest(url));
    expect({ status, text, broken }).toEqual({ status: 200, text: "", broken: "too-large" });
    const [socket] = sockets;
    if (socket && !socket.destroyed) await once(socket, "close");
    expect(socket?.destroyed).toBe(true);
  });

  it("is complete with exactly maxResponseBytes", async () => {
    const { url } = await serveRaw((socket) => socket.write(head("200 OK", 1_000) + "x".repeat(1_000)));
    const { text, broken } = await longTimeoutTransport(createRequest(url));
    expect([text.length, broken]).toEqual([1_000, undefined]);
  });
});

describe("the undici transport leaves nothing open", () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

  it.each<[string, (socket: Socket) => void]>([
    ["a response", (socket) => socket.write(`${head("200 OK", 2)}{}`)],
    ["an error", (socket) => socket.write(`${head("403 Forbidden", 2)}{}`)],
    ["a broken connection", (socket) => socket.resetAndDestroy()],
    ["a body cut short", (socket) => socket.end(`${head("200 OK", 100)}half`)],
    ["a body too large", (socket) => socket.write(head("200 OK", 9_000) + "x".repeat(9_000))],
  ])("after %s: no timer, no listener", async (_, respond) => {
    const { url } = await serveRaw(respond);
    const caller = new AbortController();
    const before = timers();
    await longTimeoutTransport(createRequest(url, { signal: caller.signal })).catch(() => {});
    // The end of a body is read one task before the transport releases the signal.
    await new Promise((resolve) => setImmediate(resolve));
    expect(timers()).toBeLessThanOrEqual(before);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });
});
