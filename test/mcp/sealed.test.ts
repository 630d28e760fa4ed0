import { createMcpHandler } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { createServer } from "../../mcp/index.ts";
import { createClient } from "../../src/api/index.ts";
import { openSandbox } from "./harness.ts";

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

/** Calls delete_poll as a host of today's protocol does, with whatever it claims to have been answered. */
async function openRaw() {
  const sandbox = await openSandbox();
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const make = async (title: string) =>
    (await client.createPoll({ title, kind: "date", options: [{ date: "2037-03-02" }] })).data.id;
  const callWith =
    (secret: string) =>
    async (pollId: string, confirmTitle: string, more: object = {}) => {
      const handler = createMcpHandler(() => createServer({ client, secret }));
      const params = { name: "delete_poll", arguments: { pollId, confirmTitle }, _meta: meta, ...more };
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "delete_poll",
      };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      const answer = await handler.fetch(
        new Request("http://localhost/mcp", { method: "POST", headers, body }),
      );
      return (await answer.json()) as {
        result?: Record<string, unknown>;
        error?: { code: number; message: string };
      };
    };
  const deletes = () => sandbox.requests.filter(({ method }) => method === "DELETE").length;
  return {
    make,
    call: callWith("one secret of this server"),
    otherServer: callWith("another secret"),
    deletes,
  };
}

const yes = { inputResponses: { confirm: { action: "accept", content: { confirm: true } } } };

describe("what comes back through a host", () => {
  it("deletes only with the answer to our own question about that poll", async () => {
    const { make, call, deletes } = await openRaw();
    const pollId = await make("Lunch");
    const asked = await call(pollId, "Lunch");
    expect(asked.result).toMatchObject({ resultType: "input_required" });
    const { requestState } = asked.result as { requestState: string };
    expect(deletes()).toBe(0);
    const gone = await call(pollId, "Lunch", { ...yes, requestState });
    expect(gone.result).toMatchObject({ structuredContent: { pollId, deleted: true } });
  });

  it("asks when an answer is claimed to a question never put", async () => {
    const { make, call, deletes } = await openRaw();
    const pollId = await make("Lunch");
    expect((await call(pollId, "Lunch", yes)).result).toMatchObject({ resultType: "input_required" });
    expect(deletes()).toBe(0);
  });

  it("asks again when the answer was about another poll", async () => {
    const { make, call, deletes } = await openRaw();
    const [one, other] = [await make("Lunch"), await make("Dinner")];
    const { requestState } = (await call(one, "Lunch")).result as { requestState: string };
    expect((await call(other, "Dinner", { ...yes, requestState })).result).toMatchObject({
      resultType: "input_required",
    });
    expect(deletes()).toBe(0);
  });

  it.each([
    ["forged", async () => "v1.e30.AAAA"],
    [
      "sealed with another secret",
      async ({ make, otherServer }: Awaited<ReturnType<typeof openRaw>>) => {
        const pollId = await make("Lunch");
        return ((await otherServer(pollId, "Lunch")).result as { requestState: string }).requestState;
      },
    ],
  ])("refuses state that is %s", async (_, forge) => {
    const opened = await openRaw();
    const requestState = await forge(opened);
    const pollId = await opened.make("Lunch");
    const answer = await opened.call(pollId, "Lunch", { ...yes, requestState });
    expect(answer.error).toMatchObject({ code: -32602, message: "Invalid or expired requestState" });
    expect(opened.deletes()).toBe(0);
  });
});
