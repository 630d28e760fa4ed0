import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ClientOptions } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { closeLater, connectInMemory } from "./harness.ts";
import { connectHttp, openHttp } from "./http-harness.ts";

/** A service that takes requests and never answers. `asked` and `left` say when a caller came and gave up. */
async function openSilent() {
  let come = () => {};
  let go = () => {};
  const asked = new Promise<void>((resolve) => {
    come = resolve;
  });
  const left = new Promise<void>((resolve) => {
    go = resolve;
  });
  const server = createServer((request) => {
    request.socket.once("close", go);
    come();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, left };
}

const apiKey = "sk_test_12345678";
const eras: [string, ClientOptions][] = [
  ["older", { versionNegotiation: { mode: "legacy" } }],
  ["today's", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
];

async function cancelOne(host: Client, service: Awaited<ReturnType<typeof openSilent>>): Promise<void> {
  const stop = new AbortController();
  const call = host.callTool({ name: "list_polls", arguments: {} }, { signal: stop.signal });
  await service.asked;
  stop.abort();
  await expect(call).rejects.toThrow();
  await service.left;
}

describe("cancelling a call hangs up on the service", () => {
  it("in memory", async () => {
    const service = await openSilent();
    const client = createClient({ apiKey, baseUrl: service.url });
    await cancelOne(await connectInMemory({ client }), service);
  });

  it.each(eras)("over HTTP, in the %s protocol", async (_, options) => {
    const silent = await openSilent();
    const client = createClient({ apiKey, baseUrl: silent.url });
    const { service } = await openHttp({}, { client });
    await cancelOne(await connectHttp(service.url, options), silent);
  });

  it.each(eras)("over stdio, in the %s protocol", async (_, options) => {
    const service = await openSilent();
    const env = { RALLLY_API_KEY: apiKey, RALLLY_BASE_URL: service.url };
    const host = new Client({ name: "canceller", version: "1" }, options);
    await host.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ["dist/mcp/main.js"],
        env,
        stderr: "ignore",
      }),
    );
    closeLater(() => host.close());
    await cancelOne(host, service);
  });
});
