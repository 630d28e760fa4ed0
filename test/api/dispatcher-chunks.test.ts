/** A given dispatcher whose interceptor passes on empty chunks, over a real socket. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, type Dispatcher } from "undici";
import { expect, it, onTestFinished } from "vitest";
import { createUndiciTransport } from "../../src/api/index.ts";
import { createRequest } from "./transport-request.ts";

/** Replaces each chunk by an empty one. */
const holdBack: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, {
    onRequestStart: (...given) => handler.onRequestStart?.(...given),
    onResponseStart: (...given) => handler.onResponseStart?.(...given),
    onResponseData: (controller) => handler.onResponseData?.(controller, Buffer.alloc(0)),
    onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
    onResponseError: (...given) => handler.onResponseError?.(...given),
  });

it("empty chunks do not extend the idle timeout", async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const server = createServer((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 10);
    response.on("close", () => {
      clearInterval(timer);
      closed();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const transport = createUndiciTransport({
    dispatcher: new Agent().compose(holdBack),
    idleTimeoutMs: 100,
  });
  const { port } = server.address() as AddressInfo;
  const response = await transport(createRequest(`http://127.0.0.1:${port}/v1`));
  expect(response).toMatchObject({ status: 200, text: "", broken: "cut-short" });
  await isClosed;
});
