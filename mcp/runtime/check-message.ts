import { PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { isRecord } from "./json-schema.ts";

/** Maximum length of a request's id, in characters: each response repeats it. */
export const maxIdLength = 200;

/** Maximum number of fields of a message. JSON-RPC knows six. */
const maxMessageFields = 20;

/** Maximum number of values, at any depth, in the parts of a message that tools do not bound. */
const maxValues = 1000;

/** The same maximum for methods with few parameters, such as `prompts/get`: the SDK's error describes each wrong value. */
const maxValuesOfSmallRequest = 64;

/** Syntax of a method, such as `notifications/tools/list_changed`. */
export const methodSyntax = /^[\w$./-]{1,100}$/u;

/** Syntax of a protocol version, such as `2026-07-28`. The SDK reports unsupported ones. */
export const versionSyntax = /^[ -~]{0,100}$/u;

/**
 * Why a JSON-RPC message is refused, or undefined. Called before the SDK validates the message: the SDK is slow with many
 * fields, and its errors repeat ids, methods and versions unchanged. Arguments of tools are not counted, because tools bound
 * them.
 */
export function findMessageProblem(message: unknown): string | undefined {
  if (!isRecord(message)) return undefined;
  if (countFields(message) > maxMessageFields) return `The message has more than ${maxMessageFields} fields.`;
  const { id, method, params, result, error } = message;
  if (typeof id === "string" && id.length > maxIdLength) return `id has more than ${maxIdLength} characters.`;
  if (typeof id === "object" && id !== null) return "id is not a string or a number.";
  if (hasMoreValues([result, error], maxValues)) return `The response has more than ${maxValues} values.`;
  if (method === undefined) return undefined;
  if (typeof method !== "string" || !methodSyntax.test(method)) return "method is not a valid method name.";
  return findParamsProblem(method, isRecord(params) ? params : { params });
}

/** Maximum length of a tool's or a prompt's name, in characters. */
export const maxNameLength = 60;

/** Maximum length of a resource's URI, in characters: a poll's id has at most 100, each of up to three encoded bytes. */
const maxUriLength = 1_000;

/** Maximum length of a name or URI that an error repeats in part, in characters. */
const maxLookupLength = 1_000;

/** A name or URI of a request that the SDK looks up, and repeats in its error when it finds nothing. */
export interface LookupName {
  /** What is looked up, for an error text. */
  kind: string;
  /** Path of the name in the params. */
  path: string;
  value: unknown;
  maxLength: number;
}

const lookups: Record<string, (params: Record<string, unknown>) => LookupName> = {
  "tools/call": ({ name }) => ({ kind: "Tool", path: "name", value: name, maxLength: maxNameLength }),
  "prompts/get": ({ name }) => ({ kind: "Prompt", path: "name", value: name, maxLength: maxNameLength }),
  "resources/read": ({ uri }) => ({ kind: "Resource", path: "uri", value: uri, maxLength: maxUriLength }),
  "completion/complete": ({ ref }) => {
    const { name, uri } = isRecord(ref) ? ref : {};
    return name === undefined
      ? { kind: "Resource template", path: "ref.uri", value: uri, maxLength: maxUriLength }
      : { kind: "Prompt", path: "ref.name", value: name, maxLength: maxNameLength };
  },
};

/** The name that this request makes the SDK look up. Undefined for methods without one. */
export function getLookupName(method: string, params: Record<string, unknown>): LookupName | undefined {
  return Object.hasOwn(lookups, method) ? lookups[method]?.(params) : undefined;
}

/** Why the name that a request looks up is refused for its length, or undefined. */
export function findLengthProblem(method: string, params: Record<string, unknown>): string | undefined {
  const { path, value } = getLookupName(method, params) ?? {};
  return typeof value === "string" && value.length > maxLookupLength
    ? `params.${path} has more than ${maxLookupLength} characters.`
    : undefined;
}

function findParamsProblem(method: string, params: Record<string, unknown>): string | undefined {
  if (countFields(params) > maxValues) return `params has more than ${maxValues} values.`;
  const { _meta: meta, arguments: args, ...others } = params;
  if (hasMoreValues(meta, maxValues)) return `params._meta has more than ${maxValues} values.`;
  const metaVersion = isRecord(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined;
  for (const version of [metaVersion, params["protocolVersion"]])
    if (typeof version === "string" && !versionSyntax.test(version))
      return "The protocol version is too long or has other characters than ASCII.";
  const problem = findLengthProblem(method, params);
  if (problem !== undefined) return problem;
  const max = method === "tools/call" || method === "initialize" ? maxValues : maxValuesOfSmallRequest;
  const counted = method === "tools/call" ? others : [args, others];
  return hasMoreValues(counted, max) ? `params has more than ${max} values.` : undefined;
}

function hasMoreValues(value: unknown, max: number): boolean {
  const open = [value];
  let count = 0;
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    count += countFields(next);
    if (count > max) return true;
    open.push(...Object.values(next));
  }
  return false;
}

function countFields(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}
