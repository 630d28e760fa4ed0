import { describe, expect, it } from "vitest";
import { callTool, connectInMemory, failTool, openHost } from "./harness.ts";

async function openOne(title = "Team lunch") {
  const opened = await openHost();
  const { data } = await opened.client.createPoll({ title, kind: "date", options: [{ date: "2027-03-01" }] });
  const deletes = () => opened.sandbox.requests.filter(({ method }) => method === "DELETE").length;
  return { ...opened, pollId: data.id, deletes };
}

/** A host that can ask its person, who answers as told and whose questions are kept. */
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
  it("deletes when the title is repeated", async () => {
    const { host, pollId, deletes } = await openOne();
    const { data, text } = await callTool(host, "delete_poll", {
      pollId,
      confirmTitle: " Team  lunch\u200b",
    });
    expect(data).toEqual({ pollId, deleted: true });
    expect(text).toContain("Deleted");
    expect(deletes()).toBe(1);
    expect(await failTool(host, "get_poll", { pollId })).toContain("list_polls");
  });

  it.each([
    ["another title", "Team dinner"],
    ["other case", "team lunch"],
    ["the id", "Xk3pQ9vLm2Ab"],
    ["nothing", ""],
  ])("deletes nothing for %s, and does not tell the title", async (_, confirmTitle) => {
    const { host, pollId, deletes } = await openOne();
    const text = await failTool(host, "delete_poll", { pollId, confirmTitle });
    expect(text).toContain("Nothing was deleted");
    expect(text).toContain("get_poll");
    expect(text).not.toContain("Team lunch");
    expect(deletes()).toBe(0);
  });

  it("needs confirmTitle", async () => {
    const { host, pollId, sandbox } = await openOne();
    const before = sandbox.requests.length;
    expect(await failTool(host, "delete_poll", { pollId })).toContain("confirmTitle: is missing");
    expect(sandbox.requests).toHaveLength(before);
  });

  it("asks the person where the host can, naming the poll", async () => {
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
    expect(data).toEqual({ pollId, deleted: false });
    expect(text).toContain("declined");
    expect(deletes()).toBe(0);
  });

  it("does not trouble the person over a wrong title", async () => {
    const { host, pollId, questions } = await openAsking("accept");
    await failTool(host, "delete_poll", { pollId, confirmTitle: "wrong" });
    expect(questions).toEqual([]);
  });

  it("takes the id for a title in which nothing can be seen", async () => {
    const { host, pollId } = await openOne("\u2060");
    expect((await callTool(host, "delete_poll", { pollId, confirmTitle: pollId })).data).toMatchObject({
      deleted: true,
    });
  });
});
