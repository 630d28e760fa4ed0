/** Which proxy the environment names for a URL. */
import { inspect } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, InvalidInputError } from "../../src/api/index.ts";
import {
  type Environment,
  findProxyVariable,
  listProxySecrets,
  readProxySettings,
} from "../../src/api/proxy.ts";

afterEach(() => vi.unstubAllEnvs());

const service = "https://api.rallly.co/v1";
const find = (environment: Environment, url = service) => readProxySettings(environment)(url);
const originOf = (environment: Environment, url = service) => {
  const proxy = find(environment, url);
  return proxy && "origin" in proxy ? proxy.origin : proxy;
};

describe("the proxy for a URL", () => {
  it.each<[string, Environment, string, string | undefined]>([
    ["none", {}, service, undefined],
    ["HTTPS_PROXY for https", { HTTPS_PROXY: "http://p:8080" }, service, "http://p:8080"],
    ["not HTTPS_PROXY for http", { HTTPS_PROXY: "http://p:8080" }, "http://a.com/v1", undefined],
    ["HTTP_PROXY for http", { HTTP_PROXY: "http://p:8080" }, "http://a.com/v1", "http://p:8080"],
    ["HTTP_PROXY for https too", { HTTP_PROXY: "http://p:8080" }, service, "http://p:8080"],
    ["https first", { HTTP_PROXY: "http://p:1", HTTPS_PROXY: "http://p:2" }, service, "http://p:2"],
    ["lower case first", { HTTPS_PROXY: "http://p:1", https_proxy: "http://p:2" }, service, "http://p:2"],
    ["not an empty one", { HTTPS_PROXY: "http://p:1", https_proxy: " " }, service, "http://p:1"],
    [
      "without a scheme",
      { HTTPS_PROXY: " proxy.example.com:3128 " },
      service,
      "http://proxy.example.com:3128",
    ],
    ["over TLS", { HTTPS_PROXY: "https://p/" }, service, "https://p"],
    ["an IPv6 address", { HTTPS_PROXY: "http://[fd00::1]:8080" }, service, "http://[fd00::1]:8080"],
  ])("is %s", (_, environment, url, expected) => {
    expect(originOf(environment, url)).toBe(expected);
  });

  it.each(["http://localhost:1/v1", "https://127.0.0.1/v1", "https://127.8.9.1/v1", "http://[::1]:80/v1"])(
    "is none for loopback: %s",
    (url) => {
      expect(find({ HTTP_PROXY: "http://p", HTTPS_PROXY: "not a proxy://" }, url)).toBeUndefined();
    },
  );

  it.each([
    ["*", service, true],
    ["a.com, *", service, true],
    ["api.rallly.co", service, true],
    ["API.Rallly.CO", service, true],
    ["rallly.co", service, true],
    [".rallly.co", service, true],
    ["*.rallly.co", service, true],
    ["a.com rallly.co", service, true],
    [" a.com ,\trallly.co,", service, true],
    ["rallly.co.", service, true],
    ["rallly.co:443", service, true],
    ["rallly.co:8443", service, false],
    ["rallly.co:8443", "https://rallly.co:8443/v1", true],
    ["lly.co", service, false],
    ["xapi.rallly.co", service, false],
    ["polls.lan:80", "http://polls.lan/v1", true],
    ["10.0.0.1", "https://10.0.0.1/v1", true],
    ["10.0.0.1", "https://110.0.0.1/v1", false],
    ["[fd00::1]", "https://[fd00::1]/v1", true],
    ["fd00:0::1", "https://[fd00::1]/v1", true],
    ["[fd00::1]:443", "https://[fd00::1]/v1", true],
    ["[fd00::1]:8443", "https://[fd00::1]/v1", false],
    ["bücher.example", "https://xn--bcher-kva.example/v1", true],
    ["rallly.co", "https://api.rallly.co./v1", true],
    ["*:443", service, true],
    ["*:8443", service, false],
    [".corp", "https://polls.corp/v1", true],
    [".corp", "https://corp/v1", true],
    ["*.corp", "https://a.polls.corp:8443/v1", true],
    ["*.corp:8443", "https://a.polls.corp/v1", false],
    ["corp", "https://polls.mycorp/v1", false],
    ["10.0.0.0/8", "https://10.255.3.4/v1", true],
    ["10.0.0.0/8", "http://11.0.0.1/v1", false],
    ["10.1.2.3/8", "https://10.9.9.9/v1", true],
    ["a.com 10.0.0.0/8:8443,b.com", "https://10.1.1.1:8443/v1", true],
    ["10.0.0.0/8:8443", "https://10.1.1.1/v1", false],
    ["192.168.4.0/22", "https://192.168.7.255/v1", true],
    ["192.168.4.0/22", "https://192.168.8.0/v1", false],
    ["10.1.1.1/32", "https://10.1.1.1/v1", true],
    ["10.1.1.1/32", "https://10.1.1.2/v1", false],
    ["0.0.0.0/0", "https://203.0.113.7/v1", true],
    ["0.0.0.0/0", "https://[fd00::1]/v1", false],
    ["0.0.0.0/0", service, false],
    ["10.0.0.0/8", "https://[::ffff:10.1.1.1]/v1", true],
    ["10.0.0.0/8", "https://10.0.0.0.example.com/v1", false],
    ["10.0.0.0/33", "https://10.0.0.0/v1", false],
    ["10.0.0.0/-1", "https://10.0.0.0/v1", false],
    ["10.0.0.0/", "https://10.0.0.0/v1", false],
    ["10.0.0/8", "https://10.0.0.0/v1", false],
    ["300.0.0.0/8", "https://44.0.0.0/v1", false],
    ["rallly.co/8", service, false],
    ["user@rallly.co", service, false],
    ["fd00::/8", "https://[fdab::1]:8443/v1", true],
    ["fd00::/8", "https://[fe00::1]/v1", false],
    ["FD00::/8", "https://[fd12::9]/v1", true],
    ["[fd00::]/8", "https://[fd12::9]/v1", true],
    ["[fd00::/8]:443", "https://[fd12::9]/v1", true],
    ["fd00::/129", "https://[fd00::1]/v1", false],
    ["fd00::/8", "https://10.1.1.1/v1", false],
    ["::/0", "https://[2001:db8::1]/v1", true],
    ["::/0", "https://10.1.1.1/v1", false],
    ["fe80::1%eth0", "https://[fe80::1]/v1", false],
    ["", service, false],
    [",", service, false],
    ["::", service, false],
    ["https://api.rallly.co", service, false],
  ])("with NO_PROXY %j for %s is none: %j", (list, url, isDirect) => {
    for (const name of ["NO_PROXY", "no_proxy"]) {
      const proxy = find({ https_proxy: "http://p:1", http_proxy: "http://p:1", [name]: list }, url);
      expect(proxy === undefined).toBe(isDirect);
    }
  });

  it("is none for loopback without an entry of NO_PROXY, in every notation of URLs", () => {
    for (const host of ["localhost", "LOCALHOST", "127.1", "0x7f.0.0.1", "2130706433", "[::1]", "[0:0::1]"])
      expect(find({ https_proxy: "http://p:1" }, `https://${host}/v1`)).toBeUndefined();
  });

  it("is read once", () => {
    const environment: Record<string, string> = { HTTPS_PROXY: "http://p:1" };
    const settings = readProxySettings(environment);
    environment["HTTPS_PROXY"] = "http://p:2";
    environment["NO_PROXY"] = "*";
    expect(settings(service)).toMatchObject({ origin: "http://p:1" });
  });
});

