/** Informational responses (1xx) before the final one, over a real socket, as content delivery networks send them. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { apiKey, body, poll } from "./scripted.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const hints = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\n\r\n";
const processing = "HTTP/1.1 102 Processing\r\n\r\n";
const proceed = "HTTP/1.1 100 Continue\r\n\r\n";

/** A server that sends these bytes before each final response, in one piece or byte by byte. */
async function serve(informational: string, bytewise = false): Promise<string> {
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
      void respond(socket, informational + finalResponse(method, path), bytewise);
    });
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function respond(socket: Socket, text: string, bytewise: boolean): Promise<void> {
  for (const piece of bytewise ? text : [text]) {
    socket.write(piece);
    if (bytewise) await new Promise((resolve) => setImmediate(resolve));
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
