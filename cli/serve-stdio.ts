import { StringDecoder } from "node:string_decoder";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type McpServer,
  DEFAULT_MAX_REQUEST_BODY_SIZE as maxMessageBytes,
  parseJSONRPCMessage,
  type RequestId,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Log } from "../mcp/log.ts";
import { type Refusal, readFrame, refuse, toErrorMessage } from "../mcp/message.ts";

/** A server that is running. */
export interface RunningServer {
  /** Takes no more requests, lets calls in flight finish, and ends. */
  close(): void;
  /** Resolves when the server has ended: after `close`, or when the host has left. */
  ended: Promise<void>;
  /** Over HTTP. */
  url?: string;
}

/** Maximum number of requests at the same time. More wait as what they are: each call in flight takes tens of kilobytes. */
const maxOpen = 64;

/** Serves one host on stdin and stdout until its input ends and its calls in flight have been answered. */
export function serveOnStdio(createServer: () => McpServer, log: Log): RunningServer {
  /** Requests without a response: the host's, and questions to the host, which nobody can answer after the end of input. */
  const open = new Set<RequestId>();
  const asked = new Set<RequestId>();
  const waiting: JSONRPCMessage[] = [];
  let isEnding = false;
  const { promise: ended, resolve } = Promise.withResolvers<void>();

  const write = (message: object) =>
    new Promise<void>((done) =>
      process.stdout.write(serializeMessage(message as JSONRPCMessage), () => done()),
    );
  const goOn = () => {
    while (waiting.length > 0 && open.size < maxOpen) pass(waiting.shift() as JSONRPCMessage);
    if (isEnding && open.size <= asked.size) void handle.close().then(resolve);
  };
  const pass = (message: JSONRPCMessage) => {
    // A subscription stays open.
    if (isJSONRPCRequest(message) && message.method !== "subscriptions/listen") open.add(message.id);
    // A cancelled request gets no response.
    else if (isJSONRPCNotification(message)) cancel(Object(message.params)["requestId"]);
    else if (!isJSONRPCRequest(message) && message.id !== undefined) asked.delete(message.id);
    transport.onmessage?.(message);
  };
  const cancel = (id: RequestId) => {
    open.delete(id);
    const place = waiting.findIndex((message) => isJSONRPCRequest(message) && message.id === id);
    if (place >= 0) waiting.splice(place, 1);
  };
  const readLine = (line: string) => {
    if (line.trim() === "") return;
    for (const read of readMessages(line)) {
      if ("refusal" in read) {
        log(read.refusal.message);
        void write(toErrorMessage(read.refusal));
      } else if (isJSONRPCRequest(read.message)) waiting.push(read.message);
      else pass(read.message);
    }
    goOn();
  };

  const transport: Transport = {
    async start() {
      const read = createLineReader(readLine);
      // A last line may have no line feed.
      process.stdin.on("data", read).once("end", () => read(Buffer.from("\n")));
    },
    async send(message) {
      await write(message);
      if (isJSONRPCRequest(message)) asked.add(message.id);
      else if (!isJSONRPCNotification(message) && message.id !== undefined) open.delete(message.id);
      goOn();
    },
    async close() {
      process.stdin.pause();
      transport.onclose?.();
      resolve();
    },
  };
  const handle = serveStdio(createServer, { transport, onerror: log });
  const close = () => {
    process.stdin.pause();
    isEnding = true;
    goOn();
  };
  // What has been read is passed on first.
  process.stdin.once("close", close).once("end", () => setImmediate(close));
  return { close, ended };
}

type Read = { message: JSONRPCMessage } | { refusal: Refusal };

/** The messages of a line, each by itself, or why it has none. */
function readMessages(line: string): Read[] {
  const frame = readFrame(line);
  if ("refusal" in frame) return [frame];
  const isTooLong = Buffer.byteLength(line) > maxMessageBytes;
  return [frame.message].flat().map((message) => {
    if (isTooLong) return refuse(413, -32600, `A message has at most ${maxMessageBytes} bytes.`, message);
    try {
      return { message: parseJSONRPCMessage(message) };
    } catch {
      return refuse(400, -32600, "The message is none of JSON-RPC.", message);
    }
  });
}

/** Splits chunks at line feeds alone: a text in JSON may have other characters that end lines. */
function createLineReader(readLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  return (chunk) => {
    const [first = "", ...lines] = decoder.write(chunk).split("\n");
    parts.push(first);
    for (const next of lines) {
      readLine(parts.join(""));
      parts = [next];
    }
  };
}
