/** The transport over a fetch, with the global fetch of Node over real sockets and with fetches that break the rules. */
import { getEventListeners } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import {
  createFetchTransport,
  type Fetch,
  type FetchResponse,
  InvalidInputError,
  TransportError,
  type TransportRequest,
} from "../../src/api/index.ts";
import { getRejection } from "./scripted.ts";
import { createRequest, head } from "./transport-request.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A TCP server that responds to each request with the result of `respond`. Records the requests. */
async function serve(respond: (socket: Socket, request: string) => void) {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received.push(String(chunk));
      respond(socket, String(chunk));
    });
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, received, close: () => server.close() };
}

const transport = createFetchTransport(fetch);
const brief = createFetchTransport(fetch, { idleTimeoutMs: 50 });

/** A response as some fetch could return it. */
const toResponse = (rest: Partial<FetchResponse> = {}): FetchResponse => ({
  status: 200,
  headers: new Headers(),
  arrayBuffer: async () => new TextEncoder().encode("{}").buffer,
  ...rest,
});
const sendWith = (custom: unknown, rest: Partial<TransportRequest> = {}) =>
  createFetchTransport(custom as Fetch, { idleTimeoutMs: 50 })(
    createRequest("https://rallly.example/v1", rest),
  );

describe("the fetch transport", () => {
  it("sends method, headers and body, and returns status, headers and text", async () => {
    const { url, received } = await serve((socket) =>
      socket.write("HTTP/1.1 201 Created\r\nX-Test: 1\r\nContent-Length: 6\r\n\r\n\ufeffü!"),
    );
    const response = await transport(
      createRequest(`${url}/polls?limit=1`, { method: "POST", body: '{"a":"ö"}' }),
    );
    expect(response).toMatchObject({ status: 201, headers: { "x-test": "1" }, text: "\ufeffü!" });
    expect(response.reusedConnection).toBe(true);
    expect(received.join("")).toMatch(
      /^POST \/v1\/polls\?limit=1 HTTP[\s\S]*Bearer sk_test_secret[\s\S]*\{"a":"ö"\}$/,
    );
  });

  it("does not follow redirects", async () => {
    const { url, received } = await serve((socket) =>
      socket.write("HTTP/1.1 307 Temporary Redirect\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"),
    );
    expect(await transport(createRequest(url))).toMatchObject({
      status: 307,
      headers: { location: "/other" },
    });
    expect(received).toHaveLength(1);
  });

  it("asks for no cache, no cookies and no referrer", async () => {
    const inits: unknown[] = [];
    await sendWith(async (_: string, init: object) => {
      inits.push(init);
      return toResponse();
    });
    expect(inits).toMatchObject([
      { redirect: "manual", cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" },
    ]);
  });

  it("asks for an own connection where a request needs one", async () => {
    const keepalive: unknown[] = [];
    const custom: Fetch = async (_, init) => {
      keepalive.push(init.keepalive);
      return toResponse();
    };
    await sendWith(custom);
    await sendWith(custom, { ownConnection: true });
    await sendWith(custom, { method: "POST", body: "{}" });
    expect(keepalive).toEqual([undefined, false, false]);
  });

  it("passes 103 on, and cannot read a response after 100 (Node)", async () => {
    const { url } = await serve((socket, request) => {
      const informational = request.includes("/early") ? "103 Early Hints" : "100 Continue";
      socket.write(`HTTP/1.1 ${informational}\r\n\r\n${head("200 OK", 2)}{}`);
    });
    expect(await transport(createRequest(`${url}/early`))).toMatchObject({ status: 200, text: "{}" });
    expect(await getRejection(transport(createRequest(url)))).toMatchObject({ sent: true });
  });

  it("rejects invalid options", () => {
    for (const options of [{ idleTimeoutMs: 0 }, { idleTimeoutMs: "5" }, { connectTimeoutMs: 5 }])
      expect(() => createFetchTransport(fetch, options as object)).toThrow(InvalidInputError);
  });
});

describe("the fetch transport reports", () => {
  it("a closed port as not sent", async () => {
    const { url, close } = await serve(() => {});
    close();
    const error = await getRejection(transport(createRequest(url, { method: "POST", body: "{}" })));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ sent: false, code: "CONNECTION_REFUSED" });
  });

  it("an unknown host as not sent", async () => {
    const error = await getRejection(transport(createRequest("http://nowhere.invalid/v1")));
    expect(error).toMatchObject({ sent: false });
  });

  it.each<[string, (socket: Socket) => void]>([
    ["closes", (socket) => socket.end()],
    ["resets", (socket) => socket.resetAndDestroy()],
  ])("a service that %s the connection as sent", async (_, respond) => {
    const { url } = await serve(respond);
    expect(await getRejection(transport(createRequest(url)))).toMatchObject({ sent: true });
  });

  it("a service that sends nothing", async () => {
    const { url } = await serve(() => {});
    expect(await getRejection(brief(createRequest(url)))).toMatchObject({
      sent: true,
      code: "NO_RESPONSE",
      message: "The service sent nothing for 50 ms.",
    });
  });

  it.each<[string, (socket: Socket) => void]>([
    ["stops in the middle", (socket) => socket.write(`${head("403 Forbidden", 100)}half`)],
    ["closes in the middle", (socket) => socket.end(`${head("403 Forbidden", 100)}half`)],
  ])("the status of a response that %s", async (_, respond) => {
    const { url } = await serve(respond);
    expect(await brief(createRequest(url))).toMatchObject({ status: 403, broken: "cut-short" });
  });

  it("a body over maxResponseBytes, and closes its connection", async () => {
    let closed: Promise<void> | undefined;
    const { url } = await serve((socket) => {
      closed = new Promise((resolve) => socket.once("close", () => resolve()));
      socket.write(head("200 OK", 1_000_000) + "x".repeat(5_000));
    });
    expect(await transport(createRequest(url))).toMatchObject({ status: 200, text: "", broken: "too-large" });
    await closed;
    const exact = await serve((socket) => socket.write(head("200 OK", 1_000) + "x".repeat(1_000)));
    expect((await transport(createRequest(exact.url))).broken).toBeUndefined();
  });

  it("an abort before the call as not sent, a later one as sent", async () => {
    const caller = new AbortController();
    const { url } = await serve(() => caller.abort(new Error("Bearer sk_test_secret")));
    const later = await getRejection(transport(createRequest(url, { signal: caller.signal })));
    expect(later).toMatchObject({ sent: true, message: "The call was aborted." });
    const before = await getRejection(transport(createRequest(url, { signal: caller.signal })));
    expect(before).toMatchObject({ sent: false, message: "The call was aborted." });
  });
});