describe("the credentials of a proxy", () => {
  const authorization = (url: string) => {
    const proxy = find({ HTTPS_PROXY: url });
    const header = proxy && "headers" in proxy ? proxy.headers()["proxy-authorization"] : "";
    return header && Buffer.from(header.replace("Basic ", ""), "base64").toString();
  };

  it.each([
    ["http://ada:secret@p", "ada:secret"],
    ["http://ada@p", "ada:"],
    ["http://:secret@p", ":secret"],
    ["ada:secret@p:8080", "ada:secret"],
    ["http://CORP%5Cada:p%40ss%25%3A@p", "CORP\\ada:p@ss%:"],
    ["http://ada:p%C3%A4ss@p", "ada:päss"],
    ["http://p", undefined],
  ])("of %s are %s", (url, expected) => {
    expect(authorization(url)).toBe(expected);
  });

  it("are not printed with the proxy", () => {
    const proxy = find({ HTTPS_PROXY: "http://ada:secret@p:8080" });
    for (const text of [inspect(proxy, { depth: null }), JSON.stringify(proxy)])
      expect(text).not.toMatch(/ada|secret|YWRh/);
  });
});

describe("an invalid proxy", () => {
  it.each([
    ["http://"],
    ["not a proxy"],
    ["http://ada:12#3secret@p:8080"],
    ["http://ada:12/3secret@p:8080"],
    ["http://ada:12?3secret@p:8080"],
    ["http://p:8080/secret"],
    ["http://p:99999"],
    ["http://ada:secret%zz@p:8080"],
    ["socks5://ada:secret@p:1080"],
    ["file:///secret"],
  ])("is refused without its value: %s", (value) => {
    for (const name of ["https_proxy", "HTTP_PROXY"]) {
      const problem = find({ [name]: value });
      expect(problem).toEqual({ path: name, message: expect.stringMatching(/^(Must|Has)/) });
      expect(inspect(problem)).not.toMatch(/ada|secret|p:8080/);
    }
  });

  it("says that SOCKS is not supported", () => {
    expect(find({ https_proxy: "socks5://p:1080" })).toMatchObject({
      message: expect.stringContaining("SOCKS"),
    });
  });

  it("is refused when a client is created, unless it is not used", () => {
    const apiKey = "sk_ab12cd_0123456789secret";
    for (const name of ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY"])
      vi.stubEnv(name, undefined);
    vi.stubEnv("HTTPS_PROXY", "http://ada:top#secret@p");
    try {
      createClient({ apiKey });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({ operation: "createClient", problems: [{ path: "HTTPS_PROXY" }] });
      expect(inspect(error, { depth: null })).not.toMatch(/ada|top|secret@/);
    }
    expect(() => createClient({ apiKey, baseUrl: "http://127.0.0.1:1/v1" })).not.toThrow();
    expect(() => createClient({ apiKey, transport: () => Promise.reject() })).not.toThrow();
    vi.stubEnv("NO_PROXY", "rallly.co");
    expect(() => createClient({ apiKey })).not.toThrow();
  });

  it("never throws another error, for any values", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.webUrl(), (proxy, list, url) => {
        const found = find({ https_proxy: proxy, http_proxy: proxy, no_proxy: list }, url);
        if (found && "headers" in found) found.headers();
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});

describe("the variable of a proxy", () => {
  it.each<[Environment, string, string | undefined]>([
    [{}, service, undefined],
    [{ HTTPS_PROXY: " ", HTTP_PROXY: "http://p" }, service, "HTTP_PROXY"],
    [{ HTTPS_PROXY: "http://p", https_proxy: "http://q" }, service, "https_proxy"],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: "*" }, service, "HTTPS_PROXY"],
    [{ HTTPS_PROXY: "http://p", HTTP_PROXY: "http://q" }, "http://polls.test/v1", "HTTP_PROXY"],
    [{ HTTPS_PROXY: "http://p" }, "http://polls.test/v1", "HTTPS_PROXY"],
  ])("in %j for %s is %s", (environment, url, name) => {
    expect(findProxyVariable(environment, new URL(url))).toBe(name);
    const proxy = find(environment, url);
    if (proxy && "variable" in proxy) expect(proxy.variable).toBe(name);
  });
});

describe("the secrets of a proxy", () => {
  it.each([
    ["http://ada:secret@p", ["secret"]],
    ["ada:secret@p:8080", ["secret"]],
    [" HTTPS://:secret@p ", ["secret"]],
    ["http://ada:p%40ss%3A@p", ["p%40ss%3A", "p@ss:"]],
    ["http://ada:se:cret@p", ["se:cret"]],
    ["http://token@p", ["token"]],
    ["http://token:@p", ["token"]],
    ["http://ada:top#se/c?r@et@p", ["top#se/c?r@et"]],
    ["socks5://ada:secret%zz@p", ["secret%zz"]],
    ["http://p:8080", []],
    ["", []],
  ])("%s are %j", (url, secrets) => {
    for (const name of ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"])
      expect([...new Set(listProxySecrets({ [name]: url }))]).toEqual(secrets);
  });

  it("include those of every variable", () => {
    const environment = {
      HTTPS_PROXY: "http://a:one@p",
      https_proxy: "http://a:two@p",
      HTTP_PROXY: "b:three@p",
    };
    expect(new Set(listProxySecrets(environment))).toEqual(new Set(["one", "two", "three"]));
  });
});
