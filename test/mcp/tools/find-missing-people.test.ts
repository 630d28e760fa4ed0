import { describe, expect, it } from "vitest";
import { openVotes } from "./votes.ts";

const votes = { "Ada Lovelace": "y----", Ben: "-----", Zoe: "y----" };

describe("find_missing_people", () => {
  it("has everybody who answered, is missing, is unclear or was not invited, and a reminder", async () => {
    const { call, poll } = await openVotes(
      { ...votes, "Sam Lee": "", "Sam Reed": "" },
      { title: 'The "big" one' },
    );
    const days = { firstOptionDay: "2027-03-01", lastOptionDay: "2027-03-03" };
    const { text, data } = await call("find_missing_people", {
      invited: ["Ms Ada Lovelace", "Ben <ben@example.com>", "Cleo <cleo@example.org>", "Sam"],
    });
    expect(text).toBe(
      "2 of 4 have answered; missing: 1, unclear: 1, extra: 1. Those in unclear may have answered: ask the person which candidate is meant, and call again with its id instead of the name; who is none of them has not answered. Somebody in extra may be one of the missing under another name: compare them, and ask the person. Offer to write the reminder, in the person's language. Only the person knows a day to answer by.",
    );
    expect(data).toMatchObject({
      counts: { invited: 4, answered: 2, missing: 1, unclear: 1, extra: 1 },
      answered: [
        { name: "Ada Lovelace", invited: "Ms Ada Lovelace" },
        { name: "Ben", invited: "Ben <ben@example.com>" },
      ],
      missing: ["Cleo <cleo@example.org>"],
      unclear: [
        {
          invited: "Sam",
          candidates: [{ name: "Sam Lee", answeredAt: expect.any(String) }, { name: "Sam Reed" }],
        },
      ],
      extra: ["Zoe"],
      reminder: { title: 'The "big" one', link: poll.inviteUrl, ...days },
    });
    // The email is not shown unless the person typed it.
    expect(JSON.stringify(data)).not.toMatch(/(?:zoe|ada|sam)\w*@example/);
    const id = (data["unclear"] as { candidates: { id: string }[] }[])[0]?.candidates[0]?.id;
    expect((await call("find_missing_people", { invited: [id] })).data).toMatchObject({
      answered: [{ name: "Sam Lee" }],
    });
  });

  it("takes people as objects with a name, an email or both", async () => {
    const { call } = await openVotes(votes);
    const invited = [{ name: "Ben" }, { email: "zoe@example.com" }, { name: "Cleo", email: "c@example.org" }];
    expect((await call("find_missing_people", { invited })).data).toMatchObject({
      answered: [{ name: "Ben" }, { name: "Zoe", invited: "zoe@example.com" }],
      missing: ["Cleo <c@example.org>"],
    });
  });

  it("calls nobody missing who voted under a part of their name, and offers no reminder", async () => {
    const { call } = await openVotes({ Käthe: "y----", "Petra S.": "y----", "Hans Müller": "y----" });
    const { text, data } = await call("find_missing_people", {
      invited: ["Blum, Käthe", "Sommer, Petra", "Müller (Bass), Hans"],
    });
    expect(text).not.toContain("reminder");
    expect(data).not.toHaveProperty("reminder");
    expect(data).toMatchObject({
      counts: { invited: 3, answered: 1, missing: 0, unclear: 2, extra: 0 },
      read: {
        invited: { people: 3, namesWithComma: ["Blum, Käthe", "Sommer, Petra", "Müller (Bass), Hans"] },
      },
    });
  });

  it("offers no reminder while nobody of the list has answered for certain, though others have", async () => {
    const { call } = await openVotes({ ...votes, Käthe: "y----" });
    for (const invited of [["Cleo"], ["Cleo", "Käthe Blum"]]) {
      const { text, data } = await call("find_missing_people", { invited });
      expect(text).toMatch(/Nobody who answered is surely on the list: ask .* remind nobody before\.$/);
      expect(data).not.toHaveProperty("reminder");
    }
    const nobody = await openVotes({});
    expect((await nobody.call("find_missing_people", { invited: ["Cleo"] })).data).toHaveProperty("reminder");
  });

  it.each<[unknown]>([
    ["Ada Lovelace, Ben, Cleo"],
    ["Ada Lovelace\nBen; Cleo"],
    ['["Ada Lovelace", "Ben", "Cleo"]'],
    [["Ada Lovelace; Ben", "Cleo"]],
  ])("accepts %j", async (invited) => {
    const { call } = await openVotes(votes);
    expect((await call("find_missing_people", { invited })).data).toMatchObject({
      counts: { invited: 3, answered: 2, missing: 1 },
      missing: ["Cleo"],
    });
  });

  it("takes 1,000 names, shows a bounded number of them and counts the rest", async () => {
    const { call, fail } = await openVotes({ Ada: "" });
    const invited = Array.from({ length: 1_000 }, (_, index) => `Person ${index}`);
    const { text, data } = await call("find_missing_people", { invited });
    expect(data["missing"]).toHaveLength(100);
    expect(data).toMatchObject({ counts: { missing: 1_000 } });
    expect(text).toContain("Cut: missing. To see the rest,");
    expect(await fail("find_missing_people", { invited: [...invited, "One more"] })).toContain("- invited: ");
    const triples = Array.from({ length: 400 }, (_, index) => `a${index};b${index};c${index}`);
    const megabyte = Array.from({ length: 1_000 }, () => "a,b;".repeat(250));
    for (const invited of [triples, megabyte])
      expect(await fail("find_missing_people", { invited })).toContain(
        "invited: names more than 1000 people",
      );
  });

  it("has no reminder and no advice when nobody is missing or the poll takes no answers", async () => {
    const { call, sandbox, pollId } = await openVotes(votes);
    const complete = await call("find_missing_people", { invited: ["Ben"] });
    expect(complete.data).not.toHaveProperty("reminder");
    expect(complete.text).toMatch(/extra: 2\.$/);
    sandbox.closePoll(pollId);
    const closed = await call("find_missing_people", { invited: ["Cleo"] });
    expect(closed.data).not.toHaveProperty("reminder");
    expect(closed.text).toMatch(
      /The poll is closed and takes no more answers, so remind nobody, unless the person reopens it at adminUrl\.$/,
    );
  });

  const who = "Ask the person who is meant";
  it.each<[unknown, problem: string, next: string]>([
    [[], "invited: is empty", "Ask the person whom they invited"],
    [["ada@example"], 'invited: "ada@example" is not a whole email address', who],
    [['{"company":"Example","id":7}'], '"company, id" are keys of an object without a name or email', who],
    [[" ", ",;"], 'invited: ",;" is no name or email', who],
    [["{".repeat(9)], "is JSON that cannot be read: pass names or emails", who],
    [
      ["ada@example", "Fuchs, Uwe"],
      'address.\n- invited: "Fuchs, Uwe" may be one person or two: pass "Uwe Fuchs" or "Fuchs; Uwe".',
      'who is meant, and whether "Fuchs, Uwe" is one person or two.',
    ],
  ])("refuses %j", async (invited, problem, next) => {
    const { fail } = await openVotes(votes);
    const text = await fail("find_missing_people", { invited });
    expect(text).toContain(problem);
    expect(text).toContain(next);
  });

  it("gives the view the missing people, and the call that refreshes them", async () => {
    const { call, pollId } = await openVotes(votes);
    const { meta } = await call("find_missing_people", { invited: ["Cleo"] });
    expect(meta?.["rallly-connect/grid"]).toMatchObject({
      missing: ["Cleo"],
      refresh: { name: "find_missing_people", arguments: { poll: pollId, invited: ["Cleo"] } },
    });
  });
});
