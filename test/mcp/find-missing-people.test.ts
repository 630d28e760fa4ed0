import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { gridKey } from "../../mcp/view/grid.ts";
import { callTool, failTool, openHost } from "./harness.ts";

type Voter = [name: string, email?: string];

/** A poll that these people answered, in this order. */
async function openAnswered(voters: Voter[], title = "Team lunch") {
  const opened = await openHost();
  const options = [{ date: "2027-03-01" }, { date: "2027-03-02" }];
  const { data: poll } = await opened.client.createPoll({ title, kind: "date", options });
  const ids = voters.map(([name, email]) => opened.sandbox.vote(poll.id, { name, email, choices: {} }).id);
  return { ...opened, poll, pollId: poll.id, ids };
}

const find = (host: Client, args: Record<string, unknown>) => callTool(host, "find_missing_people", args);

const team: Voter[] = [
  ["Ada Lovelace", "ada@example.com"],
  ["Ben", "ben@example.com"],
  ["Zoe", "zoe@example.com"],
];

describe("find_missing_people", () => {
  it("has everybody who answered, is missing, is ambiguous or was not invited", async () => {
    const { host, poll, pollId, ids } = await openAnswered([...team, ["Sam Reed"], ["Sam Reed"]]);
    const invited = ["ada lovelace", "Ben Bell <ben@example.com>", "Sam Reed", "Cleo <cleo@example.com>"];
    const { text, data } = await find(host, { pollId, invited });
    expect(data).toEqual({
      id: pollId,
      title: "Team lunch",
      status: "open",
      kind: "date",
      inviteUrl: poll.inviteUrl,
      adminUrl: poll.adminUrl,
      counts: { invited: 4, answered: 2, missing: 1, ambiguous: 1, extra: 1 },
      answered: [{ name: "Ada Lovelace" }, { name: "Ben", invited: "Ben Bell <ben@example.com>" }],
      missing: ["Cleo <cleo@example.com>"],
      ambiguous: [
        {
          invited: "Sam Reed",
          candidates: [
            { id: ids[3], name: "Sam Reed" },
            { id: ids[4], name: "Sam Reed" },
          ],
        },
      ],
      extra: ["Zoe"],
      reminder: `Please answer the poll "Team lunch". It takes a minute: ${poll.inviteUrl}`,
    });
    expect(text).toBe(
      "2 of 4 have answered; missing: 1, ambiguous: 1, extra: 1. 1 may have answered: ask the person which candidate is meant, if any, and call again with the candidate's id instead of the name. Offer to send the reminder.",
    );
  });

  it("takes a first name for the only person who has it", async () => {
    const { host, pollId } = await openAnswered([
      ["Grace Hopper"],
      ["Linus Example"],
      ["Sam Reed"],
      ["Sam Lee"],
    ]);
    const { data } = await find(host, { pollId, invited: ["Grace", "Linus", "Priya", "Sam"] });
    expect(data).toMatchObject({
      answered: [
        { name: "Grace Hopper", invited: "Grace" },
        { name: "Linus Example", invited: "Linus" },
      ],
      missing: ["Priya"],
      ambiguous: [{ invited: "Sam" }],
    });
  });

  it("asks who is meant when the only candidate has another address, or is another entry's candidate", async () => {
    const { host, pollId } = await openAnswered([["Grace Hopper", "grace@example.com"]]);
    const entries = [["Grace <g@example.org>"], ["Grace", "Hopper"], ["Grace Hopper <g@example.org>"]];
    for (const invited of entries) {
      const { text } = await find(host, { pollId, invited });
      expect(text).toContain(`${invited.length} may have answered: ask the person which candidate`);
    }
  });

  it("accepts the id of a candidate", async () => {
    const { host, pollId, ids } = await openAnswered([["Sam Reed"], ["Sam Reed"]]);
    const { data } = await find(host, { pollId, invited: [ids[1]] });
    expect(data).toMatchObject({ counts: { answered: 1, missing: 0, ambiguous: 0, extra: 1 } });
  });

  it("takes the poll by its title, with two requests", async () => {
    const { host, sandbox } = await openAnswered(team, "Quarterly offsite");
    const before = sandbox.requests.length;
    const { data } = await find(host, { title: "quarterly offsite", invited: ["Ben"] });
    expect(data).toMatchObject({ title: "Quarterly offsite", counts: { answered: 1 } });
    expect(sandbox.requests).toHaveLength(before + 2);
  });

  it.each([
    ["one text with commas", "Ada Lovelace, Ben, Cleo"],
    ["one text with lines and semicolons", "Lovelace, Ada\nBen; Cleo"],
    ["a list in JSON", '["Ada Lovelace", "Ben", "Cleo"]'],
    ["texts with several people", ["Ada Lovelace; Ben", "Cleo"]],
    ["people who were invited twice", ["ada@example.com", "ADA@example.com", "Ben", "ben", "Cleo", "Cleo"]],
  ])("accepts %s", async (_, invited) => {
    const { host, pollId } = await openAnswered(team);
    const { data } = await find(host, { pollId, invited });
    expect(data["counts"]).toEqual({ invited: 3, answered: 2, missing: 1, ambiguous: 0, extra: 1 });
    expect(data["missing"]).toEqual(["Cleo"]);
  });

  it("counts a person who answered twice with one address once", async () => {
    const { host, pollId } = await openAnswered([
      ["Ada", "ada@example.com"],
      ["Ada L.", "ADA@example.com"],
    ]);
    const { data } = await find(host, { pollId, invited: ["ada@example.com"] });
    expect(data).toMatchObject({
      counts: { invited: 1, answered: 1, extra: 0 },
      answered: [{ name: "Ada L.", invited: "ada@example.com" }],
    });
  });

  it("is ambiguous about a name and an address that match one response", async () => {
    const { host, pollId, ids } = await openAnswered(team);
    const { data } = await find(host, { pollId, invited: ["Ada Lovelace", "ada@example.com"] });
    expect(data).toMatchObject({
      answered: [{ name: "Ada Lovelace", invited: "ada@example.com" }],
      ambiguous: [{ invited: "Ada Lovelace", candidates: [{ id: ids[0], name: "Ada Lovelace" }] }],
      missing: [],
    });
  });

  it("has no email address that the person did not type", async () => {
    const { host, pollId } = await openAnswered(team);
    const result = await host.callTool({
      name: "find_missing_people",
      arguments: { pollId, invited: ["Ada Lovelace", "Ada", "ben@example.com", "Cleo"] },
    });
    const whole = JSON.stringify(result);
    expect(whole).toContain("ben@example.com");
    expect(whole).not.toMatch(/ada@example|zoe@example/);
  });

  it("has no reminder when nobody is missing", async () => {
    const { host, pollId } = await openAnswered(team);
    const { text, data } = await find(host, { pollId, invited: ["Ada Lovelace"] });
    expect(text).toBe("1 of 1 have answered; missing: 0, ambiguous: 0, extra: 2.");
    expect(data).not.toHaveProperty("reminder");
    expect(data).not.toHaveProperty("noReminder");
  });

  it.each([
    ["closed", "the poll is closed and takes no more answers, unless the person reopens it at adminUrl", ""],
    ["scheduled", "the poll is scheduled and takes no more answers", " A time has been picked."],
    ["canceled", "the poll is canceled and takes no more answers", ""],
  ])("has no reminder for a %s poll, and says why", async (status, noReminder, note) => {
    const { host, client } = await openHost();
    const { data: polls } = await client.listPolls({ status: status as "closed", limit: 1 });
    const { text, data } = await find(host, { pollId: polls[0]?.id, invited: ["Nobody Known"] });
    expect(text).toContain(`missing: 1, ambiguous: 0, extra: ${polls[0]?.participantCount}.${note}`);
    expect(data).toMatchObject({ status, missing: ["Nobody Known"], noReminder });
    expect(data).not.toHaveProperty("reminder");
  });

  it("quotes the title in the reminder, without quotes and line breaks of its own", async () => {
    const { host, poll, pollId } = await openAnswered([], 'The "big"\n\u202elunch');
    const { text, data } = await find(host, { pollId, invited: ["Cleo"] });
    expect(data["reminder"]).toBe(
      `Please answer the poll "The 'big' lunch". It takes a minute: ${poll.inviteUrl}`,
    );
    expect(text).toBe(
      "0 of 1 have answered; missing: 1, ambiguous: 0, extra: 0. Offer to send the reminder.",
    );
  });

  it("shows a bounded number of people and counts the rest", async () => {
    const voters = Array.from(
      { length: 120 },
      (_, index): Voter => [index < 60 ? "Ann Long" : `Extra ${index}`],
    );
    const { host, pollId } = await openAnswered(voters);
    const missing = Array.from({ length: 130 }, (_, index) => `missing${index}@example.com`);
    const { text, data } = await find(host, { pollId, invited: ["Ann Long", ...missing] });
    expect(data).toMatchObject({
      counts: { invited: 131, answered: 0, missing: 130, ambiguous: 1, extra: 60 },
      notShown: { missing: 30, extra: 10 },
    });
    expect(data["missing"]).toEqual(missing.slice(0, 100));
    expect(data["extra"]).toHaveLength(50);
    const [{ candidates, moreCandidates }] = data["ambiguous"] as [
      { candidates: unknown[]; moreCandidates: number },
    ];
    expect([candidates.length, moreCandidates]).toEqual([5, 55]);
    expect(text).toContain(
      "The lists are cut: to see the rest, call again with a part of the invited people.",
    );
  });

  it("has the data of the results view, and the call that refreshes it", async () => {
    const { host, pollId, ids } = await openAnswered(team);
    const args = { title: "team lunch", pollId, invited: ["Cleo"] };
    const { _meta } = await host.callTool({ name: "find_missing_people", arguments: args });
    expect(_meta?.[gridKey]).toMatchObject({
      poll: { id: pollId, title: "Team lunch" },
      people: ids.map((id) => ({ id })),
      missing: { names: ["Cleo"], more: 0 },
      refresh: { name: "find_missing_people", arguments: { pollId, invited: ["Cleo"] } },
    });
  });

  it.each([
    ["no list", undefined, "invited: is missing"],
    ["an empty list", [], "invited: must have at least 1 entry"],
    ["a number", 5, "invited: must be a list"],
    ["501 entries", Array(501).fill("Ada"), "invited: has more than 500 entries"],
    ["more than 1,000 people", Array(400).fill("a;b;c"), "invited: has more than 1000 people"],
    [
      "more parts than people",
      [",a".repeat(2_000), ",a".repeat(2_000)],
      "invited: has more than 1000 people",
    ],
    ["too much text", Array(30).fill("x".repeat(3_900)), "invited: has more than 1000 people"],
    ["a list of empty texts", [" ", ",;"], "invited: has no name or email"],
  ])("refuses %s", async (_, invited, expected) => {
    const { host, pollId } = await openAnswered([]);
    expect(await failTool(host, "find_missing_people", { pollId, invited })).toContain(expected);
  });

  it("refuses a call that names no poll", async () => {
    const { host, sandbox } = await openAnswered([]);
    const before = sandbox.requests.length;
    expect(await failTool(host, "find_missing_people", { invited: ["Ada"] })).toContain(
      "pollId: is missing: pass it, or title",
    );
    expect(sandbox.requests).toHaveLength(before);
  });
});
