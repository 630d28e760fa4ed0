/** The client through a real proxy whose tunnels break after a request was sent. */
import { connect as connectTcp, createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { UnknownOutcomeError } from "../../src/api/core.ts";
import { startForwardProxy } from "./forward-proxy.ts";
import { useProxiedSandbox } from "./proxied-sandbox.ts";
import { body, getRejection } from "./scripted.ts";
import { testHost } from "./tls.ts";

const network = useProxiedSandbox();

describe("a tunnel that breaks", () => {
  /** Breaks the tunnel of the next request once the service has responded. */
  const breakOnce = (close: (socket: Socket) => void, times = 1) => {
    let left = times;
    const before = network.sandbox.requests.length;
    network.proxy.onTunnel = (client, service) => {
      service.unpipe(client).resume();
      service.on("data", (chunk) => {
        // The response. What came before is TLS.
        if (left > 0 && network.sandbox.requests.length > before) {
          left -= 1;
          close(client);
        } else client.write(chunk);
      });
    };
  };

  it.each([
    ["closes", (socket: Socket) => socket.end()],
    ["resets", (socket: Socket) => socket.resetAndDestroy()],
  ])("by a proxy that %s it: the poll is found again", async (_, close) => {
    breakOnce(close);
    const result = await network.createClient().createPoll(body);
    expect(result).toMatchObject({ recovered: true, data: { title: body.title } });
    expect(network.countPosts()).toBe(1);
    expect((await network.createClient().listPolls()).data).toHaveLength(1);
  });

  it("by a proxy that goes silent: the poll is found again", async () => {
    breakOnce(() => {});
    const result = await network.createClient(undefined, { idleTimeoutMs: 100 }).createPoll(body);
    expect(result).toMatchObject({ recovered: true });
    expect(network.countPosts()).toBe(1);
  });

  it("and a proxy that then refuses: the outcome is unknown, and nothing is sent twice", async () => {
    breakOnce((socket) => {
      socket.destroy();
      network.proxy.onConnect = (next) => next.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    const error = await getRejection(network.createClient().createPoll(body));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ code: "CONNECTION_LOST", attempts: 1 });
    expect(network.countPosts()).toBe(1);
  });

  it("is repeated for a read and a delete", async () => {
    const { data: poll } = await network.createClient().createPoll(body);
    breakOnce((socket) => socket.destroy());
    expect(await network.createClient().getPoll({ pollId: poll.id })).toMatchObject({
      data: { id: poll.id },
    });
    breakOnce((socket) => socket.destroy());
    expect(await network.createClient().deletePoll({ pollId: poll.id })).toMatchObject({
      data: { deleted: true },
    });
  });
});

it("a kept tunnel that the proxy has closed is replaced", async () => {
  const { data: poll } = await network.createClient().createPoll(body);
  const open = new Set<Socket>();
  network.proxy.onTunnel = (tunnel) => {
    open.add(tunnel);
    tunnel.once("close", () => open.delete(tunnel));
  };
  const client = network.createClient();
  await client.getPoll({ pollId: poll.id });
  // A connection that is not kept is closed with the end of its response.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(open.size).toBe(1);
  network.proxy.close();
  const { port } = network.proxy;
  const stand = createServer((socket) => socket.pipe(connectTcp(other.port, "127.0.0.1")).pipe(socket));
  const other = await startForwardProxy({ hosts: { [testHost]: network.front.port } });
  onTestFinished(() => {
    other.close();
    stand.close();
  });
  await new Promise<void>((resolve) => stand.listen(port, "127.0.0.1", resolve));
  expect(await client.getPoll({ pollId: poll.id })).toMatchObject({ data: { id: poll.id } });
  expect(other.connects).toHaveLength(1);
});
