/** The certificate of a service over real TLS: each kind of wrong one, the option ca, and NODE_EXTRA_CA_CERTS. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Agent } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createClient, createUndiciTransport, InvalidInputError, NotSentError } from "../../src/api/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { body, getRejection } from "./scripted.ts";
import { type Certificate, createAuthority, createSelfSigned, startTlsFront } from "./tls.ts";

let authority: Awaited<ReturnType<typeof createAuthority>>;
let sandbox: Sandbox;
const closers: (() => void)[] = [];
const folder = mkdtempSync(join(tmpdir(), "certificates-"));

beforeAll(async () => {
  authority = await createAuthority();
  sandbox = await startSandbox({ seed: "empty", limits: "none" });
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.close();
});

async function serve(certificate: Certificate): Promise<string> {
  const front = await startTlsFront(sandbox.url, certificate);
  closers.push(front.close);
  return `https://127.0.0.1:${front.port}/v1`;
}

type Options = Partial<Parameters<typeof createClient>[0]>;
const connect = (baseUrl: string, options: Options = {}) =>
  createClient({ apiKey: sandbox.apiKey, baseUrl, backoffMs: 1, ...options });

describe("a certificate", () => {
  it.each<[string, () => Promise<Certificate>, boolean, string, RegExp]>([
    [
      "that has expired",
      () => authority.issue({ from: -9, until: -2 }),
      true,
      "EXPIRED",
      /has expired.* Renew it/,
    ],
    ["that is not valid yet", () => authority.issue({ from: 2, until: 9 }), true, "NOT_YET_VALID", /clock/],
    [
      "of another host",
      () => authority.issue({ hosts: ["other.test"] }),
      true,
      "WRONG_HOST",
      /another host name/,
    ],
    [
      "that is self-signed",
      createSelfSigned,
      false,
      "SELF_SIGNED",
      /self-signed.* NODE_EXTRA_CA_CERTS .* ca\b/,
    ],
    [
      "of an unknown authority",
      () => authority.issue(),
      false,
      "UNKNOWN_ISSUER",
      /unknown authority.* NODE_EXTRA_CA/,
    ],
  ])("%s is refused in words, and nothing is sent", async (_, create, isKnown, code, message) => {
    const client = connect(await serve(await create()), isKnown ? { ca: authority.cert } : {});
    const before = sandbox.requests.length;
    for (const call of [() => client.createPoll(body), () => client.listPolls()]) {
      const error = await getRejection(call());
      expect(error).toBeInstanceOf(NotSentError);
      expect(error).toMatchObject({ code: `CERTIFICATE_${code}`, attempts: 1 });
      expect(String(error)).toMatch(message);
    }
    expect(sandbox.requests).toHaveLength(before);
  });

  it("is not the reason when the server speaks no TLS", async () => {
    const client = connect(sandbox.url.replace("http:", "https:"));
    const error = await getRejection(client.createPoll(body));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({ code: "TLS_FAILED", attempts: 1 });
    expect(String(error)).toContain("Check the scheme, the host and the port in the base URL.");
  });
});

describe("the option ca", () => {
  it.each<[string, (cert: string) => Options["ca"]]>([
    ["a text", (cert) => cert],
    ["a Buffer", (cert) => Buffer.from(cert)],
    ["a list", (cert) => [Buffer.from(cert)]],
    [
      "a text with several and comments",
      (cert) => `# authority\r\n${cert.replaceAll("\n", "\r\n")}\n${cert}`,
    ],
  ])("is trusted as %s", async (_, toOption) => {
    const client = connect(await serve(await authority.issue()), { ca: toOption(authority.cert) });
    expect(await client.listPolls()).toMatchObject({ data: [] });
  });

  it("trusts a self-signed certificate", async () => {
    const certificate = await createSelfSigned();
    const client = connect(await serve(certificate), { ca: certificate.cert });
    expect(await client.listPolls()).toMatchObject({ data: [] });
  });

  it("is trusted instead of other authorities", async () => {
    const other = await createAuthority("Another authority");
    const client = connect(await serve(await authority.issue()), { ca: other.cert });
    expect(await getRejection(client.listPolls())).toMatchObject({ code: "CERTIFICATE_UNKNOWN_ISSUER" });
  });

  it.each<[string, (whole: string) => string]>([
    ["the second", (whole) => whole + whole.slice(0, 200)],
    ["the second, within its first line", (whole) => `${whole}-----BEGIN CERTIF`],
    ["the second, within its first line, with a line break", (whole) => `${whole}-----BEGIN CERT\n`],
    ["the second, at the end of its first line", (whole) => `${whole}-----BEGIN CERTIFICATE--`],
    ["the second, without its body", (whole) => `${whole}-----BEGIN CERTIFICATE-----\n`],
    ["the first", (whole) => whole.slice(0, 200) + whole],
    ["the start of the first", (whole) => whole.slice(200) + whole],
    ["one of three", (whole) => `${whole}${whole.slice(0, 200)}\n${whole}`],
  ])("is refused if a certificate beside a whole one is truncated: %s", (_, truncate) => {
    const ca = truncate(authority.cert.endsWith("\n") ? authority.cert : `${authority.cert}\n`);
    for (const [given, path] of [
      [ca, "ca"],
      [[authority.cert, ca], "ca.1"],
    ] as const)
      expect(() => connect("https://127.0.0.1/v1", { ca: given })).toThrow(
        expect.objectContaining({
          problems: [{ path, message: "Has a damaged certificate. Copy the PEM file again" }],
        }),
      );
  });

  it("may have other PEM blocks beside its certificates", async () => {
    const ca = `${authority.cert}\n-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n`;
    const client = connect(await serve(await authority.issue()), { ca });
    expect(await client.listPolls()).toMatchObject({ data: [] });
  });

  it("names the function that was called", () => {
    for (const ca of ["nope", damaged]) {
      expect(() => createUndiciTransport({ ca })).toThrow(
        expect.objectContaining({ operation: "createUndiciTransport" }),
      );
      expect(() => connect("https://127.0.0.1/v1", { ca })).toThrow(
        expect.objectContaining({ operation: "createClient" }),
      );
    }
  });

  const damaged = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
  it.each<[string, unknown, string, RegExp]>([
    ["a path", "/etc/ssl/ca.pem", "ca", /Has no certificate. Pass the content of a PEM file/],
    ["an empty text", "", "ca", /Has no certificate/],
    ["an empty Buffer", Buffer.alloc(0), "ca", /Has no certificate/],
    ["a key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "ca", /Has no certificate/],
    ["a damaged certificate", damaged, "ca", /Has a damaged certificate/],
    ["the second of a list", ["CERT", "nothing"], "ca.1", /Has no certificate/],
    ["an empty list", [], "ca", /Must be the content of a PEM file/],
    ["a list of lists", [["CERT"]], "ca", /Must be the content of a PEM file/],
    ["true", true, "ca", /Must be the content of a PEM file/],
    ["null", null, "ca", /Must be the content of a PEM file/],
    ["an object", { cert: "CERT" }, "ca", /Must be the content of a PEM file/],
  ])("names itself for %s", (_, given, path, message) => {
    const ca = JSON.parse(JSON.stringify(given ?? null), (_name, value) =>
      value === "CERT" ? authority.cert : value?.type === "Buffer" ? Buffer.from(value.data) : value,
    );
    try {
      connect("https://127.0.0.1/v1", { ca });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({ problems: [{ path, message: expect.stringMatching(message) }] });
    }
  });
});

it("NODE_EXTRA_CA_CERTS is trusted", async () => {
  const baseUrl = await serve(await authority.issue());
  const script = `
    import { createClient } from "./dist/src/api/index.js";
    const client = createClient({ apiKey: process.env.RALLLY_API_KEY, baseUrl: process.env.RALLLY_BASE_URL });
    const result = await client.listPolls().catch((error) => error);
    console.log(result.code ?? result.data.length);
  `;
  const file = join(folder, "authority.pem");
  writeFileSync(file, authority.cert);
  const run = (environment: Record<string, string>) =>
    promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
      env: { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: baseUrl, ...environment },
    });
  expect((await run({})).stdout).toBe("CERTIFICATE_UNKNOWN_ISSUER\n");
  expect((await run({ NODE_EXTRA_CA_CERTS: file })).stdout).toBe("0\n");
});

describe("an untrusted certificate is named with the settings that can be followed", () => {
  const other = /HTTPS_PROXY|NODE_EXTRA_CA_CERTS|option ca/;
  it.each<[string, () => Options, string]>([
    [
      "a dispatcher",
      () => ({ dispatcher: new Agent() }),
      "add it to the certificates that the dispatcher trusts.",
    ],
    ["a fetch", () => ({ fetch }), "add it to the certificates that the fetch or its runtime trusts."],
  ])("%s", async (_, toOptions, advice) => {
    const error = await getRejection(connect(await serve(await createSelfSigned()), toOptions()).listPolls());
    expect(error).toMatchObject({ code: "CERTIFICATE_SELF_SIGNED" });
    expect(String(error)).toContain(advice);
    expect(String(error)).not.toMatch(other);
    const unknown = await getRejection(
      connect("https://rallly.invalid/v1", { ...toOptions(), attempts: 1 }).listPolls(),
    );
    expect(unknown).toMatchObject({ code: expect.stringMatching(/HOST_NOT_FOUND|NAME_SERVER_FAILED/) });
    expect(String(unknown)).not.toMatch(other);
  });

  it("the option ca, beside which NODE_EXTRA_CA_CERTS has no effect", async () => {
    const client = connect(await serve(await createSelfSigned()), { ca: authority.cert });
    const text = String(await getRejection(client.listPolls()));
    expect(text).toContain("add it to the option ca.");
    expect(text).not.toContain("NODE_EXTRA_CA_CERTS");
  });
});
