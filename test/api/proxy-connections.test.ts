/** The client through a real proxy: tunnels, refusals, and tunnels that break. */
import { connect as connectTcp, createServer, type Socket } from "node:net";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createClient as createCoreClient,
  NotSentError,
  type PolicyOptions,
  TransportError,
  UnknownOutcomeError,
} from "../../src/api/core.ts";
import { createUndiciTransport, type UndiciOptions } from "../../src/api/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { startForwardProxy } from "./forward-proxy.ts";
import { body, getRejection } from "./scripted.ts";
import { createAuthority, startTlsFront, testHost } from "./tls.ts";

type Proxy = Awaited<ReturnType<typeof startForwardProxy>>;
const password = "pä/s:s#w@rd";
const credentials = `ada:${password}`;

let authority: Awaited<ReturnType<typeof createAuthority>>;
let sandbox: Sandbox;
let front: Awaited<ReturnType<typeof startTlsFront>>;
let proxy: Proxy;

beforeAll(async () => {
  authority = await createAuthority();
});
beforeEach(async () => {
  sandbox = await startSandbox({ seed: "empty", limits: "none" });
  front = await startTlsFront(sandbox.url, await authority.issue());
  proxy = await startForwardProxy({ hosts: { [testHost]: front.port } });
});
const closers: (() => void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  proxy.close();
  front.close();
  await sandbox.close();
});

const baseUrl = `https://${testHost}/v1`;

/** A client that sees only these environment variables. By default it uses the proxy. */
function createClient(
  environment: Record<string, string> = { HTTPS_PROXY: proxy.url },
  options: UndiciOptions & PolicyOptions = {},
) {
  const { connectTimeoutMs, idleTimeoutMs, ca = authority.cert, ...policy } = options;
  const transport = createUndiciTransport({ connectTimeoutMs, idleTimeoutMs, ca }, environment);
  return createCoreClient({
    apiKey: sandbox.apiKey,
    baseUrl,
    transport,
    backoffMs: 1,
    reconcileDelaysMs: [1, 10, 50, 100],
    ...policy,
  });
}

const countPosts = () => sandbox.requests.filter(({ method }) => method === "POST").length;

describe("a client behind a proxy", () => {
  it("sends every request through a tunnel to the service", async () => {
    const client = createClient();
    const { data: poll } = await client.createPoll(body);
    expect(await client.getPoll({ pollId: poll.id })).toMatchObject({ data: { title: body.title } });
    expect(await client.deletePoll({ pollId: poll.id })).toMatchObject({ data: { deleted: true } });
    expect(proxy.connects.length).toBeGreaterThan(1);
    for (const { target, headers } of proxy.connects) {
      expect(target).toBe(`${testHost}:443`);
      expect(JSON.stringify(headers)).not.toContain(sandbox.apiKey);
      expect(headers["proxy-authorization"]).toBeUndefined();
    }
  });

  it("sends each create and each list through a tunnel of its own, and shares one between other reads", async () => {
    const client = createClient();
    const polls = [await client.createPoll(body), await client.createPoll({ ...body, title: "Second" })];
    await client.listPolls();
    await client.listPolls();
    expect(proxy.connects).toHaveLength(4);
    for (const { data: poll } of [...polls, ...polls, ...polls]) await client.getPoll({ pollId: poll.id });
    // undici opens a second connection if the next request comes before it has released the first.
    expect(proxy.connects.length).toBeLessThanOrEqual(6);
    expect(front.connections).toBe(proxy.connects.length);
  });

  it("sends the user name and password to the proxy, and to nobody else", async () => {
    proxy.close();
    proxy = await startForwardProxy({ hosts: { [testHost]: front.port }, credentials });
    const url = proxy.url.replace("://", `://ada:${encodeURIComponent(password)}@`);
    await createClient({ HTTPS_PROXY: url }).listPolls();
    expect(proxy.connects).toHaveLength(1);
    expect(front.headers).toHaveLength(1);
    expect(front.headers[0]).toMatchObject({ authorization: `Bearer ${sandbox.apiKey}` });
    expect(front.headers[0]).not.toHaveProperty("proxy-authorization");
  });

  it("works with a proxy over TLS", async () => {
    proxy.close();
    proxy = await startForwardProxy({ hosts: { [testHost]: front.port }, tls: await authority.issue() });
    expect(await createClient().listPolls()).toMatchObject({ data: [] });
    expect(proxy.connects).toHaveLength(1);
  });

  it("normalizes informational responses inside the tunnel", async () => {
    front.close();
    const early = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n";
    front = await startTlsFront(sandbox.url, await authority.issue(), early);
    proxy.close();
    proxy = await startForwardProxy({ hosts: { [testHost]: front.port } });
    expect(await createClient().createPoll(body)).toMatchObject({ data: { title: body.title } });
  });

  it("forwards requests for plain http", async () => {
    proxy.close();
    const { port } = new URL(sandbox.url);
    proxy = await startForwardProxy({ hosts: { [testHost]: Number(port) }, credentials: "ada:secret" });
    const transportFor = (url: string) => createUndiciTransport({}, { http_proxy: url });
    const connect = (url: string) =>
      createCoreClient({
        apiKey: sandbox.apiKey,
        baseUrl: `http://${testHost}/v1`,
        allowHttp: true,
        transport: transportFor(url),
        userAgentSuffix: "my-app/1.2",
        attempts: 2,
        backoffMs: 1,
      });
    const client = connect(proxy.url.replace("://", "://ada:secret@"));
    const { data: poll } = await client.createPoll(body);
    expect(await client.getPoll({ pollId: poll.id })).toMatchObject({ data: { id: poll.id } });
    expect(proxy.forwarded).toEqual([
      `POST http://${testHost}/v1/polls`,
      `GET http://${testHost}/v1/polls/${poll.id}`,
    ]);
    expect(proxy.connects).toEqual([]);
    for (const userAgent of proxy.userAgents) expect(userAgent).toMatch(/ my-app\/1\.2$/);
    const error = await getRejection(connect(proxy.url).createPoll(body));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({ code: "PROXY_AUTHENTICATION_REQUIRED", attempts: 1 });
    expect(countPosts()).toBe(1);
  });

  it.each([
    ["for loopback", "http://127.0.0.1", {}],
    ["for a host in NO_PROXY", `http://${testHost}`, { NO_PROXY: testHost }],
  ])("connects directly %s", async (_, origin, environment) => {
    const settings = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, ...environment };
    const { port } = new URL(sandbox.url);
    const client = createCoreClient({
      apiKey: sandbox.apiKey,
      baseUrl: `${origin}:${port}/v1`,
      allowHttp: true,
      transport: createUndiciTransport({}, settings),
      attempts: 1,
    });
    const result = await client.listPolls().catch((error: unknown) => error);
    // No name server knows the test host, so that a direct connection fails.
    if (origin.endsWith(testHost))
      expect(result).toMatchObject({ code: expect.stringMatching(/HOST_NOT_FOUND|NAME_SERVER_FAILED/) });
    else expect(result).toMatchObject({ data: [] });
    expect(proxy.connects).toEqual([]);
    expect(proxy.forwarded).toEqual([]);
  });
});

