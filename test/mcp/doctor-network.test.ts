/** `rallly-mcp doctor` on networks that fail: which check fails, which are not made, and what to do. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUndiciTransport } from "../../src/api/index.ts";
import { connectUndici } from "../../src/api/undici-transport.ts";
import { startForwardProxy } from "../api/forward-proxy.ts";
import { type Certificate, createAuthority, createSelfSigned, startTlsFront, testHost } from "../api/tls.ts";
import { diagnose, openServer, unknownKey } from "./doctor-harness.ts";
import { closeLater, openSandbox } from "./harness.ts";

const lookup = async () => [{ address: "127.0.0.1", family: 4 }];

let authority: Awaited<ReturnType<typeof createAuthority>>;
let valid: Certificate;
beforeAll(async () => {
  authority = await createAuthority();
  valid = await authority.issue();
});

const systemError = (code: string) => Object.assign(new Error(code), { code });

describe("DNS", () => {
  it.each([
    ["ENOTFOUND", "api.example.com was not found (ENOTFOUND)", /RALLLY_BASE_URL and the network/],
    ["EAI_AGAIN", "api.example.com could not be looked up (EAI_AGAIN)", /its name server/],
  ])("that fails with %s", async (code, found, advice) => {
    const {
      code: exitCode,
      check,
      statuses,
    } = await diagnose(
      { RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: "https://api.example.com/v1" },
      { lookup: () => Promise.reject(systemError(code)) },
    );
    expect(exitCode).toBe(1);
    expect(check("dns")).toMatchObject({ status: "failed", found });
    expect(check("dns")?.advice).toMatch(advice);
    expect(Object.values(statuses).slice(5)).toEqual(Array(8).fill("not-checked"));
  });

  it("of a name that no name server knows, with the machine's own resolver", async () => {
    const { check } = await diagnose({ RALLLY_BASE_URL: "https://rallly.invalid/v1" });
    expect(check("dns")).toMatchObject({
      status: "failed",
      found: expect.stringContaining("rallly.invalid"),
    });
  });

  it("lists addresses", async () => {
    const addresses = [1, 2, 3, 4, 5].map((last) => ({ address: `192.0.2.${last}`, family: 4 }));
    const transport = () => Promise.reject(new Error("no network"));
    const { check } = await diagnose(
      { RALLLY_BASE_URL: "https://api.example.com/v1" },
      { lookup: async () => addresses, transport },
    );
    expect(check("dns")?.found).toBe("api.example.com is 192.0.2.1, 192.0.2.2, 192.0.2.3, and 2 more");
  });
});

describe("the connection", () => {
  it("that is refused", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    server.close();
    const { code, check, statuses } = await diagnose({
      RALLLY_API_KEY: unknownKey,
      RALLLY_BASE_URL: `http://127.0.0.1:${port}/v1`,
    });
    expect(code).toBe(1);
    expect(check("reachability")).toMatchObject({
      status: "failed",
      found: "The service refused the connection (ECONNREFUSED).",
      advice: expect.stringContaining("RALLLY_BASE_URL"),
    });
    expect(statuses).toMatchObject({ key: "not-checked", document: "not-checked" });
  });

  it("to a server that never responds", async () => {
    const url = await openServer(() => {});
    const transport = createUndiciTransport({ idleTimeoutMs: 100 });
    const { check } = await diagnose({ RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: url }, { transport });
    expect(check("reachability")).toMatchObject({
      status: "failed",
      found: "The service sent nothing for 100 ms.",
    });
  });

  it("to a server that closes it", async () => {
    const url = await openServer(({ socket }) => void socket.destroy());
    const { check } = await diagnose({ RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: url });
    expect(check("reachability")).toMatchObject({
      status: "failed",
      found: expect.stringContaining("The connection to the service was lost"),
      advice: expect.stringMatching(/^Try again\. .*check the network/),
    });
  });

  it("to a proxy that closes it", async () => {
    const server = createServer((socket) => void socket.destroy()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    closeLater(async () => void server.close());
    const { port } = server.address() as { port: number };
    const { check } = await diagnose({
      RALLLY_API_KEY: unknownKey,
      RALLLY_BASE_URL: "https://rallly.invalid/v1",
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
    });
    expect(check("proxy")).toMatchObject({
      status: "failed",
      advice: expect.stringMatching(/^The connection to the proxy was lost.* Try again\. .*administrator/),
    });
  });
});

/** A sandbox behind TLS, with a client that trusts the tests' authority. */
async function openTls(certificate: Certificate, { trusted = true } = {}) {
  const sandbox = await openSandbox({ now: new Date() });
  const front = await startTlsFront(sandbox.url, certificate);
  closeLater(async () => front.close());
  return {
    sandbox,
    front,
    environment: { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: `https://127.0.0.1:${front.port}/v1` },
    transport: (environment: Record<string, string> = {}) =>
      connectUndici(trusted ? { ca: authority.cert } : {}, environment, {
        operation: "createClient",
        baseUrl: "RALLLY_BASE_URL",
        hasOptions: false,
      }),
  };
}

