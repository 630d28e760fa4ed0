import type { Problem } from "../problem.ts";
import { userAgent } from "./policy.ts";

/** Headers that the client sets itself, or that would change how a request or its response is transferred. */
const reservedHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "range",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const maxHeaders = 50;
const maxHeaderLength = 4096;
const maxSuffixLength = 200;

/** Lists what is wrong with the option `headers`. Shows names, never values, because a value may be a secret. */
export function listHeaderProblems(headers: unknown): Problem[] {
  if (headers === undefined) return [];
  if (typeof headers !== "object" || headers === null || Symbol.iterator in headers || isHeaders(headers))
    return [{ path: "headers", message: "Must be a plain object of names and texts" }];
  const entries = Object.entries(headers);
  if (entries.length > maxHeaders)
    return [{ path: "headers", message: `Must have at most ${maxHeaders} headers` }];
  const names = new Set<string>();
  return entries.flatMap(([given, value]) => {
    const name = given.toLowerCase();
    const message = names.has(name) ? "Given twice, in different letter case" : describeProblem(name, value);
    names.add(name);
    return message === undefined ? [] : [{ path: `headers.${given.slice(0, 100)}`, message }];
  });
}

// Headers has no properties of its own, so its content would be ignored.
const isHeaders = (value: object) => "forEach" in value && "append" in value;

function describeProblem(name: string, value: unknown): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/.test(name)) return "Is not a valid name of a header";
  if (name === "user-agent") return "Is set by the client. Use userAgentSuffix to add to it";
  if (reservedHeaders.has(name)) return "Is set by the client and cannot be changed";
  if (typeof value !== "string") return "Must be a text";
  if (value.length > maxHeaderLength) return `Must have at most ${maxHeaderLength} characters`;
  if (value !== "" && !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value))
    return "Must have visible ASCII characters only, without line breaks or spaces around them";
  return undefined;
}

/** What is wrong with the option `userAgentSuffix`, or undefined. */
export function findSuffixProblem(suffix: unknown): Problem | undefined {
  if (suffix === undefined) return undefined;
  if (
    typeof suffix === "string" &&
    suffix.length <= maxSuffixLength &&
    /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(suffix)
  )
    return undefined;
  return {
    path: "userAgentSuffix",
    message: `Must have from 1 to ${maxSuffixLength} visible ASCII characters, such as my-app/1.2`,
  };
}

/** The headers of every request. Expects valid options. */
export function buildHeaders(
  apiKey: string,
  {
    headers = {},
    userAgentSuffix,
  }: { headers?: Record<string, string> | undefined; userAgentSuffix?: string | undefined },
): Record<string, string> {
  const extra = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    ...Object.fromEntries(extra),
    authorization: `Bearer ${apiKey}`,
    accept: "application/json",
    "user-agent": userAgentSuffix === undefined ? userAgent : `${userAgent} ${userAgentSuffix}`,
  };
}
