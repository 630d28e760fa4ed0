/** Hosts as they are: what they send over HTTP and on stdio, by the id of the case. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";
import { createBackend } from "../../cli/backend.ts";
import { serveHttp } from "../../cli/serve-http.ts";
import { createServer } from "../../mcp/server.ts";
import { closeLater, openSandbox } from "../mcp/harness.ts";
import { send } from "./send.ts";

const both = "application/json, text/event-stream";
const json = "application/json";
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_polls", arguments: {} } };
const callWithProgress = {
  ...call,
  params: { name: "list_polls", arguments: { best: true }, _meta: { progressToken: 1 } },
};
const initialize = (capabilities: object, protocolVersion = "2025-06-18") => ({
  jsonrpc: "2.0",
  id: 24,
  method: "initialize",
  params: { protocolVersion, capabilities, clientInfo: { name: "t", version: "1" } },
});

/** The server over HTTP as `mcp --http` starts it, on a sandbox. */
async function open(environment: Record<string, string> = {}) {
  const { url: baseUrl, apiKey } = await openSandbox({ now: undefined });
  const log = () => {};
  const settings = { RALLLY_BASE_URL: baseUrl, RALLLY_API_KEY: apiKey, ...environment };
  const backend = await createBackend(
    { sandbox: false, allowExternalWebhooks: false, http: true },
    settings,
    log,
  );
  const options = { host: "127.0.0.1", port: 0, allowedHosts: [], token: undefined };
  const http = await serveHttp(options, backend, (caller) => createServer(caller, { log }), log);
  closeLater(() => http.close());
  return { url: http.url, apiKey };
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}, path = "/mcp") =>
  send(url, headers, { body: JSON.stringify(body), path });

describe("over HTTP a host of 2025", () => {
  const [polls, tools] = ['"polls"', '"tools"'].map((text) => expect.stringContaining(text));
  const progress = expect.stringMatching(/"progressToken":1[\s\S]*"polls"/);
  const noArguments = expect.stringContaining("tools/call: missing or not of its type: params.arguments.");
  /** A call with these arguments, of whatever type. */
  const callWith = (given: unknown) => ({ ...call, params: { name: "list_polls", arguments: given } });
  const result = (id: number | string) => expect.stringMatching(new RegExp(`"id":${JSON.stringify(id)}`));
  it.each<[id: string, accept: string | null, body: object, text: unknown]>([
    ["accept-none", null, list, tools],
    ["accept-any", "*/*", list, tools],
    ["accept-json", json, list, tools],
    ["accept-stream-alone", "text/event-stream", list, tools],
    ["accept-both-no-progress", both, call, polls],
    ["accept-json-initialize", json, initialize({}, "2025-11-25"), result(24)],
    ["accept-json-progress", json, callWithProgress, expect.not.stringContaining("notifications/")],
    ["null-params-stays", both, { ...list, id: 21, params: null }, result(21)],
    ["null-cursor", both, { ...list, id: 22, params: { cursor: null } }, result(22)],
    ["arguments-text", both, callWith('{"limit":1}'), polls],
    ["arguments as PHP writes none", both, callWith([]), polls],
    ["null-elicitation", both, initialize({ elicitation: null }), expect.stringContaining('"serverInfo"')],
    ["empty-cursor-stays", both, { ...list, id: 27, params: { cursor: "" } }, result(27)],
    ["null inside arguments, which has its own rule", both, callWith({ query: null }), polls],
  ])("%s: is answered", async (_, accept, body, text) => {
    const { url } = await open();
    const { headers, ...answer } = await post(url, body, accept === null ? {} : { accept });
    expect(answer).toEqual({ status: 200, text });
    expect(headers["content-type"]).toContain(json);
  });

  it.each<[id: string, accept: string, body: object, status: number, text: unknown]>([
    ["accept-both-progress-stays", both, callWithProgress, 200, progress],
    ["notification-stays", both, { jsonrpc: "2.0", method: "notifications/initialized" }, 202, ""],
    ["notification-json", json, { jsonrpc: "2.0", method: "notifications/initialized" }, 202, ""],
    ["arguments-text, which is no object", both, callWith("one"), 400, noArguments],
    ["arguments as a list", both, callWith([1]), 400, noArguments],
    [
      "no-method",
      both,
      { jsonrpc: "2.0", id: "x", params: {} },
      400,
      expect.stringMatching(/-32600.*"id":"x"/),
    ],
  ])("%s: gets its status", async (_, accept, body, status, text) => {
    const { url } = await open();
    const answer = await post(url, body, { accept });
    expect(answer).toMatchObject({ status, text });
    expect(answer.headers["content-type"] === "text/event-stream").toBe(text === progress);
  });

  it("http-slash-stays: is told where MCP is", async () => {
    const { url } = await open();
    expect(await post(url, { ...list, method: "ping" }, { accept: both }, "/mcp/")).toMatchObject({
      status: 404,
      text: expect.stringContaining("MCP is at /mcp."),
    });
  });

  it.each([
    "/register",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-authorization-server/mcp",
  ])("is told at %s that there is no OAuth", async (path) => {
    const { url } = await open();
    expect(await post(url, {}, {}, path)).toMatchObject({
      status: 404,
      text: expect.stringContaining("has no OAuth"),
    });
  });

  it("idle-connection: keeps it for 75 seconds", async () => {
    const { url } = await open();
    const socket = connectSocket(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const [head] = await once(socket, "data");
    socket.destroy();
    expect(String(head)).toMatch(/Keep-Alive: timeout=75/i);
  });

  it.each([
    ["key-header-quotes", '"sk_abcd_0123456789abcdef01234567"', "x-rallly-api-key header of this connection"],
    ["key-header-placeholder", `\${RALLLY_API_KEY}`, "x-rallly-api-key header of this connection"],
    ["key-header-unknown-stays", "sk_abcd_0123456789abcdef01234567", "x-rallly-api-key"],
  ])("%s: names the header", async (_, key, text) => {
    const { url } = await open({ RALLLY_API_KEY: "" });
    const answer = await post(url, call, { accept: both, "x-rallly-api-key": key });
    expect(answer.text).toContain('"isError":true');
    expect(answer.text).toContain(text);
    expect(answer.text).not.toContain("RALLLY_API_KEY:");
    expect(answer.text).not.toContain(key);
  });
});

describe("on stdio a host", () => {
  const text = JSON.stringify;
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
    ["frame-bom", [`\ufeff${text(initialize({}))}`], 24, { result: { serverInfo: {} } }],
    ["frame-params-null", [text({ ...list, id: 1, params: null })], 1, { result: expect.anything() }],
    ["frame-no-jsonrpc", [text({ id: 2, method: "tools/list" })], 2, { error: { code: -32600 } }],
    ["frame-batch", [text([ping(3), ping(4)])], 4, { result: {} }],
    ...[
      ["resources/read", "params.uri"],
      ["tools/call", "params.name"],
      ["prompts/get", "params.name"],
      ["initialize", "params.protocolVersion, params.capabilities, params.clientInfo"],
    ].map(([method, missing], index): [string, string[], number, object] => [
      `${method} without what it is about`,
      [text({ ...list, id: 50 + index, method })],
      50 + index,
      { error: { code: -32602, message: `${method}: missing or not of its type: ${missing}.` } },
    ]),
    [
      "a cursor that is no text",
      [text({ ...list, id: 59, params: { cursor: 5 } })],
      59,
      { error: { code: -32602, message: "tools/list: missing or not of its type: params.cursor." } },
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
