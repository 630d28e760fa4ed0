import { describe, expect, it } from "vitest";
import { parseGrid } from "../../mcp/view/parse-grid.ts";
import { loadView, viewMimeType, viewUri } from "../../mcp/view/resource.ts";
import { callTool, connectInMemory, openHost } from "./harness.ts";
import { type Mark, mon, openVoted, team, tue, wed, whens } from "./voted-mornings.ts";

describe("find_best_times", () => {
  it("explains the best option in one text", async () => {
    const { best } = await openVoted(team);
    const { text, data } = await best();
    expect(text).toMatch(
      /^Best: Tue, 2 March 2027, 09:00.10:00 \(Europe\/Berlin, UTC\+01:00\)\. 3 of 3 available, 1 of them only if need be\./,
    );
    expect(text).toMatch(/Next is Wed, 3 March 2027.*: fewer people are available \(2, not 3\)\.$/);
    expect(data).toMatchObject({
      title: "Kick-off dinner",
      people: 3,
      fits: true,
      reason: "at the next option, fewer people are available (2, not 3)",
      moreOptions: 0,
    });
    expect(data).not.toHaveProperty("required");
    expect(data).not.toHaveProperty("excluded");
    expect(whens(data)).toEqual([tue, wed, mon]);
    expect(data["options"]).toMatchObject([
      { rank: 1, yes: 2, ifNeedBe: 1, noOrUnanswered: 0, ifNeedBeNames: ["Cleo"] },
      { rank: 2, yes: 2, ifNeedBe: 0, noOrUnanswered: 1, noOrUnansweredNames: ["Ada"] },
      { rank: 3, yes: 1, ifNeedBe: 0, noOrUnanswered: 2, noOrUnansweredNames: ["Bob", "Cleo"] },
    ]);
  });

  it("ranks by required people, given by name, address or id", async () => {
    const { best, host, pollId } = await openVoted({ ...team, Dan: ["yes", "no", "no"] });
    const { data: listed } = await callTool(host, "list_participants", { pollId });
    const dan = (listed["participants"] as { id: string }[])[3]?.id;
    for (const who of ["dan ", "DAN@example.com", dan]) {
      const { text, data } = await best({ required: [who] });
      expect(whens(data)[0]).toBe(mon);
      expect(text).toContain("2 of 4 available, including all required people");
      expect((data["options"] as object[])[1]).toMatchObject({
        requiredMissing: ["Dan"],
        obstacles: ["required-missing"],
      });
    }
  });

  it("ignores excluded people", async () => {
    const { best } = await openVoted(team);
    const { data } = await best({ exclude: ["Ada"] });
    expect(data).toMatchObject({ people: 2, excluded: ["Ada"] });
    expect(whens(data)[0]).toBe(wed);
  });

  it("names the required and the excluded people, each once and at most five", async () => {
    const names = [..."ABCDEF"].map((letter) => `${letter}\u202e Example`);
    const { best, sandbox, pollId } = await openVoted({
      ...team,
      ...Object.fromEntries(names.map((name) => [name, ["yes", "yes", "yes"] as Mark[]])),
    });
    // Ada answered twice with one address.
    sandbox.vote(pollId, { name: "Ada", email: "ada@example.com", choices: {} });
    const { data } = await best({ required: names, exclude: ["ada@example.com"] });
    expect(data["required"]).toEqual([..."ABCDE"].map((letter) => `${letter} Example`).concat("and 1 more"));
    expect(data["excluded"]).toEqual(["Ada"]);
    expect(data).toMatchObject({ people: 8 });
  });

  it("counts the options that are not shown", async () => {
    const { best } = await openVoted(team);
    const { data } = await best({ limit: 1 });
    expect(whens(data)).toEqual([tue]);
    expect(data).toMatchObject({ moreOptions: 2 });
  });

  it("reports that nothing fits, and the closest option", async () => {
    const { best } = await openVoted({ Ada: ["yes", "no", "no"], Bob: ["no", "yes", "no"] });
    const few = await best({ minAttendance: 2 });
    expect(few.data).toMatchObject({ fits: false });
    expect(few.text).toMatch(
      /^No option fits\. Closest: Mon, 1 March 2027.*, but only 1 of 2 available, minimum 2\.$/,
    );
    const both = await best({ required: ["Ada", "Bob"] });
    expect(both.text).toMatch(/but 1 required person is not available/);
  });

  it("counts if need be as available for minAttendance", async () => {
    const { best } = await openVoted({ Ada: ["yes", "no", "no"], Bob: ["ifNeedBe", "no", "no"] });
    expect((await best({ minAttendance: 2 })).data).toMatchObject({ fits: true });
    expect((await best({ minAttendance: 3 })).data).toMatchObject({
      fits: false,
      reason: "closest option: only 2 of 2 available, minimum 3",
    });
  });

  it("explains ties once", async () => {
    const { best } = await openVoted({ Ada: ["yes", "yes", "yes"] });
    const { text, data } = await best();
    expect(text).toContain("tied; the earlier option is listed first");
    expect(data["reason"]).toBe("tied with 2 other options; the earliest is listed first");
    expect((data["options"] as object[]).map((option) => Object.keys(option))).toEqual(
      Array(3).fill(["rank", "when", "yes", "ifNeedBe", "noOrUnanswered"]),
    );
    expect(JSON.stringify(data).match(/tied/g)).toHaveLength(1);
  });

  it("lists past options last, so that the closest option is first", async () => {
    const { pollId, client } = await openVoted({
      Ada: ["yes", "yes", "no"],
      Bob: ["yes", "no", "no"],
      Cleo: ["no", "no", "yes"],
    });
    const later = await connectInMemory({ client, now: () => new Date("2027-03-01T12:00:00Z") });
    const { data } = await callTool(later, "find_best_times", { pollId, minAttendance: 2 });
    expect(data).toMatchObject({
      fits: false,
      options: [{ rank: 2, obstacles: ["too-few"] }, { rank: 2 }, { rank: 1, obstacles: ["past"] }],
    });
  });

  it("reports a poll without votes and a poll in the past", async () => {
    const { best } = await openVoted({});
    expect((await best()).text).toBe("Nobody has answered yet.");
    const late = await openVoted(team);
    const later = await connectInMemory({ client: late.client, now: () => new Date("2027-04-01T12:00:00Z") });
    const { text, data } = await callTool(later, "find_best_times", { pollId: late.pollId });
    expect(text).toBe("Every option is in the past. Create a new poll.");
    expect(data["options"]).toMatchObject([
      { obstacles: ["past"] },
      { obstacles: ["past"] },
      { obstacles: ["past"] },
    ]);
  });

  it("never picks a past option", async () => {
    const { pollId, client } = await openVoted({ Ada: ["yes", "yes", "no"], Bob: ["yes", "no", "no"] });
    const later = await connectInMemory({ client, now: () => new Date("2027-03-01T12:00:00Z") });
    const { text, data } = await callTool(later, "find_best_times", { pollId });
    expect(whens(data)[0]).toBe(tue);
    expect(text).toMatch(/^Best: Tue, 2 March 2027/);
  });

  it("sends two requests by id, and the list instead of the poll by title", async () => {
    const { best, host, sandbox, pollId } = await openVoted(team);
    const paths = async (ask: () => Promise<unknown>) => {
      const before = sandbox.requests.length;
      await ask();
      return sandbox.requests
        .slice(before)
        .map(({ path }) => path.replace(/\?.*/, "").replace(pollId, "ID"))
        .sort();
    };
    expect(await paths(() => best())).toEqual(["/v1/polls/ID", "/v1/polls/ID/participants"]);
    const byTitle = () => callTool(host, "find_best_times", { title: "kick-off DINNER" });
    expect(await paths(byTitle)).toEqual(["/v1/polls", "/v1/polls/ID/participants"]);
  });

  it("gives the view the requested zone, and none for whole days", async () => {
    const { host, sandbox } = await openHost();
    const times = { timeZone: "Europe/Berlin", duration: 30, times: [{ start: "2027-03-01T09:00" }] };
    const shownIn = async (poll: object, timeZone?: string) => {
      const { data } = await callTool(host, "create_poll", { title: "Zones", ...poll });
      const args = { pollId: data["pollId"], timeZone };
      sandbox.vote(String(data["pollId"]), { name: "Ada", choices: {} });
      const result = await host.callTool({ name: "find_best_times", arguments: args });
      return parseGrid(result)?.shownIn;
    };
    expect(await shownIn(times, "asia/tokyo")).toBe("Asia/Tokyo");
    expect(await shownIn(times)).toBeNull();
    expect(await shownIn({ ...times, timeZone: "floating" }, "Asia/Tokyo")).toBeNull();
    expect(await shownIn({ dates: ["2027-03-01"] }, "Asia/Tokyo")).toBeNull();
  });

  it("has the grid for the view, whose page is a resource", async () => {
    const { pollId, host } = await openVoted(team);
    const { tools } = await host.listTools();
    const tool = tools.find(({ name }) => name === "find_best_times");
    expect(tool?._meta).toMatchObject({ ui: { resourceUri: viewUri }, "ui/resourceUri": viewUri });
    const result = await host.callTool({
      name: "find_best_times",
      arguments: { pollId, required: ["Ada"], minAttendance: 2 },
    });
    expect(result._meta?.["rallly-connect/grid"]).toMatchObject({
      version: 2,
      poll: { id: pollId, title: "Kick-off dinner" },
      people: [
        { name: "Ada", votes: "220" },
        { name: "Bob", votes: "022" },
        { name: "Cleo", votes: "012" },
      ],
      required: [expect.any(String)],
      minAttendance: 2,
      refresh: { name: "find_best_times", arguments: { pollId, required: ["Ada"], minAttendance: 2 } },
    });
    expect(JSON.stringify(result.structuredContent)).not.toContain("votes");
    const { contents } = await host.readResource({ uri: viewUri });
    expect(contents).toMatchObject([
      { uri: viewUri, mimeType: viewMimeType, text: await loadView(), _meta: { ui: { csp: {} } } },
    ]);
  });
});
