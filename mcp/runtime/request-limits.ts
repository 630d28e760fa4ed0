import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  type JSONRPCRequest,
  type McpServer,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { type Redactor, redactDeep } from "../../src/api/setup.ts";
import { sanitizeLine, sanitizeText } from "../../src/sanitize.ts";
import { maxFields } from "./arguments.ts";
import { findLengthProblem, getLookupName, maxNameLength } from "./check-message.ts";
import { isRecord } from "./json-schema.ts";

/** Maximum length of a text in a protocol error, in characters. */
const maxErrorLength = 8_000;

/** Sanitizes and masks a protocol error: the SDK repeats methods, versions, names and URIs unchanged. */
export function sanitizeProtocolError<T>(error: T, redactor: Redactor): T {
  return redactDeep(error, (text) => sanitizeText(text, maxErrorLength, redactor));
}

/**
 * Limits requests before the SDK validates them, and sanitizes the SDK's errors. Cuts an object with too many fields
 * to one more than a tool accepts, so that the tool reports it. Refuses a name or URI that is too long, has invisible characters or
 * contains the key, because the SDK would repeat it. Call it before the server is connected.
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
      const refusal = findLookupProblem(message, redactor);
      if (refusal === undefined) return receive?.(trimFields(message), extra);
      const error = { code: ProtocolErrorCode.InvalidParams, message: refusal };
      void transport.send({ jsonrpc: "2.0", id: message.id, error }, { relatedRequestId: message.id });
    };
  };
}

/** Why a request is refused for the name that it looks up, or undefined. Checks the length first: sanitizing is slow. */
function findLookupProblem({ method, params = {} }: JSONRPCRequest, redactor: Redactor): string | undefined {
  const problem = findLengthProblem(method, params);
  if (problem !== undefined) return problem;
  const { kind, value, maxLength } = getLookupName(method, params) ?? {};
  if (typeof value !== "string") return undefined;
  const clean = sanitizeLine(value, maxLength, redactor);
  return clean === value
    ? undefined
    : `${kind} ${JSON.stringify(sanitizeLine(clean, maxNameLength))} not found`;
}

// A message of a megabyte can have 100,000 fields, and validation takes microseconds for each.
function trimFields(message: JSONRPCRequest): JSONRPCRequest {
  if (message.params === undefined) return message;
  const params = Object.entries(takeFirstFields(message.params)).map(([name, value]) => [
    name,
    isRecord(value) ? takeFirstFields(value) : value,
  ]);
  return { ...message, params: Object.fromEntries(params) };
}

function takeFirstFields(record: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(record);
  if (names.length <= maxFields) return record;
  return Object.fromEntries(names.slice(0, maxFields + 1).map((name) => [name, record[name]]));
}

/** Maximum size of one message, in bytes, on stdio and over HTTP. A poll of 100 options needs about 10 kB. */
export const maxMessageBytes = 1024 * 1024;

/** Maximum number of requests in flight in a process, of any kind. */
export const maxRequests = 256;

/** Bounds for tool calls. */
export interface CallLimits {
  /** Calls of one caller that run at the same time. */
  perCaller: number;
  /** Calls that run at the same time in the whole process. */
  perProcess: number;
  /** Calls of one caller that wait for their turn. Each further one is refused at once. */
  maxWaiting: number;
  /** Calls of one caller that wait for an event without a turn. Each further one is refused at once. */
  idlePerCaller: number;
  /** Calls in the whole process that wait for an event without a turn. */
  idlePerProcess: number;
}

/**
 * The default limits: above the needs of a conversation and the service's 60 requests a minute. Calls without a turn leave room
 * for others among the {@link maxRequests}.
 */
export const defaultCallLimits: CallLimits = {
  perCaller: 32,
  perProcess: 128,
  maxWaiting: 128,
  idlePerCaller: 100,
  idlePerProcess: 200,
};

/** Counts unfinished work, so that a process can wait for it before it exits. */
export interface InFlight<Key> {
  readonly size: number;
  keys(): Iterable<Key>;
  /** Adds a key. The same key can be added several times. */
  add(key: Key): void;
  /** Removes a key once. Ignores an unknown key. */
  delete(key: Key): void;
  /** Resolves with true when nothing is left, or with false after `maxWaitMs`. */
  drained(maxWaitMs: number): Promise<boolean>;
}

/** Creates an empty {@link InFlight}. */
export function createInFlight<Key>(): InFlight<Key> {
  const counts = new Map<Key, number>();
  const waiting = new Set<() => void>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    keys: () => counts.keys(),
    add(key) {
      size += 1;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    delete(key) {
      const count = counts.get(key);
      if (count === undefined) return;
      size -= 1;
      if (count > 1) counts.set(key, count - 1);
      else counts.delete(key);
      if (size === 0) for (const resolve of waiting) resolve();
    },
    drained(maxWaitMs) {
      return new Promise((resolve) => {
        const finish = (drained: boolean) => {
          clearTimeout(timer);
          waiting.delete(onEmpty);
          resolve(drained);
        };
        const onEmpty = () => finish(true);
        const timer = setTimeout(finish, maxWaitMs, false);
        waiting.add(onEmpty);
        if (size === 0) finish(true);
      });
    },
  };
}
