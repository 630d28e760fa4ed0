import type { Socket } from "node:net";

/** An informational response has a short head. A longer one is left to the HTTP parser. */
const maxHeadBytes = 16 * 1024;

/** The replacement: a response that the HTTP parser always skips. */
const processing = Buffer.from("HTTP/1.1 102 Processing\r\n\r\n");

/**
 * Replaces informational responses in what a socket receives by a bare `102 Processing`. A server may send them at any time
 * (RFC 9110, 15.2), but undici fails on a 100, and on one with `Connection: close` or in HTTP/1.0. They are not removed,
 * because they show that the server is not silent. A 101 stays as it is. Returns the same socket.
 * Expects one request at a time on the socket (no pipelining).
 */
export function normalizeInformational<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  // The start of a response as far as it was received; undefined while a body is read.
  let head: Buffer | undefined;
  socket.write = ((...args: Parameters<typeof write>) => {
    head ??= Buffer.alloc(0);
    return write(...args);
  }) as typeof write;
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (head === undefined || chunk === null) return chunk;
    const { passed, rest } = splitInformational(head.length === 0 ? chunk : Buffer.concat([head, chunk]));
    head = rest;
    return passed.length > 0 ? passed : null;
  };
  return socket;
}

/** Replaces complete informational responses. `rest` is undefined once a final response has begun. */
function splitInformational(received: Buffer): { passed: Buffer; rest: Buffer | undefined } {
  const passed: Buffer[] = [];
  let rest = received;
  while (true) {
    const head = skipEmptyLines(rest);
    if (!mayBeInformational(head)) break;
    const end = head.indexOf("\r\n\r\n");
    if ((end < 0 ? head.length : end) > maxHeadBytes) break;
    if (end < 0) return { passed: Buffer.concat(passed), rest: head };
    passed.push(processing);
    rest = head.subarray(end + 4);
  }
  return { passed: passed.length === 0 ? rest : Buffer.concat([...passed, rest]), rest: undefined };
}

function skipEmptyLines(received: Buffer): Buffer {
  let start = 0;
  while (received[start] === 0x0d || received[start] === 0x0a) start += 1;
  return start === 0 ? received : received.subarray(start);
}

// Also true for the first bytes of a head that does not show its whole status yet.
function mayBeInformational(head: Buffer): boolean {
  const text = head.toString("latin1", 0, 12);
  if (text.length === 12) return /^HTTP\/1\.[01] 1\d\d/.test(text) && !text.endsWith("101");
  return ["HTTP/1.1 1", "HTTP/1.0 1"].some((start) => start.startsWith(text.slice(0, 10)));
}
