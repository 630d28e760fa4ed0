import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  type JSONRPCRequest,
  type McpServer,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { type Redactor, redactDeep } from "../../src/api/redact.ts";
import { sanitizeLine, sanitizeText } from "../../src/api/sanitize.ts";
import { MAX_NAMES } from "./arguments.ts";
import { findLongName, getLookupName, MAX_NAME } from "./check-message.ts";
import { isRecord } from "./records.ts";

/** Maximum length of a text in a protocol error, in characters. */
const MAX_ERROR_TEXT = 8_000;

/** Cleans and masks a protocol error: the SDK repeats methods, versions, names and URIs as the caller sent them. */
export function sanitizeProtocolError<T>(error: T, redactor: Redactor): T {
  return redactDeep(error, (text) => sanitizeText(text, MAX_ERROR_TEXT, redactor));
}

/**
 * Bounds requests before the SDK validates them, and cleans the SDK's errors. An object with too many names keeps one more
 * than a tool accepts, so that the tool reports it. Refuses a name or URI that is too long, unclean or holds the key, since
 * the SDK would repeat it. Call it before the server is connected.
 */
export function limitRequests(server: McpServer, redactor: Redactor): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    await connect(transport);
    const send = transport.send.bind(transport);
    transport.send = (message, options) =>
      isJSONRPCErrorResponse(message)
        ? send({ ...message, error: sanitizeProtocolError(message.error, redactor) }, options)
        : send(message, options);
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (!isJSONRPCRequest(message)) return receive?.(message, extra);
      const refusal = findWrongName(message, redactor);
      if (refusal === undefined) return receive?.(trimNames(message), extra);
      const error = { code: ProtocolErrorCode.InvalidParams, message: refusal };
      void transport.send({ jsonrpc: "2.0", id: message.id, error }, { relatedRequestId: message.id });
    };
  };
}

/** Why a request is refused for the name that it looks up. The length goes first: cleaning a long text takes long. */
function findWrongName({ method, params = {} }: JSONRPCRequest, redactor: Redactor): string | undefined {
  const longName = findLongName(method, params);
  if (longName !== undefined) return longName;
  const { kind, value, maxLength } = getLookupName(method, params) ?? {};
  if (typeof value !== "string") return undefined;
  const clean = sanitizeLine(value, maxLength, redactor);
  return clean === value ? undefined : `${kind} ${JSON.stringify(sanitizeLine(clean, MAX_NAME))} not found`;
}

// Validating a name costs a few microseconds, and a megabyte holds 100,000 of them.
function trimNames(message: JSONRPCRequest): JSONRPCRequest {
  if (message.params === undefined) return message;
  const params = Object.entries(firstNames(message.params)).map(([name, value]) => [
    name,
    isRecord(value) ? firstNames(value) : value,
  ]);
  return { ...message, params: Object.fromEntries(params) };
}

function firstNames(record: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(record);
  if (names.length <= MAX_NAMES) return record;
  return Object.fromEntries(names.slice(0, MAX_NAMES + 1).map((name) => [name, record[name]]));
}
