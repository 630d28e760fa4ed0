import { createMcpHandler } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { createServer } from "../../mcp/index.ts";
import { createClient } from "../../src/api/index.ts";
import { callTool, connectInMemory, failTool, openHost, openSandbox } from "./harness.ts";

async function openOne(title = "Team lunch") {
  const opened = await openHost();
  const { data } = await opened.client.createPoll({ title, kind: "date", options: [{ date: "2027-03-01" }] });
  const deletes = () => opened.sandbox.requests.filter(({ method }) => method === "DELETE").length;
  return { ...opened, pollId: data.id, deletes };
}

/** The poll of {@link openOne} in a result. */
const lunch = {
  title: "Team lunch",
  status: "open",
  kind: "date",
  options: 1,
  first: "2027-03-01",
  last: "2027-03-01",
  participants: 0,
};

/** A host whose person answers with `action`. Records the questions. */
async function openAsking(action: "accept" | "decline" | "cancel", confirm = true) {
  const opened = await openOne();
  const questions: string[] = [];
  const host = await connectInMemory(
    { client: opened.client },
    { capabilities: { elicitation: { form: {} } } },
  );
  host.setRequestHandler("elicitation/create", ({ params }) => {
    questions.push(params.message);
    return action === "accept" ? { action, content: { confirm } } : { action };
  });
  return { ...opened, host, questions };
}

describe("delete_poll", () => {
  it("deletes when confirmTitle matches", async () => {
    const { host, pollId, deletes } = await openOne();
    const { data, text } = await callTool(host, "delete_poll", {
      pollId,
      confirmTitle: " Team  lunch\u200b",
    });
    expect(data).toEqual({ ...lunch, pollId, deleted: true });
    expect(text).toBe(`Deleted poll ${pollId} and its votes permanently.`);
    expect(deletes()).toBe(1);
    expect(await failTool(host, "get_poll", { pollId })).toContain("list_polls");
  });

  it("has title, dates in the poll's zone and number of responses of what was deleted", async () => {
    const { host, client, sandbox } = await openHost();
    const { data: poll } = await client.createPoll({
      title: "Kick-off\u202e\nin Auckland",
      kind: "time",
      timeZone: "Pacific/Auckland",
      duration: 60,
      options: [{ startTime: "2027-03-09T20:00:00Z" }, { startTime: "2027-03-04T20:00:00Z" }],
    });
    for (const name of ["Ada", "Ben"]) sandbox.vote(poll.id, { name, choices: {} });
    const args = { pollId: poll.id, confirmTitle: "Kick-off in Auckland" };
    expect((await callTool(host, "delete_poll", args)).data).toEqual({
      pollId: poll.id,
      deleted: true,
      title: "Kick-off in Auckland",
      status: "open",
      kind: "time",
      options: 2,
      first: "2027-03-05",
      last: "2027-03-10",
      participants: 2,
    });
  });

  it.each([
    ["another title", "Team dinner"],
    ["other case", "team lunch"],
    ["the id", "Xk3pQ9vLm2Ab"],
    ["nothing", ""],
  ])("deletes nothing for %s, and does not reveal the title", async (_, confirmTitle) => {
    const { host, pollId, deletes } = await openOne();
    const text = await failTool(host, "delete_poll", { pollId, confirmTitle });
    expect(text).toContain("Nothing was deleted");
    expect(text).toContain("get_poll");
    expect(text).not.toContain("Team lunch");
    expect(deletes()).toBe(0);
  });

  it("requires confirmTitle", async () => {
    const { host, pollId, sandbox } = await openOne();
    const before = sandbox.requests.length;
    expect(await failTool(host, "delete_poll", { pollId })).toContain("confirmTitle: is missing");
    expect(sandbox.requests).toHaveLength(before);
  });

  it("asks the person if the host supports it", async () => {
    const { host, pollId, deletes, questions } = await openAsking("accept");
    expect((await callTool(host, "delete_poll", { pollId, confirmTitle: "Team lunch" })).data).toMatchObject({
      deleted: true,
    });
    expect(questions).toEqual([
      `Delete this poll and its 0 answers? This cannot be undone.\nPoll ${pollId}, titled: Team lunch`,
    ]);
    expect(deletes()).toBe(1);
  });

  it.each([
    ["declines", "decline", true],
    ["cancels", "cancel", true],
    ["leaves the box unticked", "accept", false],
  ] as const)("deletes nothing when the person %s", async (_, action, confirm) => {
    const { host, pollId, deletes } = await openAsking(action, confirm);
    const { data, text } = await callTool(host, "delete_poll", { pollId, confirmTitle: "Team lunch" });
    const links = { inviteUrl: expect.stringContaining(pollId), adminUrl: expect.stringContaining(pollId) };
    expect(data).toEqual({ ...lunch, pollId, deleted: false, ...links });
    expect(text).toContain(`declined to delete poll ${pollId}, which is kept with its votes`);
    expect(deletes()).toBe(0);
  });

  it("does not ask the person about a wrong title", async () => {
    const { host, pollId, questions } = await openAsking("accept");
    await failTool(host, "delete_poll", { pollId, confirmTitle: "wrong" });
    expect(questions).toEqual([]);
  });

  it("accepts the id for a title without visible characters", async () => {
    const { host, pollId } = await openOne("\u2060");
    expect((await callTool(host, "delete_poll", { pollId, confirmTitle: pollId })).data).toMatchObject({
      deleted: true,
    });
  });
});

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

/** Calls delete_poll like a host of protocol 2026-07-28, with any claimed answer. */
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

describe("the confirmation of delete_poll, which comes back through the host", () => {
  it("deletes only with an answer to the question about that poll", async () => {
    const { make, call, deletes } = await openRaw();
    const pollId = await make("Lunch");
    const asked = await call(pollId, "Lunch");
    expect(asked.result).toMatchObject({ resultType: "input_required" });
    const { requestState } = asked.result as { requestState: string };
    expect(deletes()).toBe(0);
    const gone = await call(pollId, "Lunch", { ...yes, requestState });
    expect(gone.result).toMatchObject({ structuredContent: { pollId, deleted: true } });
  });

  it("is asked for again when no question was asked", async () => {
    const { make, call, deletes } = await openRaw();
    const pollId = await make("Lunch");
    expect((await call(pollId, "Lunch", yes)).result).toMatchObject({ resultType: "input_required" });
    expect(deletes()).toBe(0);
  });

  it("is asked for again when it was about another poll", async () => {
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
      "signed with another secret",
      async ({ make, otherServer }: Awaited<ReturnType<typeof openRaw>>) => {
        const pollId = await make("Lunch");
        return ((await otherServer(pollId, "Lunch")).result as { requestState: string }).requestState;
      },
    ],
  ])("is rejected with state that is %s", async (_, forge) => {
    const opened = await openRaw();
    const requestState = await forge(opened);
    const pollId = await opened.make("Lunch");
    const answer = await opened.call(pollId, "Lunch", { ...yes, requestState });
    expect(answer.error).toMatchObject({ code: -32602, message: "Invalid or expired requestState" });
    expect(opened.deletes()).toBe(0);
  });
});
