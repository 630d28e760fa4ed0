import type { Readable, Writable } from "node:stream";
import {
  INVALID_REQUEST,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  SUBSCRIPTION_ID_META_KEY,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { createRefusal, parseBody, type Refusal } from "../runtime/parse-message.ts";
import { createInFlight, type InFlight, maxMessageBytes, maxRequests } from "../runtime/request-limits.ts";

type RequestId = string | number;

/** Maximum size of a line that is parsed for the id of its request, in bytes. */
const maxLineBytes = 8 * maxMessageBytes;

/** Maximum size of unread responses, in bytes. Beyond it no input is read until the host has read them. */
const maxUnreadBytes = 8 * 1024 * 1024;

/** Error code of a refused request, in the range that JSON-RPC leaves to servers. */
const refusedCode = -32000;

/** The streams of a stdio server and handlers of their events. */
export interface StdioOptions {
  stdin: Readable;
  stdout: Writable;
  /** Stdin ended. Responses can still be sent. */
  onEnd: () => void;
  /** The host closed stdout. */
  onBroken: () => void;
}

/** A transport over stdin and stdout that, unlike the SDK's, can be drained. */
export interface StdioTransport extends Transport {
  /** Requests of the host without a response yet. A subscription counts until it is acknowledged. */
  readonly inFlight: InFlight<RequestId>;
  /** Refuses further requests with an error. Requests in flight continue. */
  refuseRequests(): void;
  /** Resolves when every response is written, or after `maxWaitMs`. */
  flush(maxWaitMs: number): Promise<void>;
}

/** Makes a {@link StdioTransport}. It starts reading when the SDK starts it. */
export function createStdioTransport({ stdin, stdout, onEnd, onBroken }: StdioOptions): StdioTransport {
  const inFlight = createInFlight<RequestId>();
  /** Requests of the server without a response yet. */
  const serverRequests = new Set<RequestId>();
  let refusing = false;
  let ended = false;
  let broken = false;

  const write = (message: JSONRPCMessage): Promise<void> =>
    new Promise((resolve) => {
      // The stream's error event reports a failure once.
      stdout.write(serializeMessage(message), () => resolve());
      if (stdout.writableLength < maxUnreadBytes || ended || stdin.isPaused()) return;
      stdin.pause();
      stdout.once("drain", () => stdin.resume());
    });
  const refuse = (id: RequestId, message: string) =>
    write({ jsonrpc: "2.0", id, error: { code: refusedCode, message } });

  const receive = (message: JSONRPCMessage) => {
    if (isJSONRPCRequest(message)) {
      if (refusing) return void refuse(message.id, "The server is shutting down. Nothing was done.");
      if (inFlight.size >= maxRequests)
        return void refuse(
          message.id,
          `${maxRequests} requests are in flight. Nothing was done. Wait for responses, then send it again.`,
        );
      inFlight.add(message.id);
    } else if (isJSONRPCNotification(message)) {
      // A cancelled request gets no response.
      if (message.method === "notifications/cancelled") removeInFlight(message.params?.["requestId"]);
    } else if (message.id !== undefined) serverRequests.delete(message.id);
    transport.onmessage?.(message);
  };
  const removeInFlight = (id: unknown) => {
    if (typeof id === "string" || typeof id === "number") inFlight.delete(id);
  };
  const failServerRequest = (id: RequestId) => {
    serverRequests.delete(id);
    const error = { code: refusedCode, message: "The host closed the connection." };
    transport.onmessage?.({ jsonrpc: "2.0", id, error });
  };

  const lines = createLineSplitter(maxLineBytes, (line) => {
    if (line.text?.trim() === "") return;
    const parsed = parseLine(line);
    if ("message" in parsed) return receive(parsed.message);
    transport.onerror?.(new Error(parsed.reason));
    if (parsed.error !== undefined) void write(parsed.error);
  });
  const finish = () => {
    if (ended) return;
    lines.end();
    ended = true;
    // Otherwise a call that waits for one of these responses would not end.
    for (const id of [...serverRequests]) failServerRequest(id);
    onEnd();
  };
  const onStdoutError = (error: Error) => {
    if (broken) return;
    broken = true;
    transport.onerror?.(error);
    onBroken();
  };

  const transport: StdioTransport = {
    inFlight,
    async start() {
      stdin.on("data", lines.write).once("end", finish).once("close", finish).on("error", finish);
      stdout.on("error", onStdoutError);
    },
    async send(message) {
      if (isJSONRPCRequest(message)) {
        serverRequests.add(message.id);
        if (ended) return void setImmediate(failServerRequest, message.id);
      }
      if (!broken) await write(message);
      // Only after the write, so that a host that does not read cannot queue responses.
      if (isJSONRPCNotification(message)) removeInFlight(getSubscriptionId(message));
      else if (!isJSONRPCRequest(message)) removeInFlight(message.id);
    },
    async close() {
      stdin.off("data", lines.write).pause();
      transport.onclose?.();
      onEnd();
    },
    refuseRequests() {
      refusing = true;
    },
    flush(maxWaitMs) {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, broken ? 0 : maxWaitMs);
        stdout.write("", () => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
  return transport;
}

function getSubscriptionId({
  params,
}: {
  params?: { _meta?: Record<string, unknown> | undefined } | undefined;
}): unknown {
  return params?._meta?.[SUBSCRIPTION_ID_META_KEY];
}

/** Parses one line from the host. Never throws. */
function parseLine({ text, size }: Line): { message: JSONRPCMessage } | Refusal {
  const parsed = parseBody(text, size);
  if ("reason" in parsed) return parsed;
  try {
    return { message: parseJSONRPCMessage(parsed.body) };
  } catch {
    return createRefusal(INVALID_REQUEST, "This is not a JSON-RPC 2.0 message.", parsed.body);
  }
}

/** One line of input, without its line break. `text` is undefined when the line was too long to be kept. */
interface Line {
  text: string | undefined;
  /** Size in bytes. */
  size: number;
}

/** Creates a splitter of bytes into lines. The text of a line over `maxBytes` is dropped. */
function createLineSplitter(maxBytes: number, onLine: (line: Line) => void) {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer) => {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else parts = [];
  };
  const finish = () => {
    // Unlike Buffer's conversion, this removes a byte order mark, which some shells add.
    const line = { text: size > maxBytes ? undefined : new TextDecoder().decode(Buffer.concat(parts)), size };
    parts = [];
    size = 0;
    onLine(line);
  };
  return {
    write(chunk: Buffer): void {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        add(chunk.subarray(from, end));
        finish();
        from = end + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
    },
    /** Emits the text after the last line break as a line. */
    end(): void {
      if (size > 0) finish();
    },
  };
}
