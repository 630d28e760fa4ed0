import { describe, expect, it } from "vitest";
import { openHttp } from "./http-harness.ts";
import { envelope, opening, startProcess, toolCall } from "./server-process.ts";

const long = "x".repeat(900_000);
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`k${number}`, 1]));
const request = (method: string, params: unknown, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const nested = `{"query":${"[".repeat(300_000)}${"]".repeat(300_000)}}`;
const version = (value: string) => ({ ...envelope, "io.modelcontextprotocol/protocolVersion": value });

const messages: [string, string, RegExp][] = (
  [
    ["a long protocol version", toolCall(1, "list_polls", {}, version(long)), /protocol version/],
    [
      "a protocol version with line breaks",
      toolCall(1, "list_polls", {}, version("a\nb")),
      /protocol version/,
    ],
    [
      "a long protocol version at initialize",
      request("initialize", { protocolVersion: long }),
      /protocol version/,
    ],
    ["a long method", request(long, {}), /method/],
    ["a method with line breaks", request("tools/list\nrallly-mcp: forged", {}), /method/],
    ["a long id", toolCall(long, "list_polls"), /id has more than 200 characters/],
    ["an id that is a list", request("ping", {}, [1]), /id is not/],
    [
      "many fields in _meta",
      toolCall(1, "list_polls", {}, fields(60_000)),
      /_meta has more than 1000 values/,
    ],
    [
      "many values deep in _meta",
      toolCall(1, "list_polls", {}, { a: { b: [fields(2000)] } }),
      /_meta has more/,
    ],
    ["many capabilities", request("initialize", { capabilities: fields(60_000) }), /params has more/],
    [
      "many arguments of a prompt",
      request("prompts/get", { name: "x", arguments: fields(60_000) }),
      /params has more/,
    ],
    ["many parameters", request("tools/call", fields(60_000)), /params has more than 1000 values/],
    ["a list of parameters", request("tools/list", [...long.slice(0, 200_000)]), /params has more/],
    ["a long URI", request("resources/read", { uri: `rallly://polls/${long}` }), /params.uri has more than/],
    ["a long name of a tool", toolCall(1, long), /params.name has more than 1000 characters/],
    [
      "a batch of 100 calls",
      Array.from({ length: 100 }, (_, id) => toolCall(id, "list_polls")),
      /^[^\]]*Batches are not supported/,
    ],
    ["a batch of one", [toolCall(1, "list_polls")], /Batches are not supported/],
    ["an empty batch", [], /Batches are not supported/],
    ["many fields", { ...request("ping", {}), ...fields(60_000) }, /more than 20 fields/],
    [
      "many levels",
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_polls","arguments":${nested}}}`,
      /100 levels/,
    ],
  ] as const
).map(([name, message, text]) => [
  name,
  typeof message === "string" ? message : JSON.stringify(message),
  text,
]);

describe("a message over a limit", () => {
  it.each(messages)("gets a short error over HTTP: %s", async (_, body, text) => {
    const { service, reported } = await openHttp();
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const response = await fetch(service.url, { method: "POST", headers, body });
    expect(response.status).toBe(400);
    const received = await response.text();
    expect(received).toMatch(text);
    expect(received.length).toBeLessThan(400);
    expect(reported).toEqual([]);
  });

  it("gets a short error on stdio, and other calls continue", async () => {
    const server = startProcess(["--sandbox"]);
    server.send(...opening);
    for (const [, body] of messages) server.child.stdin.write(`${body}\n`);
    server.send(toolCall("last", "list_polls"));
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const errors = server.received().filter(({ error }) => error !== undefined);
    expect(errors).toHaveLength(messages.length);
    for (const [index, [, , text]] of messages.entries()) {
      expect(errors[index]?.error?.message).toMatch(text);
      expect(errors[index]?.error?.message.length).toBeLessThan(300);
    }
    expect(server.received().find(({ id }) => id === "last")?.result?.structuredContent).toBeDefined();
    expect(server.stderr().length).toBeLessThan(10_000);
  });

  it.each(["mcp-method", "mcp-name", "mcp-protocol-version"])(
    "in header %s gets a short error",
    async (name) => {
      const { service } = await openHttp();
      const headers = {
        "content-type": "application/json",
        accept: "application/json",
        [name]: "x".repeat(10_000),
      };
      const body = JSON.stringify(toolCall(1, "list_polls", {}, envelope));
      const response = await fetch(service.url, { method: "POST", headers, body });
      expect(response.status).toBe(400);
      expect((await response.text()).length).toBeLessThan(400);
    },
  );
});

describe("a large valid message", () => {
  it("is accepted with brackets and quotes in its texts", async () => {
    const { service } = await openHttp();
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const query = `\\"${"[{".repeat(500)}\\\\"`;
    const body = `\uFEFF${JSON.stringify(toolCall("x".repeat(200), "list_polls", { query }))}`;
    const response = await fetch(service.url, { method: "POST", headers, body });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain("levels");
  });
});
