import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { closeLater, openSandbox } from "../mcp/harness.ts";
import { makePoll, openService, sendJson, testKey } from "../mcp/service.ts";

interface Message {
  id?: string | number;
  method?: string;
  error?: { message: string };
  result?: { isError?: boolean; structuredContent?: unknown; content?: { text: string }[] };
}

/** Starts the server as a process of its own. It is killed at the end of the test. */
function start(args: string[], environment: Record<string, string> = {}) {
  const main = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [main, "mcp", ...args], {
    env: environment,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(([code]) => code as number);
  closeLater(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    child,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    /** All messages so far. Throws when stdout holds anything else. */
    received: (): Message[] =>
      stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    send(...messages: unknown[]) {
      for (const each of messages)
        child.stdin.write(`${typeof each === "string" ? each : JSON.stringify(each)}\n`);
    },
  };
}

const opening = [
  {
    jsonrpc: "2.0",
    id: "open",
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: { elicitation: {} },
      clientInfo: { name: "raw", version: "1" },
    },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];
const callTool = (id: number, name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

describe("a server on stdio", () => {
  it.each(["end of input", "SIGTERM"])("answers the call in flight, then ends at %s", async (cause) => {
    let release = () => {};
    const service = await openService((response) => {
      release = () => sendJson(response, 200, { data: [], nextCursor: null });
    });
    const server = start([], { RALLLY_API_KEY: testKey, RALLLY_BASE_URL: service.url });
    server.send(...opening, callTool(1, "list_polls"));
    await expect.poll(() => service.requests.length, { timeout: 20_000 }).toBe(1);
    if (cause === "SIGTERM") server.child.kill("SIGTERM");
    else server.child.stdin.end();
    // A request after it shows that the server still runs.
    await expect.poll(() => server.child.exitCode).toBe(null);
    release();
    expect(await server.ended).toBe(0);
    expect(server.received().find(({ id }) => id === 1)?.result?.structuredContent).toMatchObject({
      polls: [],
    });
  });

  it("answers a last message without a line feed", async () => {
    const sandbox = await openSandbox();
    const server = start([], { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url });
    server.send(...opening);
    server.child.stdin.end(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" }));
    expect(await server.ended).toBe(0);
    expect(server.received().map(({ id }) => id)).toContain(2);
  });

  it("ends at end of input although a question to the person is open", async () => {
    const service = await openService((response) => sendJson(response, 200, { data: makePoll() }));
    const server = start([], { RALLLY_API_KEY: testKey, RALLLY_BASE_URL: service.url });
    server.send(...opening, callTool(1, "delete_poll", { poll: "abcdefghijkl", confirmTitle: "Team lunch" }));
    const isAsked = () => server.received().some(({ method }) => method === "elicitation/create");
    await expect.poll(isAsked, { timeout: 20_000 }).toBe(true);
    server.child.stdin.end();
    expect(await server.ended).toBe(0);
  });

  it("writes only protocol to stdout, whatever it reads, and no secret anywhere", async () => {
    const sandbox = await openSandbox();
    const environment = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
    const server = start([], environment);
    server.send(
      ...opening,
      "no JSON",
      "[]",
      '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
      { jsonrpc: "2.0", id: 2, method: "unknown/method" },
      { jsonrpc: "2.0", id: 3, method: "tools/call", params: 5 },
      `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      callTool(5, "create_poll", { title: sandbox.apiKey, dates: ["2037-03-01"] }),
      callTool(6, "get_poll", { [sandbox.apiKey]: sandbox.apiKey }),
      { jsonrpc: "2.0", method: "tools/call", params: { name: "x".repeat(5_000_000) }, id: "last" },
      { jsonrpc: "2.0", id: 8, method: "tools/call", params: { name: "x".repeat(12_000_000) } },
      { jsonrpc: "2.0", id: 7, method: "tools/list" },
    );
    await expect.poll(() => server.received().some(({ id }) => id === 7), { timeout: 20_000 }).toBe(true);
    server.child.stdin.end();
    expect(await server.ended).toBe(0);
    const answered = server.received().map(({ id }) => id);
    expect(answered).toEqual(expect.arrayContaining(["open", 2, 5, 6, 7]));
    for (const id of ["last", 8])
      expect(server.received().find((message) => message.id === id)?.error?.message).toMatch(
        /at most 4194304/,
      );
    expect(JSON.stringify(server.received()) + server.stderr()).not.toContain(sandbox.apiKey);
  });
});

describe("on stdio a host", () => {
  const text = JSON.stringify;
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
  const program = [resolve("dist/cli/main.js"), "mcp"];
  const child = spawn(resolve("node_modules/.bin/node"), program, { stdio: ["pipe", "pipe", "ignore"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  afterAll(() => child.kill("SIGKILL"));

  /** Sends lines, and resolves with the answer to an id. */
  async function talk(lines: string[], id: unknown) {
    child.stdin.write(lines.map((line) => `${line}\n`).join(""));
    for (;;) {
      const { value, done } = await answers.next();
      if (done) throw new Error("The server has ended.");
      const message = JSON.parse(value);
      if (message.id === id) return message;
    }
  }

  it.each<[id: string, lines: string[], answers: unknown, expected: object]>([
    ["frame-bom", [`\ufeff${text(opening[0])}`], "open", { result: { serverInfo: {} } }],
    ["frame-params-null", [text({ ...list, id: 1, params: null })], 1, { result: expect.anything() }],
    ["frame-no-jsonrpc", [text({ id: 2, method: "tools/list" })], 2, { error: { code: -32600 } }],
    ["frame-batch", [text([ping(3), ping(4)])], 4, { result: {} }],
    [
      "a call without a name",
      [text({ ...list, id: 50, method: "tools/call" })],
      50,
      { error: { code: -32602 } },
    ],
    [
      "an argument of a prompt that is null",
      [
        text({
          ...{ ...list, id: 60, method: "prompts/get" },
          params: { name: "plan_meeting", arguments: { about: "Lunch", when: null } },
        }),
      ],
      60,
      { result: { messages: [{ role: "user" }] } },
    ],
    ["frame-blank-lines-stays", ["", text(ping(5))], 5, { result: {} }],
    ["a line that is no JSON", ["{"], null, { error: { code: -32700 } }],
    [
      "a line separator of Unicode in a text",
      [text({ ...ping(6), params: { _meta: { x: "\u2028" } } })],
      6,
      { result: {} },
    ],
    [
      "500 calls at once",
      Array.from({ length: 500 }, (_, index) => text({ ...list, id: 100 + index })),
      599,
      { result: { tools: expect.any(Array) } },
    ],
  ])("%s: is answered", async (_, lines, id, expected) => {
    expect(await talk(lines, id)).toMatchObject(expected);
  });
});

it.each(["--port", "--host"])(
  "ends with status 2 when its sandbox runs and its %s cannot serve",
  async (option) => {
    const { url } = await openSandbox();
    const value = option === "--port" ? new URL(url).port : "host.invalid";
    const remote = option === "--host" ? ["--allowed-host", "polls.example.com"] : [];
    const server = start(["--sandbox", "--http", option, value, ...remote], {
      RALLLY_MCP_TOKEN: "0123456789abcdef0123456789abcdef",
    });
    expect(await server.ended).toBe(2);
    expect(server.stderr()).toContain(option);
  },
);
