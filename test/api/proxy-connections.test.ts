/** The client through a real proxy: tunnels, forwarded requests, and refusals. */
import { describe, expect, it } from "vitest";
import { createClient as createCoreClient, NotSentError, TransportError } from "../../src/api/core.ts";
import { createUndiciTransport } from "../../src/api/index.ts";
import { baseUrl, useProxiedSandbox } from "./proxied-sandbox.ts";
import { body, getRejection } from "./scripted.ts";
import { startTlsFront, testHost } from "./tls.ts";

const password = "pä/s:s#w@rd";
const credentials = `ada:${password}`;

const network = useProxiedSandbox();

describe("a client behind a proxy", () => {
  it("sends every request through a tunnel to the service", async () => {
    const client = network.createClient();
    const { data: poll } = await client.createPoll(body);
    expect(await client.getPoll({ pollId: poll.id })).toMatchObject({ data: { title: body.title } });
    expect(await client.deletePoll({ pollId: poll.id })).toMatchObject({ data: { deleted: true } });
    expect(network.proxy.connects.length).toBeGreaterThan(1);
    for (const { target, headers } of network.proxy.connects) {
      expect(target).toBe(`${testHost}:443`);
      expect(JSON.stringify(headers)).not.toContain(network.sandbox.apiKey);
      expect(headers["proxy-authorization"]).toBeUndefined();
    }
  });

  it("sends each create and each list through a tunnel of its own, and shares one between other reads", async () => {
    const client = network.createClient();
    const polls = [await client.createPoll(body), await client.createPoll({ ...body, title: "Second" })];
    await client.listPolls();
    await client.listPolls();
    expect(network.proxy.connects).toHaveLength(4);
    for (const { data: poll } of [...polls, ...polls, ...polls]) await client.getPoll({ pollId: poll.id });
    // undici opens a second connection if the next request comes before it has released the first.
    expect(network.proxy.connects.length).toBeLessThanOrEqual(6);
    expect(network.front.connections).toBe(network.proxy.connects.length);
  });

  it("sends the user name and password to the proxy, and to nobody else", async () => {
    await network.startProxy({ credentials });
    const url = network.proxy.url.replace("://", `://ada:${encodeURIComponent(password)}@`);
    await network.createClient({ HTTPS_PROXY: url }).listPolls();
    expect(network.proxy.connects).toHaveLength(1);
    expect(network.front.headers).toHaveLength(1);
    expect(network.front.headers[0]).toMatchObject({ authorization: `Bearer ${network.sandbox.apiKey}` });
    expect(network.front.headers[0]).not.toHaveProperty("proxy-authorization");
  });

  it("works with a proxy over TLS", async () => {
    await network.startProxy({ tls: await network.authority.issue() });
    expect(await network.createClient().listPolls()).toMatchObject({ data: [] });
    expect(network.proxy.connects).toHaveLength(1);
  });

  it("normalizes informational responses inside the tunnel", async () => {
    network.front.close();
    const early = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n";
    network.front = await startTlsFront(network.sandbox.url, await network.authority.issue(), early);
    await network.startProxy();
    expect(await network.createClient().createPoll(body)).toMatchObject({ data: { title: body.title } });
  });

  it("forwards requests for plain http", async () => {
    const { port } = new URL(network.sandbox.url);
    await network.startProxy({ hosts: { [testHost]: Number(port) }, credentials: "ada:secret" });
    const transportFor = (url: string) => createUndiciTransport({}, { http_proxy: url });
    const connect = (url: string) =>
      createCoreClient({
        apiKey: network.sandbox.apiKey,
        baseUrl: `http://${testHost}/v1`,
        allowHttp: true,
        transport: transportFor(url),
        userAgentSuffix: "my-app/1.2",
        attempts: 2,
        backoffMs: 1,
      });
    const client = connect(network.proxy.url.replace("://", "://ada:secret@"));
    const { data: poll } = await client.createPoll(body);
    expect(await client.getPoll({ pollId: poll.id })).toMatchObject({ data: { id: poll.id } });
    expect(network.proxy.forwarded).toEqual([
      `POST http://${testHost}/v1/polls`,
      `GET http://${testHost}/v1/polls/${poll.id}`,
    ]);
    expect(network.proxy.connects).toEqual([]);
    for (const userAgent of network.proxy.userAgents) expect(userAgent).toMatch(/ my-app\/1\.2$/);
    const error = await getRejection(connect(network.proxy.url).createPoll(body));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({ code: "PROXY_AUTHENTICATION_REQUIRED", attempts: 1 });
    expect(network.countPosts()).toBe(1);
  });

  it.each([
    ["for loopback", "http://127.0.0.1", {}],
    ["for a host in NO_PROXY", `http://${testHost}`, { NO_PROXY: testHost }],
  ])("connects directly %s", async (_, origin, environment) => {
    const settings = { HTTPS_PROXY: network.proxy.url, HTTP_PROXY: network.proxy.url, ...environment };
    const { port } = new URL(network.sandbox.url);
    const client = createCoreClient({
      apiKey: network.sandbox.apiKey,
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
    expect(network.proxy.connects).toEqual([]);
    expect(network.proxy.forwarded).toEqual([]);
  });
});

describe("a create behind a proxy", () => {
  /** Nothing was sent, and it is said so. */
  async function expectNotSent(
    client: ReturnType<typeof network.createClient>,
    code: string,
    attempts: number,
  ) {
    const error = await getRejection(client.createPoll(body));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({ code, attempts });
    expect(network.sandbox.requests).toEqual([]);
    return String(error);
  }

  it.each([
    ["refuses", "403 Forbidden", "PROXY_REFUSED", 1, "The proxy refused the connection (403)"],
    ["redirects", "302 Found", "PROXY_REFUSED", 1, "The proxy refused the connection (302)"],
    ["cannot reach the service", "502 Bad Gateway", "PROXY_FAILED", 3, `could not reach ${testHost} (502)`],
    ["is overloaded", "503 Busy", "PROXY_FAILED", 3, `could not reach ${testHost} (503)`],
    [
      "sends 100",
      "100 Continue",
      "PROXY_FAILED",
      3,
      "The proxy's response to CONNECT is invalid (100). Check the scheme, the host and the port in HTTPS_PROXY.",
    ],
    ["speaks no HTTP", "", "PROXY_NOT_HTTP", 3, "The proxy's response is not HTTP"],
  ])("that %s is not sent", async (_, status, code, attempts, message) => {
    network.proxy.onConnect = (socket) =>
      socket.end(status === "" ? "SSH-2.0-x\r\n\r\n" : `HTTP/1.1 ${status}\r\nContent-Length: 4\r\n\r\nbody`);
    expect(await expectNotSent(network.createClient(), code, attempts)).toContain(message);
    expect(network.proxy.connects).toHaveLength(attempts);
  });

  it.each([["no"], ["a wrong"]])("that gets %s user name and password is not sent", async (given) => {
    await network.startProxy({ credentials });
    const url =
      given === "no" ? network.proxy.url : network.proxy.url.replace("://", "://eve:wrong-password@");
    const text = await expectNotSent(
      network.createClient({ HTTPS_PROXY: url }),
      "PROXY_AUTHENTICATION_REQUIRED",
      1,
    );
    expect(text).toContain("asks for a user name and password (407). Set them in HTTPS_PROXY");
    expect(text).not.toContain("wrong-password");
  });

  it("that accepts the connection and stays silent is not sent, and does not hang", async () => {
    network.proxy.onConnect = () => {};
    const client = network.createClient(undefined, { connectTimeoutMs: 50, attempts: 2 });
    expect(await expectNotSent(client, "PROXY_CONNECT_TIMEOUT", 2)).toContain(
      "did not open a connection in time",
    );
  });

  it("that closes the connection without a response is not sent", async () => {
    network.proxy.onConnect = (socket) => socket.destroy();
    await expectNotSent(network.createClient(), "PROXY_CONNECTION_LOST", 3);
  });

  it("that opens a tunnel to nothing is not sent", async () => {
    network.proxy.onConnect = (socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const client = network.createClient(undefined, { connectTimeoutMs: 50, attempts: 1 });
    const text = await expectNotSent(client, "CONNECT_TIMEOUT", 1);
    expect(text).not.toContain("set HTTPS_PROXY");
  });

  it("that sends data before TLS is not sent", async () => {
    network.proxy.onConnect = (socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n<html>");
    await expectNotSent(network.createClient(undefined, { attempts: 1 }), "PROXY_FAILED", 1);
  });

  it("that does not exist is not sent", async () => {
    network.proxy.close();
    expect(await expectNotSent(network.createClient(), "PROXY_CONNECTION_REFUSED", 3)).toContain(
      "HTTPS_PROXY",
    );
    const unknown = network.createClient({ https_proxy: "http://proxy.invalid:8080" }, { attempts: 1 });
    const error = await getRejection(unknown.createPoll(body));
    expect(error).toMatchObject({
      code: expect.stringMatching(/^PROXY_(HOST_NOT_FOUND|NAME_SERVER_FAILED)$/),
    });
    expect(String(error)).not.toContain("proxy.invalid");
  });

  it("whose proxy has a wrong certificate is not sent", async () => {
    await network.startProxy({ tls: await network.authority.issue({ hosts: ["other.test"] }) });
    const text = await expectNotSent(network.createClient(), "PROXY_CERTIFICATE_WRONG_HOST", 1);
    expect(text).toContain("The proxy's certificate is for another host name");
    expect(text).toContain("Set HTTPS_PROXY to a host name");
  });
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
