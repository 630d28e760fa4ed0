import {
  isJSONRPCRequest,
  type JSONRPCRequest,
  type McpServer,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { Redactor } from "../../src/api/redact.ts";
import { sanitizeLine } from "../../src/api/sanitize.ts";
import { MAX_NAMES } from "./arguments.ts";

/** Characters of the name of a tool or a prompt. None of ours has as many. */
const MAX_NAME = 60;

/** Characters of a resource's address: a poll's id has 100 at most, each of up to three encoded bytes. */
const MAX_URI = 1_000;

/** What of a request the SDK looks up, and repeats in its error when there is no such thing. */
const lookups: Record<
  string,
  (params: Record<string, unknown>) => [kind: string, name: unknown, limit: number]
> = {
  "tools/call": ({ name }) => ["Tool", name, MAX_NAME],
  "prompts/get": ({ name }) => ["Prompt", name, MAX_NAME],
  "resources/read": ({ uri }) => ["Resource", uri, MAX_URI],
  "completion/complete": ({ ref }) => {
    const { name, uri } = isRecord(ref) ? ref : {};
    return name === undefined ? ["Resource template", uri, MAX_URI] : ["Prompt", name, MAX_NAME];
  },
};

/**
 * Bounds requests before the SDK validates them: of an object with too many names, only the first are kept, and one more
 * than a tool reads, so that the tool says so. A name or an address that is too long, or not clean, or holds the key is
 * refused here, since the SDK would repeat it as it came. Call it before the server is connected.
 */
export function limitRequests(server: McpServer, redactor: Redactor): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    await connect(transport);
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (!isJSONRPCRequest(message)) return receive?.(message, extra);
      const refusal = findUncleanName(message, redactor);
      if (refusal === undefined) return receive?.(trimNames(message), extra);
      const error = { code: ProtocolErrorCode.InvalidParams, message: refusal };
      void transport.send({ jsonrpc: "2.0", id: message.id, error }, { relatedRequestId: message.id });
    };
  };
}

function findUncleanName({ method, params = {} }: JSONRPCRequest, redactor: Redactor): string | undefined {
  const lookup = Object.hasOwn(lookups, method) ? lookups[method] : undefined;
  const [kind, name, limit] = lookup?.(params) ?? [];
  if (typeof name !== "string" || limit === undefined) return undefined;
  const clean = sanitizeLine(name, limit, redactor);
  return clean === name ? undefined : `${kind} ${JSON.stringify(sanitizeLine(clean, MAX_NAME))} not found`;
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
