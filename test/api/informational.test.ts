/** Informational responses (1xx) before the final one, over a real socket, as content delivery networks send them. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createClient, createUndiciTransport, RefusedError } from "../../src/api/index.ts";
import { apiKey, body, getRejection, poll } from "./scripted.ts";
import { createRequest } from "./transport-request.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const hints = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\n\r\n";
const processing = "HTTP/1.1 102 Processing\r\n\r\n";
const proceed = "HTTP/1.1 100 Continue\r\n\r\n";

/** A server that sends these bytes before each final response, in one piece or byte by byte. */
const serve = (informational: string, bytewise = false): Promise<string> =>
  startServer((method, path) => {
    const text = informational + finalResponse(method, path);
    return bytewise ? [...text] : [text];
  });

/** A server that sends the pieces that `toPieces` returns for each request. */
async function startServer(toPieces: (method: string, path: string) => string[]): Promise<string> {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on("error", () => {});
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
      const head = received.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (head < 0 || received.length < head + 4 + length) return;
      const [method = "", path = ""] = received.split(" ");
      received = "";
      void respond(socket, toPieces(method, path));
    });
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function respond(socket: Socket, pieces: string[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece);
    if (pieces.length > 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

function finalResponse(method: string, path: string): string {
  const [status, json] =
    method === "POST"
      ? ["201 Created", { data: poll }]
      : method === "DELETE"
        ? ["200 OK", { data: { id: poll.id, deleted: true } }]
        : path.startsWith("/v1/polls?")
          ? ["200 OK", { data: [poll], nextCursor: null }]
          : ["200 OK", { data: poll }];
  const text = JSON.stringify(json);
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

describe("a client behind a server that sends informational responses", () => {
  it.each([
    ["103", hints],
    ["102", processing],
    ["100", proceed],
    ["several, with Link headers", proceed + processing + hints + hints],
    ["one without a reason phrase", "HTTP/1.1 103\r\nX-Any: 1\r\n\r\n"],
    ["103 with Connection: close", hints.replace("\r\n", "\r\nConnection: close\r\n")],
    ["103 with a length", hints.replace("\r\n", "\r\nContent-Length: 5\r\n")],
    ["103 of HTTP/1.0", hints.replace("1.1", "1.0")],
    ["100 of HTTP/1.0", proceed.replace("1.1", "1.0")],
    ["an empty line before 100", `\r\n${proceed}`],
    ["empty lines between", `${hints}\r\n\r\n${proceed}\r\n`],
    ["an unknown one", "HTTP/1.1 199 Other\r\n\r\n"],
    ["an empty line and nothing else", "\r\n"],
  ])("gets every final response: %s", async (_name, informational) => {
    for (const bytewise of [false, true]) {
      const client = createClient({
        apiKey,
        baseUrl: await serve(informational, bytewise),
        attempts: 1,
        reconcileDelaysMs: [],
      });
      const pollId = poll.id;
      await expect(client.createPoll(body)).resolves.toEqual({ data: poll });
      for (let turn = 0; turn < 3; turn += 1)
        await expect(client.getPoll({ pollId })).resolves.toEqual({ data: poll });
      await expect(client.listPolls({ limit: 1 })).resolves.toMatchObject({ data: [poll] });
      await expect(client.deletePoll({ pollId })).resolves.toMatchObject({ data: { deleted: true } });
    }
  });
});

describe("a large final response after informational responses", () => {
  const closing = hints.replace("\r\n", "\r\nConnection: close\r\n");
  const kinds: [string, string][] = [
    ["100", proceed],
    ["103 with Connection: close", closing],
    ["103 of HTTP/1.0", hints.replace("1.1", "1.0")],
    ["103 and 100", hints + proceed],
    ["long ones, together over the limit of one", `${closing.replace("b.js", "b".repeat(9_000))}`.repeat(3)],
  ];
  const final = (length: number) =>
    `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${"x".repeat(length)}`;

  it.each(kinds)("is read in one piece: %s", async (_, informational) => {
    for (const length of [1_000, 16_384, 20_000, 70_000, 200_000]) {
      const url = await startServer(() => [informational + final(length)]);
      const transport = createUndiciTransport({ idleTimeoutMs: 5_000 });
      for (const method of ["GET", "POST", "GET"] as const) {
        const { status, text } = await transport(createRequest(url, { method, maxResponseBytes: 1_000_000 }));
        expect([status, text.length]).toEqual([200, length]);
      }
    }
  });

  it.each(kinds)("is read if a head is split: %s", async (_, informational) => {
    const text = informational + final(70_000);
    const splits = [
      1,
      5,
      9,
      12,
      20,
      informational.length - 1,
      informational.length,
      informational.length + 9,
    ];
    for (const at of splits) {
      const url = await startServer(() => [text.slice(0, at), text.slice(at)]);
      const transport = createUndiciTransport({ idleTimeoutMs: 5_000 });
      const response = await transport(createRequest(url, { maxResponseBytes: 1_000_000 }));
      expect([response.status, response.text.length]).toEqual([200, 70_000]);
    }
  });

  it("shows why a create was refused", async () => {
    const text = JSON.stringify({ error: { code: "VALIDATION_ERROR", message: "x".repeat(17_000) } });
    const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
    const baseUrl = await startServer(() => [proceed + head + text]);
    const client = createClient({ apiKey, baseUrl, attempts: 1, reconcileDelaysMs: [] });
    expect(await getRejection(client.createPoll(body))).toBeInstanceOf(RefusedError);
  });
});

it("a response after many empty lines is read", async () => {
  const url = await startServer(() => ["\r\n".repeat(200_000) + finalResponse("GET", "/v1/polls/x")]);
  const transport = createUndiciTransport({ idleTimeoutMs: 5_000 });
  expect(await transport(createRequest(url))).toMatchObject({ status: 200 });
});
