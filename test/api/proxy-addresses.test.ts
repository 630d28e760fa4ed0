/** Proxies and services whose address is IPv6, and the name of a proxy's certificate. */
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { createClient as createCoreClient } from "../../src/api/core.ts";
import { createUndiciTransport } from "../../src/api/index.ts";
import { useProxiedSandbox } from "./proxied-sandbox.ts";
import { body, getRejection } from "./scripted.ts";
import { startTlsFront, testHost } from "./tls.ts";

const network = useProxiedSandbox();
const service = "2001:db8::1";
const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === "::1"),
);

const connect = (baseUrl: string, environment: Record<string, string>) =>
  createCoreClient({
    apiKey: network.sandbox.apiKey,
    baseUrl,
    allowHttp: true,
    attempts: 1,
    transport: createUndiciTransport({ ca: network.authority.cert }, environment),
  });

describe("a service with an IPv6 address behind a proxy", () => {
  it.each([
    ["", ":443"],
    [":8443", ":8443"],
  ])("is reached through a tunnel: port %j", async (port, tunnelPort) => {
    network.front.close();
    network.front = await startTlsFront(
      network.sandbox.url,
      await network.authority.issue({ addresses: [service] }),
    );
    await network.startProxy({ hosts: { [`[${service}]`]: network.front.port } });
    const client = connect(`https://[${service}]${port}/v1`, { HTTPS_PROXY: network.proxy.url });
    expect(await client.createPoll(body)).toMatchObject({ data: { title: body.title } });
    expect(network.proxy.connects).toMatchObject([
      { target: `[${service}]${tunnelPort}`, headers: { host: `[${service}]${tunnelPort}` } },
    ]);
  });

  it("is named with brackets when the proxy cannot reach it", async () => {
    for (const port of ["", ":8443"]) {
      const client = connect(`https://[${service}]${port}/v1`, { HTTPS_PROXY: network.proxy.url });
      const error = await getRejection(client.createPoll(body));
      expect(error).toMatchObject({ code: "PROXY_FAILED" });
      expect(String(error)).toContain(`could not reach [${service}]${port} (502)`);
    }
  });

  it("gets forwarded requests for plain http", async () => {
    const { port } = new URL(network.sandbox.url);
    await network.startProxy({ hosts: { [`[${service}]`]: Number(port) } });
    const client = connect(`http://[${service}]/v1`, { http_proxy: network.proxy.url });
    expect(await client.createPoll(body)).toMatchObject({ data: { title: body.title } });
    expect(network.proxy.forwarded).toEqual([`POST http://[${service}]/v1/polls`]);
  });
});

describe.skipIf(!hasIpv6)("a proxy with an IPv6 address", () => {
  it("opens tunnels", async () => {
    await network.startProxy({ address: "::1" });
    expect(await network.createClient().createPoll(body)).toMatchObject({ data: { title: body.title } });
    expect(network.proxy.connects).toMatchObject([{ target: `${testHost}:443` }]);
  });

  it("opens tunnels over TLS", async () => {
    const tls = await network.authority.issue({ hosts: [], addresses: ["::1"] });
    await network.startProxy({ address: "::1", tls });
    expect(await network.createClient().listPolls()).toMatchObject({ data: [] });
  });

  it.each([["http"], ["https"]])("forwards requests for plain http: %s", async (scheme) => {
    const { port } = new URL(network.sandbox.url);
    await network.startProxy({
      address: "::1",
      hosts: { [testHost]: Number(port) },
      ...(scheme === "https" && { tls: await network.authority.issue({ hosts: [], addresses: ["::1"] }) }),
    });
    expect(network.proxy.url).toMatch(`${scheme}://[::1]:`);
    const client = connect(`http://${testHost}/v1`, { http_proxy: network.proxy.url });
    expect(await client.createPoll(body)).toMatchObject({ data: { title: body.title } });
    expect(network.proxy.forwarded).toEqual([`POST http://${testHost}/v1/polls`]);
  });
});

describe("the certificate of an https proxy", () => {
  it("is for the proxy's host, not for that of the service", async () => {
    await network.startProxy({ tls: await network.authority.issue({ hosts: [], addresses: ["127.0.0.1"] }) });
    expect(await network.createClient().listPolls()).toMatchObject({ data: [] });
  });

  it("is refused if it is for the service's host only", async () => {
    await network.startProxy({ tls: await network.authority.issue({ addresses: [] }) });
    expect(await getRejection(network.createClient().createPoll(body))).toMatchObject({
      code: "PROXY_CERTIFICATE_WRONG_HOST",
    });
  });
});
