/** The key that a caller sends over HTTP appears neither in responses nor in the log, wherever else the caller puts it. */
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { serveHttp } from "../../mcp/http/serve.ts";
import { createServer } from "../../mcp/index.ts";
import { createLog } from "../../mcp/log.ts";
import { createClient } from "../../src/api/index.ts";
import { closeLater, openSandbox } from "./harness.ts";
import { envelope, opening, toolCall } from "./server-process.ts";

const key = "rk-live.9a8b7c6d5e4f3g2h";

/** A server over HTTP whose callers send {@link key}. `send` resolves with the response and the lines logged. */
async function open() {
  const sandbox = await openSandbox();
  const client = createClient({ apiKey: key, baseUrl: sandbox.url });
  let logged = "";
  const log = createLog({ write: (line) => (logged += line) }, []);
  const service = await serveHttp(
    () => createServer({ client, report: log }),
    { host: "127.0.0.1", port: 0, allowedHosts: [], acceptsKeys: true },
    log,
  );
  closeLater(() => service.close());
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; text: string; logged: string }>((resolve, reject) => {
      const sent = request(service.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "x-rallly-api-key": key,
          ...headers,
        },
      });
      sent.once("response", async (response) => {
        const text = await new Response(response as never).text();
        resolve({ status: response.statusCode, text, logged });
      });
      sent.once("error", reject).end(JSON.stringify(body));
    });
  return { send };
}

const call = (method: string, params: unknown) => ({ jsonrpc: "2.0", id: 1, method, params });
const modern = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "list_polls",
};

const requests: [name: string, body: unknown, headers?: Record<string, string>][] = [
  ["the name of an argument", toolCall(1, "create_poll", { title: "T", dates: ["2037-03-02"], [key]: 1 })],
  ["an id of a poll", toolCall(1, "get_poll", { pollId: key })],
  ["the name of a tool", toolCall(1, key)],
  ["a method", call(key, {})],
  ["a method with a known start", call(`tools/${key}`, {})],
  ["a URI", call("resources/read", { uri: `${key}://x` })],
  ["an argument of a prompt", call("prompts/get", { name: "plan_meeting", arguments: { about: key } })],
  [
    "the name of a prompt's argument",
    call("prompts/get", { name: "plan_meeting", arguments: { [key]: "x" } }),
  ],
  ["a completion", call("completion/complete", { ref: { type: key, name: "x" }, argument: { name: key } })],
  ["a log level", call("logging/setLevel", { level: key })],
  [
    "the version in _meta",
    toolCall(1, "list_polls", {}, { ...envelope, "io.modelcontextprotocol/protocolVersion": key }),
  ],
  ["the version header", call("tools/list", {}), { "mcp-protocol-version": key }],
  ["the method header", toolCall(1, "list_polls", {}, envelope), { ...modern, "mcp-method": key }],
  ["the name header", toolCall(1, "list_polls", {}, envelope), { ...modern, "mcp-name": key }],
  ["the name beside another name header", toolCall(1, key, {}, envelope), modern],
];

describe("a caller's key over HTTP", () => {
  it.each(requests)(
    "is masked in the response and in the log when it is also in %s",
    async (_, body, headers) => {
      const { send } = await open();
      const { text, logged } = await send(body, headers);
      expect(text).not.toBe("");
      expect(text).not.toContain(key);
      expect(logged).not.toContain(key);
    },
  );

  it("is masked in the log line of an invalid argument", async () => {
    const { send } = await open();
    const { logged } = await send(toolCall(1, "create_poll", { [key]: 1 }));
    expect(logged).toMatch(/ArgumentError: .*\[key\]/);
  });
});

describe("a header that the SDK repeats in errors", () => {
  it.each([
    ["mcp-protocol-version", "2099\u009b31mEVIL\u009d0;t\u009c"],
    ["mcp-protocol-version", "A".repeat(1500)],
    ["mcp-method", "tools/call\u009b31m"],
    ["mcp-method", "two words"],
    ["mcp-name", "list_polls\u009b31m"],
    ["mcp-name", "x".repeat(3000)],
  ])("is rejected and not repeated when %s is %j", async (name, value) => {
    const { send } = await open();
    const { status, text } = await send(call("tools/list", {}), { [name]: value });
    expect(status).toBe(400);
    expect(text).toContain(`The ${name} header is too long or has invalid characters.`);
    expect(text.length).toBeLessThan(200);
  });

  it("is sanitized when the SDK rejects it", async () => {
    const { send } = await open();
    const { status, text, logged } = await send(toolCall(1, "a\u009b31m\u202eb\nc", {}, envelope), modern);
    expect(status).toBe(400);
    expect(JSON.parse(text).error.message).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}/u);
    expect(logged).toMatch(/^(?:rallly-mcp: [^\p{Cc}\p{Cf}]+\n)+$/u);
  });

  it("is accepted when it is valid", async () => {
    const { send } = await open();
    expect((await send(opening[0], { "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
    expect((await send(toolCall(1, "list_polls", {}, envelope), modern)).status).toBe(200);
  });
});