describe("a create behind a proxy", () => {
  /** Nothing was sent, and it is said so. */
  async function expectNotSent(client: ReturnType<typeof createClient>, code: string, attempts: number) {
    const error = await getRejection(client.createPoll(body));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({ code, attempts });
    expect(sandbox.requests).toEqual([]);
    return String(error);
  }

  it.each([
    ["refuses", "403 Forbidden", "PROXY_REFUSED", 1, "The proxy refused the connection (403)"],
    ["redirects", "302 Found", "PROXY_REFUSED", 1, "The proxy refused the connection (302)"],
    ["cannot reach the service", "502 Bad Gateway", "PROXY_FAILED", 3, `could not reach ${testHost} (502)`],
    ["is overloaded", "503 Busy", "PROXY_FAILED", 3, `could not reach ${testHost} (503)`],
    ["speaks no HTTP", "", "PROXY_NOT_HTTP", 3, "The proxy's response is not HTTP"],
  ])("that %s is not sent", async (_, status, code, attempts, message) => {
    proxy.onConnect = (socket) =>
      socket.end(status === "" ? "SSH-2.0-x\r\n\r\n" : `HTTP/1.1 ${status}\r\nContent-Length: 4\r\n\r\nbody`);
    expect(await expectNotSent(createClient(), code, attempts)).toContain(message);
    expect(proxy.connects).toHaveLength(attempts);
  });

  it.each([["no"], ["a wrong"]])("that gets %s user name and password is not sent", async (given) => {
    proxy.close();
    proxy = await startForwardProxy({ hosts: { [testHost]: front.port }, credentials });
    const url = given === "no" ? proxy.url : proxy.url.replace("://", "://eve:wrong-password@");
    const text = await expectNotSent(createClient({ HTTPS_PROXY: url }), "PROXY_AUTHENTICATION_REQUIRED", 1);
    expect(text).toContain("asks for a user name and password (407). Set them in HTTPS_PROXY");
    expect(text).not.toContain("wrong-password");
  });

  it("that accepts the connection and stays silent is not sent, and does not hang", async () => {
    proxy.onConnect = () => {};
    const client = createClient(undefined, { connectTimeoutMs: 50, attempts: 2 });
    expect(await expectNotSent(client, "PROXY_CONNECT_TIMEOUT", 2)).toContain(
      "did not open a connection in time",
    );
  });

  it("that closes the connection without a response is not sent", async () => {
    proxy.onConnect = (socket) => socket.destroy();
    await expectNotSent(createClient(), "PROXY_CONNECTION_LOST", 3);
  });

  it("that opens a tunnel to nothing is not sent", async () => {
    proxy.onConnect = (socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const client = createClient(undefined, { connectTimeoutMs: 50, attempts: 1 });
    const text = await expectNotSent(client, "CONNECT_TIMEOUT", 1);
    expect(text).not.toContain("set HTTPS_PROXY");
  });

  it("that sends data before TLS is not sent", async () => {
    proxy.onConnect = (socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n<html>");
    await expectNotSent(createClient(undefined, { attempts: 1 }), "PROXY_REFUSED", 1);
  });

  it("that does not exist is not sent", async () => {
    proxy.close();
    expect(await expectNotSent(createClient(), "PROXY_CONNECTION_REFUSED", 3)).toContain("HTTPS_PROXY");
    const unknown = createClient({ https_proxy: "http://proxy.invalid:8080" }, { attempts: 1 });
    const error = await getRejection(unknown.createPoll(body));
    expect(error).toMatchObject({
      code: expect.stringMatching(/^PROXY_(HOST_NOT_FOUND|NAME_SERVER_FAILED)$/),
    });
    expect(String(error)).not.toContain("proxy.invalid");
  });

  it("whose proxy has a wrong certificate is not sent", async () => {
    proxy.close();
    const tls = await authority.issue({ hosts: ["other.test"] });
    proxy = await startForwardProxy({ hosts: { [testHost]: front.port }, tls });
    const text = await expectNotSent(createClient(), "PROXY_CERTIFICATE_WRONG_HOST", 1);
    expect(text).toContain("The proxy's certificate is for another host name");
    expect(text).toContain("Set HTTPS_PROXY to a host name");
  });

  it("is stopped by its signal while the proxy is silent", async () => {
    proxy.onConnect = () => {};
    const reason = new Error("enough");
    const caller = new AbortController();
    setTimeout(() => caller.abort(reason), 20);
    const error = await getRejection(createClient().createPoll(body, { signal: caller.signal }));
    expect(error).toBe(reason);
  });
});

describe("a tunnel that breaks", () => {
  /** Breaks the tunnel of the next request once the service has responded. */
  const breakOnce = (close: (socket: Socket) => void, times = 1) => {
    let left = times;
    const before = sandbox.requests.length;
    proxy.onTunnel = (client, service) => {
      service.unpipe(client).resume();
      service.on("data", (chunk) => {
        // The response. What came before is TLS.
        if (left > 0 && sandbox.requests.length > before) {
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
    const result = await createClient().createPoll(body);
    expect(result).toMatchObject({ recovered: true, data: { title: body.title } });
    expect(countPosts()).toBe(1);
    expect((await createClient().listPolls()).data).toHaveLength(1);
  });

  it("by a proxy that goes silent: the poll is found again", async () => {
    breakOnce(() => {});
    const result = await createClient(undefined, { idleTimeoutMs: 100 }).createPoll(body);
    expect(result).toMatchObject({ recovered: true });
    expect(countPosts()).toBe(1);
  });

  it("and a proxy that then refuses: the outcome is unknown, and nothing is sent twice", async () => {
    breakOnce((socket) => {
      socket.destroy();
      proxy.onConnect = (next) => next.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    const error = await getRejection(createClient().createPoll(body));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ code: "CONNECTION_LOST", attempts: 1 });
    expect(countPosts()).toBe(1);
  });

  it("is repeated for a read and a delete", async () => {
    const { data: poll } = await createClient().createPoll(body);
    breakOnce((socket) => socket.destroy());
    expect(await createClient().getPoll({ pollId: poll.id })).toMatchObject({ data: { id: poll.id } });
    breakOnce((socket) => socket.destroy());
    expect(await createClient().deletePoll({ pollId: poll.id })).toMatchObject({ data: { deleted: true } });
  });
});

it("a kept tunnel that the proxy has closed is replaced", async () => {
  const client = createClient();
  await client.listPolls();
  proxy.close();
  const { port } = proxy;
  const stand = createServer((socket) => socket.pipe(connectTcp(other.port, "127.0.0.1")).pipe(socket));
  const other = await startForwardProxy({ hosts: { [testHost]: front.port } });
  closers.push(other.close, () => stand.close());
  await new Promise<void>((resolve) => stand.listen(port, "127.0.0.1", resolve));
  expect(await client.listPolls()).toMatchObject({ data: [] });
  expect(other.connects).toHaveLength(1);
});

it("a transport reports an invalid proxy as not sent, naming the variable", async () => {
  const transport = createUndiciTransport({}, { https_proxy: "http://ada:top#secret@host" });
  const error = await getRejection(
    transport({
      method: "GET",
      url: `${baseUrl}/polls`,
      headers: {},
      signal: new AbortController().signal,
      maxResponseBytes: 100,
    }),
  );
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ sent: false, code: "PROXY_INVALID", retryable: false });
  expect(String(error)).toContain("https_proxy: Must be a URL");
  expect(String(error)).not.toMatch(/ada|top|secret/);
});
