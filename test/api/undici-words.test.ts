/** What the transport over sockets says of each failure, and what it leaves behind. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { getEventListeners, once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createUndiciTransport, TransportError, type TransportRequest } from "../../src/api/index.ts";
import { failure } from "./scripted.ts";

const open: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

/** A server that does as it is told with each connection on which a request has come. */
async function serve(answer: (socket: Socket) => void): Promise<{ url: string; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  open.push({ server, sockets });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, sockets };
}

const head = (status: string, length: number) => `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n`;
const asked = (url: string, rest: Partial<TransportRequest> = {}): TransportRequest => ({
  method: "GET",
  url,
  headers: {},
  signal: new AbortController().signal,
  maxResponseBytes: 1_000,
  ...rest,
});
/** Long enough that no test ever waits for it. */
const patient = createUndiciTransport({ idleTimeoutMs: 60_000 });

describe("a failure is named", () => {
  it("by its code when nobody listens", async () => {
    const { url } = await serve(() => {});
    open[0]?.server.close();
    const error = await failure(patient(asked(url, { method: "POST" })));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({
      name: "TransportError",
      sent: false,
      message: "The connection failed (ECONNREFUSED).",
    });
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ["that hangs up", (socket) => socket.end(), "UND_ERR_SOCKET"],
    ["that breaks the connection off", (socket) => socket.resetAndDestroy(), "ECONNRESET"],
    [
      "that changes the protocol unasked",
      (socket) => socket.write("HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
      "UND_ERR_SOCKET",
    ],
  ])("by its code, as possibly sent, for a server %s", async (_, answer, code) => {
    const { url } = await serve(answer);
    const error = await failure(patient(asked(url)));
    expect(error).toMatchObject({ sent: true, message: `The connection failed (${code}).` });
  });

  it("without a code when there is none, as for a server that speaks no HTTP", async () => {
    const { url } = await serve((socket) => socket.write("SSH-2.0-x\r\n\r\n"));
    expect(await failure(patient(asked(url)))).toMatchObject({
      sent: true,
      message: "The connection failed.",
    });
  });

  it("as silence for a server that says nothing", async () => {
    const { url } = await serve(() => {});
    const brief = createUndiciTransport({ idleTimeoutMs: 30 });
    expect(await failure(brief(asked(url)))).toMatchObject({
      sent: true,
      message: "The service sent nothing for 30 ms.",
    });
  });

  it("as given up, sent or not, without the reason's words", async () => {
    const reason = Object.assign(new Error("Bearer sk_test_secret"), { code: "sk_test_secret" });
    const caller = new AbortController();
    const { url } = await serve(() => caller.abort(reason));
    expect(await failure(patient(asked(url, { signal: caller.signal })))).toMatchObject({
      sent: true,
      message: "The call was aborted.",
    });
    expect(await failure(patient(asked(url, { signal: AbortSignal.abort(reason) })))).toMatchObject({
      sent: false,
      message: "The call was aborted.",
    });
  });
});

describe("an answer whose body does not come whole", () => {
  it("keeps its status when the caller gives up in the middle", async () => {
    const caller = new AbortController();
    const { url } = await serve((socket) => socket.write(`${head("403 Forbidden", 100)}half`));
    const giveUp = () => setImmediate(() => caller.abort());
    // Said once the headers have been read, whenever that is.
    subscribe("undici:request:headers", giveUp);
    try {
      const answer = await patient(asked(url, { signal: caller.signal }));
      expect(answer).toMatchObject({ status: 403, broken: "cut-short" });
    } finally {
      unsubscribe("undici:request:headers", giveUp);
    }
  });

  it("keeps its status alone when it is too large, and is hung up on at once", async () => {
    const { url, sockets } = await serve((socket) => {
      socket.write(head("200 OK", 1_000_000));
      socket.write("x".repeat(5_000));
    });
    const { status, text, broken } = await patient(asked(url));
    expect({ status, text, broken }).toEqual({ status: 200, text: "", broken: "too-large" });
    const [socket] = sockets;
    if (socket && !socket.destroyed) await once(socket, "close");
    expect(socket?.destroyed).toBe(true);
  });

  it("is whole with exactly as many bytes as may be", async () => {
    const { url } = await serve((socket) => socket.write(head("200 OK", 1_000) + "x".repeat(1_000)));
    const { text, broken } = await patient(asked(url));
    expect([text.length, broken]).toEqual([1_000, undefined]);
  });
});

describe("nothing stays behind", () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

  it.each<[string, (socket: Socket) => void]>([
    ["an answer", (socket) => socket.write(`${head("200 OK", 2)}{}`)],
    ["a refusal", (socket) => socket.write(`${head("403 Forbidden", 2)}{}`)],
    ["a broken connection", (socket) => socket.resetAndDestroy()],
    ["a body cut short", (socket) => socket.end(`${head("200 OK", 100)}half`)],
    ["a body too large", (socket) => socket.write(head("200 OK", 9_000) + "x".repeat(9_000))],
  ])("after %s: no timer that keeps a program alive, no listener", async (_, answer) => {
    const { url } = await serve(answer);
    const caller = new AbortController();
    const before = timers();
    await patient(asked(url, { signal: caller.signal })).catch(() => {});
    // The end of a body is told to its reader a task before the transport lets go of the signal.
    await new Promise((resolve) => setImmediate(resolve));
    expect(timers()).toBeLessThanOrEqual(before);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });
});
