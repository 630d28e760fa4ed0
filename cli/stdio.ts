import { Transform } from "node:stream";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type McpServer,
  DEFAULT_MAX_REQUEST_BODY_SIZE as maxMessageBytes,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Log } from "../mcp/log.ts";

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
  const input = process.stdin.pipe(createLineLimit(log), { end: false });
  const wire = new StdioServerTransport(input, process.stdout);
  /** Requests without a response: the host's, and questions to the host, which nobody can answer after the end of input. */
  const open = new Set<RequestId>();
  const asked = new Set<RequestId>();
  let isEnding = false;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
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

/** Where a request has its id, in the order of fields of the SDKs. */
const idAtStart = /^\{(?:"jsonrpc": ?"2.0", ?)?"id": ?("[^"\\]*"|\d+)/;
const idAtEnd = /"id": ?("[^"\\]*"|\d+)\}\s*$/;
const idPartLength = 200;

/** Cuts lines longer than a message may be, since they would end the transport, and answers them with an error. */
function createLineLimit(log: Log): Transform {
  let [length, start, end] = [0, "", ""];
  const refuse = () => {
    const id = (idAtStart.exec(start) ?? idAtEnd.exec(end))?.[1] ?? "null";
    const message = `A message has at most ${maxMessageBytes} bytes, and this one has ${length}.`;
    process.stdout.write(`{"jsonrpc":"2.0","error":{"code":-32600,"message":"${message}"},"id":${id}}\n`);
    log(message);
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let from = 0, to = 0; from < chunk.length; from = to) {
        to = chunk.indexOf("\n", from) + 1 || chunk.length;
        const part = chunk.subarray(from, to);
        if (length === 0) start = part.toString("latin1", 0, idPartLength);
        end = (end + part.toString("latin1", Math.max(0, part.length - idPartLength))).slice(-idPartLength);
        length += part.length;
        const isTooLong = length > maxMessageBytes;
        if (!isTooLong) this.push(part);
        if (!end.endsWith("\n")) continue;
        if (isTooLong) {
          this.push("\n");
          refuse();
        }
        [length, end] = [0, ""];
      }
      done();
    },
  });
}
