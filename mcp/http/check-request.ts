import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isJsonContentType, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";
import { methodSyntax, versionSyntax } from "../runtime/check-message.ts";
import { maxMessageBytes } from "../runtime/request-limits.ts";
import { hasKeySyntax, keyHeader } from "./client-cache.ts";
import { type HttpSettings, hostNames } from "./settings.ts";
import { createMetadata, metadataPath } from "./token-issuer.ts";

/** A response outside MCP. */
export interface HttpReply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** An error reply as a JSON-RPC error. */
export function errorReply(status: number, message: string, headers?: Record<string, string>): HttpReply {
  const body = { jsonrpc: "2.0", error: { code: -32000, message }, id: null };
  return { status, body, ...(headers ? { headers } : {}) };
}

/** Creates a check of a request's headers. It returns the error reply, or undefined for a request to serve. */
export function createRequestCheck(
  settings: HttpSettings,
): (request: IncomingMessage) => HttpReply | undefined {
  const names = hostNames(settings);
  return (request) =>
    checkHost(request, names) ??
    checkPath(request, settings) ??
    checkToken(request, settings) ??
    checkKey(request, settings) ??
    checkContent(request.headers);
}

// A name, an IPv4 address, or an IPv6 address in brackets, with an optional port. `new URL` alone would also accept a path
// or a user name.
const hostSyntax = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/iu;

function checkHost(
  { headers, rawHeaders, url = "" }: IncomingMessage,
  names: string[],
): HttpReply | undefined {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  const host = headers.host ?? "";
  if (count !== 1 || !hostSyntax.test(host) || !URL.canParse(`http://${host}`))
    return errorReply(400, "Send one Host header with a name or address and an optional port.");
  if (!validateHostHeader(host, names).ok)
    return errorReply(403, "This Host is not allowed. Start the server with --allowed-host and this name.");
  if (!validateOriginHeader(headers.origin, names).ok) return errorReply(403, "This Origin is not allowed.");
  if (!url.startsWith("/")) return errorReply(400, "Send only a path as the request target, such as /mcp.");
  return undefined;
}

function checkPath(
  { method, url = "" }: IncomingMessage,
  { token, tokenIssuer }: HttpSettings,
): HttpReply | undefined {
  const path = url.split("?", 1)[0];
  if (tokenIssuer !== undefined && path === metadataPath)
    return { status: 200, body: createMetadata(tokenIssuer) };
  if (path === "/health") {
    if (method === "GET" || method === "HEAD") return { status: 200, body: { status: "ok" } };
    return errorReply(405, "Use GET.", { allow: "GET, HEAD" });
  }
  if (path !== "/mcp") {
    // Clients try OAuth after a 401 and show the errors of its paths, so the 404 explains the token too.
    const help = token === undefined ? "" : ` This server has no OAuth. ${tokenHelp}`;
    return { status: 404, body: { error: "not_found", error_description: `MCP is at /mcp.${help}` } };
  }
  if (method !== "POST") return errorReply(405, "Use POST.", { allow: "POST" });
  return undefined;
}

const tokenHelp =
  'Send the server\'s token, its RALLLY_MCP_TOKEN, in the header "Authorization: Bearer <token>": set it in the MCP configuration of the client.';

function checkToken({ headers }: IncomingMessage, { token }: HttpSettings): HttpReply | undefined {
  if (token === undefined || hasToken(headers.authorization, token)) return undefined;
  const missing = headers.authorization === undefined;
  const cause = missing ? "A token is missing." : "The token is wrong.";
  const details = missing ? "" : `, error="invalid_token", error_description="${cause}"`;
  return errorReply(401, `${cause} ${tokenHelp} There is no OAuth.`, {
    "www-authenticate": `Bearer realm="rallly-mcp"${details}`,
  });
}

function checkKey({ headers }: IncomingMessage, { acceptsKeys }: HttpSettings): HttpReply | undefined {
  const key = headers[keyHeader];
  if (key === undefined) return undefined;
  if (!acceptsKeys)
    return errorReply(
      400,
      `This server uses a sandbox and accepts no ${keyHeader} header. Remove the header, or start the server without --sandbox.`,
    );
  if (typeof key === "string" && hasKeySyntax(key)) return undefined;
  return errorReply(400, `The ${keyHeader} header does not contain an API key.`);
}

/** The reply to a body that is too large. */
export const tooLarge = errorReply(
  413,
  `The body is too large. At most ${maxMessageBytes} bytes are accepted.`,
);

/** Syntax of headers that the SDK repeats in errors. `mcp-name` is a tool's name or a resource's URI, or either in base64. */
const headerSyntax = new Map([
  ["mcp-method", methodSyntax],
  ["mcp-name", /^[!-~]{0,2000}$/u],
  ["mcp-protocol-version", versionSyntax],
]);

/** The error reply to a POST whose headers must not reach the SDK, or undefined. */
export function checkContent(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): HttpReply | undefined {
  if (!isJsonContentType(String(headers["content-type"])))
    return errorReply(415, "The Content-Type must be application/json.");
  if (Number(headers["content-length"]) > maxMessageBytes) return tooLarge;
  for (const [name, syntax] of headerSyntax) {
    const value = headers[name];
    if (value !== undefined && !syntax.test(String(value)))
      return errorReply(400, `The ${name} header is too long or has invalid characters.`);
  }
  return undefined;
}

/** Whether an `Authorization` header has the token. Takes constant time. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+) *$/iu.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token));
}

// Hashed, so that the lengths are equal.
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
