/** The codes and texts of failed connections. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  failures,
  findConnectionErrorCode,
  isTransientConnectionError,
  toConnectionError,
  toProxyError,
} from "../../src/api/connection-errors.ts";
import { createClient, NotSentError, UnknownOutcomeError } from "../../src/api/index.ts";

import { body, getRejection } from "./scripted.ts";

const settings = { baseUrl: "the base URL", proxy: true, ca: "environmentOrOption" } as const;

const withCode = (code: string) => Object.assign(new Error("Bearer sk_test_secret"), { code });

describe("the error of a failed connection", () => {
  it.each([
    ["ENOTFOUND", "HOST_NOT_FOUND", "The service's host name was not found (ENOTFOUND)."],
    ["EAI_AGAIN", "NAME_SERVER_FAILED", "The service's host name could not be looked up (EAI_AGAIN)."],
    ["ECONNREFUSED", "CONNECTION_REFUSED", "The service refused the connection (ECONNREFUSED)."],
    ["ENETUNREACH", "HOST_UNREACHABLE", "The service cannot be reached from this network (ENETUNREACH)."],
    ["ETIMEDOUT", "CONNECT_TIMEOUT", "The service did not open a connection in time (ETIMEDOUT)."],
    ["ECONNRESET", "CONNECTION_LOST", "The connection to the service was lost (ECONNRESET)."],
  ])("says in words what %s means, and may be retried", (systemCode, code, message) => {
    const error = toConnectionError(withCode(systemCode), { sent: false, settings });
    expect(error).toMatchObject({ code, retryable: true, sent: false });
    expect(error.message.startsWith(message)).toBe(true);
  });

  it.each([
    ["CERT_HAS_EXPIRED", "CERTIFICATE_EXPIRED", "has expired (CERT_HAS_EXPIRED). Renew it."],
    ["CERT_NOT_YET_VALID", "CERTIFICATE_NOT_YET_VALID", "is not valid yet"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "CERTIFICATE_WRONG_HOST", "is for another host name"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "CERTIFICATE_SELF_SIGNED", "is self-signed"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "CERTIFICATE_UNKNOWN_ISSUER", "is from an unknown authority"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERTIFICATE_UNKNOWN_ISSUER", "NODE_EXTRA_CA_CERTS"],
    ["CERT_REVOKED", "CERTIFICATE_INVALID", "is invalid (CERT_REVOKED)."],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "TLS_FAILED", "could not agree on TLS"],
  ])("is not retried for %s", (systemCode, code, message) => {
    for (const proxyVariable of [undefined, "https_proxy"]) {
      const error = toConnectionError(withCode(systemCode), { sent: false, proxyVariable, settings });
      expect(error).toMatchObject({
        code: proxyVariable === undefined ? code : `PROXY_${code}`,
        retryable: false,
        message: expect.stringContaining(message),
      });
      expect(error.message).toContain(proxyVariable === undefined ? "The service" : "The proxy");
      expect(isTransientConnectionError(error.code)).toBe(false);
    }
  });

  it("names the variable of a proxy instead of the base URL", () => {
    expect(
      toConnectionError(withCode("ECONNREFUSED"), { sent: false, proxyVariable: "HTTPS_PROXY", settings }),
    ).toMatchObject({
      code: "PROXY_CONNECTION_REFUSED",
      message:
        "The proxy refused the connection (ECONNREFUSED). Check the host and the port in HTTPS_PROXY, and that a server runs there.",
    });
  });

  const sources = ["environment", "environmentOrOption", "option", "dispatcher", "fetch"] as const;
  it.each<[(typeof sources)[number], string]>([
    ["environment", "set NODE_EXTRA_CA_CERTS to a PEM file with it before the start."],
    [
      "environmentOrOption",
      "set NODE_EXTRA_CA_CERTS to a PEM file with it before the start, or pass the option ca.",
    ],
    ["option", "add it to the option ca."],
    ["dispatcher", "add it to the certificates that the dispatcher trusts."],
    ["fetch", "add it to the certificates that the fetch or its runtime trusts."],
  ])("says how to trust a certificate: %s", (ca, advice) => {
    const { message } = toConnectionError(withCode("DEPTH_ZERO_SELF_SIGNED_CERT"), {
      sent: false,
      settings: { ...settings, ca },
    });
    expect(message.endsWith(`is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT). If you trust it, ${advice}`)).toBe(
      true,
    );
  });

  it("names no setting that the caller does not have", () => {
    const named = {
      environment: /NODE_EXTRA_CA_CERTS/,
      environmentOrOption: /NODE_EXTRA_CA_CERTS|option ca\b/,
      option: /option ca\b/,
      dispatcher: /dispatcher/,
      fetch: /fetch/,
    };
    const all = /NODE_EXTRA_CA_CERTS|option ca\b|dispatcher|fetch/g;
    const codes = Object.values(failures).flatMap(({ systemCodes }) => systemCodes);
    expect(codes.length).toBeGreaterThan(20);
    for (const code of [...codes, "HPE_INVALID_CONSTANT"])
      for (const ca of sources) {
        const { message } = toConnectionError(withCode(code), {
          sent: false,
          settings: { baseUrl: "RALLLY_BASE_URL", proxy: false, ca },
        });
        expect(message).not.toMatch(/HTTPS_PROXY|the base URL|[{}]/);
        for (const [name] of message.matchAll(all)) expect(name).toMatch(named[ca]);
      }
  });

  it("suggests a proxy only if there is none", () => {
    const direct = toConnectionError(withCode("ENOTFOUND"), { sent: false, settings });
    expect(direct.message).toMatch(/Behind a proxy, set HTTPS_PROXY\.$/);
    const proxied = toConnectionError(withCode("ENOTFOUND"), {
      sent: false,
      proxyVariable: "HTTPS_PROXY",
      settings,
    });
    expect(proxied.message).toMatch(/Check HTTPS_PROXY and the network\.$/);
  });

  it("counts TLS that breaks after the request was sent as a lost connection", () => {
    expect(toConnectionError(withCode("EPROTO"), { sent: true, settings })).toMatchObject({
      code: "CONNECTION_LOST",
      retryable: true,
      sent: true,
    });
  });

  it.each([
    withCode("sk_test_secret"),
    withCode("EWHATEVER"),
    new Error("sk_test_secret"),
    "sk_test_secret",
    undefined,
  ])("has no code and no foreign text for an unknown error", (thrown) => {
    const error = toConnectionError(thrown, { sent: true, settings });
    expect(error.code).toBeUndefined();
    expect(error.message).toMatch(/^The connection failed( \(EWHATEVER\))?\.$/);
  });

  it("uses the code of the cause, as fetch reports it", () => {
    const error = new TypeError("fetch failed", { cause: withCode("CERT_HAS_EXPIRED") });
    expect(toConnectionError(error, { sent: false, settings })).toMatchObject({
      code: "CERTIFICATE_EXPIRED",
    });
    expect(findConnectionErrorCode("EWHATEVER")).toBeUndefined();
  });
});

describe("the error of a proxy that opens no tunnel", () => {
  it.each([
    [
      407,
      "PROXY_AUTHENTICATION_REQUIRED",
      false,
      "asks for a user name and password (407). Set them in https_proxy",
    ],
    [
      403,
      "PROXY_REFUSED",
      false,
      "refused the connection (403). Ask the proxy's administrator to allow api.rallly.co,",
    ],
    [302, "PROXY_REFUSED", false, "refused the connection (302)"],
    [
      502,
      "PROXY_FAILED",
      true,
      "could not reach api.rallly.co (502). The proxy may not find the host in DNS, or its rules may not allow the host: ask its administrator.",
    ],
    [
      504,
      "PROXY_FAILED",
      true,
      "could not reach api.rallly.co (504). The proxy may not find the host in DNS, or its rules may not allow the host: ask its administrator.",
    ],
    [
      429,
      "PROXY_FAILED",
      true,
      "could not reach api.rallly.co (429). The proxy may not find the host in DNS, or its rules may not allow the host: ask its administrator.",
    ],
    [
      100,
      "PROXY_FAILED",
      true,
      "response to CONNECT is invalid (100). Check the scheme, the host and the port",
    ],
    [200, "PROXY_FAILED", true, "response to CONNECT is invalid (200)."],
  ])("for status %i", (status, code, retryable, message) => {
    const error = toProxyError(status, {
      proxyVariable: "https_proxy",
      host: "api.rallly.co",
      baseUrl: "the base URL",
    });
    expect(error).toMatchObject({ sent: false, code, retryable, message: expect.stringContaining(message) });
    expect(isTransientConnectionError(code)).toBe(retryable);
  });

  it("mentions the base URL only for another host than the default one", () => {
    const { message } = toProxyError(502, {
      proxyVariable: "HTTPS_PROXY",
      host: "polls.test:8443",
      baseUrl: "the base URL",
    });
    expect(message).toBe(
      "The proxy could not reach polls.test:8443 (502). Check the base URL. The proxy may not find the host in DNS, or its rules may not allow the host: ask its administrator.",
    );
  });

  it("has codes that differ from those of the service", () => {
    for (const code of ["POLL_NOT_FOUND", "PROXY", "constructor", undefined])
      expect(isTransientConnectionError(code)).toBeUndefined();
  });
});

describe("a call whose connection fails", () => {
  const connect = (error: Error) => {
    let sent = 0;
    const client = createClient({
      apiKey: "sk_test_secret",
      backoffMs: 0,
      reconcileDelaysMs: [],
      transport: () => {
        sent += 1;
        return Promise.reject(error);
      },
    });
    return { client, sent: () => sent };
  };

  it("throws NotSentError with the code, without a retry, for a wrong certificate", async () => {
    const { client, sent } = connect(
      toConnectionError(withCode("CERT_HAS_EXPIRED"), { sent: false, settings }),
    );
    for (const call of [() => client.listPolls(), () => client.createPoll(body)]) {
      const error = await getRejection(call());
      expect(error).toBeInstanceOf(NotSentError);
      expect(error).toMatchObject({ code: "CERTIFICATE_EXPIRED", attempts: 1 });
    }
    expect(sent()).toBe(2);
  });

  it("is retried for a refused connection", async () => {
    const { client, sent } = connect(toConnectionError(withCode("ECONNREFUSED"), { sent: false, settings }));
    const error = await getRejection(client.createPoll(body));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({ code: "CONNECTION_REFUSED", attempts: 3 });
    expect(sent()).toBe(3);
  });

  it("has an unknown outcome for a create whose connection was lost", async () => {
    const { client } = connect(toConnectionError(withCode("ECONNRESET"), { sent: true, settings }));
    const error = await getRejection(client.createPoll(body));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ code: "CONNECTION_LOST" });
  });
});

it("the codes in docs/client.md are right about retries", () => {
  const docs = readFileSync("docs/client.md", "utf8");
  const rows = [...docs.matchAll(/^\| (`[A-Z_]+`.*) \| .* \| (yes|no) \|$/gm)];
  const codes = rows.flatMap(([, names = "", retried]) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => [code, retried === "yes"] as const),
  );
  expect(codes.length).toBeGreaterThan(15);
  for (const [code, retried] of codes)
    expect([code, isTransientConnectionError(code)]).toEqual([code, retried]);
});
