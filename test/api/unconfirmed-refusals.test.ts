/** An error response does not name its request. On a reused connection it may be the response to the preceding request. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { apiKey, errorReply, getRejection, poll, scriptClient } from "./scripted.ts";

const servers: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(() => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

/** Polls whose id begins with P exist. With `offByOne`, each connection's first response comes twice. */
async function serve(offByOne: boolean) {
  const sockets = new Set<Socket>();
  const requests: { id: string; connection: number }[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    const connection = sockets.size;
    socket.on("error", () => {});
    let previous: string | undefined;
    socket.on("data", (chunk) => {
      const id = /\/polls\/(\w+)/.exec(String(chunk))?.[1] ?? "";
      requests.push({ id, connection });
      const [status, json] = id.startsWith("P")
        ? ["200 OK", { data: { ...poll, id } }]
        : ["404 Not Found", { error: { code: "POLL_NOT_FOUND", message: "No such poll" } }];
      const text = JSON.stringify(json);
      const right = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
      socket.write(previous ?? right);
      if (offByOne) previous = right;
    });
  });
  servers.push({ server, sockets });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const connect = (options = {}) => createClient({ apiKey, baseUrl, backoffMs: 1, ...options });
  return { connect, requests };
}

describe("a refusal on a kept connection", () => {
  it.each([1, 3])("is confirmed on a connection of its own, with %i attempts", async (attempts) => {
    const { connect } = await serve(true);
    const client = connect({ attempts });
    for (const pollId of ["M0", "P1", "M2", "P3", "M4", "M5", "P6", "P7", "M8", "P9"]) {
      const result = await client.getPoll({ pollId }).catch((error) => error);
      if (pollId.startsWith("P")) expect(result).toMatchObject({ data: { id: pollId } });
      else expect(result).toMatchObject({ name: "RefusedError", code: "POLL_NOT_FOUND" });
    }
  });

  it("costs one more request, once, and closes the connection", async () => {
    const { connect, requests } = await serve(false);
    const client = connect();
    await client.getPoll({ pollId: "P1" });
    expect(await getRejection(client.getPoll({ pollId: "M2" }))).toMatchObject({
      code: "POLL_NOT_FOUND",
      attempts: 2,
    });
    expect(requests.map(({ id }) => id)).toEqual(["P1", "M2", "M2"]);
    await client.getPoll({ pollId: "P3" });
    const closed = requests.slice(0, 2).map(({ connection }) => connection);
    for (const { connection } of requests.slice(2)) expect(closed).not.toContain(connection);
  });

  it("is confirmed without a wait", async () => {
    const kept = { ...errorReply(403, "SPACE_NOT_PRO"), reusedConnection: true };
    const { client, log, since } = scriptClient([kept, errorReply(403, "SPACE_NOT_PRO")], { attempts: 1 });
    expect(await getRejection(client.getPoll({ pollId: "p1" }))).toMatchObject({ code: "SPACE_NOT_PRO" });
    expect(log()).toHaveLength(2);
    expect(since()).toBe(0);
  });

  it("is confirmed once with a transport that reuses connections nevertheless", async () => {
    const kept = { ...errorReply(404, "POLL_NOT_FOUND"), reusedConnection: true };
    const { client, log } = scriptClient([kept]);
    expect(await getRejection(client.getPoll({ pollId: "p1" }))).toMatchObject({ code: "POLL_NOT_FOUND" });
    expect(log()).toHaveLength(2);
  });
});

describe("a refusal on a new connection", () => {
  it("costs one request", async () => {
    const { connect, requests } = await serve(false);
    expect(await getRejection(connect().getPoll({ pollId: "M1" }))).toMatchObject({ attempts: 1 });
    expect(requests.map(({ id }) => id)).toEqual(["M1"]);
  });
});
