/** The fetch transport while it reads a body: real streams and real sockets that stop, never end or are not read to their end. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createFetchTransport, type Fetch, type TransportRequest } from "../../src/api/index.ts";
import { getRejection } from "./scripted.ts";
import { createRequest, head } from "./transport-request.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const idleTimeoutMs = 60;
const send = (fetch: unknown, rest: Partial<TransportRequest> = {}, url = "https://rallly.example/v1") =>
  createFetchTransport(fetch as Fetch, { idleTimeoutMs })(createRequest(url, rest));

/** What a ReadableStream is made of. */
type Source = Pick<NonNullable<ConstructorParameters<typeof ReadableStream<unknown>>[0]>, "start" | "pull">;

/** A stream with its cancellations. */
function createStream(source: Source = {}) {
  const seen = { cancelled: 0, stream: undefined as unknown as ReadableStream };
  seen.stream = new ReadableStream({
    ...source,
    cancel() {
      seen.cancelled += 1;
    },
  });
  return seen;
}
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a body of empty chunks without end", () => {
  it.each<[string, Source]>([
    ["that are always at hand", { pull: (controller) => controller.enqueue(new Uint8Array()) }],
    [
      "that come one by one",
      {
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          controller.enqueue(new Uint8Array());
        },
      },
    ],
  ])("%s ends with the idle timeout", async (_, source) => {
    const body = createStream(source);
    const response = await send(async () => new Response(body.stream, { status: 403 }));
    expect(response).toMatchObject({ status: 403, text: "", broken: "cut-short" });
    expect(body.cancelled).toBe(1);
  });

  it("after some text keeps the text", async () => {
    const body = createStream({
      start: (controller) => controller.enqueue(bytes("half")),
      pull: (controller) => controller.enqueue(new Uint8Array()),
    });
    expect(await send(async () => new Response(body.stream))).toMatchObject({
      text: "half",
      broken: "cut-short",
    });
    expect(body.cancelled).toBe(1);
  });
});

it("empty chunks between others are ignored", async () => {
  let left = 1000;
  const body = createStream({
    pull(controller) {
      left -= 1;
      if (left === 0) controller.close();
      else controller.enqueue(left % 250 === 0 ? bytes("x") : new Uint8Array());
    },
  });
  expect(await send(async () => new Response(body.stream))).toMatchObject({ status: 200, text: "xxx" });
  expect(body.cancelled).toBe(0);
});

it("a body that comes slowly, but steadily, is read to its end", async () => {
  let left = 10;
  const body = createStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, idleTimeoutMs / 4));
      left -= 1;
      controller.enqueue(bytes("x"));
      if (left === 0) controller.close();
    },
  });
  expect(await send(async () => new Response(body.stream))).toEqual({
    status: 200,
    headers: {},
    text: "x".repeat(10),
    reusedConnection: true,
  });
});

describe("the stream of a response is cancelled", () => {
  it("when nothing more comes", async () => {
    const body = createStream();
    expect(await send(async () => new Response(body.stream))).toMatchObject({ broken: "cut-short" });
    expect(body.cancelled).toBe(1);
  });

  it("when it is too large", async () => {
    const body = createStream({ pull: (controller) => controller.enqueue(bytes("x".repeat(100))) });
    expect(await send(async () => new Response(body.stream))).toMatchObject({
      text: "",
      broken: "too-large",
    });
    expect(body.cancelled).toBe(1);
  });

  it("when the call is aborted", async () => {
    const body = createStream();
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 10);
    const response = await send(async () => new Response(body.stream), { signal: caller.signal });
    expect(response).toMatchObject({ broken: "cut-short" });
    expect(body.cancelled).toBe(1);
  });

  it("when the response comes after the abort", async () => {
    const body = createStream();
    const caller = new AbortController();
    const late = new Promise<Response>((resolve) => setTimeout(() => resolve(new Response(body.stream)), 30));
    setTimeout(() => caller.abort(), 10);
    expect(await getRejection(send(() => late, { signal: caller.signal }))).toMatchObject({ sent: true });
    await late;
    await new Promise(setImmediate);
    expect(body.cancelled).toBe(1);
  });

  it("when it has something else than bytes", async () => {
    for (const chunk of ["text", "", 5, { byteLength: 4 }, [1, 2]]) {
      const body = createStream({ pull: (controller) => controller.enqueue(chunk) });
      const custom = async () => ({ status: 200, headers: new Headers(), body: body.stream });
      expect(await send(custom)).toMatchObject({ broken: "cut-short" });
      expect(body.cancelled).toBe(1);
    }
  });

  it("when the response is a redirect that was followed", async () => {
    const body = createStream();
    const custom = async () => ({ status: 200, redirected: true, headers: new Headers(), body: body.stream });
    expect(await getRejection(send(custom))).toMatchObject({ sent: true });
    expect(body.cancelled).toBe(1);
  });

  it("but not when it was read to its end or has failed", async () => {
    const whole = createStream({
      start(controller) {
        controller.enqueue(bytes("{}"));
        controller.close();
      },
    });
    expect(await send(async () => new Response(whole.stream))).toMatchObject({ text: "{}" });
    const failed = createStream({ pull: (controller) => controller.error(new Error("sk_test_secret")) });
    expect(await send(async () => new Response(failed.stream))).toMatchObject({ broken: "cut-short" });
    expect([whole.cancelled, failed.cancelled]).toEqual([0, 0]);
  });
});

