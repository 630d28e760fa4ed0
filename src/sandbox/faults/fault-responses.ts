import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT as alreadySent } from "@hono/node-server/utils/response";
import { errorStatus } from "../errors.ts";
import type { Fault } from "../types.ts";

const staleConnections = new WeakSet<Socket>();

/** Whether a `staleConnection` fault marked this connection, so that its next request resets it. */
export const isStale = (socket: Socket): boolean => staleConnections.has(socket);

/** Applies a fault to a response: returns another one, or writes to the connection itself. */
export async function applyFault(response: Response, fault: Fault, outgoing: ServerResponse) {
  const { socket } = outgoing.req;
  switch (fault.kind) {
    case "respond":
      return replace(response, fault);
    case "slow":
      return new Response(splitSlowly(new Uint8Array(await response.arrayBuffer()), fault.everyMs), response);
    case "staleConnection":
      staleConnections.add(socket);
      return response;
    case "reset":
      socket.resetAndDestroy();
      return alreadySent;
    case "hang":
      return alreadySent;
    case "hang-midway":
      await sendHalf(response, outgoing);
      return alreadySent;
    case "truncate":
      await sendHalf(response, outgoing, () => socket.destroy());
      return alreadySent;
  }
}

/** The response with what the fault names. A status without a body brings the API's error, and below 400 none. */
function replace(response: Response, { status, headers = {}, body }: Fault): Response {
  const own = status === undefined ? response.body : status < 400 ? null : describeError(status);
  const hasBody = ![204, 205, 304].includes(status ?? response.status);
  const replaced = new Response(hasBody ? (body ?? own) : null, {
    status: status ?? response.status,
    headers: response.headers,
  });
  for (const [name, value] of Object.entries(headers)) replaced.headers.set(name, value);
  return replaced;
}

/** The API's error: the first code of the contract with this status, or one of the same class. */
function describeError(status: number): string {
  const known = Object.entries(errorStatus).find(([, listed]) => listed === status);
  const code = known?.[0] ?? (status < 500 ? "VALIDATION_ERROR" : "INTERNAL_ERROR");
  return JSON.stringify({ error: { code, message: "A fault of the sandbox." } });
}

/** Sends the headers and half of the body. */
async function sendHalf(response: Response, outgoing: ServerResponse, onSent = () => {}) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = { ...Object.fromEntries(response.headers), "Content-Length": bytes.length };
  outgoing.writeHead(response.status, headers);
  outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), onSent);
}

function splitSlowly(bytes: Uint8Array, everyMs = 20): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent === bytes.length) return controller.close();
      await setTimeout(everyMs);
      controller.enqueue(bytes.subarray(sent, ++sent));
    },
  });
}
