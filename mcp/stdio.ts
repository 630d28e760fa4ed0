import { PassThrough } from "node:stream";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type McpServer,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Log } from "./log.ts";

/** A server that is running. */
export interface Service {
  /** Takes no more requests, lets calls in flight finish, and ends. */
  close(): void;
  /** Resolves when the service has ended: after `close`, or when the host has left. */
  ended: Promise<void>;
  /** Over HTTP. */
  url?: string;
}

/** Serves one host on stdin and stdout until its input ends and its calls in flight have been answered. */
export function serveOnStdio(createServer: () => McpServer, log: Log): Service {
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const wire = new StdioServerTransport(input, process.stdout);
  /** Requests without a response: the host's, and questions to the host, which nobody can answer after the end of input. */
  const open = new Set<RequestId>();
  const asked = new Set<RequestId>();
  let isEnding = false;
  let resolve = () => {};
  const ended = new Promise<void>((end) => {
    resolve = end;
  });
  const closeIfDone = () => {
    if (isEnding && open.size <= asked.size) void handle.close().then(resolve);
  };
  const transport: Transport = {
    async start() {
      wire.onmessage = (message) => {
        // A subscription stays open.
        if (isJSONRPCRequest(message) && message.method !== "subscriptions/listen") open.add(message.id);
        // A cancelled request gets no response.
        else if (isJSONRPCNotification(message)) open.delete(Object(message.params)["requestId"]);
        else if (!isJSONRPCRequest(message) && message.id !== undefined) asked.delete(message.id);
        transport.onmessage?.(message);
        closeIfDone();
      };
      wire.onerror = (error) => transport.onerror?.(error);
      wire.onclose = () => {
        transport.onclose?.();
        resolve();
      };
      await wire.start();
    },
    async send(message) {
      await wire.send(message);
      if (isJSONRPCRequest(message)) asked.add(message.id);
      else if (!isJSONRPCNotification(message) && message.id !== undefined) open.delete(message.id);
      closeIfDone();
    },
    close: () => wire.close(),
  };
  const handle = serveStdio(createServer, { transport, onerror: log });
  const close = () => {
    process.stdin.unpipe(input);
    isEnding = true;
    closeIfDone();
  };
  // What has been read is passed on first.
  process.stdin.once("close", close).once("end", () => setImmediate(close));
  return { close, ended };
}