describe("a fetch that", () => {
  it.each<[string, unknown, boolean]>([
    ["throws its headers", new TypeError("Invalid header: Bearer sk_test_secret"), true],
    ["throws no error", "Bearer sk_test_secret", true],
    ["throws undefined", undefined, true],
    ["throws an error with a secret code", Object.assign(new Error(), { code: "sk_test_secret" }), true],
    [
      "throws an error that throws",
      new Proxy(
        {},
        {
          get: () => {
            throw new Error("sk_test_secret");
          },
        },
      ),
      true,
    ],
    [
      "throws an error that causes itself",
      Object.assign(new Error(), {
        get cause(): unknown {
          return this;
        },
      }),
      true,
    ],
    ["could not connect", { cause: { code: "ECONNREFUSED" } }, false],
    [
      "could not connect to any address",
      { cause: { errors: [{ syscall: "connect" }, { code: "ENOTFOUND" }] } },
      false,
    ],
    ["lost one of its connections", { errors: [{ code: "ECONNREFUSED" }, { code: "ECONNRESET" }] }, true],
    ["found an expired certificate", { cause: { code: "CERT_HAS_EXPIRED" } }, false],
  ])("%s", async (_, thrown, sent) => {
    const error = await getRejection(
      sendWith(async () => {
        throw thrown;
      }),
    );
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ sent });
    expect(inspect(error, { depth: null })).not.toContain("sk_test");
  });

  it("throws at once, ignores the signal or returns no response is reported as sent", async () => {
    const throwing = () => {
      throw new Error("sk_test_secret");
    };
    for (const custom of [throwing, () => new Promise(() => {}), async () => undefined, async () => ({})])
      expect(await getRejection(sendWith(custom))).toMatchObject({ name: "TransportError", sent: true });
  });

  it("follows a redirect or hides one is reported", async () => {
    for (const response of [toResponse({ redirected: true }), toResponse({ status: 0 })])
      expect(await getRejection(sendWith(async () => response))).toMatchObject({
        sent: true,
        message: expect.stringContaining("redirect"),
      });
  });

  it("has no streams works, within maxResponseBytes", async () => {
    expect(await sendWith(async () => toResponse())).toMatchObject({ status: 200, text: "{}" });
    expect(await sendWith(async () => toResponse(), { maxResponseBytes: 1 })).toMatchObject({
      broken: "too-large",
    });
  });
});

describe("the fetch transport leaves nothing open", () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

  it.each<[string, Fetch]>([
    ["a response", async () => toResponse()],
    [
      "an error",
      async () => {
        throw new Error();
      },
    ],
    ["a body too large", async () => toResponse({ arrayBuffer: async () => new ArrayBuffer(5000) })],
    ["a body that fails", async () => toResponse({ arrayBuffer: () => Promise.reject(new Error()) })],
    ["a redirect", async () => toResponse({ redirected: true })],
  ])("after %s: no timer, no listener", async (_, custom) => {
    const caller = new AbortController();
    const before = timers();
    await sendWith(custom, { signal: caller.signal }).catch(() => {});
    expect(timers()).toBeLessThanOrEqual(before);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });
});
