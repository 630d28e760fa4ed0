/** The transport over real sockets. */
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createUndiciTransport, TransportError, type TransportRequest } from "../../src/api/index.ts";
import { failure } from "./scripted.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, server };
}

const asked = (url: string, rest: Partial<TransportRequest> = {}): TransportRequest => ({
  method: "GET",
  url,
  headers: { authorization: "Bearer sk_test_secret" },
  signal: new AbortController().signal,
  maxResponseBytes: 1000,
  ...rest,
});
const transport = createUndiciTransport({ connectTimeoutMs: 300, idleTimeoutMs: 100 });

describe("the undici transport", () => {
  it("carries method, headers and body, and answers status, headers and text", async () => {
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
    const answer = await transport(asked(`${url}/polls?limit=1`, { method: "POST", body: '{"a":"ö"}' }));
    expect(answer).toMatchObject({
      status: 201,
      headers: { "x-test": "1" },
      text: 'POST /v1/polls?limit=1 Bearer sk_test_secret {"a":"ö"} ü',
    });
    expect(answer.broken).toBeUndefined();
  });

  it("follows no redirect", async () => {
    const paths: (string | undefined)[] = [];
    const { url } = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { Location: "/elsewhere" }).end();
    });
    expect(await transport(asked(url))).toMatchObject({ status: 307 });
    expect(paths).toEqual(["/v1"]);
  });

  it("keeps a connection for reads, and gives each create one of its own", async () => {
    const own = createUndiciTransport();
    const ports: (number | undefined)[] = [];
    const { url } = await serve((request, response) => {
      ports.push(request.socket.remotePort);
      response.end("{}");
    });
    for (const method of ["GET", "GET", "POST", "POST"] as const) {
      await own(asked(url, { method }));
      // The connection is free for the next only once its end has been read.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(ports[1]).toBe(ports[0]);
    expect(new Set(ports).size).toBe(3);
  });

  it("gives up on an answer that is too large, its status known", async () => {
    const { url } = await serve((_, response) => response.writeHead(400).end("x".repeat(5_000)));
    expect(await transport(asked(url))).toMatchObject({ status: 400, broken: "too-large" });
    const exact = await serve((_, response) => response.end("x".repeat(1_000)));
    expect((await transport(asked(exact.url))).broken).toBeUndefined();
  });

  it("hangs up on a service that says nothing, or stops in the middle", async () => {
    const silent = await serve(() => {});
    const error = await failure(transport(asked(silent.url)));
    expect(error).toMatchObject({ sent: true, message: "The service sent nothing for 100 ms." });
    const stalled = await serve((_, response) => {
      response.writeHead(200, { "Content-Length": "100" });
      response.write("half");
    });
    expect(await transport(asked(stalled.url))).toMatchObject({
      status: 200,
      broken: "cut-short",
      text: "half",
    });
  });

  it("is patient with a service that goes on talking", async () => {
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
    expect(await transport(asked(url))).toMatchObject({ status: 200, text: "xxxxx" });
  });

  it("knows that nothing was sent when nobody listens", async () => {
    const { url, server } = await serve(() => {});
    await new Promise((resolve) => server.close(resolve));
    const error = await failure(transport(asked(url, { method: "POST" })));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ sent: false, message: expect.stringContaining("ECONNREFUSED") });
    expect(await failure(transport(asked("http://nowhere.invalid/v1")))).toMatchObject({ sent: false });
  });

  it("knows that nothing was sent when no connection opens in time", async () => {
    // TLS to a server that accepts and never speaks: the handshake does not end.
    const sockets: Socket[] = [];
    const mute = createTcpServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    closers.push(() => {
      for (const socket of sockets) socket.destroy();
      mute.close();
    });
    const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}/v1`;
    expect(await failure(transport(asked(url, { method: "POST" })))).toMatchObject({
      sent: false,
      message: "The connection timed out.",
    });
    const giveUp = new AbortController();
    const patient = createUndiciTransport({ connectTimeoutMs: 20_000 });
    const waiting = failure(patient(asked(url, { method: "POST", signal: giveUp.signal })));
    setTimeout(() => giveUp.abort(), 30);
    expect(await waiting).toMatchObject({ sent: false });
  });

  it("knows that a request was sent when the caller gives up on its answer", async () => {
    const giveUp = new AbortController();
    const { url } = await serve(() => giveUp.abort(new Error("enough")));
    expect(await failure(transport(asked(url, { signal: giveUp.signal })))).toMatchObject({ sent: true });
  });

  it("never shows the headers in an error", async () => {
    const { url } = await serve((request) => request.socket.destroy());
    const error = await failure(transport(asked(url)));
    expect(error).toMatchObject({ sent: true });
    expect(JSON.stringify([error, String(error), (error as Error).cause])).not.toContain("sk_test");
  });
});
