import { describe, expect, it } from "vitest";
import { callTool, fixedNow, openHost } from "../harness.ts";
import { openVotes } from "./votes.ts";

const mornings = [1, 2, 3].map((day) => ({ startTime: `2027-03-0${day}T14:00:00Z`, duration: 60 }));
const [monday, tuesday, wednesday] = ["Mon 2027-03-01", "Tue 2027-03-02", "Wed 2027-03-03"].map(
  (day) => `${day} 09:00 -05:00`,
);

const each = "Each option lasts 60 minutes.";

/** A poll of three mornings with votes. */
async function open(votes: Record<string, string>) {
  const opened = await openVotes(votes, { options: mornings });
  const best = (args: object = {}) => opened.call("find_best_times", args);
  return { ...opened, best };
}

const team = { Ada: "yy-", Bob: "-yy", Cleo: "-?y" };

const whens = (data: Record<string, unknown>) =>
  (data["options"] as { when: string }[]).map(({ when }) => when);

describe("find_best_times", () => {
  it("says the facts in a fixed order, and has the names of people in its data alone", async () => {
    const { best } = await open({ ...team, "Dan Reed": "---" });
    const { text, data } = await best();
    expect(text).toBe(
      `Best: option 2, ${tuesday}: 3 of 4 available, 1 of them if need be. ${each} Next: option 3, ${wednesday}: fewer people are available (2, not 3).`,
    );
    expect(data).toMatchObject({
      responses: 4,
      moreOptions: 0,
      calendarEntry: expect.stringMatching(/^rallly:\/\/polls\/.*\/options\/2\/calendar\.ics$/),
      options: [
        { number: 2, when: tuesday, yes: 2, ifNeedBe: 1, noOrUnanswered: 1, ifNeedBeNames: ["Cleo"] },
        { number: 3, when: wednesday, noOrUnansweredNames: ["Ada", "Dan Reed"] },
        { number: 1, when: monday, yes: 1 },
      ],
    });
  });

  it.each(["dan reed", "Dan", "Daniel <DANREED@example.com>"])("finds %s", async (who) => {
    const { best } = await open({ ...team, "Dan Reed": "y--" });
    const { text, data } = await best({ required: who });
    expect(text).toMatch(/^Best: option 1, Mon 2027-03-01 .* All required people are available\./);
    expect(data).toMatchObject({ required: ["Dan Reed"] });
    expect((data["options"] as object[])[1]).toMatchObject({
      requiredMissing: ["Dan Reed"],
      obstacles: ["required-missing"],
    });
  });

  it("never fits when somebody required has not answered", async () => {
    const { best } = await open(team);
    const { text, data } = await best({ required: ["Ada", "Grace Hopper"] });
    expect(text).toBe(
      `No option fits: 1 of 2 who must attend have not answered or are unclear. Closest: option 2, ${tuesday}: 3 of 3 available, 1 of them if need be. ${each} Not answered, of the people you named: 1 (missing).`,
    );
    expect(data).toMatchObject({
      options: [{ obstacles: ["required-missing"] }, {}, {}],
      missing: [{ list: "required", name: "Grace Hopper" }],
    });
    const misspelt = await best({ required: ["Cleoo"] });
    expect(misspelt.text).toContain(
      "Similar names have answered (missing): ask the person whether one of them is meant",
    );
    expect(misspelt.data["missing"]).toMatchObject([{ didYouMean: [{ name: "Cleo" }] }]);
  });

  it("lets optional people decide ties only, and ignores excluded ones", async () => {
    const { best } = await open({ Ada: "yyy", Bob: "--y", Cleo: "-y-" });
    const optional = await best({ optional: ["Bob"], exclude: ["Cleo"] });
    expect(optional.data).toMatchObject({ responses: 1, optional: ["Bob"], excluded: ["Cleo"] });
    expect((optional.data["options"] as object[])[0]).toMatchObject({
      when: wednesday,
      optionalAvailable: 1,
    });
    const absent = await best({ required: ["Ada"], optional: ["Nobody"] });
    expect((absent.data["options"] as object[])[0]).not.toHaveProperty("obstacles");
  });

  it.each([
    [{ required: ["Sam"] }, "required.0: is unclear", "Ask the person who is meant"],
    [{ required: "everyone" }, 'required: "everyone" names no single person', "Ask the person who is meant"],
    [{ required: "Ada, Grace" }, 'required: "Ada, Grace" may be one person or two', "Ask the person whether"],
    [{ required: ["Ada"], exclude: ["ada@example.com"] }, "exclude.0: is both required", "which of the two"],
  ])("asks the person about %j", async (args, problem, question) => {
    const { fail } = await open({ Ada: "yyy", "Sam Lee": "yyy", "Sam Reed": "y--" });
    const text = await fail("find_best_times", args);
    expect(text).toContain(problem);
    expect(text).toContain(question);
  });

  it("asks about all lists at once", async () => {
    const { fail } = await open({ Ada: "yyy" });
    expect(await fail("find_best_times", { required: "everyone", optional: "Fuchs, Uwe" })).toMatch(
      /^Nothing was done, because of 2 problems .*:\n- required: "everyone" .*\n- optional: "Fuchs, Uwe" may be/,
    );
  });

  it("counts a person who may have answered as not answered, and asks", async () => {
    const { best } = await open({ Käthe: "yyy", Ada: "yyy" });
    const { text, data } = await best({ required: ["Käthe Blum", "Ada"] });
    expect(text).toContain(
      "1 of the people you named may have answered under another name, and are not used (unclear): ask the person",
    );
    expect(data).toMatchObject({
      options: [{ obstacles: ["required-missing"] }, {}, {}],
      unclear: [{ list: "required", name: "Käthe Blum", candidates: [{ name: "Käthe" }] }],
      read: { required: { people: 2 } },
    });
  });

  it("says that nothing fits, why, and what is closest", async () => {
    const { best } = await open({ Ada: "y--", Bob: "-y-" });
    expect((await best({ minAvailable: 2 })).text).toBe(
      `No option fits: only 1 of 2 are available, minimum 2. Closest: option 1, ${monday}: 1 of 2 available. ${each} Tied with option 2, ${tuesday}: the person decides.`,
    );
    expect((await best({ required: ["Ada", "Bob"] })).text).toContain(
      "No option fits: 1 of 2 who must attend cannot.",
    );
  });

  it("explains ties once", async () => {
    const { best } = await open({ Ada: "yyy" });
    const { text, data } = await best({ limit: 1 });
    expect(text).toBe(
      `Best: option 1, ${monday}: 1 of 1 available. ${each} Tied with option 2, ${tuesday}; option 3, ${wednesday}: the person decides.`,
    );
    expect(data).toMatchObject({
      options: [{ number: 1, tied: true }],
      moreOptions: 2,
    });
    expect(data["calendarEntry"]).toBeUndefined();
  });

  it.each([
    [{ optional: ["Ada", "Bob"] }, "optional"],
    [{ optional: ["Ada"], exclude: ["Bob"] }, "optional or excluded"],
    [{ exclude: ["Ada", "Bob"] }, "excluded"],
  ])("says of %j that no vote counts, not that nobody answered", async (args, lists) => {
    const { best } = await open({ Ada: "y--", Bob: "-y-" });
    expect((await best(args)).text).toBe(`Everybody who answered is ${lists}, so no vote counts.`);
  });

  it.each([
    ["no votes", {}, fixedNow, "Nobody has answered yet."],
    ["no available person", { Ada: "---" }, fixedNow, "Nobody is available for any option in the future."],
    [
      "only past options",
      team,
      "2027-04-01T12:00:00Z",
      "Every option is in the past: another date takes a new poll.",
    ],
    [
      "a past best option",
      { Ada: "yy-", Bob: "y--" },
      "2027-03-01T20:00:00Z",
      `Best: option 2, ${tuesday}: 1 of 2 available. ${each} Nothing else fits.`,
    ],
  ])("tells about a poll with %s", async (_, votes, now, expected) => {
    const { sandbox, pollId } = await open(votes);
    const { host } = await openHost({ sandbox, server: { now: () => new Date(now) } });
    const result = await host.callTool({ name: "find_best_times", arguments: { poll: pollId } });
    expect((result.content as { text: string }[])[0]?.text).toBe(expected);
  });

  it.each([
    ["2027-02-12T05:30:00Z", undefined, 1],
    ["2027-02-12T05:30:00Z", "Europe/Berlin", 1],
    ["2027-02-12T22:59:59Z", "Europe/Berlin", 1],
    ["2027-02-12T23:00:00Z", "Europe/Berlin", 2],
    ["2027-02-12T23:00:00Z", "America/New_York", 1],
    ["2027-02-13T11:59:59Z", undefined, 1],
    ["2027-02-13T12:00:00Z", undefined, 2],
  ])(
    "agrees with the other tools that a day is past when it is over: at %s in %s",
    async (now, timeZone, number) => {
      const { client, sandbox } = await openHost();
      const options = [{ date: "2027-02-12" }, { date: "2027-02-13" }];
      const { data: poll } = await client.createPoll({ title: "Picnic", kind: "date", options });
      for (const [index, date] of ["2027-02-12", "2027-02-12", "2027-02-12", "2027-02-13"].entries())
        sandbox.vote(poll.id, { name: `Guest ${index}`, choices: { [date]: "yes" } });
      const { host } = await openHost({ sandbox, server: { now: () => new Date(now) } });
      const input = { poll: poll.id, ...(timeZone && { timeZone }) };
      for (const tool of ["find_best_times", "get_poll_results"])
        expect((await callTool(host, tool, input)).data["options"]).toMatchObject([{ number }, {}]);
      if (timeZone !== undefined) return;
      const { data } = await callTool(host, "list_polls", { query: "picnic", best: true });
      expect(data["polls"]).toMatchObject([{ best: { number } }]);
    },
  );

  it.each([
    [3, "20270303T140000Z", 3],
    ["best", "20270302T140000Z", 2],
    ["2027-03-01", "20270301T140000Z", 1],
  ])("has the calendar entry of the option that %j names", async (calendar, start, number) => {
    const { best } = await open(team);
    const { data } = await best({ calendar });
    expect(data["ics"]).toMatch(new RegExp(`BEGIN:VEVENT[\\s\\S]*DTSTART:${start}`));
    expect(data["calendarEntry"]).toMatch(new RegExp(`/options/${number}/calendar\\.ics$`));
  });

  it("has no calendar entry of another option, nor of one that is tied", async () => {
    const { fail, vote } = await open(team);
    expect(await fail("find_best_times", { calendar: 4 })).toContain(
      "calendar: matches no option of this poll",
    );
    vote("Eve", "--?");
    expect(await fail("find_best_times", { calendar: "best" })).toBe(
      `2 options are tied for the best, each 60 minutes:\n- 2: ${tuesday}\n- 3: ${wednesday}\nAsk the person which one is meant, and pass its number.`,
    );
  });

  it("finds sessions that together reach most people", async () => {
    const { best } = await open({ Ada: "y--", Bob: "y--", Cleo: "-y-", Dan: "--?", Eve: "---" });
    const { text, data } = await best({ sessions: 2 });
    expect(text).toContain("Together, options 1 and 2 reach 3 people; 2 can make none of them.");
    expect(data).toMatchObject({
      sessions: [
        {
          reached: 3,
          options: [
            { number: 1, names: ["Ada", "Bob"] },
            { number: 2, names: ["Cleo"] },
          ],
          canMakeNone: ["Dan", "Eve"],
        },
        { options: [{ number: 1 }, { number: 3, ifNeedBeNames: ["Dan"] }] },
        {},
      ],
    });
    await expect(best({ sessions: 4 })).rejects.toThrow("sessions: must be at most 3");
  });

  it.each([
    [{ among: ["Zoe"] }, "Nobody whose votes count has answered."],
    [{ among: ["Ada"], exclude: ["Ada"] }, "Nobody whose votes count has answered."],
    [{ exclude: ["Ada", "Bob"] }, "Everybody who answered is excluded, so no vote counts."],
  ])("says why no vote counts: %j", async (lists, text) => {
    const { best } = await open({ Ada: "y", Bob: "y" });
    expect((await best(lists)).text).toMatch(new RegExp(`^${text}`));
  });

  it("tells people who are unclear or missing apart from those who can make no session", async () => {
    const { best } = await open({ Ada: "y--", Käthe: "-y-", Cleo: "---" });
    const among = ["Ada", "Käthe Blum", "Cleo", "Zoe"];
    const { text, data } = await best({ sessions: 2, among });
    expect(text).toContain(
      "reach 1 person; 1 can make none of them, whether 2 of required and among can is unknown.",
    );
    const [set] = data["sessions"] as object[];
    expect(set).toMatchObject({
      reached: 1,
      canMakeNone: ["Cleo"],
      missing: ["Zoe"],
      unclear: ["Käthe Blum"],
    });
    expect(JSON.stringify(set)).not.toContain('"Käthe"');
    expect((await best({ sessions: 2, required: ["Käthe Blum"] })).data["sessions"]).toMatchObject([
      { reached: 2, unclear: ["Käthe Blum"] },
      {},
      {},
    ]);
  });

  it("says that the leading option collides with a busy time", async () => {
    const { best } = await open({ Ada: "yy-" });
    const { text, data } = await best({ busy: [{ start: "2027-03-01T08:00", end: "2027-03-01T12:00" }] });
    expect(text).toContain("Option 1 collides with a busy time.");
    expect(data).toMatchObject({ options: [{ number: 1, busy: true }, { number: 2 }, { number: 3 }] });
    await expect(best({ busy: [{ start: "soon", end: "later" }] })).rejects.toThrow("busy.0.start");
    const days = await openVotes(
      { Ada: "y" },
      { kind: "date", title: "Days", options: [{ date: "2027-03-01" }] },
    );
    expect((await days.call("find_best_times", { busy: ["2027-03-01 09:00-10:00"] })).data["notes"]).toEqual([
      expect.stringMatching(/^busy: 1 of 1 .*not compared/),
    ]);
  });

  it("says of a slot in which the clocks change how long it lasts", async () => {
    const options = [{ startTime: "2027-03-14T05:00:00Z", duration: 180 }];
    const { call } = await openVotes({ Ada: "y" }, { options });
    const when = "Sun 2027-03-14 00:00 -05:00–04:00 -04:00";
    for (const tool of ["find_best_times", "get_poll_results"])
      expect((await call(tool)).data["options"]).toMatchObject([
        { when, note: `${when} lasts 180 minutes: the clocks change in between` },
      ]);
  });

  it("wants a number of firm yeses, and says when no option has it", async () => {
    const { best } = await open({ Ada: "y??", Bob: "y??", Cleo: "-??" });
    expect((await best()).data["options"]).toMatchObject([{ number: 2 }, { number: 3 }, { number: 1 }]);
    expect((await best({ minYes: 2 })).data).toMatchObject({
      options: [{ number: 1 }, { number: 2, obstacles: ["too-few-yes"] }, {}],
    });
    expect((await best({ minYes: 3 })).text).toContain("No option fits: only 0 voted yes, minimum 3.");
  });

  it("says of a scheduled or canceled poll first that it is, and of a closed one last", async () => {
    const { best, sandbox, pollId } = await open(team);
    sandbox.closePoll(pollId);
    expect((await best()).text).toMatch(/^Best: .* The poll is closed\.$/);
    sandbox.cancelPoll(pollId);
    expect((await best()).text).toMatch(
      /^The poll was canceled\. The ranking below uses votes only\. Best: /,
    );
    const { host } = await openHost();
    const result = await host.callTool({ name: "find_best_times", arguments: { poll: "team lunch" } });
    expect((result.content as { text: string }[])[0]?.text).toMatch(
      /^A time has been picked\. Neither the API/,
    );
  });

  it("gives the view its grid, without the person's calendar", async () => {
    const { host, pollId } = await open(team);
    const result = await host.callTool({
      name: "find_best_times",
      arguments: { poll: pollId, required: ["Ada"], busy: ["2027-03-01 09:00-10:00"] },
    });
    expect(JSON.stringify(result._meta)).not.toContain("busy");
    expect(result._meta?.["rallly-connect/grid"]).toMatchObject({
      poll: { id: pollId },
      people: [{ name: "Ada", votes: "220" }, { votes: "022" }, { votes: "012" }],
      refresh: { name: "find_best_times", arguments: { poll: pollId, required: ["Ada"] } },
    });
    expect(whens(result.structuredContent as Record<string, unknown>)[0]).toBe(tuesday);
  });
});
