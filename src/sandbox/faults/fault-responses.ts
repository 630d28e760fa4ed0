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
    case "status": {
      const { status = 500, retryAfter } = fault;
      const retry = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
      if (fault.html) return htmlResponse(status, retry);
      const error = { code: findCode(status), message: "A fault of the sandbox." };
      const body = [204, 205, 304].includes(status) ? null : JSON.stringify({ error });
      return new Response(body, { status, headers: { ...json, ...retry } });
    }
    case "redirect": {
      const { status = 302, location = "https://elsewhere.example.com/v1/polls" } = fault;
      return new Response(null, { status, headers: { Location: location } });
    }
    case "empty":
      return new Response(null, { status: 204 });
    case "html":
      return htmlResponse(200);
    case "notJson": {
      const text = await response.text();
      return new Response(text.slice(0, text.length / 2), { headers: response.headers });
    }
    case "missingFields":
      return Response.json({});
    case "huge":
      return new Response(`{"data":"${"x".repeat(Math.max(0, (fault.bytes ?? 1e7) - 11))}"}`, {
        headers: json,
      });
    case "contentType":
      response.headers.set("Content-Type", fault.value ?? "text/plain");
      return response;
    case "skew": {
      const { offsetMs = 3_600_000 } = fault;
      const date = Date.parse(String(outgoing.getHeader("Date"))) + offsetMs;
      response.headers.set("Date", new Date(date).toUTCString());
      return response;
    }
    case "slow":
      return new Response(splitSlowly(new Uint8Array(await response.arrayBuffer()), fault.everyMs), response);
    case "staleConnection":
      staleConnections.add(socket);
      return response;
    case "reset":
    case "refuse":
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

const json = { "Content-Type": "application/json" };

function htmlResponse(status: number, headers: Record<string, string> = {}): Response {
  const title = `Error ${status}`;
  const page = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return new Response(page, { status, headers: { "Content-Type": "text/html", ...headers } });
}

// The first code of the contract with this status, or a code of the same class.
function findCode(status: number): string {
  const known = Object.entries(errorStatus).find(([, listed]) => listed === status);
  return known?.[0] ?? (status < 500 ? "VALIDATION_ERROR" : "INTERNAL_ERROR");
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
