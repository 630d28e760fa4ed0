import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ReadableStream } from "node:stream/web";
import { setTimeout } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT as alreadySent } from "@hono/node-server/utils/response";
import { errorStatus } from "./errors.ts";
import type { Fault } from "./faults.ts";

const staleConnections = new WeakSet<Socket>();

/** Whether a `staleConnection` fault marked this connection, so that its next request resets it. */
export const isStale = (socket: Socket): boolean => staleConnections.has(socket);

/**
 * Applies a fault to a response: returns another one, or writes to the connection itself. `date` is the time of the
 * sandbox's clock in milliseconds since 1970.
 */
export async function applyFault(
  response: Response,
  fault: Fault,
  outgoing: ServerResponse,
  date: number,
): Promise<Response> {
  const { socket } = outgoing.req;
  switch (fault.kind) {
    case "status": {
      const retry = fault.retryAfter === undefined ? {} : { "Retry-After": fault.retryAfter };
      if (fault.html) return htmlResponse(fault.status, retry);
      const error = { code: findCode(fault.status), message: "A fault of the sandbox." };
      const body = [204, 205, 304].includes(fault.status) ? null : JSON.stringify({ error });
      return new Response(body, {
        status: fault.status,
        headers: { "Content-Type": "application/json", ...retry },
      });
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
    case "contentType":
      response.headers.set("Content-Type", fault.value ?? "text/plain");
      return response;
    case "skew":
      response.headers.set("Date", new Date(date + fault.offsetMs).toUTCString());
      return response;
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
      await sendHalf(response, outgoing, date);
      return alreadySent;
    case "truncate":
      await sendHalf(response, outgoing, date, () => socket.destroy());
      return alreadySent;
    case "slow":
      return sendSlowly(response, fault.everyMs ?? 20);
    case "huge":
      return sendHuge(fault.bytes);
  }
}

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
async function sendHalf(response: Response, outgoing: ServerResponse, date: number, onSent = () => {}) {
  const bytes = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    Date: new Date(date).toUTCString(),
    "Content-Length": bytes.length,
  });
  outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), onSent);
}

async function sendSlowly(response: Response, everyMs: number): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const listBytes = async function* () {
    for (const byte of bytes) {
      await setTimeout(everyMs);
      yield Uint8Array.of(byte);
    }
  };
  response.headers.set("Content-Length", String(bytes.length));
  return new Response(ReadableStream.from(listBytes()), response);
}

function sendHuge(bytes: number): Response {
  const piece = "x".repeat(65_536);
  const listPieces = function* () {
    yield '{"data":"';
    for (let sent = 11; sent < bytes; sent += piece.length) yield piece.slice(0, bytes - sent);
    yield '"}';
  };
  const body = ReadableStream.from(listPieces()).pipeThrough(new TextEncoderStream());
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}
