import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost } from "./harness.ts";
import { openVoted, team } from "./voted-mornings.ts";

describe("find_best_times rejects", () => {
  it("an unknown name, with similar names as data", async () => {
    const { host, pollId } = await openVoted({ ...team, "Ada Lovelace": ["yes", "no", "no"] });
    const result = await host.callTool({
      name: "find_best_times",
      arguments: { pollId, required: ["Ada Lovelac", "Zoe"] },
    });
    expect(result.isError).toBe(true);
    const [text, data] = result.content.map((block) => (block.type === "text" ? block.text : ""));
    // Ada has answered. A text that she has not would make a model leave her out.
    expect(text).toContain("- required.0: not found; similar names are below");
    expect(text).toContain("- required.1: not found among the people who answered this poll");
    expect(text).toMatch(
      /\nPeople who have not answered cannot be required.* Ask the person who is meant, then call again with .* an id from below\.$/,
    );
    expect(text).not.toContain("Lovelace");
    expect(JSON.parse(data ?? "")).toMatchObject({
      people: [
        {
          path: "required.0",
          candidates: [{ id: expect.any(String), name: "Ada Lovelace" }, expect.anything()],
        },
        { path: "required.1" },
      ],
    });
  });

  it.each([
    [
      { required: ["Ada"], exclude: ["Ada"] },
      /required and excluded\nAsk the person which of the two is meant\.$/,
    ],
    [{ required: ["Zoe"] }, /answered this poll\nPeople who have not answered cannot be required[^\n]*$/],
  ])("with advice for that problem only: %j", async (people, expected) => {
    const { host, pollId } = await openVoted({ Ada: ["yes", "no", "no"] });
    const result = await host.callTool({ name: "find_best_times", arguments: { pollId, ...people } });
    const [text] = result.content.map((block) => (block.type === "text" ? block.text : ""));
    expect(text).toMatch(expected);
  });

  it("many misspelt names, without the claim that they have not answered", async () => {
    const names = [..."abcdefghijk"].map((letter) => letter.repeat(4));
    const { host, pollId } = await openVoted(
      Object.fromEntries(names.map((name) => [`${name} Example`, ["yes", "no", "no"]])),
    );
    const result = await host.callTool({
      name: "find_best_times",
      arguments: { pollId, required: names.map((name) => `${name} Exampel`) },
    });
    const [text] = result.content.map((block) => (block.type === "text" ? block.text : ""));
    expect(text).toContain("- required.9: not found; similar names");
    expect(text).toContain("\n- and 1 more\n");
    expect(text).not.toContain("leave them out");
  });

  it("a partial title match when not all polls were read", async () => {
    const { client, host } = await openHost();
    const { listPolls } = client;
    await client.createPoll({ title: "Quarterly supper", kind: "date", options: [{ date: "2027-03-01" }] });
    client.listPolls = async (...call) => ({ ...(await listPolls(...call)), nextCursor: "" });
    expect(await failTool(host, "find_best_times", { title: "quarterly" })).toContain(
      "1 poll matches that title, and there may be others that were not searched. Ask the person",
    );
    expect((await callTool(host, "find_best_times", { title: "Quarterly supper" })).text).toContain("Nobody");
  });

  it("an ambiguous name, and one that is required and excluded", async () => {
    const { host, pollId, sandbox } = await openVoted(team);
    sandbox.vote(pollId, { name: "Ada", choices: {} });
    expect(await failTool(host, "find_best_times", { pollId, required: ["Ada"] })).toContain(
      "required.0: ambiguous: several people",
    );
    expect(
      await failTool(host, "find_best_times", { pollId, required: ["Bob"], exclude: ["bob"] }),
    ).toContain("exclude.0: is both");
  });

  it("a title that matches several polls, with candidates as data", async () => {
    const { host } = await openVoted(team, "Board game evening");
    const result = await host.callTool({ name: "find_best_times", arguments: { title: "board game" } });
    expect(result.isError).toBe(true);
    const [text, data] = result.content.map((block) => (block.type === "text" ? block.text : ""));
    expect(text).toBe(
      "2 polls match that title. Ask the person which one is meant, and call again with its id.",
    );
    expect(JSON.parse(data ?? "").candidates.map(({ title }: { title: string }) => title)).toEqual([
      "Board game evening",
      "Board game night",
    ]);
  });

  it("a title that matches no poll, a title without visible characters, and a call without id and title", async () => {
    const { host } = await openHost();
    expect(await failTool(host, "find_best_times", { title: "no such poll" })).toContain(
      "title: matches no poll of this space",
    );
    expect(await failTool(host, "find_best_times", { title: "\u200b" })).toContain(
      "title: has no visible characters",
    );
    expect(await failTool(host, "find_best_times", {})).toContain("pollId: is missing: pass it, or title");
    const wrong = { limit: 0, timeZone: "EST", required: "Ada", poll: "x" };
    const text = await failTool(host, "find_best_times", wrong);
    expect([...text.matchAll(/^- (\w+):/gmu)].map(([, name]) => name)).toEqual([
      "required",
      "limit",
      "timeZone",
      "poll",
    ]);
  });
});
