import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, ProtocolError } from "@modelcontextprotocol/server";
import { describe, expect, it, vi } from "vitest";
import { createServer } from "../../mcp/server.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { callTool, closeLater, fixedNow, openHost, openSandbox, resultText, toCaller } from "./harness.ts";
import { openSpace } from "./space.ts";

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

/** What became of delete_poll of a poll titled Zap, when the host answers the question so. */
async function deleteZap(reply: () => object | Promise<object>) {
  const { host, ids, client } = await openSpace(["Zap"], { client: canAsk });
  host.setRequestHandler("elicitation/create", async () => (await reply()) as never);
  const result = await host.callTool({
    name: "delete_poll",
    arguments: { poll: ids[0], confirmTitle: "Zap" },
  });
  const isKept = (await client.listPolls()).data.length === 1;
  return {
    text: resultText(result),
    data: result.structuredContent,
    isError: result.isError ?? false,
    isKept,
  };
}

describe("only a decline means that the person refused", () => {
  it.each<[id: string, answer: object, text: RegExp]>([
    [
      "ask-cancel",
      { action: "cancel" },
      /the question was closed, or this app did not show it\. That is no answer/,
    ],
    ["ask-decline-stays", { action: "decline" }, /the person did not agree\. Do not ask again/],
    ["ask-accept-false-stays", { action: "accept", content: { confirm: false } }, /the person did not agree/],
  ])("%s keeps the poll", async (_, answer, text) => {
    const { data, isError, isKept, ...result } = await deleteZap(() => answer);
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
    expect(await deleteZap(() => answer)).toMatchObject({ isKept: false, data: { deleted: true } });
  });

  it("ask-unknown-method: a host that cannot ask after all keeps the poll, in words of our own", async () => {
    const { text, isKept } = await deleteZap(() => {
      throw new ProtocolError(-32601, "Method not found");
    });
    expect(isKept).toBe(true);
    expect(text).toMatch(
      /^Nothing was deleted: this app could not ask the person\. If the person wants it deleted/,
    );
  });

  it("a question without an answer keeps the poll after 45 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { text, isKept } = await deleteZap(() => {
        queueMicrotask(() => vi.advanceTimersByTime(45_000));
        return new Promise<object>(() => {});
      });
      expect(isKept).toBe(true);
      expect(text).toMatch(/^Nothing was deleted: the question had no answer within 45 seconds\./);
    } finally {
      vi.useRealTimers();
    }
  });
});

/** Answers the questions that a host gets, and keeps them. */
function answer(host: Client, reply: (message: string) => Promise<boolean> | boolean): string[] {
  const questions: string[] = [];
  host.setRequestHandler("elicitation/create", async ({ params }) => {
    questions.push(params.message);
    return { action: "accept", content: { confirm: await reply(params.message) } };
  });
  return questions;
}

async function createPoll(host: Client): Promise<string> {
  const { data } = await callTool(host, "create_poll", { title: "Ask me", dates: ["2027-03-02"] });
  return String(data["id"]);
}

const hosts: [string, (sandbox: Sandbox) => Promise<Client>][] = [
  ["of 2025 on a connection", async (sandbox) => (await openHost({ sandbox, client: canAsk })).host],
  [
    "of 2026-07-28 over HTTP, across replicas",
    (sandbox) => openReplicas(sandbox, { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
  ],
];

describe.each(hosts)("a delete by a host %s that can ask", (_, open) => {
  it("happens after the person agreed", async () => {
    const sandbox = await openSandbox();
    const host = await open(sandbox);
    const questions = answer(host, () => true);
    const pollId = await createPoll(host);
    const { data } = await callTool(host, "delete_poll", { poll: pollId, confirmTitle: "Ask me" });
    expect(data).toMatchObject({ id: pollId, deleted: true });
    expect(questions).toEqual([expect.stringContaining("Ask me")]);
  });

  it("does not happen when the person declines", async () => {
    const host = await open(await openSandbox());
    answer(host, () => false);
    const pollId = await createPoll(host);
    const { text, data } = await callTool(host, "delete_poll", { poll: pollId, confirmTitle: "Ask me" });
    expect(text).toMatch(/^Nothing was deleted: the person did not agree/);
    expect(data).toMatchObject({ id: pollId, deleted: false });
    expect((await callTool(host, "get_poll", { poll: pollId })).data).toMatchObject({ id: pollId });
  });
});

describe("a delete by a host that cannot be asked", () => {
  it.each<[string, (sandbox: Sandbox) => Promise<Client>]>([
    ["because it declares no questions", async (sandbox) => (await openHost({ sandbox })).host],
    [
      "because 2025 over stateless HTTP has none",
      (sandbox) => openReplicas(sandbox, { versionNegotiation: { mode: "legacy" } }),
    ],
  ])("depends on confirmTitle alone: %s", async (_, open) => {
    const host = await open(await openSandbox());
    const questions: string[] = [];
    const pollId = await createPoll(host);
    const refused = await host.callTool({
      name: "delete_poll",
      arguments: { poll: pollId, confirmTitle: "Other" },
    });
    expect(refused.isError).toBe(true);
    expect(resultText(refused)).toMatch(/^Nothing was deleted/);
    const { data } = await callTool(host, "delete_poll", { poll: pollId, confirmTitle: "Ask me" });
    expect(data).toMatchObject({ deleted: true });
    expect(questions).toEqual([]);
  });
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
