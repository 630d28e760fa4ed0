import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost, openModernHost } from "../harness.ts";

const boardGame = "Board game night";

/** The id of a poll of the demo space. */
const findId = async (host: Awaited<ReturnType<typeof openHost>>["host"], query: string) => {
  const { data } = await callTool(host, "list_polls", { query });
  return (data["polls"] as { id: string }[])[0]?.id ?? "";
};

describe("delete_poll", () => {
  it("deletes with the current title, and has what was deleted", async () => {
    const { host, sandbox } = await openHost();
    const pollId = await findId(host, boardGame);
    const { text, data } = await callTool(host, "delete_poll", { pollId, confirmTitle: boardGame });
    expect(text).toBe(`Deleted poll ${pollId} and its votes permanently.`);
    expect(data).toMatchObject({ pollId, deleted: true, title: boardGame, status: "open", participants: 0 });
    expect(data).toHaveProperty("first");
    expect(sandbox.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  it.each([
    ["another title", "Team dinner"],
    ["other case", "board game night"],
    ["the id", "Xk3pQ9vLm2Ab"],
    ["nothing", ""],
  ])("deletes nothing for %s, and does not reveal the title", async (_, confirmTitle) => {
    const { host, sandbox } = await openHost();
    const pollId = await findId(host, boardGame);
    const text = await failTool(host, "delete_poll", { pollId, confirmTitle });
    expect(text).toMatch(/^Nothing was deleted: confirmTitle is not the current title/);
    expect(text).not.toContain(boardGame);
    expect(sandbox.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("keeps a poll that somebody answered with onlyIfNoVotes", async () => {
    const { host, sandbox } = await openHost();
    const pollId = await findId(host, boardGame);
    sandbox.vote(pollId, { name: "Ada", choices: {} });
    const args = { pollId, confirmTitle: boardGame, onlyIfNoVotes: true };
    expect(await failTool(host, "delete_poll", args)).toBe(
      `Nothing was deleted: poll ${pollId} has 1 answer, and onlyIfNoVotes is true, so it does not meet the rule. Tell the person.`,
    );
    await callTool(host, "delete_poll", { ...args, onlyIfNoVotes: false });
  });

  it("accepts the id for a title without visible characters", async () => {
    const { host, client } = await openHost();
    const { data } = await client.createPoll({
      title: "\u3164",
      kind: "date",
      options: [{ date: "2027-03-01" }],
    });
    await callTool(host, "delete_poll", { pollId: data.id, confirmTitle: data.id });
  });
});

describe("the question before delete_poll, where the host can ask", () => {
  const ask = async (answer: { action: "accept" | "decline" | "cancel"; confirm?: boolean }) => {
    const opened = await openModernHost({ client: { capabilities: { elicitation: { form: {} } } } });
    const questions: string[] = [];
    opened.host.setRequestHandler("elicitation/create", async ({ params }) => {
      questions.push(params.message);
      const { action, confirm } = answer;
      return confirm === undefined ? { action } : { action, content: { confirm } };
    });
    const pollId = await findId(opened.host, boardGame);
    const { text, data } = await callTool(opened.host, "delete_poll", { pollId, confirmTitle: boardGame });
    return { questions, text, data, pollId };
  };

  it("names the poll, and deletes with a yes", async () => {
    const { questions, data, pollId } = await ask({ action: "accept", confirm: true });
    expect(questions).toEqual([
      `Delete this poll and its 0 answers? This cannot be undone.\nPoll ${pollId}, titled: ${boardGame}`,
    ]);
    expect(data["deleted"]).toBe(true);
  });

  it.each([
    ["declines", { action: "decline" }],
    ["cancels", { action: "cancel" }],
    ["leaves the box unticked", { action: "accept", confirm: false }],
  ] as const)("keeps the poll when the person %s", async (_, answer) => {
    const { text, data } = await ask(answer);
    expect(text).toMatch(/^Nothing was deleted: the person declined/);
    expect(data).toMatchObject({ deleted: false, adminUrl: expect.any(String) });
  });
});
