import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ClientOptions } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { closeLater, connectInMemory } from "./harness.ts";
import { connectHttp, openHttp } from "./http-harness.ts";

/**
 * A service whose response never ends: it keeps sending spaces, so that no idle timeout fires. `asked` resolves on a
 * request, `left` on its abort.
 */
async function openEndless() {
  let come = () => {};
  let go = () => {};
  const asked = new Promise<void>((resolve) => {
    come = resolve;
  });
  const left = new Promise<void>((resolve) => {
    go = resolve;
  });
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 200);
    response.once("close", () => {
      clearInterval(drip);
      go();
    });
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

async function cancelOne(
  host: Client,
  service: Awaited<ReturnType<typeof openEndless>>,
  name = "list_polls",
  input = {},
): Promise<void> {
  const stop = new AbortController();
  const call = host.callTool({ name, arguments: input }, { signal: stop.signal });
  await service.asked;
  stop.abort();
  await expect(call).rejects.toThrow();
  await service.left;
}

describe("cancelling a call aborts the request to the service", () => {
  it("in memory", async () => {
    const service = await openEndless();
    const client = createClient({ apiKey, baseUrl: service.url });
    await cancelOne(await connectInMemory({ client }), service);
  });

  it("in memory, of the checks of a wait", async () => {
    const service = await openEndless();
    const client = createClient({ apiKey, baseUrl: service.url });
    const host = await connectInMemory({ client });
    await cancelOne(host, service, "wait_for_responses", { pollId: "abc", count: 1 });
  });

  it("over HTTP, in protocol 2026-07-28", async () => {
    const endless = await openEndless();
    const client = createClient({ apiKey, baseUrl: endless.url });
    const { service } = await openHttp({}, { client });
    const [, [, today]] = eras as [unknown, [string, ClientOptions]];
    await cancelOne(await connectHttp(service.url, today), endless);
  });

  // Without sessions, a notice of cancelling cannot be matched to its call: another caller's may have the same number.
  it.each(["2025-11-25", "2026-07-28"])(
    "over HTTP, when the caller of a %s call hangs up",
    async (version) => {
      const endless = await openEndless();
      const client = createClient({ apiKey, baseUrl: endless.url });
      const { service } = await openHttp({}, { client });
      const hangUp = new AbortController();
      const call = fetch(service.url, { method: "POST", signal: hangUp.signal, ...frame(version) });
      await endless.asked;
      hangUp.abort();
      await expect(call.then((answer) => answer.text())).rejects.toThrow();
      await endless.left;
    },
  );

  it.each(eras)("over stdio, in the %s protocol", async (_, options) => {
    const service = await openEndless();
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

/** A call of list_polls as hosts of either era send it. */
function frame(version: string): { headers: Record<string, string>; body: string } {
  const modern = version === "2026-07-28";
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": version,
    ...(modern ? { "mcp-method": "tools/call", "mcp-name": "list_polls" } : {}),
  };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "list_polls", arguments: {}, ...(modern ? { _meta } : {}) };
  return { headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }) };
}
