/** A call that ends while its connection is being opened: nothing stays open, and no other call loses its connection. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createClient as createCoreClient, NotSentError } from "../../src/api/core.ts";
import { createUndiciTransport } from "../../src/api/index.ts";
import { useProxiedSandbox } from "./proxied-sandbox.ts";
import { body, getRejection } from "./scripted.ts";

const network = useProxiedSandbox();

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that accepts connections and calls `onData` with what arrives. It counts the connections that are open. */
async function startSilentServer(onData: (socket: Socket, text: string) => void = () => {}) {
  const open = new Set<Socket>();
  const silent = { url: "", open, accepted: 0, received: "" };
  const server = createServer((socket) => {
    silent.accepted += 1;
    open.add(socket);
    socket
      .on("error", () => {})
      .on("data", (chunk) => {
        silent.received += chunk;
        onData(socket, String(chunk));
      })
      .on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  silent.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return silent;
}

/** Waits for a condition. Without it the test times out. */
async function until(isMet: () => boolean) {
  while (!isMet()) await sleep(1);
}

const countSockets = () =>
  process.getActiveResourcesInfo().filter((name) => /^(?:TCP|TLS|Pipe|GetAddr)/.test(name)).length;

type Silent = Awaited<ReturnType<typeof startSilentServer>>;
const acceptTunnel = (socket: Socket, text: string) => {
  if (text.startsWith("CONNECT ")) socket.write("HTTP/1.1 200 OK\r\n\r\n");
};

describe.each<[string, () => Promise<Silent>, (silent: Silent) => Record<string, string>]>([
  ["a proxy that is silent", () => startSilentServer(), ({ url }) => ({ HTTPS_PROXY: url })],
  [
    "a proxy over TLS that is silent",
    () => startSilentServer(),
    ({ url }) => ({ HTTPS_PROXY: url.replace("http:", "https:") }),
  ],
  [
    "a tunnel whose other end is silent",
    () => startSilentServer(acceptTunnel),
    ({ url }) => ({ HTTPS_PROXY: url }),
  ],
])("while it waits for %s", (_, start, toEnvironment) => {
  const limits = { connectTimeoutMs: 600_000, deadlineMs: 600_000, attempts: 1 };

  it.each(["createPoll", "listPolls", "getPoll"] as const)(
    "%s that is aborted leaves nothing open",
    async (name) => {
      const silent = await start();
      const client = network.createClient(toEnvironment(silent), limits);
      const before = countSockets();
      const caller = new AbortController();
      const { signal } = caller;
      const reason = new Error("enough");
      const call = {
        createPoll: () => client.createPoll(body, { signal }),
        listPolls: () => client.listPolls({}, { signal }),
        getPoll: () => client.getPoll({ pollId: "p1" }, { signal }),
      }[name];
      const result = getRejection(call());
      await until(() => silent.received !== "");
      await sleep(20);
      expect(silent.open.size).toBe(1);
      caller.abort(reason);
      expect(await result).toBe(reason);
      await until(() => silent.open.size === 0);
      expect(countSockets()).toBeLessThanOrEqual(before);
      await sleep(20);
      expect(silent.accepted).toBe(1);
      expect(network.sandbox.requests).toEqual([]);
    },
  );

  it("a call whose deadline passes leaves nothing open", async () => {
    const silent = await start();
    const client = network.createClient(toEnvironment(silent), { ...limits, deadlineMs: 100 });
    const error = await getRejection(client.getPoll({ pollId: "p1" }));
    expect(error).toBeInstanceOf(NotSentError);
    await until(() => silent.accepted === 1 && silent.open.size === 0);
  });

  it("a call whose connection times out leaves nothing open", async () => {
    const silent = await start();
    const client = network.createClient(toEnvironment(silent), { connectTimeoutMs: 60, attempts: 2 });
    expect(await getRejection(client.createPoll(body))).toMatchObject({
      name: "NotSentError",
      code: expect.stringMatching(/CONNECT_TIMEOUT$/),
    });
    expect(silent.accepted).toBe(2);
    await until(() => silent.open.size === 0);
  });
});

it("an abort of one call leaves the connections of the others", async () => {
  const waiting: Socket[] = [];
  const silent = await startSilentServer((socket) => waiting.push(socket));
  const client = createCoreClient({
    apiKey: network.sandbox.apiKey,
    baseUrl: "http://polls.test/v1",
    allowHttp: true,
    attempts: 1,
    transport: createUndiciTransport({}, { HTTP_PROXY: silent.url }),
  });
  const one = new AbortController();
  const first = getRejection(client.getPoll({ pollId: "p1" }, { signal: one.signal }));
  const second = getRejection(client.getPoll({ pollId: "p2" }));
  one.abort(new Error("one"));
  await first;
  await until(() => waiting.length > 0);
  const error = JSON.stringify({ error: { code: "POLL_NOT_FOUND", message: "No" } });
  expect(silent.received).toContain("/v1/polls/p2 ");
  expect(silent.received).not.toContain("/v1/polls/p1 ");
  waiting[0]?.end(
    `HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: ${error.length}\r\n\r\n${error}`,
  );
  expect(await second).toMatchObject({ code: "POLL_NOT_FOUND" });
});
