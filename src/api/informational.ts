import type { Socket } from "node:net";

/** Headers of an informational response are short; a longer head is left to the HTTP parser. */
const maxHeadBytes = 16 * 1024;

/**
 * Removes `100 Continue` responses from what a socket receives. HTTP allows a server to send them unasked (RFC 9110,
 * 15.2), but undici treats one as an error. Other informational responses stay. Returns the same socket. Expects one
 * request at a time on the socket (no pipelining).
 */
export function skipContinue<S extends Socket>(socket: S): S {
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
    const { passed, rest } = splitInformational(Buffer.concat([head, chunk]));
    head = rest;
    return passed.length > 0 ? passed : null;
  };
  return socket;
}

/** Splits off complete informational responses without the 100s. `rest` is undefined once a final response has begun. */
function splitInformational(received: Buffer): { passed: Buffer; rest: Buffer | undefined } {
  const passed: Buffer[] = [];
  let rest = received;
  while (mayBeInformational(rest) && rest.length < maxHeadBytes) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return { passed: Buffer.concat(passed), rest };
    const status = rest.toString("latin1", 9, 12);
    if (status !== "100") passed.push(rest.subarray(0, end + 4));
    rest = rest.subarray(end + 4);
  }
  return { passed: Buffer.concat([...passed, rest]), rest: undefined };
}

// Also true for the first bytes of a head that does not show its status yet.
function mayBeInformational(head: Buffer): boolean {
  const text = head.toString("latin1", 0, 10);
  return "HTTP/1.1 1".startsWith(text) || "HTTP/1.0 1".startsWith(text);
}
