import { describe, expect, it } from "vitest";
import { openVotes, team } from "./votes.ts";

describe("get_poll_results", () => {
  it("counts votes, best option first, and marks the leaders", async () => {
    const { call, pollId } = await openVotes(team);
    const { text, data } = await call("get_poll_results", { limit: 2 });
    expect(text).toBe(
      `Poll ${pollId} is open: 4 responses. Option 1 leads. 3 more options not shown: pass a higher limit.`,
    );
    expect(data).toMatchObject({
      responses: 4,
      options: [
        { number: 1, when: "Mon 2027-03-01 09:00–09:30 -05:00", yes: 2, ifNeedBe: 1, noOrUnanswered: 1 },
        { number: 3, when: "Tue 2027-03-02 14:00–14:30 -05:00", yes: 1, ifNeedBe: 1, noOrUnanswered: 2 },
      ],
      moreOptions: 3,
    });
  });

  it("reports ties, and a poll without votes", async () => {
    const { call, vote } = await openVotes({});
    expect((await call("get_poll_results")).text).toContain("0 responses. No option leads.");
    vote("Ada", "yy---");
    const { text, data } = await call("get_poll_results");
    expect(text).toContain("2 options are tied for the lead: 1, 2.");
    expect((data["options"] as { tied?: boolean }[]).filter(({ tied }) => tied)).toHaveLength(2);
  });

  it("puts past options last, as find_best_times does", async () => {
    const { callAt } = await openVotes({ Ada: "yyy--", Bob: "y-y--" });
    for (const tool of ["get_poll_results", "find_best_times"]) {
      const { data } = await callAt("2027-03-02T16:00:00Z", tool, { limit: 5 });
      expect((data["options"] as { number: number }[]).map(({ number }) => number)).toEqual([3, 4, 5, 1, 2]);
      expect((data["options"] as object[])[3]).toMatchObject({ past: true, yes: 2 });
    }
  });

  it("says of a poll whose options are all past that they are, and which one led", async () => {
    const { callAt, vote } = await openVotes({ Ada: "yy---", Bob: "y----" });
    const read = async () => (await callAt("2027-04-01T00:00:00Z", "get_poll_results")).text;
    expect(await read()).toContain("Every option is in the past. Option 1 leads.");
    vote("Cleo", "-y---");
    expect(await read()).toContain("2 options are tied for the lead: 1, 2.");
  });

  it("has no ifNeedBe when the poll does not offer it", async () => {
    const options = [{ date: "2027-03-01" }];
    const poll = { title: "Yes or no", kind: "date", options, allowTentativeVotes: false };
    const { call } = await openVotes({}, poll);
    const { data } = await call("get_poll_results");
    expect(JSON.stringify(data["options"])).not.toContain("ifNeedBe");
  });
});
