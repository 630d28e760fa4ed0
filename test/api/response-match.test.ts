/** A response is compared with its request: another request's response is never returned as this one's. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { apiKey, body, getRejection, poll, reply, scriptClient } from "./scripted.ts";

const servers: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(() => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

const results = {
  kind: "date",
  status: "open",
  participantCount: 0,
  highScore: 0,
  options: [{ id: "o1", date: "2027-03-01", votes: [], score: 0, isTopChoice: false }],
};
const participant = {
  name: "Ada",
  email: null,
  createdAt: "2027-02-01T08:00:00.000Z",
  availability: [],
};

/** The right response to a request, as raw HTTP. */
function rightResponse(method: string, path: string): string {
  const [, , , pollId = "", what, id = ""] = path.split(/[/?]/);
  const data =
    method === "DELETE"
      ? { id: pollId, deleted: true }
      : what === "results"
        ? { ...results, pollId }
        : what === "participants"
          ? id
            ? { ...participant, id }
            : [{ ...participant, id: `of ${pollId}` }]
          : { ...poll, id: pollId };
  const text = JSON.stringify({ data });
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

/**
 * A server whose kept connections are off by one: after each connection's first response it sends another one at the next
 * request, so that every later request gets the response to the preceding one.
 */
async function serveOffByOne(): Promise<{ url: string; connections: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    let behind: string | undefined;
    socket.on("data", (chunk) => {
      const [method = "", path = ""] = String(chunk).split(" ");
      const right = rightResponse(method, path);
      socket.write(behind ?? right);
      behind = right;
    });
  });
  servers.push({ server, sockets });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, connections: () => sockets.size };
}

describe("on connections that are off by one", () => {
  const connect = (baseUrl: string, attempts = 3) =>
    createClient({ apiKey, baseUrl, attempts, backoffMs: 1, reconcileDelaysMs: [] });
  const ids = Array.from({ length: 100 }, (_, index) => `poll${index}`);

  it("100 sequential reads return their own polls", async () => {
    const { url } = await serveOffByOne();
    const client = connect(url);
    for (const pollId of ids) expect((await client.getPoll({ pollId })).data.id).toBe(pollId);
  });

  it("100 parallel reads return their own polls", async () => {
    const { url } = await serveOffByOne();
    const client = connect(url);
    const polls = await Promise.all(ids.map((pollId) => client.getPoll({ pollId })));
    expect(polls.map(({ data }) => data.id)).toEqual(ids);
  });

  it("no read with one attempt returns another one's data, for every operation", async () => {
    const { url } = await serveOffByOne();
    const client = connect(url, 1);
    let failures = 0;
    for (const pollId of ids.slice(0, 20)) {
      const participantId = `u-${pollId}`;
      const read = await Promise.allSettled([
        client.getPoll({ pollId }).then(({ data }) => expect(data.id).toBe(pollId)),
        client.getPollResults({ pollId }).then(({ data }) => expect(data.pollId).toBe(pollId)),
        client
          .getParticipant({ pollId, participantId })
          .then(({ data }) => expect(data.id).toBe(participantId)),
        client.listParticipants({ pollId }).then(({ data }) => expect(data[0]?.id).toBe(`of ${pollId}`)),
        client.deletePoll({ pollId }).then(({ data }) => expect(data.id).toBe(pollId)),
      ]);
      for (const result of read) {
        if (result.status === "fulfilled") continue;
        failures += 1;
        expect(result.reason).toMatchObject({ name: "UnknownOutcomeError", issues: [expect.anything()] });
      }
    }
    expect(failures).toBeGreaterThan(0);
  });

  it("a connection that gave a wrong response carries no further request", async () => {
    const { url, connections } = await serveOffByOne();
    const client = connect(url, 1);
    await client.getPoll({ pollId: "one" });
    // The connection is free only when the end of the response has been read.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await getRejection(client.getPoll({ pollId: "two" }))).toMatchObject({
      message:
        "The response does not belong to GET /polls/{pollId}: data.id: differs from the requested pollId.",
      issues: [{ path: "data.id", message: "differs from the requested pollId" }],
      outcome: "unknown",
    });
    expect(connections()).toBe(1);
    expect((await client.getPoll({ pollId: "three" })).data.id).toBe("three");
    expect(connections()).toBe(2);
  });
});

