/** list_participants: the answers of people, by option and answer, page by page. */
import { describe, expect, it } from "vitest";
import { callTool } from "./harness.ts";
import { names, openVotedSlots, rows, team } from "./voted-slots.ts";

describe("list_participants", () => {
  it("lists the options with no or unanswered votes too", async () => {
    const { list } = await openVotedSlots(team);
    const { data, text } = await list();
    expect(text).toMatch(/^4 answered poll \w+, oldest answer first\.$/);
    expect(rows(data).map(({ id, ...row }) => row)).toEqual([
      { name: "Ada", yes: "1-5" },
      { name: "Bob", yes: "1", ifNeedBe: "3", noOrUnanswered: "2,4-5" },
      { name: "Cleo", ifNeedBe: "1", noOrUnanswered: "2-5" },
      { name: "Dan", noOrUnanswered: "1-5" },
    ]);
    for (const field of ["votes", "matching", "nextOffset"]) expect(data).not.toHaveProperty(field);
  });

  it("returns the addresses of everybody who cannot make a date in one call", async () => {
    const { host, sandbox } = await openVotedSlots(team);
    const before = sandbox.requests.length;
    const { data, text } = await callTool(host, "list_participants", {
      title: "budget talks",
      option: "2027-03-01T09:00",
      answer: ["noOrUnanswered"],
      includeEmails: true,
    });
    expect(sandbox.requests.length - before).toBe(2);
    expect(rows(data)).toEqual([
      { id: expect.any(String), name: "Dan", email: "dan@example.com", vote: "noOrUnanswered" },
    ]);
    expect(text).toBe('For option 1: 1 of 4 with "no or unanswered".');
    expect(data).toMatchObject({
      options: ["1: Mon 2027-03-01 09:00–09:30 -05:00"],
      participantCount: 4,
      matching: 1,
      hasMore: false,
    });
    expect(data).not.toHaveProperty("votes");
  });

  it("shows everybody's vote for an option", async () => {
    const { list } = await openVotedSlots(team);
    const { data, text } = await list({ option: 1 });
    expect(rows(data).map(({ id, ...row }) => row)).toEqual([
      { name: "Ada", vote: "yes" },
      { name: "Bob", vote: "yes" },
      { name: "Cleo", vote: "ifNeedBe" },
      { name: "Dan", vote: "noOrUnanswered" },
    ]);
    expect(text).toMatch(/^4 answered poll \w+\. For option 1: 2 yes, 1 if need be, 1 no or unanswered\.$/);
    expect(data).toMatchObject({ votes: { yes: 2, ifNeedBe: 1, noOrUnanswered: 1 } });
    expect(data).not.toHaveProperty("matching");
  });

  it.each([
    ["yes", 'For option 1: 2 of 4 with "yes".', ["Ada", "Bob"]],
    [["yes", "ifNeedBe"], 'For option 1: 3 of 4 with "yes" or "if need be".', ["Ada", "Bob", "Cleo"]],
    [
      ["noOrUnanswered", "ifNeedBe"],
      'For option 1: 2 of 4 with "if need be" or "no or unanswered".',
      ["Cleo", "Dan"],
    ],
    ['["ifNeedBe"]', 'For option 1: 1 of 4 with "if need be".', ["Cleo"]],
  ])("selects the people whose answer is %j", async (answer, sentence, expected) => {
    const { list } = await openVotedSlots(team);
    const { data, text } = await list({ option: "1", answer });
    expect(text).toBe(sentence);
    expect(names(data)).toEqual(expected);
    expect(data["matching"]).toBe(expected.length);
  });

  it("says how many people gave no address, if addresses are wanted", async () => {
    const { list, sandbox, pollId } = await openVotedSlots(team);
    sandbox.vote(pollId, { name: "Eve", choices: {} });
    const ask = { option: "1", answer: ["noOrUnanswered"] };
    expect((await list({ ...ask, includeEmails: true })).text).toMatch(
      / 1 of these gave no email address\.$/,
    );
    expect((await list(ask)).text).not.toContain("address");
    expect((await list({ ...ask, answer: ["yes"], includeEmails: true })).text).not.toContain("address");
  });

  it("rejects an answer without an option, an unknown one and an empty list", async () => {
    const { fail } = await openVotedSlots(team);
    expect(await fail({ answer: "yes" })).toContain("- option: is missing: answer needs it");
    expect(await fail({ option: "1", answer: "no" })).toContain(
      "must be one of: yes, ifNeedBe, noOrUnanswered",
    );
    expect(await fail({ option: "1", answer: [] })).toContain("answer: must have at least 1 entry");
  });

  it("pages through the people who match", async () => {
    const { list } = await openVotedSlots(team);
    const filter = { option: "2", answer: ["noOrUnanswered"], limit: 2 };
    const first = await list(filter);
    expect(names(first.data)).toEqual(["Bob", "Cleo"]);
    expect(first.data).toMatchObject({ matching: 3, hasMore: true, nextOffset: 2 });
    expect(first.text).toBe(
      'For option 2: 3 of 4 with "no or unanswered". Shown up to number 2: pass offset 2 for more.',
    );
    const last = await list({ ...filter, offset: 2 });
    expect(names(last.data)).toEqual(["Dan"]);
    expect(last.data).toMatchObject({ matching: 3, hasMore: false });
    expect(last.data).not.toHaveProperty("nextOffset");
  });

  it("marks an answer that the same address gave again later", async () => {
    const { list, vote } = await openVotedSlots({ Ada: ["no"], Bob: ["yes"] });
    vote("Ada L.", ["yes"], "ADA@example.com");
    const { data, text } = await list({ option: "1" });
    expect(rows(data).map(({ name, answeredAgain }) => [name, answeredAgain])).toEqual([
      ["Ada", true],
      ["Bob", undefined],
      ["Ada L.", undefined],
    ]);
    expect(text).toContain("answeredAgain marks 1 with a later answer from the same address.");
    // The service counts both answers.
    expect(data).toMatchObject({ participantCount: 3, votes: { yes: 2, noOrUnanswered: 1 } });
    expect((await list({ option: "1", answer: "yes" })).text).toBe('For option 1: 2 of 3 with "yes".');
  });
});
