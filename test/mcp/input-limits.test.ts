/** Input over a limit is rejected with a short response. `npm run bench -- --only input` measures the time. */
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { allTools, createServer } from "../../mcp/index.ts";
import { maxEntries, maxFields, maxJsonTextLength, maxTextLength } from "../../mcp/runtime/arguments.ts";
import { createClient } from "../../src/api/index.ts";
import { callTool, closeLater, failTool, openHost, openSandbox } from "./harness.ts";
import { listHostileRequests, toJson } from "./hostile-input.ts";

interface Response {
  error?: { message: string };
  result?: { isError?: boolean; messages?: unknown; completion?: unknown };
}

/** A server, and a way to send it requests as text, which no client of the protocol's would build. */
async function openRaw() {
  const sandbox = await openSandbox();
  const server = createServer({ client: createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url }) });
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
  await server.connect(serverTransport);
  await clientTransport.start();
  closeLater(() => server.close());
  let id = 0;
  const send = (method: string, params: string) =>
    new Promise<string>((resolve) => {
      id += 1;
      clientTransport.onmessage = (message) => resolve(JSON.stringify(message));
      void clientTransport.send(
        JSON.parse(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`),
      );
    });
  const clientInfo = { name: "raw", version: "1" };
  await send("initialize", JSON.stringify({ protocolVersion: "2025-11-25", capabilities: {}, clientInfo }));
  return { send, sandbox };
}

describe("a hostile request of one megabyte", () => {
  it("gets a response of less than 10 kB, and is rejected by every tool", async () => {
    const { send } = await openRaw();
    const requests = listHostileRequests(allTools.map(({ name }) => name));
    expect(requests.length).toBeGreaterThan(100);
    for (const request of requests) {
      const text = await send(request.method, toJson(request));
      expect(`${request.name}: ${text.length < 10_000}`).toBe(`${request.name}: true`);
      const { error, result } = JSON.parse(text) as Response;
      const refused = error !== undefined || result?.isError === true;
      const harmless = result?.messages !== undefined || result?.completion !== undefined;
      expect(`${request.name}: ${refused || harmless}`).toBe(`${request.name}: true`);
    }
  }, 60_000);

  it("does not affect the next request", async () => {
    const { send } = await openRaw();
    await send("tools/call", `{"name":"create_poll","arguments":{"dates":[${Array(100_000).fill(0)}]}}`);
    expect(await send("tools/call", '{"name":"list_polls","arguments":{}}')).toContain("newest first");
  });
});

describe("an input limit", () => {
  const date = "2037-03-02";
  it.each([
    [
      "of a list",
      { title: "T", dates: Array(maxEntries + 1).fill(date) },
      `dates: has more than ${maxEntries} entries`,
    ],
    [
      "of names",
      Object.fromEntries(Array.from({ length: maxFields + 1 }, (_, index) => [`n${index}`, 1])),
      `arguments: has more than ${maxFields} names`,
    ],
    [
      "of a text",
      { title: "x".repeat(maxTextLength + 1), dates: [date] },
      `title: has more than ${maxTextLength} characters`,
    ],
    [
      "of JSON in a string",
      { title: "T", dates: `["${date}"]${" ".repeat(maxJsonTextLength)}` },
      `dates: has more than ${maxJsonTextLength} characters`,
    ],
    [
      "of a list in a list",
      { title: "T", timeZone: "UTC", duration: 30, windows: [{ days: Array(maxEntries + 1).fill("mon") }] },
      `windows.0.days: has more than ${maxEntries} entries`,
    ],
    [
      "of a list of people",
      { pollId: "x", required: Array(maxEntries + 1).fill("Ada") },
      `required: has more than ${maxEntries} entries`,
    ],
  ])("%s is named in the error", async (_, given, expected) => {
    const { host } = await openHost();
    const tool = "required" in given ? "find_best_times" : "create_poll";
    expect(await failTool(host, tool, given)).toContain(`- ${expected}.`);
  });

  it("accepts input just within it", async () => {
    const { host } = await openHost();
    const repeated = Array(maxEntries).fill(date);
    const { data } = await callTool(host, "create_poll", { title: "T", dates: repeated, dryRun: true });
    expect(data["optionCount"]).toBe(1);
    const padded = `${JSON.stringify(repeated)}${" ".repeat(maxJsonTextLength)}`.slice(0, maxJsonTextLength);
    const again = await callTool(host, "create_poll", { title: "T", dates: padded, dryRun: true });
    expect(again.data["optionCount"]).toBe(1);
    const names = Array.from({ length: maxFields - 3 }, (_, index) => [`n${index}`, null]);
    const given = { title: "T", dates: [date], dryRun: true, ...Object.fromEntries(names) };
    expect((await callTool(host, "create_poll", given)).data["optionCount"]).toBe(1);
  });
});

describe("problems of arguments", () => {
  it("beyond 20 are counted", async () => {
    const { host } = await openHost();
    const dates = Array(400).fill("2027-02-30");
    const text = await failTool(host, "create_poll", { title: "T", dates });
    expect(text).toMatch(/^Nothing was done, because of 400 problems in the arguments:\n/);
    expect(text.match(/^- dates\.\d+: /gm)).toHaveLength(20);
    expect(text).toContain("\n- and 380 more\n");
  });

  it("are all described if there are few", async () => {
    const { host } = await openHost();
    const given = { title: "", dates: [4, 5], kind: "week", typo: 1, other: 2 };
    const text = await failTool(host, "create_poll", given);
    expect([...text.matchAll(/^- (\S+):/gm)].map(([, place]) => place).sort()).toEqual([
      "dates.0",
      "dates.1",
      "kind",
      "other",
      "title",
      "typo",
    ]);
  });
});
