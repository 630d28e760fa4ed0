import { isLoopback } from "../../src/api/setup.ts";
import type { TokenIssuer } from "./token-issuer.ts";

/** Where an HTTP server listens and which requests it accepts. */
export interface HttpSettings {
  /** Address to bind. Default 127.0.0.1. */
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Further host names of the server, in the form of {@link parseHostName}. */
  allowedHosts: readonly string[];
  /** The server's own bearer token. It gives access to the server's API key. */
  token?: string | undefined;
  /** The identity provider whose tokens clients send instead. */
  tokenIssuer?: TokenIssuer | undefined;
  /** Whether callers may send a key of their own. */
  acceptsKeys: boolean;
}

/** Thrown for settings that expose the server. The message is for the person at the terminal. */
export class UnsafeSettingsError extends Error {
  override readonly name = "UnsafeSettingsError";
}

/** Minimum length of the token, in characters: 128 bits in hexadecimal. */
const minTokenLength = 32;

/** Throws {@link UnsafeSettingsError} when other machines can reach the server without a token or allowed names. */
export function assertSafe({ host, allowedHosts, token, tokenIssuer }: HttpSettings): void {
  if (token !== undefined && tokenIssuer !== undefined) {
    throw new UnsafeSettingsError("--issuer and RALLLY_MCP_TOKEN exclude each other");
  }
  if (token !== undefined && token.length < minTokenLength) {
    throw new UnsafeSettingsError(`RALLLY_MCP_TOKEN must have at least ${minTokenLength} characters`);
  }
  if (token !== undefined && !/^[!-~]+$/u.test(token)) {
    throw new UnsafeSettingsError("RALLLY_MCP_TOKEN must have no spaces and only ASCII characters");
  }
  if (isLoopback(host)) return;
  if (allowedHosts.length === 0) {
    throw new UnsafeSettingsError(
      `--host ${host} needs --allowed-host: a host name of the server, as clients send it`,
    );
  }
  if (token === undefined && tokenIssuer === undefined) {
    throw new UnsafeSettingsError(
      `--host ${host} needs RALLLY_MCP_TOKEN: a token that clients must send; or --issuer`,
    );
  }
}

/** All host names that requests may have: the loopback names and the allowed ones. */
export function hostNames({ allowedHosts }: HttpSettings): string[] {
  return ["localhost", "127.0.0.1", "[::1]", ...allowedHosts];
}

/**
 * Parses a host name into the form that browsers send in `Host` and `Origin`: lower case, punycode, IPv6 in brackets.
 * Undefined for other text, such as a URL, a name with a port, or a wildcard.
 */
export function parseHostName(text: string): string | undefined {
  const bracketed = text.includes(":") && !text.startsWith("[") ? `[${text}]` : text;
  if (!/^(?:\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)$/iu.test(bracketed))
    return undefined;
  try {
    return new URL(`http://${bracketed}`).hostname;
  } catch {
    return undefined;
  }
}
