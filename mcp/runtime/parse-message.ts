import {
  INVALID_REQUEST,
  JSONRPC_VERSION,
  type JSONRPCErrorResponse,
  PARSE_ERROR,
} from "@modelcontextprotocol/server";
import { findMessageProblem, maxIdLength } from "./check-message.ts";
import { maxMessageBytes } from "./request-limits.ts";

/** A refused message: the reason, and the error response if the message was a request. */
export interface Refusal {
  reason: string;
  error: JSONRPCErrorResponse | undefined;
}

/** Maximum depth of a message, because parsing deep JSON is slow and recursive functions would overflow. */
const maxDepth = 100;

/** Parses a message. Refuses a batch, text that is not JSON, and a message over a limit. Never throws. */
export function parseBody(text: string | undefined, size: number): { body: unknown } | Refusal {
  if (text === undefined || size > maxMessageBytes) {
    const reason = `The message has ${size} bytes. At most ${maxMessageBytes} are accepted. Nothing was done.`;
    return createRefusal(
      INVALID_REQUEST,
      reason,
      text === undefined || isTooDeep(text) ? undefined : parseJson(text),
    );
  }
  if (isTooDeep(text))
    return createRefusal(INVALID_REQUEST, `The message has more than ${maxDepth} levels. Nothing was done.`);
  const body = parseJson(text);
  if (body === undefined) return createRefusal(PARSE_ERROR, "This is not JSON. Nothing was done.");
  // A batch would count as one request in flight. MCP removed batches in 2025-06-18.
  if (Array.isArray(body))
    return createRefusal(
      INVALID_REQUEST,
      "Batches are not supported. Send each message by itself. Nothing was done.",
    );
  const problem = findMessageProblem(body);
  if (problem !== undefined) return createRefusal(INVALID_REQUEST, `${problem} Nothing was done.`, body);
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

/** Refuses a message. `value` is the parsed message, for the id of its request. */
export function createRefusal(code: number, reason: string, value?: unknown): Refusal {
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
