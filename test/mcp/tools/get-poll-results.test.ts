import { describe, expect, it } from "vitest";
import { callTool, openHost } from "../harness.ts";
import { openVotes, team } from "./votes.ts";

describe("get_poll_results", () => {
  it("counts votes, best option first, and marks the leaders", async () => {
    const { call, pollId } = await openVotes(team);
    const { text, data } = await call("get_poll_results", { limit: 2 });
    expect(text).toBe(
      `Poll ${pollId} is open: 4 answered, one option leads. 3 more options not shown: pass a higher limit.`,
    );
    expect(data).toMatchObject({
      participants: 4,
      optionCount: 5,
      options: [
        {
          when: "Mon 2027-03-01 09:00–09:30 -05:00",
          top: true,
          votes: { yes: 2, ifNeedBe: 1, noOrUnanswered: 1 },
        },
        { when: "Tue 2027-03-02 14:00–14:30 -05:00", votes: { yes: 1, ifNeedBe: 1, noOrUnanswered: 2 } },
      ],
    });
  });

  it("counts people who left an option open with those who voted no", async () => {
    const { call, vote } = await openVotes({ Ada: "y----" });
    vote("Bob", "");
    const { data } = await call("get_poll_results", { limit: 1 });
    expect(data["options"]).toMatchObject([{ votes: { yes: 1, noOrUnanswered: 1 } }]);
  });

  it("reports ties, and a poll without votes", async () => {
    const { call, vote } = await openVotes({});
    expect((await call("get_poll_results")).text).toContain("0 answered, no option leads yet.");
    vote("Ada", "yy---");
    const { text, data } = await call("get_poll_results");
    expect(text).toContain("2 options are tied for the lead");
    expect((data["options"] as { top?: boolean }[]).filter(({ top }) => top)).toHaveLength(2);
  });

  it("has no ifNeedBe when the poll does not offer it", async () => {
    const { host, client } = await openHost();
    const options = [{ date: "2027-03-01" }];
    await client.createPoll({ title: "Yes or no", kind: "date", options, allowTentativeVotes: false });
    const { data } = await callTool(host, "get_poll_results", { poll: "yes or no" });
    expect(JSON.stringify(data["options"])).not.toContain("ifNeedBe");
  });
});
