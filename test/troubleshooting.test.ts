/** Raises every error of docs/troubleshooting.md, and compares the page with the texts. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as McpClient } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Agent } from "undici";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runDoctor } from "../mcp/doctor/index.ts";
import { type ConnectOptions, createClient, receiveWebhook } from "../src/api/index.ts";
import { checkNodeVersion } from "../src/node-version.ts";
import { type FaultRule, type Sandbox, startSandbox } from "../src/sandbox/index.ts";
import { type PollRequest, planPoll } from "../src/scheduling/index.ts";
import { startForwardProxy } from "./api/forward-proxy.ts";
import { type Certificate, createAuthority, createSelfSigned, startTlsFront, testHost } from "./api/tls.ts";
import { callTool, connectInMemory } from "./mcp/harness.ts";
import { findPort } from "./programs.ts";

const page = readFileSync("docs/troubleshooting.md", "utf8");
/** The texts in the first cells. A row may have several. */
const documented = [...page.matchAll(/^\| (`[^`]+`(?:, `[^`]+`)*) \|/gm)].flatMap(([, cell = ""]) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, symptom = ""]) => symptom),
);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: "empty", limits: "none" });
});
afterAll(() => sandbox.close());

const connect = (options: Partial<ConnectOptions> = {}) =>
  createClient({
    apiKey: sandbox.apiKey,
    baseUrl: sandbox.url,
    attempts: 1,
    deadlineMs: 5000,
    reconcileDelaysMs: [1],
    ...options,
  });
const list = (options: Partial<ConnectOptions> = {}) => connect(options).listPolls();

async function listWith(fault: FaultRule["fault"], options: Partial<ConnectOptions> = {}) {
  sandbox.setFaults({ rules: [{ fault }] });
  await list(options).finally(() => sandbox.setFaults({ rules: [] }));
}

/** Lists polls over TLS with a certificate, on loopback. */
async function listOverTls(certificate: Certificate, ca?: string) {
  const front = await startTlsFront(sandbox.url, certificate);
  const baseUrl = `https://127.0.0.1:${front.port}/v1`;
  await list({ baseUrl, ...(ca && { ca }) }).finally(front.close);
}

