/** The client in Node: real connections to servers on loopback. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { RequestListener, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ClientOptions, createClient } from "../../src/api/index.ts";
import { createClient as createWebClient } from "../../src/api/web.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { findPort } from "../programs.ts";
import { apiKey, body, failure, poll } from "./harness.ts";
import { asService, cert, key, listen, serve } from "./servers.ts";

const clients: [name: string, open: (options: ClientOptions) => ReturnType<typeof createClient>][] = [
  ["undici", (options) => createClient({ apiKey, ...options })],
  ["the platform's fetch", (options) => createWebClient({ apiKey, ...options })],
];

const json = JSON.stringify({ data: poll });
const compressed = { gzip: gzipSync(json), br: brotliCompressSync(json), deflate: deflateSync(json) };

describe.each(clients)("over %s", (name, open) => {
  it("a poll lives through creation, votes and deletion", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    onTestFinished(() => sandbox.close());
    const client = open({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
    const { data: created } = await client.createPoll(body);
    const [option] = created.options;
    const { id: participantId } = sandbox.vote(created.id, {
      name: "Ada",
      choices: { [option?.id ?? ""]: "yes" },
    });
    expect((await client.listPolls()).data.map(({ id }) => id)).toEqual([created.id]);
    expect((await client.getPoll({ pollId: created.id })).data.participantCount).toBe(1);
    const { data: results } = await client.getPollResults({ pollId: created.id });
    expect(results.options[0]?.votes[0]).toEqual({ type: "yes", count: 1 });
    const { data: people } = await client.listParticipants({ pollId: created.id });
    const { data: person } = await client.getParticipant({ pollId: created.id, participantId });
    expect(people).toEqual([person]);
    expect((await client.getOpenApi()).paths).toHaveProperty("/v1/polls");
    expect((await client.deletePoll({ pollId: created.id })).data).toEqual({ id: created.id, deleted: true });
    expect((await failure(client.getPoll({ pollId: created.id }))).code).toBe("POLL_NOT_FOUND");
  });

  it.each<[string, RequestListener, object]>([
    [
      "a connection that is closed before the response",
      (request) => request.socket.destroy(),
      { outcome: "unknown" },
    ],
    [
      "a body that ends early",
      (request, response) => {
        response.writeHead(200, { "content-length": "1000" }).write("{");
        setImmediate(() => request.socket.destroy());
      },
      { outcome: "unknown", status: 200, message: "The response was cut short." },
    ],
    ["silence", () => {}, { outcome: "unknown", code: "DEADLINE_EXCEEDED" }],
    [
      "a body without an end",
      (_, response) => response.writeHead(200).write("{"),
      { outcome: "unknown", code: "DEADLINE_EXCEEDED" },
    ],
    [
      "a response of more than 5 MiB",
      (_, response) => response.writeHead(200).end(Buffer.alloc(6_000_000, " ")),
      { outcome: "unknown", message: "The response is too large." },
    ],
    [
      "a redirect, which is not followed",
      (_, response) => response.writeHead(307, { location: "/v1/polls/other?token=1" }).end(),
      {
        outcome: "unknown",
        code: "NOT_THE_API",
        message: expect.stringMatching(/^The service's address redirects to another path \(307\)\./),
      },
    ],
    [
      "a status without a body",
      (_, response) => response.writeHead(204).end(),
      { outcome: "unknown", status: 204, code: "NOT_THE_API" },
    ],
    [
      "a status without a body that has one",
      (_, response) => response.writeHead(205, { "content-length": "1000000" }).end(" ".repeat(1_000_000)),
      { outcome: "unknown", code: expect.anything() },
    ],
    [
      "a status that does not exist",
      (_, { socket }) => socket?.end("HTTP/1.1 999 Denied\r\ncontent-length: 0\r\n\r\n"),
      { outcome: "unknown", ...(name === "undici" && { status: 999 }) },
    ],
    [
      "a response that is not HTTP",
      (_, { socket }) => socket?.end("SSH-2.0-x\r\n"),
      {
        outcome: "unknown",
        code: "NOT_THE_API",
        message: expect.stringMatching(
          /^Something else responds, not the API \(not in HTTP\)\. Check the base URL/,
        ),
      },
    ],
    [
      "another protocol",
      (_, { socket }) =>
        socket?.write("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
      { outcome: "unknown" },
    ],
    [
      "a compressed body that ends early",
      (_, response) =>
        response.writeHead(200, { "content-encoding": "br" }).end(compressed.br.subarray(0, -9)),
      { outcome: "unknown", status: 200 },
    ],
    [
      "a compressed body that unfolds to more than 5 MiB",
      (_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(20_000_000, " "))),
      { outcome: "unknown", message: "The response is too large." },
    ],
    [
      "a compressed error of the service",
      (_, response) =>
        response
          .writeHead(404, { "content-encoding": "gzip" })
          .end(gzipSync('{"error":{"code":"POLL_NOT_FOUND","message":"No poll"}}')),
      { outcome: "refused", code: "POLL_NOT_FOUND" },
    ],
  ])("%s fails truly", async (_, handle, expected) => {
    const { baseUrl, requests } = await serve(handle);
    const timeoutMs = "code" in expected && expected.code === "DEADLINE_EXCEEDED" ? 1500 : 15_000;
    const client = open({ baseUrl, attempts: 1, timeoutMs });
    expect(await failure(client.getPoll({ pollId: "p1" }))).toMatchObject(expected);
    expect(requests.length).toBe(1);
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ...Object.entries(compressed).map(
      ([encoding, bytes]): [string, (response: ServerResponse) => unknown] => [
        `compressed with ${encoding}`,
        (response) => response.writeHead(200, { "content-encoding": encoding }).end(bytes),
      ],
    ),
    [
      "after early hints",
      (response) => {
        response.writeEarlyHints({ link: "</style.css>; rel=preload" });
        response.writeHead(200).end(json);
      },
    ],
    [
      "with repeated fields and letters of Latin 1",
      (response) => response.writeHead(200, { "set-cookie": ["a=1", "b=2"], server: "caf\u00e9" }).end(json),
    ],
    [
      "in chunks with trailers",
      (response) => {
        response.writeHead(200, { trailer: "x-checksum" }).write(json);
        response.addTrailers({ "x-checksum": "1" });
        response.end();
      },
    ],
  ])("a response %s is read", async (_, respond) => {
    const { baseUrl } = await serve((_, response) => respond(response));
    expect((await open({ baseUrl }).getPoll({ pollId: "p1" })).data).toEqual(poll);
  });

  it("the service is told which compressions are read, and how long the body is in bytes", async () => {
    let sent: Record<string, unknown> = {};
    const { baseUrl } = await serve((request, response) => {
      sent = request.headers;
      asService(request, response);
    });
    await open({ baseUrl }).createPoll({ ...body, title: "Café 🎉" });
    const bytes = Buffer.byteLength(JSON.stringify({ ...body, title: "Café 🎉" }));
    expect(sent).toMatchObject({ "content-length": `${bytes}`, "content-type": "application/json" });
    expect(sent["accept-encoding"]).toMatch(name === "undici" ? /^gzip, br$/ : /gzip/);
  });

  it("a large list of participants is accepted", async () => {
    const { baseUrl } = await serve((_, response) =>
      response.writeHead(200).end(`{"data":[]${" ".repeat(6_000_000)}}`),
    );
    expect((await open({ baseUrl }).listParticipants({ pollId: "p1" })).data).toEqual([]);
  });

  it("a port at which nobody listens proves that nothing was sent", async () => {
    const baseUrl = `http://127.0.0.1:${await findPort()}/v1`;
    const error = await failure(open({ baseUrl, attempts: 1 }).createPoll(body));
    expect(error).toMatchObject({ outcome: "not-sent", code: "ECONNREFUSED" });
    expect(error.message).toMatch(/^The connection was refused \(ECONNREFUSED\)\. Check the host/);
  });

  it("a certificate that nobody trusts is named", async () => {
    const port = await listen(createTlsServer({ cert, key }, asService));
    const error = await failure(
      open({ baseUrl: `https://127.0.0.1:${port}/v1`, attempts: 1 }).createPoll(body),
    );
    expect(error).toMatchObject({ outcome: "not-sent", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect(error.message).toContain("NODE_EXTRA_CA_CERTS");
  });
});

it("a subscriber of undici's diagnostics sees every request", async () => {
  const seen: string[] = [];
  const record = (message: unknown) => {
    const { method, path } = (message as { request: { method: string; path: string } }).request;
    seen.push(`${method} ${path}`);
  };
  subscribe("undici:request:create", record);
  onTestFinished(() => void unsubscribe("undici:request:create", record));
  const { baseUrl } = await serve(asService);
  const client = createClient({ apiKey, baseUrl });
  await client.getPoll({ pollId: "p1" });
  await client.createPoll(body);
  expect(seen).toEqual(["GET /v1/polls/p1", "POST /v1/polls"]);
});

it.each<[string, string, (socket: Socket) => unknown]>([
  ["TLS", "https", () => {}],
  ["the response", "http", () => {}],
  ["the body", "http", (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{")],
])("a call that is aborted while it waits for %s closes its connection", async (_, scheme, respond) => {
  const controller = new AbortController();
  const reason = new Error("changed my mind");
  const closed = Promise.withResolvers<void>();
  const server = createTcpServer((socket) => {
    socket.on("error", () => {}).on("close", () => closed.resolve());
    socket.once("data", () => {
      respond(socket);
      setImmediate(() => controller.abort(reason));
    });
  });
  const client = createClient({ apiKey, baseUrl: `${scheme}://127.0.0.1:${await listen(server)}/v1` });
  const call = client.getPoll({ pollId: "p1" }, { signal: controller.signal });
  await expect(call).rejects.toBe(reason);
  await closed.promise;
});

it("a body that is too large is not read on", async () => {
  let sent = 0;
  const { baseUrl } = await serve((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1_000_000, " "))) sent += 1;
    };
    write();
    response.on("drain", write);
  });
  const error = await failure(createClient({ apiKey, baseUrl }).listPolls());
  expect(error.message).toBe("The response is too large.");
  expect(sent).toBeLessThan(100);
});

it("reads share a connection, and each create has its own", async () => {
  const { baseUrl, requests } = await serve(asService);
  const client = createClient({ apiKey, baseUrl });
  for (const title of ["A", "B"]) {
    await client.getPoll({ pollId: "p1" });
    await client.createPoll({ ...body, title });
  }
  expect(requests).toEqual([
    { method: "GET", connection: 0 },
    { method: "POST", connection: 1 },
    { method: "GET", connection: 0 },
    { method: "POST", connection: 2 },
  ]);
});

it("a create that is aborted before its connection is open rejects with the reason, and sends nothing", async () => {
  const { baseUrl, requests } = await serve(asService);
  const client = createClient({ apiKey, baseUrl });
  const reason = new Error("changed my mind");
  for (const turns of [0, 1, 5]) {
    const controller = new AbortController();
    const call = client.createPoll({ ...body, title: `After ${turns}` }, { signal: controller.signal });
    call.catch(() => {});
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  }
  expect(requests).toEqual([]);
});
