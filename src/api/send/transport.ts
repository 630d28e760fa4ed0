/** What carries a request: undici in Node, a fetch elsewhere. */
import type { Fetch } from "../types/client.ts";

/** A request. The headers contain the key. */
export interface HttpRequest {
  method: "GET" | "POST" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** A response whose body has not been read. */
export interface Reply {
  status: number;
  /** A header, by its name in lower case. */
  header(name: string): string | undefined;
  /** The body as text, or undefined if it has more bytes. */
  read(maxBytes: number): Promise<string | undefined>;
}

/** Sends a request. Calls `onOpen` when a connection is open: what fails before had no effect. */
export type Transport = (request: HttpRequest, signal: AbortSignal, onOpen: () => void) => Promise<Reply>;

/** A transport over a fetch, which does not tell when its connection is open. */
export function overFetch(fetch: Fetch): Transport {
  return async ({ url, method, headers, body }, signal, onOpen) => {
    onOpen();
    const init = { method, headers, signal, redirect: "manual" } as const;
    // Deno repeats a text after a reset, but not a stream. Bun opens a connection for a request without keepalive.
    const isDeno = "Deno" in globalThis;
    const sent = isDeno && body ? { body: new Blob([body]).stream(), duplex: "half" as const } : { body };
    const withBody = { ...init, ...sent, keepalive: false };
    const response = await fetch(url, body === undefined ? init : withBody);
    // A mock of a fetch may return something else.
    if (typeof response?.headers?.get !== "function") throw new Error("it resolved to no Response");
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      read: (maxBytes) => readText(response.body, maxBytes),
    };
  };
}

/** The text of a body, or undefined if it has more bytes. */
export async function readText(body: Response["body"], maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    size += chunk.value.byteLength;
    if (size > maxBytes) {
      reader?.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}
