import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorStatus } from "./errors.ts";
import type { StandardFault } from "./faults.ts";
import type { Reply } from "./http.ts";
import { jsonReply, send } from "./http.ts";

const staleConnections = new WeakSet<Socket>();

/** Whether a `staleConnection` fault marked this connection, so that its next request resets it. */
export const isStale = (socket: Socket): boolean => staleConnections.has(socket);

/** Sends a reply with a delivery fault; with other faults, sends it unchanged. `date` as in `send`. */
export function sendWithFault(
  response: ServerResponse,
  reply: Reply,
  fault: StandardFault,
  date: number,
): void {
  const { socket } = response.req;
  switch (fault.kind) {
    case "reset":
    case "refuse":
      socket.resetAndDestroy();
      return;
    case "hang":
      return;
    case "hang-midway":
      startHalf(response, reply, date);
      return;
    case "truncate":
      startHalf(response, reply, date, () => socket.destroy());
      return;
    case "slow":
      sendSlowly(response, reply, date, fault.everyMs ?? 20);
      return;
    case "huge":
      void sendHuge(response, fault.bytes, date);
      return;
    case "staleConnection":
      staleConnections.add(socket);
      send(response, reply, date);
      return;
    case "skew":
      send(response, reply, date + fault.offsetMs);
      return;
    default:
      send(response, reply, date);
  }
}

function writeHead(response: ServerResponse, reply: Reply, date: number): void {
  response.writeHead(reply.status, {
    Date: new Date(date).toUTCString(),
    ...reply.headers,
    "Content-Length": Buffer.byteLength(reply.body),
  });
}

function startHalf(response: ServerResponse, reply: Reply, date: number, onSent = () => {}): void {
  writeHead(response, reply, date);
  const bytes = Buffer.from(reply.body);
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), onSent);
}

function sendSlowly(response: ServerResponse, reply: Reply, date: number, everyMs: number): void {
  writeHead(response, reply, date);
  const bytes = Buffer.from(reply.body);
  let sent = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    if (sent < bytes.length) return;
    clearInterval(timer);
    response.end();
  }, everyMs);
  response.on("close", () => clearInterval(timer));
}

async function sendHuge(response: ServerResponse, bytes: number, date: number): Promise<void> {
  response.writeHead(200, { Date: new Date(date).toUTCString(), "Content-Type": "application/json" });
  const closed = new Promise<void>((resolve) => response.once("close", () => resolve()));
  response.write('{"data":"');
  const piece = "x".repeat(65_536);
  for (let sent = 11; sent < bytes && !response.destroyed; sent += piece.length) {
    // Waits for the reader, so that a huge response does not fill the memory.
    const full = !response.write(piece.slice(0, bytes - sent));
    if (full) await Promise.race([new Promise((resolve) => response.once("drain", resolve)), closed]);
  }
  response.end('"}');
}

const renderPage = (text: string) =>
  `<!doctype html><html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>`;
const htmlReply = (status: number, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { "Content-Type": "text/html", ...headers },
  body: renderPage(`Error ${status}`),
});

/** Applies a fault that changes the reply. Delivery faults return it unchanged. */
export function applyReplyFault(reply: Reply, fault: StandardFault): Reply {
  switch (fault.kind) {
    case "status": {
      const headers = fault.retryAfter === undefined ? {} : { "Retry-After": fault.retryAfter };
      if (fault.html) return htmlReply(fault.status, headers);
      const error = { code: getErrorCode(fault.status), message: "A fault of the sandbox." };
      return jsonReply(fault.status, { error }, headers);
    }
    case "redirect": {
      const { status = 302, location = "https://elsewhere.example.com/v1/polls" } = fault;
      return { status, headers: { Location: location }, body: "" };
    }
    case "empty":
      return { status: 204, headers: {}, body: "" };
    case "html":
      return htmlReply(200);
    case "notJson":
      return { ...reply, status: 200, body: reply.body.slice(0, reply.body.length / 2) };
    case "missingFields":
      return jsonReply(200, {});
    case "contentType":
      return { ...reply, headers: { ...reply.headers, "Content-Type": fault.value ?? "text/plain" } };
    default:
      return reply;
  }
}

// The first code of the contract with this status, or a code of the same class.
function getErrorCode(status: number): string {
  const known = Object.entries(errorStatus).find(([, listed]) => listed === status);
  return known?.[0] ?? (status < 500 ? "VALIDATION_ERROR" : "INTERNAL_ERROR");
}
