/** The built server behind a company's proxy, in a process of its own: nothing secret comes out of it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { startForwardProxy } from "../api/forward-proxy.ts";
import { createAuthority, startTlsFront, testHost } from "../api/tls.ts";
import { closeLater } from "./harness.ts";
import { envelope, startProcess, toolCall, until } from "./server-process.ts";

const password = "correct-horse-battery";
const folder = mkdtempSync(join(tmpdir(), "proxy-"));
const authorityFile = join(folder, "authority.pem");
let authority: Awaited<ReturnType<typeof createAuthority>>;
let sandbox: Sandbox;
let proxy: Awaited<ReturnType<typeof startForwardProxy>>;

beforeAll(async () => {
  authority = await createAuthority();
  writeFileSync(authorityFile, authority.cert);
});
beforeEach(async () => {
  sandbox = await startSandbox({ seed: "empty", limits: "none" });
  const front = await startTlsFront(sandbox.url, await authority.issue());
  proxy = await startForwardProxy({ hosts: { [testHost]: front.port }, credentials: `ada:${password}` });
  closeLater(async () => {
    proxy.close();
    front.close();
    await sandbox.close();
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const poll = { title: "Team lunch", dates: ["2030-03-09", "2030-03-10"] };

/** Calls a tool of a new server. Returns its result, after a check that no output has a secret. */
async function callTool(name: string, args: unknown, environment: Record<string, string> = {}) {
  const server = startProcess([], {
    RALLLY_API_KEY: sandbox.apiKey,
    RALLLY_BASE_URL: `https://${testHost}/v1`,
    HTTPS_PROXY: proxy.url.replace("://", `://ada:${password}@`),
    NODE_EXTRA_CA_CERTS: authorityFile,
    ...environment,
  });
  server.send(toolCall(1, name, args, envelope));
  await until(() => server.received().length > 0);
  const [response] = server.received();
  server.child.stdin.end();
  await server.ended;
  const output = JSON.stringify(server.received()) + server.stderr();
  for (const secret of [password, Buffer.from(`ada:${password}`).toString("base64"), sandbox.apiKey])
    expect(output).not.toContain(secret);
  return { ...response?.result, text: response?.result?.content?.[0]?.text ?? "" };
}

const countPosts = () => sandbox.requests.filter(({ method }) => method === "POST").length;

describe("the server behind a proxy", () => {
  it("creates a poll through it", async () => {
    const result = await callTool("create_poll", poll);
    expect(result.isError).not.toBe(true);
    expect(proxy.connects.length).toBeGreaterThan(0);
    expect(countPosts()).toBe(1);
  });

  it("finds a poll again whose tunnel broke", async () => {
    let isBroken = false;
    proxy.onTunnel = (client, service) => {
      service.unpipe(client).resume();
      service.on("data", (chunk) => {
        if (isBroken || sandbox.requests.length === 0) return client.write(chunk);
        isBroken = true;
        return client.destroy();
      });
    };
    const result = await callTool("create_poll", poll);
    expect(result.isError).not.toBe(true);
    expect(countPosts()).toBe(1);
    expect(sandbox.requests.length).toBeGreaterThan(1);
  });

  it.each([
    [
      "a wrong password",
      { HTTPS_PROXY: "WRONG" },
      "asks for a user name and password (407). Set them in HTTPS_PROXY",
    ],
    ["an unknown authority", { NODE_EXTRA_CA_CERTS: "" }, "unknown authority"],
    [
      "another host",
      { RALLLY_BASE_URL: "https://polls.test/v1" },
      "could not reach polls.test (502). Check RALLLY_BASE_URL.",
    ],
    ["no proxy", { NO_PROXY: testHost }, "The service's host name"],
    [
      "a closed proxy",
      { HTTPS_PROXY: `http://ada:${password}@127.0.0.1:9` },
      "The proxy refused the connection",
    ],
  ])("says what to do with %s", async (_, given, expected) => {
    const wrong = "HTTPS_PROXY" in given && given.HTTPS_PROXY === "WRONG";
    const environment = wrong
      ? { HTTPS_PROXY: proxy.url.replace("://", `://eve:${password}@`) }
      : (given as Record<string, string>);
    const result = await callTool("create_poll", poll, environment);
    expect(result.isError).toBe(true);
    expect(result.text).toContain("could not be reached, so nothing was changed");
    expect(result.text).toContain(expected);
    expect(sandbox.requests).toEqual([]);
  });
});
