/** Calls that take long, and hosts that leave. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { openConnector, type Served } from "./harness.ts";
import { connectHost, type HostState } from "./host.ts";

/** A host with tokens of its own. */
async function connect({ origin, sandbox }: Served) {
  const state: HostState = {};
  await connectHost(origin, { key: sandbox.apiKey }, { state });
  const token = state.tokens?.access_token ?? "";
  const client = new Client({ name: "test", version: "1" });
  const provider = { token: async () => token };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", origin), { authProvider: provider }),
  );
  const post = (message: Record<string, unknown>, init: RequestInit = {}) =>
    fetch(`${origin}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
      ...init,
    });
  return { client, post, token };
}

const waitFor = (input: Record<string, unknown>) => ({
  name: "wait_for_responses",
  arguments: { pollId: "DemoPoll0025", ...input },
});

it("waits for responses with progress, and returns when they come", async () => {
  const served = await openConnector();
  const { client } = await connect(served);
  const before = await client.callTool({ name: "get_poll", arguments: { pollId: "DemoPoll0025" } });
  const { participants } = before.structuredContent as { participants: number };
  const progress: (string | undefined)[] = [];
  const call = client.callTool(waitFor({ count: participants + 1, timeoutSeconds: 40 }), {
    onprogress({ message }) {
      if (progress.length === 0) served.sandbox.vote("DemoPoll0025", { name: "Late Person", choices: {} });
      progress.push(message);
    },
  });
  const ended = await call;
  expect(ended.structuredContent).toMatchObject({ done: true, newlyAnswered: ["Late Person"] });
  expect(progress[0]).toBe(`${participants} of ${participants + 1} answered`);
}, 90_000);

it("ends a call within its bound when the service does not respond, and serves others meanwhile", async () => {
  const served = await openConnector();
  const { client } = await connect(served);
  const { client: other } = await connect(served);
  served.sandbox.setFaults({ rules: [{ path: "/v1/polls/DemoPoll0025", fault: { kind: "hang" } }] });
  // The client itself gives up after 55 seconds.
  const call = client.callTool(
    { name: "get_poll", arguments: { pollId: "DemoPoll0025" } },
    { timeout: 55_000 },
  );
  const listed = await other.callTool({ name: "list_polls", arguments: {} });
  expect(listed.isError).toBeFalsy();
  const result = await call;
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.content)).not.toContain(served.sandbox.apiKey);
  expect((await other.callTool({ name: "list_polls", arguments: {} })).isError).toBeFalsy();
}, 90_000);

it("goes on for others when hosts disconnect in the middle of calls", async () => {
  const served = await openConnector();
  const { client, post } = await connect(served);
  served.sandbox.setFaults({
    rules: [{ path: "/v1/polls/DemoPoll0024", fault: { kind: "hang" } }],
  });
  for (let round = 0; round < 5; round += 1) {
    const leave = new AbortController();
    const params = [
      // Before the headers of the response, and after them.
      { name: "get_poll", arguments: { pollId: "DemoPoll0024" } },
      { ...waitFor({ count: 900, timeoutSeconds: 40 }), _meta: { progressToken: round } },
    ];
    const calls = params.map((given) =>
      post({ method: "tools/call", params: given }, { signal: leave.signal }).then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    );
    const kept = Array.from({ length: 4 }, () => client.callTool({ name: "list_polls", arguments: {} }));
    expect((await Promise.all(kept)).filter(({ isError }) => isError)).toEqual([]);
    expect(await calls[1]).toBe(200);
    leave.abort();
    expect(await calls[0]).toBe("AbortError");
    const after = await client.callTool({ name: "get_poll", arguments: { pollId: "DemoPoll0025" } });
    expect(after.isError).toBeFalsy();
  }
}, 60_000);

it("ends a subscription at once, because its lists never change", async () => {
  const served = await openConnector();
  const { token } = await connect(served);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: { notifications: { toolsListChanged: true }, _meta },
  };
  const response = await fetch(`${served.origin}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    },
    body: JSON.stringify(message),
  });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain("subscriptions/acknowledged");
  expect(text).toContain('"resultType":"complete"');
});
