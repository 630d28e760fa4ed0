import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost } from "../harness.ts";

const boardGame = "Board game night";

/** Its id in the demo space. */
const pollId = "DemoPoll0007";

describe("delete_poll", () => {
  it("deletes with the current title, and has what was deleted", async () => {
    const { host, sandbox } = await openHost();
    const { text, data } = await callTool(host, "delete_poll", { poll: pollId, confirmTitle: boardGame });
    expect(text).toBe(`Deleted poll ${pollId} and its votes permanently.`);
    const row = { title: boardGame, status: "open", responses: 0, first: expect.any(String) };
    expect(data).toMatchObject({ id: pollId, deleted: true, ...row });
    expect(sandbox.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  it.each([
    ["another title", "Team dinner"],
    ["other case", "board game night"],
    ["the id", "Xk3pQ9vLm2Ab"],
  ])("deletes nothing for %s, and does not reveal the title", async (_, confirmTitle) => {
    const { host, sandbox } = await openHost();
    const text = await failTool(host, "delete_poll", { poll: pollId, confirmTitle });
    expect(text).toMatch(
      /^Nothing was deleted: confirmTitle is not the current title.* Ask the person whether/,
    );
    expect(text).not.toContain(boardGame);
    expect(sandbox.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("keeps a poll that somebody answered with onlyIfNoVotes", async () => {
    const { host, sandbox } = await openHost();
    sandbox.vote(pollId, { name: "Ada", choices: {} });
    const args = { poll: pollId, confirmTitle: boardGame, onlyIfNoVotes: true };
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
    await callTool(host, "delete_poll", { poll: data.id, confirmTitle: data.id });
  });

  it.each(["board game", "Board game night"])("deletes nothing by the title %s", async (poll) => {
    const { host, sandbox } = await openHost();
    const text = await failTool(host, "delete_poll", { poll, confirmTitle: boardGame });
    expect(text).toMatch(
      /^Nothing was deleted: only an id or a link names the poll that goes\. 1 poll may be meant/,
    );
    expect(text).toContain(`"candidates":[{"id":"${pollId}"`);
    expect(sandbox.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("says of an id that is gone that it may be deleted already, and offers no other poll", async () => {
    const { host } = await openHost();
    const args = { poll: "abcdefghijkl", confirmTitle: boardGame };
    expect(await failTool(host, "delete_poll", args)).toBe(
      "Nothing was deleted: no poll has that id; it may be deleted already. Tell the person.",
    );
  });

  it("takes a link", async () => {
    const { host } = await openHost();
    const args = { poll: `https://app.rallly.co/poll/${pollId}`, confirmTitle: boardGame };
    expect((await callTool(host, "delete_poll", args)).data).toMatchObject({ id: pollId });
  });
});