async function listThroughProxy(url: string, options: Partial<ConnectOptions> = {}) {
  vi.stubEnv("HTTPS_PROXY", url);
  try {
    await list({ baseUrl: `https://${testHost}/v1`, ...options });
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Lists polls through a proxy that does this with each connection. */
async function listThroughServer(onConnection: (socket: Socket) => void, options?: Partial<ConnectOptions>) {
  const server = createServer((socket) => onConnection(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await listThroughProxy(`http://127.0.0.1:${port}`, options).finally(() => server.close());
}

/** Throws what the doctor prints. */
async function diagnose(environment: Record<string, string>): Promise<never> {
  let output = "";
  await runDoctor([], { environment, write: (text) => (output += text) });
  throw new Error(output);
}

/** Calls a tool of the MCP server, and throws the text of its error. */
async function useTool(name: string, args: Record<string, unknown>, options: Partial<ConnectOptions> = {}) {
  const client = "apiKey" in options && options.apiKey === undefined ? {} : { client: connect(options) };
  await callTool(await connectInMemory(client), name, args);
}
const useListPolls = (options?: Partial<ConnectOptions>) => useTool("list_polls", {}, options);

/** Starts the built MCP server as a client does. */
async function startFromClient(env: Record<string, string>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["dist/mcp/main.js"],
    env,
    stderr: "ignore",
  });
  await new McpClient({ name: "host", version: "1" }).connect(transport);
}

const plan = (start: string, more: Partial<PollRequest> = {}) =>
  planPoll(
    { title: "x", kind: "time", duration: 60, timeZone: "Europe/Berlin", times: [{ start }], ...more },
    { offsets: "must-match" },
  );

/** Runs a built program with an empty stdin, and throws what it writes to stderr. */
async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<never> {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (piece) => (stderr += piece));
  await new Promise((resolve) => child.once("close", resolve));
  throw new Error(stderr);
}
const mcp = (args: string[], env?: Record<string, string>) => run("dist/mcp/main.js", args, env);

/** A lookup as of a host name that no name server knows. */
const unknownHost = (_: string, __: object, callback: (error: Error) => void) =>
  callback(Object.assign(new Error("unknown"), { code: "ENOTFOUND" }));

const causes: Record<string, () => unknown> = {
  "apiKey: Missing": () => connect({ apiKey: undefined }),
  "No API key is set": () => useListPolls({ apiKey: undefined }),
  "Has quotes around it": () => connect({ apiKey: `"${sandbox.apiKey}"` }),
  "Is a placeholder": () => mcp([], { RALLLY_API_KEY: "sk_..." }),
  "The service does not accept the API key": () => useListPolls({ apiKey: sandbox.apiKeys.revoked }),
  "The API needs a Pro plan": () => useListPolls({ apiKey: sandbox.apiKeys.nonPro }),
  "This space has no poll with that pollId": () => useTool("get_poll", { pollId: "no-such-poll" }),
  "The service has no such path": () => useListPolls({ baseUrl: sandbox.url.replace("/v1", "/api/v1") }),
  "No such route": () => list({ baseUrl: sandbox.url.replace("/v1", "/api/v1") }),
  "Something else responds, not the API": () => listWith({ kind: "status", status: 403, html: true }),
  "The service's address redirects to": () =>
    listWith({ kind: "redirect", status: 302, location: "https://login.example.com/" }),
  "The connection to the proxy was lost": () => listThroughServer((socket) => socket.destroy()),
  "Wait 90 seconds before the next call": async () => {
    sandbox.setFaults({ rules: [{ fault: { kind: "status", status: 429, retryAfter: "90" } }] });
    await useListPolls().finally(() => sandbox.setFaults({ rules: [] }));
  },
  "The service is unavailable, perhaps for maintenance": async () => {
    sandbox.setOutage({ state: "maintenance" });
    await useListPolls().finally(() => sandbox.setOutage({ state: "none" }));
  },
  "is not an IANA time zone name": () => useTool("get_poll", { pollId: "no-such-poll", timeZone: "EST" }),
  "is not a date that exists": () =>
    useTool("create_poll", { title: "x", kind: "date", dates: ["2030-02-30"] }),
  "Connection closed": () => startFromClient({ RALLLY_API_KEY: "sk_a b" }),
  "Contains a space or an invalid character": () => connect({ apiKey: "sk_a b" }),
  "The API key is missing, unknown, expired or revoked": () => list({ apiKey: sandbox.apiKeys.revoked }),
  "not accepted (401)": () =>
    diagnose({ RALLLY_API_KEY: sandbox.apiKeys.revoked, RALLLY_BASE_URL: sandbox.url }),
  "The API needs a space on a Pro plan": () => list({ apiKey: sandbox.apiKeys.nonPro }),
  "Poll not found in this space": () => connect().getPoll({ pollId: "no-such-poll" }),
  "Must end with /v1": () => connect({ baseUrl: "https://polls.example.com" }),
  "Must start with https://": () => connect({ baseUrl: "http://polls.example.com/api/v1" }),
  "The service's host name was not found": () =>
    list({
      baseUrl: "https://polls.example.com/v1",
      dispatcher: new Agent({ connect: { lookup: unknownHost as never } }),
    }),
  "The service refused the connection": async () => {
    const reopen = await sandbox.refuseConnections();
    await list().finally(reopen);
  },
  "did not open a connection in time": () =>
    listThroughServer((socket) => socket.resume(), { connectTimeoutMs: 50 }),
  "The connection to the service was lost": () => listWith({ kind: "reset" }),
  "response is not HTTP": () => listThroughServer((socket) => socket.end("SSH-2.0-x\r\n\r\n")),
  "could not agree on TLS": () => list({ baseUrl: sandbox.url.replace("http:", "https:") }),
  "The proxy refused the connection (ECONNREFUSED)": async () =>
    listThroughProxy(`http://127.0.0.1:${await findPort()}`),
  "The proxy refused the connection (403)": () =>
    listThroughServer((socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n")),
  "HTTPS_PROXY: Must be a URL": () => listThroughProxy("http://ada:top#secret@127.0.0.1:8080"),
  "such as SOCKS, are not supported": () => listThroughProxy("socks5://127.0.0.1:1080"),
  "The proxy could not reach": async () => {
    const proxy = await startForwardProxy({ hosts: {} });
    await listThroughProxy(proxy.url).finally(() => proxy.close());
  },
  "The proxy asks for a user name and password": async () => {
    const proxy = await startForwardProxy({ hosts: { [testHost]: 1 }, credentials: "ada:secret" });
    await listThroughProxy(proxy.url).finally(() => proxy.close());
  },
  "certificate has expired": async () => {
    const authority = await createAuthority();
    await listOverTls(await authority.issue({ from: -9, until: -8 }), authority.cert);
  },
  "certificate is not valid yet": async () => {
    const authority = await createAuthority();
    await listOverTls(await authority.issue({ from: 8, until: 9 }), authority.cert);
  },
  "certificate is self-signed": async () => listOverTls(await createSelfSigned()),
  "certificate is from an unknown authority": async () =>
    listOverTls(await (await createAuthority()).issue()),
  "certificate is for another host name": async () => {
    const authority = await createAuthority();
    await listOverTls(await authority.issue({ hosts: ["other.example"] }), authority.cert);
  },
  "NODE_EXTRA_CA_CERTS is set, but": async () => {
    const front = await startTlsFront(sandbox.url, await createSelfSigned());
    await diagnose({
      RALLLY_BASE_URL: `https://127.0.0.1:${front.port}/v1`,
      NODE_EXTRA_CA_CERTS: "package.json",
    }).finally(front.close);
  },
  "expected JSON, got text/html": () => listWith({ kind: "html" }),
  "Retry in 90 s": () => listWith({ kind: "status", status: 429, retryAfter: "90" }),
  "Down for maintenance": async () => {
    sandbox.setOutage({ state: "maintenance" });
    await list().finally(() => sandbox.setOutage({ state: "none" }));
  },
  "No response before the deadline": () => listWith({ kind: "hang" }, { deadlineMs: 200 }),
  "The poll may or may not exist": async () => {
    sandbox.setFaults({ rules: [{ fault: { kind: "reset" }, when: "after" }] });
    const poll = { title: "x", kind: "date", options: [{ date: "2030-01-01" }] } as const;
    await connect()
      .createPoll(poll)
      .finally(() => sandbox.setFaults({ rules: [] }));
  },
  "does not exist on 2030-03-31 in Europe/Berlin": () => plan("2030-03-31 02:30"),
  "is an abbreviation, not an IANA time zone": () => plan("2030-03-31 12:30", { timeZone: "EST" }),
  "Z means UTC, but Europe/Berlin is at +02:00": () => plan("2030-03-31T12:30:00Z"),
  "Must be a calendar date": () =>
    connect().createPoll({ title: "x", kind: "date", options: [{ date: "31 March" }] }),
  "ready without RALLLY_API_KEY": () => mcp([]),
  "is in use. Pass another with --port": async () => {
    const { port } = new URL(sandbox.url);
    const texts = [
      await mcp(["--http", "--port", port]).catch(String),
      await run("dist/src/sandbox/main.js", ["--port", port]).catch(String),
    ];
    // Both programs say the same.
    expect(texts.map((text) => text.replace(/^.*: (?=Port)/, ""))).toEqual(
      Array(2).fill(`Port ${port} is in use. Pass another with --port, or 0 for a free one.\n`),
    );
    throw new Error(texts[0]);
  },
  "RALLLY_SANDBOX must be true or false": () => mcp([], { RALLLY_SANDBOX: "maybe" }),
  "--host 0.0.0.0 needs --allowed-host": () => mcp(["--http", "--host", "0.0.0.0"]),
  "needs Node.js 20.19 or newer": () => {
    const versions = vi
      .spyOn(process, "versions", "get")
      .mockReturnValue({ ...process.versions, node: "18.20.0" });
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    checkNodeVersion("rallly-mcp");
    const text = String(write.mock.calls[0]?.[0]);
    process.exitCode = undefined;
    versions.mockRestore();
    write.mockRestore();
    throw new Error(text);
  },
  "The header X-Rallly-Signature is missing or malformed": () =>
    receiveWebhook({ body: "{}", signature: undefined, secret: "s" }),
  "The signature does not match": () =>
    receiveWebhook({ body: "{}", signature: `t=1,v1=${"0".repeat(64)}`, secret: "s" }),
  "Missing secret": () => receiveWebhook({ body: "{}", signature: "x", secret: undefined }),
  "in use by another sandbox": async () => {
    const folder = mkdtempSync(join(tmpdir(), "rallly-trouble-"));
    const data = join(folder, "polls.jsonl");
    const first = await startSandbox({ data });
    await startSandbox({ data }).finally(async () => {
      await first.close();
      rmSync(folder, { recursive: true });
    });
  },
};

/** Shown by test/mcp/terminal.test.ts, in a real terminal. */
const shownElsewhere = ["stdin is a terminal"];

it("has a cause for every symptom of the page", () => {
  expect(documented.length).toBeGreaterThan(25);
  expect([...documented].sort()).toEqual([...Object.keys(causes), ...shownElsewhere].sort());
});

it.each(Object.entries(causes))("raises: %s", async (symptom, act) => {
  const text = await Promise.resolve()
    .then(act)
    .then(() => "no error", String);
  expect(text).toContain(symptom);
});