describe("a response that belongs to another request", () => {
  const pollId = poll.id;
  const other = { ...poll, id: "p2", title: "Another poll" };
  it("is not returned by a read", async () => {
    const { client } = scriptClient([reply(200, { data: other })]);
    expect(await getRejection(client.getPoll({ pollId }))).toMatchObject({ outcome: "unknown", attempts: 3 });
    const counts = scriptClient([reply(200, { data: { ...results, pollId: "p2" } })]).client;
    expect(await getRejection(counts.getPollResults({ pollId }))).toMatchObject({ outcome: "unknown" });
    const people = scriptClient([reply(200, { data: { ...participant, id: "u2" } })]).client;
    expect(await getRejection(people.getParticipant({ pollId, participantId: "u1" }))).toMatchObject({
      outcome: "unknown",
    });
  });

  it("is replaced by the right one of the next attempt, on a new connection", async () => {
    const { client, requests } = scriptClient([reply(200, { data: other }), reply(200, { data: poll })]);
    expect((await client.getPoll({ pollId })).data.id).toBe(pollId);
    expect(requests.map(({ ownConnection }) => ownConnection)).toEqual([false, true]);
  });

  it("closes its connection if the transport can", async () => {
    const closed: string[] = [];
    const step = (data: unknown) => ({
      ...reply(200, { data }),
      closeConnection: () => closed.push(JSON.stringify(data)),
    });
    const { client } = scriptClient([step(other), step({}), step(poll)]);
    await getRejection(client.getPoll({ pollId }));
    await client.getPoll({ pollId });
    expect(closed).toHaveLength(2);
  });

  it("leaves a deletion unknown, which is retried", async () => {
    const { client, log } = scriptClient([reply(200, { data: { id: "p2", deleted: true } })]);
    expect(await getRejection(client.deletePoll({ pollId }))).toMatchObject({
      outcome: "unknown",
      attempts: 3,
    });
    expect(log()).toHaveLength(3);
  });

  it("is detected for a page of polls", async () => {
    const page = (polls: unknown[]) => reply(200, { data: polls, nextCursor: null });
    const open = scriptClient([page([{ ...poll, status: "canceled" }])]).client;
    expect(await getRejection(open.listPolls({ status: "open" }))).toMatchObject({
      issues: [{ path: "data.0.status", message: "differs from the requested status" }],
    });
    const one = scriptClient([page([poll, other])]).client;
    expect(await getRejection(one.listPolls({ limit: 1 }))).toMatchObject({
      issues: [{ path: "data", message: "has more polls than requested" }],
    });
    // An open poll closes by itself.
    const closing = scriptClient([page([{ ...poll, status: "closed" }])]).client;
    expect((await closing.listPolls({ status: "open" })).data).toHaveLength(1);
  });

  it("starts the search for a lost create", async () => {
    const made = { ...poll, id: "p3" };
    const { client, log } = scriptClient([
      reply(201, { data: other }),
      reply(200, { data: [made, other], nextCursor: null }),
    ]);
    expect(await client.createPoll(body)).toEqual({ data: made, recovered: true });
    expect(log()).toEqual(["POST /v1/polls", "GET /v1/polls?limit=100"]);
  });

  it("leaves a create unknown, with the fields that differ, if no poll is found", async () => {
    const { client } = scriptClient([
      reply(201, { data: other }),
      reply(200, { data: [other], nextCursor: null }),
    ]);
    const error = await getRejection(client.createPoll(body));
    expect(error).toMatchObject({
      outcome: "unknown",
      issues: [{ path: "data.title", message: "differs from the request" }],
    });
    expect(String(error)).toMatch(/data\.title: differs from the request\. The poll may or may not exist\./);
    expect(String(error)).not.toContain("Another poll");
  });
});
