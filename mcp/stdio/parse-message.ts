import {
  INVALID_REQUEST,
  JSONRPC_VERSION,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
} from "@modelcontextprotocol/server";
import { findMessageProblem, maxIdLength } from "../runtime/check-message.ts";
import { maxMessageBytes } from "../runtime/request-limits.ts";

/** Maximum size of a line that is parsed for the id of its request, in bytes. */
export const maxLineBytes = 8 * maxMessageBytes;

/** A refused message: the reason, and the error response if the message was a request. */
export interface Refusal {
  reason: string;
  error: JSONRPCErrorResponse | undefined;
}

/** Maximum depth of a message, because parsing deep JSON is slow and recursive functions would overflow. */
const maxDepth = 100;

/** Parses one line from the host. Never throws. */
export function parseLine({ text, size }: Line): { message: JSONRPCMessage } | Refusal {
  const parsed = parseBody(text, size);
  if ("reason" in parsed) return parsed;
  try {
    return { message: parseJSONRPCMessage(parsed.body) };
  } catch {
    return refuse(INVALID_REQUEST, "This is not a JSON-RPC 2.0 message.", parsed.body);
  }
}

/** Parses a message. Refuses a batch, text that is not JSON, and a message over a limit. Never throws. */
export function parseBody(text: string | undefined, size: number): { body: unknown } | Refusal {
  if (text === undefined || size > maxMessageBytes) {
    const reason = `The message has ${size} bytes. At most ${maxMessageBytes} are accepted. Nothing was done.`;
    return refuse(
      INVALID_REQUEST,
      reason,
      text === undefined || isTooDeep(text) ? undefined : parseJson(text),
    );
  }
  if (isTooDeep(text))
    return refuse(INVALID_REQUEST, `The message has more than ${maxDepth} levels. Nothing was done.`);
  const body = parseJson(text);
  if (body === undefined) return refuse(PARSE_ERROR, "This is not JSON. Nothing was done.");
  // A batch would count as one request in flight. MCP removed batches in 2025-06-18.
  if (Array.isArray(body))
    return refuse(
      INVALID_REQUEST,
      "Batches are not supported. Send each message by itself. Nothing was done.",
    );
  const problem = findMessageProblem(body);
  if (problem !== undefined) return refuse(INVALID_REQUEST, `${problem} Nothing was done.`, body);
  return { body };
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') inString = !inString;
    else if (inString) at += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(code: number, reason: string, value?: unknown): Refusal {
  const { id, method } = Object(value) as { id?: unknown; method?: unknown };
  // This server chose the id of a response: an error with that id would match another request of the host.
  if (method === undefined && isResponse(value)) return { reason, error: undefined };
  const known = typeof id === "number" || (typeof id === "string" && id.length <= maxIdLength) ? id : null;
  // The SDK's type lacks the null that JSON-RPC prescribes.
  const error = { jsonrpc: JSONRPC_VERSION, id: known, error: { code, message: reason } };
  return { reason, error: error as JSONRPCErrorResponse };
}

function isResponse(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("result" in value || "error" in value);
}

/** One line of input, without its line break. `text` is undefined when the line was too long to be kept. */
export interface Line {
  text: string | undefined;
  /** Size in bytes. */
  size: number;
}

/** Creates a splitter of bytes into lines. The text of a line over `maxBytes` is dropped. */
export function createLineSplitter(maxBytes: number, onLine: (line: Line) => void) {
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
