import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, ProtocolError } from "@modelcontextprotocol/server";
import { describe, expect, it, vi } from "vitest";
import { createServer } from "../../mcp/server.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { closeLater, fixedNow, openHost, openSandbox, resultText, toCaller } from "./harness.ts";

const canAsk: ClientOptions = { capabilities: { elicitation: { form: {} } } };

/** A host over stateless HTTP whose requests go to two replicas in turn. */
async function openReplicas(sandbox: Sandbox, options: ClientOptions): Promise<Client> {
  const createReplica = () =>
    createMcpHandler(() => createServer(toCaller(sandbox), { now: () => new Date(fixedNow) }));
  const replicas = [createReplica(), createReplica()];
  let turn = 0;
  const fetch = async (url: string | URL, init?: RequestInit) => {
    turn += 1;
    return (replicas[turn % 2] ?? createReplica()).fetch(new Request(url, init));
  };
  const host = new Client({ name: "test-host", version: "1.0.0" }, { ...canAsk, ...options });
  await host.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
  closeLater(() => host.close());
  return host;
}

type Reply = () => object | Promise<object>;

const hosts: [string, (sandbox: Sandbox) => Promise<Client>][] = [
  ["of 2025 on a connection", async (sandbox) => (await openHost({ sandbox, client: canAsk })).host],
  [
    "of 2026-07-28 over HTTP, across replicas",
    (sandbox) => openReplicas(sandbox, { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
  ],
];
const [[, openConnection]] = hosts as [(typeof hosts)[number]];

/** What became of delete_poll of a poll titled Zap, when the host answers the question so. */
async function deleteZap(open: (sandbox: Sandbox) => Promise<Client>, reply?: Reply, confirmTitle = "Zap") {
  const sandbox = await openSandbox({ seed: "empty" });
  const host = await open(sandbox);
  const { client } = toCaller(sandbox);
  const options = [{ date: "2027-03-02" }];
  const { data: poll } = await client.createPoll({ title: "Zap", kind: "date", options });
  const questions: string[] = [];
  if (reply)
    host.setRequestHandler("elicitation/create", async ({ params }) => {
      questions.push(params.message);
      return (await reply()) as never;
    });
  const result = await host.callTool({ name: "delete_poll", arguments: { poll: poll.id, confirmTitle } });
  const isKept = (await client.listPolls()).data.length === 1;
  const { structuredContent: data, isError = false } = result;
  return { text: resultText(result), data, isError, isKept, questions };
}

describe.each(hosts)("a delete by a host %s that can ask", (_, open) => {
  it.each<[id: string, answer: object, text: RegExp]>([
    [
      "ask-cancel",
      { action: "cancel" },
      /the question was closed, or this app did not show it\. That is no answer/,
    ],
    ["ask-decline-stays", { action: "decline" }, /the person did not agree\. Do not ask again/],
    ["ask-accept-false-stays", { action: "accept", content: { confirm: false } }, /the person did not agree/],
  ])("%s keeps the poll", async (_, answer, text) => {
    const { data, isError, isKept, ...result } = await deleteZap(open, () => answer);
    expect({ isKept, isError }).toEqual({ isKept: true, isError: false });
    expect(result.text).toMatch(/^Nothing was deleted: /);
    expect(result.text).toMatch(text);
    expect(data).toMatchObject({ deleted: false, adminUrl: expect.stringMatching(/^http/) });
  });

  it.each<[id: string, answer: object]>([
    ["ask-accept-empty", { action: "accept", content: {} }],
    ["accept without content", { action: "accept" }],
    ["ask-accept-stays", { action: "accept", content: { confirm: true } }],
  ])("%s deletes the poll", async (_, answer) => {
    const { questions, ...result } = await deleteZap(open, () => answer);
    expect(result).toMatchObject({ isKept: false, data: { deleted: true } });
    expect(questions).toEqual([expect.stringContaining("titled: Zap")]);
  });
});

it("ask-unknown-method: a host that cannot ask after all keeps the poll, in words of our own", async () => {
  const { text, isKept } = await deleteZap(openConnection, () => {
    throw new ProtocolError(-32601, "Method not found");
  });
  expect(isKept).toBe(true);
  expect(text).toMatch(
    /^Nothing was deleted: this app could not ask the person\. If the person wants it deleted/,
  );
});

it("A question without an answer keeps the poll after 45 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { text, isKept } = await deleteZap(openConnection, () => {
      queueMicrotask(() => vi.advanceTimersByTime(45_000));
      return new Promise<object>(() => {});
    });
    expect(isKept).toBe(true);
    expect(text).toMatch(/^Nothing was deleted: the question had no answer within 45 seconds\./);
  } finally {
    vi.useRealTimers();
  }
});

it.each<[string, (sandbox: Sandbox) => Promise<Client>]>([
  ["because it declares no questions", async (sandbox) => (await openHost({ sandbox })).host],
  [
    "because 2025 over stateless HTTP has none",
    (sandbox) => openReplicas(sandbox, { versionNegotiation: { mode: "legacy" } }),
  ],
])("A delete by a host that cannot be asked depends on confirmTitle alone: %s", async (_, open) => {
  const refused = await deleteZap(open, undefined, "Other");
  expect(refused).toMatchObject({ isError: true, isKept: true });
  expect(refused.text).toMatch(/^Nothing was deleted/);
  expect(await deleteZap(open)).toMatchObject({ isKept: false, data: { deleted: true } });
});

it("An agreement does not count for another poll: the answer to one question cannot be replayed", async () => {
  const sandbox = await openSandbox();
  const handler = createMcpHandler(() => createServer(toCaller(sandbox), { now: () => new Date(fixedNow) }));
  const call = async (name: string, args: object, more: object = {}) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    };
    const params = { name, arguments: args, _meta, ...more };
    const response = await handler.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": name,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      }),
    );
    return ((await response.json()) as { result: Record<string, never> }).result;
  };
  const make = async () => {
    const { structuredContent } = await call("create_poll", {
      title: "Ask me",
      dates: ["2027-03-02"],
      again: true,
    });
    return structuredContent?.["id"];
  };
  const [first, second] = [await make(), await make()];
  const question = await call("delete_poll", { poll: first, confirmTitle: "Ask me" });
  const replay = {
    requestState: question["requestState"],
    inputResponses: { confirm: { action: "accept", content: { confirm: true } } },
  };
  const asked = await call("delete_poll", { poll: second, confirmTitle: "Ask me" }, replay);
  expect(asked["inputRequests"]).toMatchObject({ confirm: { method: "elicitation/create" } });
  const done = await call("delete_poll", { poll: first, confirmTitle: "Ask me" }, replay);
  expect(done["structuredContent"]).toMatchObject({ id: first, deleted: true });
});