describe("TLS", () => {
  it("with a valid certificate shows its issuer and end", async () => {
    const { environment, transport } = await openTls(await authority.issue({ until: 20 }));
    const { check, code } = await diagnose(environment, { transport: transport() });
    expect(code).toBe(0);
    expect(check("tls")).toMatchObject({
      status: "ok",
      found: expect.stringMatching(/^certificate from Test authority, valid until \d{4}-\d\d-\d\d$/),
    });
  });

  it.each([
    [0.5, "It ends in less than a day."],
    [1.5, "It ends in 1 day."],
    [2.5, "It ends in 2 days."],
  ])("with a certificate that ends in %s days is a warning", async (days, advice) => {
    const { environment, transport } = await openTls(await authority.issue({ until: days }));
    const { check } = await diagnose(environment, { transport: transport() });
    expect(check("tls")).toMatchObject({ status: "warning", advice: `${advice} Check that it is renewed.` });
  });

  it.each<[string, () => Promise<Certificate>, boolean, RegExp, RegExp]>([
    ["expired", () => authority.issue({ from: -20, until: -2 }), true, /has expired/, /clock/],
    [
      "for another host",
      () => authority.issue({ hosts: ["other.test"] }),
      true,
      /another host name/,
      /RALLLY_BASE_URL/,
    ],
    ["self-signed", createSelfSigned, false, /is self-signed/, /NODE_EXTRA_CA_CERTS/],
    ["of an unknown authority", () => authority.issue(), false, /unknown authority/, /NODE_EXTRA_CA_CERTS/],
  ])("with a certificate that is %s", async (_, issue, trusted, found, advice) => {
    const { environment, transport, sandbox } = await openTls(await issue(), { trusted });
    const { code, check, statuses } = await diagnose(environment, { transport: transport() });
    expect(code).toBe(1);
    expect(check("tls")?.found).toMatch(found);
    expect(check("tls")?.advice).toMatch(advice);
    expect(check("tls")?.advice).not.toContain("option ca");
    expect(statuses).toMatchObject({ tls: "failed", reachability: "not-checked", key: "not-checked" });
    expect(sandbox.requests).toEqual([]);
  });

  it.each([
    ["that is missing", "missing.pem", undefined, "cannot be read"],
    ["without a certificate", "key.der", "\u0030\u0082", "has no certificate in PEM form"],
    [
      "with another certificate",
      "other.pem",
      "-----BEGIN CERTIFICATE-----",
      "does not have this certificate",
    ],
  ])("with a file of NODE_EXTRA_CA_CERTS %s says so", async (_, name, content, expected) => {
    const folder = mkdtempSync(join(tmpdir(), "doctor-"));
    closeLater(async () => rmSync(folder, { recursive: true }));
    const file = join(folder, name);
    if (content !== undefined) writeFileSync(file, content);
    const { environment, transport } = await openTls(await createSelfSigned(), { trusted: false });
    const given = { ...environment, NODE_EXTRA_CA_CERTS: file };
    const { check, output } = await diagnose(given, { transport: transport() });
    expect(check("tls")?.advice).toMatch(/\.pem|PEM/);
    expect(check("tls")?.advice).toContain(`NODE_EXTRA_CA_CERTS is set, but its file ${expected}.`);
    expect(output).not.toContain(file);
  });

  it("with a server that does not speak it", async () => {
    const url = await openServer((_, response) => void response.end());
    const { statuses } = await diagnose({
      RALLLY_API_KEY: unknownKey,
      RALLLY_BASE_URL: url.replace("http:", "https:"),
    });
    expect(statuses).toMatchObject({ tls: "failed", reachability: "not-checked" });
  });
});

