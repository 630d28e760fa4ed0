import { resolve } from "node:path";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OlderHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { serveHttp } from "../../cli/serve-http.ts";
import { createServer } from "../../mcp/server.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { closeLater, openSandbox, toCaller } from "./harness.ts";

interface AnyHost {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  readResource(what: { uri: string }): Promise<{ contents: unknown[] }>;
  getPrompt(what: { name: string; arguments: Record<string, string> }): Promise<{ messages: unknown[] }>;
}

/** A poll's life through the protocol. The older SDK's client validates each result against its output schema. */
async function playPoll(host: AnyHost): Promise<void> {
  const call = async (name: string, args: Record<string, unknown>) =>
    (await host.callTool({ name, arguments: args }))["structuredContent"];
  expect((await host.listTools()).tools.map(({ name }) => name)).toContain("create_poll");
  const made = await call("create_poll", { title: "Matrix", dates: ["2037-03-02", "2037-03-03"] });
  const { id: pollId } = made as { id: string };
  expect(await call("get_poll", { poll: "matrix" })).toMatchObject({ title: "Matrix", status: "open" });
  expect(await call("find_missing_people", { poll: pollId, invited: "Ada" })).toMatchObject({
    missing: ["Ada"],
  });
  expect(await call("find_best_times", { poll: pollId })).toBeDefined();
  const entry = await host.readResource({ uri: `rallly://polls/${pollId}/options/1/calendar.ics` });
  expect(JSON.stringify(entry.contents)).toContain("DTSTART;VALUE=DATE:20370302");
  const prompt = await host.getPrompt({ name: "summarise_poll", arguments: { poll: pollId } });
  expect(JSON.stringify(prompt.messages)).toContain(pollId);
  const wrong = await host.callTool({
    name: "delete_poll",
    arguments: { poll: pollId, confirmTitle: "wrong" },
  });
  expect(wrong["isError"]).toBe(true);
  expect(await call("delete_poll", { poll: pollId, confirmTitle: "Matrix" })).toMatchObject({
    id: pollId,
    deleted: true,
  });
}

const eras: [string, ClientOptions | undefined, string?][] = [
  ["of 2025", { versionNegotiation: { mode: "legacy" } }, "2025-11-25"],
  ["that negotiates", { versionNegotiation: { mode: "auto" } }, "2026-07-28"],
  ["of 2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }, "2026-07-28"],
  ["of the older SDK", undefined],
];

async function openUrl(sandbox: Sandbox, token?: string): Promise<string> {
  const settings = { host: "127.0.0.1", port: 0, allowedHosts: [], token };
  const http = await serveHttp(
    settings,
    { caller: toCaller(sandbox), connect: undefined },
    (caller) => createServer(caller),
    () => {},
  );
  closeLater(() => http.close());
  return http.url;
}

function toProcess({ apiKey, url }: Sandbox) {
  return {
    command: resolve("node_modules/.bin/node"),
    args: [resolve("dist/cli/main.js"), "mcp"],
    env: { RALLLY_API_KEY: apiKey, RALLLY_BASE_URL: url },
    stderr: "ignore" as const,
  };
}

describe.each(["HTTP", "stdio"])("a poll's life over %s", (transport) => {
  it.each(eras)("works with a client %s", async (_, options, version) => {
    const sandbox = await openSandbox();
    if (options === undefined) {
      const host = new OlderClient({ name: "older", version: "1" });
      const connection =
        transport === "HTTP"
          ? // As n8n connects.
            new OlderHttp(new URL(await openUrl(sandbox, "a-token")), {
              requestInit: { headers: { authorization: "Bearer a-token" } },
            })
          : new OlderStdio(toProcess(sandbox));
      await host.connect(connection as Parameters<OlderClient["connect"]>[0]);
      closeLater(() => host.close());
      return playPoll(host as AnyHost);
    }
    const host = new Client({ name: "test-host", version: "1" }, options);
    await host.connect(
      transport === "HTTP"
        ? new StreamableHTTPClientTransport(new URL(await openUrl(sandbox)))
        : new StdioClientTransport(toProcess(sandbox)),
    );
    closeLater(() => host.close());
    expect(host.getNegotiatedProtocolVersion()).toBe(version);
    await playPoll(host);
  });
});