it("a body that was read by somebody else is cut short, with its status", async () => {
  const custom = async () => {
    const response = new Response("{}", { status: 403 });
    await response.text();
    return response;
  };
  expect(await send(custom)).toMatchObject({ status: 403, broken: "cut-short" });
});

describe("the socket of a response is closed, although the fetch ignores its signal,", () => {
  /** Sends what `respond` writes, and resolves when the client has closed the connection. */
  async function serve(respond: (socket: Socket) => void) {
    let onClose = () => {};
    const closed = new Promise<void>((resolve) => {
      onClose = resolve;
    });
    const server = createServer((socket) => {
      closers.push(() => socket.destroy());
      socket.on("error", () => {}).on("close", onClose);
      socket.once("data", () => respond(socket));
    });
    closers.push(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, closed };
  }
  const deafFetch: Fetch = (url, { signal: _, ...init }) => fetch(url, init);

  it.each<[string, (socket: Socket) => void, "cut-short" | "too-large"]>([
    ["when it stops in the middle", (socket) => socket.write(`${head("200 OK", 100)}half`), "cut-short"],
    ["when it is too large", (socket) => socket.write(head("200 OK", 9000) + "x".repeat(8000)), "too-large"],
  ])("%s", async (_, respond, broken) => {
    const { url, closed } = await serve(respond);
    expect(await send(deafFetch, {}, url)).toMatchObject({ status: 200, broken });
    await closed;
  });

  it("when the call is aborted", async () => {
    const caller = new AbortController();
    const { url, closed } = await serve((socket) => {
      socket.write(`${head("200 OK", 100)}half`);
      setTimeout(() => caller.abort(), 20);
    });
    expect(await send(deafFetch, { signal: caller.signal }, url)).toMatchObject({ broken: "cut-short" });
    await closed;
  });

  it("when the response comes after the timeout", async () => {
    const { url, closed } = await serve((socket) => {
      setTimeout(() => socket.write(`${head("200 OK", 100)}half`), 2 * idleTimeoutMs);
    });
    expect(await getRejection(send(deafFetch, {}, url))).toMatchObject({ sent: true, code: "NO_RESPONSE" });
    await closed;
  });

  it("when a wrapper of the stream sends empty chunks for what it holds back", async () => {
    const { url, closed } = await serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const timer = setInterval(() => socket.write("1\r\nx\r\n"), 5);
      socket.on("close", () => clearInterval(timer));
    });
    const holding: Fetch = async (target, init) => {
      const response = await deafFetch(target, init);
      const transform = new TransformStream<Uint8Array, Uint8Array>({
        transform: (_, controller) => controller.enqueue(new Uint8Array()),
      });
      return new Response((response.body as ReadableStream<Uint8Array>).pipeThrough(transform), {
        status: response.status,
      }) as Awaited<ReturnType<Fetch>>;
    };
    expect(await send(holding, {}, url)).toMatchObject({ status: 200, text: "", broken: "cut-short" });
    await closed;
  });
});
