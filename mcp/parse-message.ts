import {
  INVALID_REQUEST,
  JSONRPC_VERSION,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
} from "@modelcontextprotocol/server";
import { MAX_MESSAGE_BYTES } from "./limits.ts";
import type { Line } from "./lines.ts";

/** Maximum size of a line that is still searched for the id of its request, in bytes. */
export const MAX_LINE_BYTES = 8 * MAX_MESSAGE_BYTES;

/** What came of a line: a message, an error to send back, or neither when there is nobody to tell. */
export type ParsedLine =
  | { message: JSONRPCMessage }
  | { error: JSONRPCMessage; reason: string }
  | { reason: string };

/** Parses one line from the host. Never throws. The error has the request's id wherever it can be found. */
export function parseMessage({ text, size }: Line): ParsedLine {
  if (text === undefined || size > MAX_MESSAGE_BYTES) {
    const reason = `The message has ${size} bytes. At most ${MAX_MESSAGE_BYTES} are accepted. Nothing was done.`;
    return failure(INVALID_REQUEST, reason, text === undefined ? undefined : tryJson(text));
  }
  const value = tryJson(text);
  if (value === undefined)
    return failure(PARSE_ERROR, "The line is not JSON. Send one message per line.", undefined);
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return failure(INVALID_REQUEST, "The line is not a JSON-RPC 2.0 message.", value);
  }
}

function failure(code: number, message: string, value: unknown): ParsedLine {
  const { id, method } = Object(value) as { id?: unknown; method?: unknown };
  // The id of a response is one of ours, so an error with it would be taken for the answer to something else.
  if (value !== undefined && method === undefined && isResponse(value)) return { reason: message };
  const known = typeof id === "string" || typeof id === "number" ? id : null;
  // The SDK's type leaves out the null that JSON-RPC prescribes.
  return {
    error: { jsonrpc: JSONRPC_VERSION, id: known, error: { code, message } } as JSONRPCMessage,
    reason: message,
  };
}

function isResponse(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("result" in value || "error" in value);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