describe("a proxy", () => {
  const closers: (() => void)[] = [];
  afterAll(() => {
    for (const close of closers) close();
  });

  /** A sandbox behind TLS that only a proxy can reach. */
  async function openBehindProxy(credentials?: string, given = credentials) {
    const service = await openTls(valid);
    const proxy = await startForwardProxy({
      hosts: { [testHost]: service.front.port },
      ...(credentials && { credentials }),
    });
    closers.push(proxy.close);
    const environment = {
      RALLLY_API_KEY: service.sandbox.apiKey,
      RALLLY_BASE_URL: `https://${testHost}/v1`,
      HTTPS_PROXY: given ? proxy.url.replace("://", `://${given}@`) : proxy.url,
    };
    return { proxy, environment, transport: service.transport(environment) };
  }

  it("is used, looks up the host, and shows the certificate behind it", async () => {
    const { environment, transport, proxy } = await openBehindProxy("ada:hunter22");
    const failing = () => Promise.reject(systemError("ENOTFOUND"));
    const { code, output, check, statuses } = await diagnose(environment, { transport, lookup: failing });
    expect(code).toBe(0);
    expect(check("tls")?.found).toContain("Test authority");
    expect(statuses).toMatchObject({ dns: "skipped", proxy: "ok", tls: "warning", key: "ok", polls: "ok" });
    expect(check("proxy")?.found).toBe(`${proxy.url} (HTTPS_PROXY)`);
    expect(output).not.toMatch(/hunter22|ada:/);
  });

  it("that asks for credentials", async () => {
    const { environment, transport } = await openBehindProxy("ada:hunter22", "ada:wr0ng-s3cret");
    const { code, output, check, statuses } = await diagnose(environment, { transport });
    expect(code).toBe(1);
    expect(check("proxy")?.advice).toContain("asks for a user name and password (407)");
    expect(statuses).toMatchObject({ proxy: "failed", tls: "not-checked", reachability: "not-checked" });
    expect(output).not.toMatch(/wr0ng|hunter22/);
  });

  it("that refuses", async () => {
    const { environment, transport, proxy } = await openBehindProxy();
    proxy.onConnect = (socket) => void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const { check } = await diagnose(environment, { transport });
    expect(check("proxy")).toMatchObject({ status: "failed", advice: expect.stringContaining("(403)") });
  });

  it("that does not allow the host is told the host, and nothing of a variable that is not set", async () => {
    const proxy = await startForwardProxy({ hosts: {} });
    closers.push(proxy.close);
    const { check, output } = await diagnose({ HTTPS_PROXY: proxy.url, RALLLY_API_KEY: unknownKey });
    expect(check("proxy")).toMatchObject({
      status: "failed",
      advice:
        "The proxy could not reach api.rallly.co (502). The proxy may not find the host in DNS, or its rules may not allow the host: ask its administrator.",
    });
    expect(output).not.toContain("RALLLY_BASE_URL");
    const own = await diagnose({ HTTPS_PROXY: proxy.url, RALLLY_BASE_URL: `https://${testHost}:8443/v1` });
    expect(own.check("proxy")?.advice).toContain(
      `could not reach ${testHost}:8443 (502). Check RALLLY_BASE_URL. The proxy may not find`,
    );
  });

  it.each([
    ["loopback", {}, "http://127.0.0.1:1/v1", "127.0.0.1"],
    ["a host of NO_PROXY", { NO_PROXY: "rallly.invalid" }, "https://rallly.invalid/v1", "rallly.invalid"],
  ])("that is set but not used for %s is named", async (_, more, url, host) => {
    const environment = { HTTPS_PROXY: "http://ada:hunter22@proxy.example:1", RALLLY_BASE_URL: url, ...more };
    const { check, output } = await diagnose(environment, { lookup });
    const found = `none: HTTPS_PROXY is set, but not used for ${host}`;
    expect(check("proxy")).toMatchObject({ status: "ok", found });
    expect(output).not.toContain("hunter22");
  });

  it("that does not run", async () => {
    const { environment, transport, proxy } = await openBehindProxy();
    proxy.close();
    const { check } = await diagnose(environment, { transport });
    expect(check("proxy")).toMatchObject({
      status: "failed",
      advice: expect.stringContaining("refused the connection"),
    });
  });

  it("whose address is invalid", async () => {
    const environment = {
      RALLLY_BASE_URL: `https://${testHost}/v1`,
      HTTPS_PROXY: "socks5://ada:hunter22@127.0.0.1:1",
    };
    const { output, check, statuses } = await diagnose(environment, { lookup });
    expect(check("proxy")).toMatchObject({ status: "failed", found: "HTTPS_PROXY is invalid" });
    expect(statuses).toMatchObject({ dns: "not-checked", tls: "not-checked", document: "not-checked" });
    expect(output).not.toContain("hunter22");
  });
});
