import { describe, expect, it } from "vitest";
import { eventText } from "../calendar/calendars.ts";
import { callTool, failTool, fixedNow, openHost } from "../harness.ts";
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

describe("find_best_times", () => {
  it("says the facts in a fixed order, and has the names of people in its data alone", async () => {
    const { best } = await open({ ...team, "Dan Reed": "---" });
    const { text, data } = await best();
    expect(text).toBe(
      `Best: option 2, ${tuesday}: 3 of 4 available, 1 of them if need be. ${each} Next: option 3, ${wednesday}: 2 of 4 available.`,
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

  it("never fits when somebody required has not answered", async () => {
    const { best } = await open(team);
    const { text, data } = await best({ required: ["Ada", "Grace Hopper"] });
    expect(text).toBe(
      `No option fits: 1 of 2 who must attend have not answered or are unclear. Closest: option 2, ${tuesday}: 3 of 3 available, 1 of them if need be. Not answered, of the people you named: 1 (missing).`,
    );
    expect(data).toMatchObject({
      options: [{ obstacles: ["required-missing"] }, {}, {}],
      missing: [{ list: "required", name: "Grace Hopper", perhapsGroup: true }],
    });
  });

  it("role-in-brackets: asks about a similar name, and says what they voted", async () => {
    const { best } = await open({ "Robin (GM)": "y--", Ada: "yyy" });
    const { text, data } = await best({ required: ["the GM"] });
    expect(text).toContain(
      "Similar names have answered (missing): ask the person whether one of them is meant",
    );
    expect(data["missing"]).toMatchObject([{ didYouMean: [{ name: "Robin (GM)", votes: "1:ynn" }] }]);
  });

  it("uli-twice: gives people of one name with their votes", async () => {
    const { fail, vote } = await open({});
    vote("Uli", "yy-", "u1@example.com");
    vote("Uli", "--y", "u2@example.com");
    const [, lines, ask, data = ""] = (await fail("find_best_times", { required: ["Uli"] })).split("\n");
    expect(lines).toBe("- required.0: is unclear: several people who answered this poll have this name.");
    expect(ask).toMatch(/^Ask the person who is meant, .* y yes, i if need be, n no or unanswered\.$/);
    expect(JSON.parse(data).people).toMatchObject([{ candidates: [{ votes: "1:yyn" }, { votes: "1:nny" }] }]);
  });

  it.each([
    [["Priya", "Lee or Kim"], {}, "put them in among, with minAvailable 2;", "Correct and call again."],
    [["Lee or Kim"], {}, "put them in among, with minAvailable 1;", "Correct and call again."],
    [["Lee or Kim"], { minAvailable: 2 }, "could be one person or more", "Ask the person who is meant"],
    [["Lee or Kim"], { perOption: 1 }, "could be one person or more", "Ask the person who is meant"],
    [["Lee or Kim"], { among: ["Ada"] }, "could be one person or more", "Ask the person who is meant"],
    [["Lee or Kim", "Ada or Bob"], {}, "could be one person or more", "Ask the person who is meant"],
  ])("one-of-two: answers %j beside %j", async (required, args, problem, next) => {
    const { fail } = await open({ Priya: "yyy", Lee: "yyy" });
    const text = await fail("find_best_times", { required, ...args });
    expect(text).toContain(problem);
    expect(text).toContain(next);
  });

  it("min-with-required: counts required people in minAvailable", async () => {
    const { best } = await open({ Robin: "yyy", Ada: "yy-", Bob: "y--" });
    expect((await best({ required: ["Robin"], minAvailable: 3 })).text).toContain("Best: option 1");
  });

  it("lets optional people decide ties only, and ignores excluded ones", async () => {
    const { best } = await open({ Ada: "yyy", Bob: "--y", Cleo: "-y-" });
    const optional = await best({ optional: ["Bob"], exclude: ["Cleo"] });
    expect(optional.data).toMatchObject({ responses: 1, optional: ["Bob"], excluded: ["Cleo"] });
    expect(optional.data["options"]).toMatchObject([{ when: wednesday, optionalAvailable: 1 }, {}, {}]);
    const absent = await best({ required: ["Ada"], optional: ["Zoe"] });
    expect((absent.data["options"] as object[])[0]).not.toHaveProperty("obstacles");
  });

  it("asks about all lists at once, and about somebody who is in two of them", async () => {
    const { fail } = await open({ Ada: "yyy" });
    expect(await fail("find_best_times", { required: "everyone", optional: "Fuchs, Uwe" })).toMatch(
      /^Nothing was done, because of 2 problems .*:\n- required: "everyone" .*\n- optional: "Fuchs, Uwe" may be/,
    );
    expect(await fail("find_best_times", { required: ["Ada"], exclude: ["ada@example.com"] })).toMatch(
      /- exclude\.0: is both required .*\nAsk the person who is meant/,
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
      `No option fits: only 1 of 2 are available, minimum 2. Closest: option 1, ${monday}: 1 of 2 available. Tied with option 2, ${tuesday}: the person decides.`,
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
    expect(data).toMatchObject({ options: [{ number: 1, tied: true }], moreOptions: 2 });
    expect(data["calendarEntry"]).toBeUndefined();
  });

  it.each([
    ["no votes", {}, fixedNow, "Nobody whose votes count has answered yet."],
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
    const { callAt } = await open(votes);
    expect((await callAt(now, "find_best_times")).text).toBe(expected);
  });

  it.each([
    ["2027-02-12T22:59:59Z", "Europe/Berlin", 1],
    ["2027-02-12T23:00:00Z", "Europe/Berlin", 2],
    ["2027-02-13T12:00:00Z", undefined, 2],
  ])(
    "counts a day as past when it is over, as the other tools: at %s in %s",
    async (now, timeZone, number) => {
      const options = [{ date: "2027-02-12" }, { date: "2027-02-13" }];
      const picnic = { title: "Picnic", kind: "date", options };
      const { callAt } = await openVotes({ Ada: "yy", Bob: "y-" }, picnic);
      for (const tool of ["find_best_times", "get_poll_results"])
        expect((await callAt(now, tool, { timeZone })).data["options"]).toMatchObject([{ number }, {}]);
    },
  );

  it.each([
    [3, "20270303T140000Z", 3],
    ["best", "20270302T140000Z", 2],
    ["Mon 2027-03-01 09:00 -05:00", "20270301T140000Z", 1],
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
    expect(await fail("find_best_times", { calendar: "best" })).toContain(
      `- calendar: 2 options are tied for the best: 2: ${tuesday}; 3: ${wednesday}.\nAsk the person which one is meant, and pass its number.`,
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
    await expect(best({ sessions: 4 })).rejects.toThrow("- sessions: ");
  });

  it.each([
    { among: ["Zoe"] },
    { among: ["Ada"], exclude: ["Ada"] },
    { optional: ["Ada"], exclude: ["Bob"] },
  ])("does not say that nobody answered where no vote counts: %j", async (lists) => {
    const { best } = await open({ Ada: "y", Bob: "y" });
    expect((await best(lists)).text).toMatch(/^Nobody whose votes count has answered yet\./);
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

  describe("with busy times", () => {
    const starts = ["2027-03-01T14:00", "2027-03-01T18:00", "2027-03-02T14:00", "2027-03-03T14:00"];
    const options = starts.map((start) => ({ startTime: `${start}:00Z`, duration: 60 }));
    const openBusy = () =>
      openVotes({ Ada: "yyyy", Bob: "yyyy", Cleo: "yyyy", Dan: "yyy-", Eve: "y---" }, { options });
    const dentist = { start: "2027-03-01T08:30", end: "2027-03-01T10:00" };
    const travel = { start: "2027-03-02", end: "2027-03-04" };

    it("busy-leads: says first what is free, then what collides with what", async () => {
      const { call } = await openBusy();
      const { text, data } = await call("find_best_times", { busy: [dentist, travel], calendar: "best" });
      expect(text).toBe(
        `Best: option 2, Mon 2027-03-01 13:00 -05:00: 4 of 5 available. ${each} Nothing else fits. Not free, so last: option 1, ${monday} (busy from 2027-03-01T08:30 until 2027-03-01T10:00): 5 of 5 available; and 2 more.`,
      );
      expect(data).toMatchObject({
        options: [
          { number: 2 },
          { number: 1, obstacles: ["busy"], busy: dentist },
          { number: 3, obstacles: ["busy"], busy: travel },
        ],
        ics: expect.stringContaining("DTSTART:20270301T180000Z"),
      });
    });

    it("busy-next: names no option that collides as the next one without saying so", async () => {
      const { call } = await openBusy();
      expect((await call("find_best_times", { busy: [travel] })).text).toBe(
        `Best: option 1, ${monday}: 5 of 5 available. ${each} Next: option 2, Mon 2027-03-01 13:00 -05:00: 4 of 5 available. Not free, so last: option 3, ${tuesday} (busy from 2027-03-02 until 2027-03-04): 4 of 5 available; and 1 more.`,
      );
    });

    it("fits nothing where every option collides, and has no calendar entry then", async () => {
      const { call, fail } = await openBusy();
      const busy = [{ start: "2027-03-01", end: "2027-03-04" }];
      expect((await call("find_best_times", { busy })).text).toBe(
        `No option fits: every option ahead collides with a busy time. Closest: option 1, ${monday} (busy from 2027-03-01 until 2027-03-04): 5 of 5 available.`,
      );
      expect(await fail("find_best_times", { busy, calendar: "best" })).toContain("no best option");
    });

    it("has the title of a busy time in its data alone", async () => {
      const { call } = await openVotes({ Ada: "y" }, { options });
      const ics = eventText("DTSTART:20270301T140000Z", "DTEND:20270301T150000Z", "SUMMARY:Dentist");
      const { text, data } = await call("find_best_times", { busy: [ics], limit: 4 });
      expect(text).not.toContain("Dentist");
      expect((data["options"] as object[]).at(-1)).toMatchObject({ number: 1, busy: { title: "Dentist" } });
    });

    const hour = { start: "2027-03-01T14:00", end: "2027-03-01T15:00" };
    const late = { start: "2027-03-01T23:00", end: "2027-03-01T23:30" };
    it.each<[name: string, poll: string | null, shown: string | undefined, busy: object | string]>([
      ["in the zone that is shown", "UTC", "Asia/Tokyo", late],
      ["as a day of that zone", "UTC", "Asia/Tokyo", { start: "2027-03-01", end: "2027-03-02" }],
      ["in an .ics text", "UTC", "Asia/Tokyo", eventText("DTSTART:20270301T230000", "DURATION:PT30M")],
      ["in the poll's zone without another", "UTC", undefined, hour],
      ["of a floating poll as on its clock", null, "Asia/Tokyo", hour],
    ])("reads a time without an offset %s", async (_, zone, timeZone, busy) => {
      const { call } = await openVotes({ Ada: "yyyy" }, { options, timeZone: zone });
      const { data } = await call("find_best_times", { busy, timeZone, limit: 4 });
      expect((data["options"] as object[]).at(-1)).toMatchObject({ number: 1, obstacles: ["busy"] });
    });

    it("leaves colliding options out of sessions", async () => {
      const { call } = await openBusy();
      const { data } = await call("find_best_times", { busy: [dentist], sessions: 2 });
      expect(data["sessions"]).toMatchObject([{ options: [{ number: 2 }, { number: 3 }] }, {}, {}]);
    });

    it("refuses what is no time, and notes what was not compared", async () => {
      const { call } = await openVotes(
        { Ada: "y" },
        { kind: "date", title: "Days", options: [{ date: "2027-03-01" }] },
      );
      await expect(call("find_best_times", { busy: [{ start: "soon", end: "later" }] })).rejects.toThrow(
        "busy.0.start",
      );
      const { data } = await call("find_best_times", { busy: [dentist] });
      expect(data["notes"]).toEqual([expect.stringMatching(/^busy: 1 of 1 .*not compared/)]);
    });

    it("gives the view what collides, and nothing else of the calendar", async () => {
      const { call } = await openBusy();
      const busy = [{ start: "2027-03-01T08:30", end: "2027-03-01T10:00" }];
      const other = { start: "2027-04-01", end: "2027-04-02" };
      const { meta } = await call("find_best_times", { busy: [...busy, other] });
      expect(meta?.["rallly-connect/grid"]).toMatchObject({
        options: [{ busy: true }, {}, {}, {}],
        refresh: { arguments: { busy } },
      });
      const { refresh } = Object(meta)["rallly-connect/grid"];
      expect((await call("find_best_times", refresh.arguments)).text).toContain("Best: option 2");
    });
  });

  it("picked-ics: asks which time was picked, and has no calendar entry of the leading option", async () => {
    const { host } = await openHost();
    const { data } = await callTool(host, "find_best_times", { poll: "team lunch" });
    expect(data["calendarEntry"]).toBeUndefined();
    const text = await failTool(host, "find_best_times", { poll: "team lunch", calendar: "best" });
    expect(text).toMatch(/^A time has been picked, .* Ask the person which one it is \(adminUrl\)/);
    expect(text).toContain(String(data["adminUrl"]));
    const second = await callTool(host, "find_best_times", { poll: "team lunch", calendar: "2" });
    expect(second.data["ics"]).toContain("BEGIN:VEVENT");
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

  it("says first of a poll that is not open that it is not", async () => {
    const { best, sandbox, pollId } = await open(team);
    sandbox.closePoll(pollId);
    expect((await best()).text).toMatch(/^The poll is closed\. Best: /);
    sandbox.cancelPoll(pollId);
    expect((await best()).text).toMatch(/^The poll was canceled\. What follows uses votes only\. Best: /);
  });

  it("gives the view its grid", async () => {
    const { best, pollId } = await open(team);
    expect((await best({ required: ["Ada"] })).meta?.["rallly-connect/grid"]).toMatchObject({
      poll: { id: pollId },
      people: [{ name: "Ada", votes: "220" }, { votes: "022" }, { votes: "012" }],
      refresh: { name: "find_best_times", arguments: { poll: pollId, required: ["Ada"] } },
    });
  });
});

describe("find_best_times with perOption", () => {
  const openDay = (votes: Record<string, string>) => openVotes(votes, { options: mornings });

  it("says who goes when and why others do not, by time, with the names in its data alone", async () => {
    const { call } = await openDay({ Ada: "yyy", Bob: "y--", Cleo: "y?-", Dan: "---", Eve: "y--" });
    const { text, data, meta } = await call("find_best_times", {
      perOption: 1,
      required: ["Eve", "Zoe"],
      limit: 1,
    });
    expect(text).toBe(
      "With an option of their own (schedule): 3 of 6 people, 1 of them if need be. Without one: 3; left says why. 1 of 2 who must attend have none. Rallly limits no slot and keeps no schedule: the person tells everybody theirs. Not answered, of the people you named: 1 (missing).",
    );
    expect(data).toMatchObject({
      schedule: [
        { number: 1, when: monday, names: ["Eve"] },
        { number: 2, when: tuesday, names: [], ifNeedBeNames: ["Cleo"] },
        { number: 3, when: wednesday, names: ["Ada"] },
      ],
      left: [
        { name: "Zoe", why: "no answer", options: [] },
        { name: "Bob", why: "taken", options: [1] },
        { name: "Dan", why: "no option", options: [] },
      ],
      options: [{ number: 1 }],
      moreOptions: 2,
    });
    expect(data).not.toHaveProperty("calendarEntry");
    expect(meta ?? {}).not.toHaveProperty(["rallly-connect/grid"]);
  });

  it("gives nobody an option that is past or busy, and is for days, too", async () => {
    const options = [1, 12, 13, 14].map((day) => ({ date: `2027-02-${day < 10 ? "0" : ""}${day}` }));
    const { call } = await openVotes({ Ada: "yyyy", Bob: "yyyy" }, { kind: "date", title: "Days", options });
    const busy = [{ start: "2027-02-13", end: "2027-02-15" }];
    const { text, data } = await call("find_best_times", { perOption: 2, busy });
    expect(data["schedule"]).toMatchObject([{ number: 2, when: "Fri 2027-02-12", names: ["Ada", "Bob"] }]);
    expect(text).toContain("Collide with busy, so take nobody: 2 options.");
  });

  it("says how many of the required people have no option", async () => {
    const { call } = await openDay({ Ada: "y--", Bob: "y--", Cleo: "-y-" });
    const { text } = await call("find_best_times", { perOption: 1, required: ["Ada", "Bob", "Cleo"] });
    expect(text).toContain("Without one: 1; left says why. 1 of 3 who must attend have none.");
    const placed = await call("find_best_times", { perOption: 1, required: ["Ada", "Cleo"] });
    expect(placed.text).not.toContain("must attend");
  });

  it("tells people of one name apart by their ids", async () => {
    const { call, vote } = await openDay({ Ada: "--y" });
    vote("Uli", "y--", "u1@example.com");
    vote("Uli", "y--", "u2@example.com");
    const { data } = await call("find_best_times", { perOption: 1 });
    const { participants } = (await call("list_participants")).data as { participants: { id: string }[] };
    const [, first, second] = participants.map(({ id }) => `Uli (${id})`);
    const [one, other] = data["schedule"] as { names: string[] }[];
    expect(other?.names).toEqual(["Ada"]);
    const left = (data["left"] as { name: string }[]).map(({ name }) => name);
    expect([...(one?.names ?? []), ...left].sort()).toEqual([first, second].sort());
  });

  it("says that every option is past", async () => {
    const { callAt } = await openDay({ Ada: "yyy" });
    const { text, data } = await callAt("2027-04-01T12:00:00Z", "find_best_times", { perOption: 1 });
    expect(text).toMatch(/^Every option is in the past: .* 0 of 1 person\. /);
    expect(data).toMatchObject({ schedule: [], left: [{ name: "Ada", why: "no option", options: [] }] });
  });

  it("says that options which overlap count as independent", async () => {
    const { call } = await openVotes({ Ada: "yyyyy" });
    const { text } = await call("find_best_times", { perOption: 1 });
    expect(text).toContain("Some options overlap: they count as independent.");
    const apart = await openDay({ Ada: "y--" });
    expect((await apart.call("find_best_times", { perOption: 1 })).text).not.toContain("overlap");
  });

  it.each([{ sessions: 2 }, { minAvailable: 1 }, { minYes: 1 }, { calendar: "best" }])(
    "is refused beside %j",
    async (args) => {
      const { fail } = await openDay({});
      expect(await fail("find_best_times", { perOption: 1, ...args })).toContain(
        `- ${Object.keys(args)}: does not go with perOption`,
      );
    },
  );

  it("counts the rest of many people who are left", async () => {
    const people = Array.from({ length: 60 }, (_, index) => [`Guest ${index}`, "yyy"]);
    const { call } = await openDay(Object.fromEntries(people));
    const { data } = await call("find_best_times", { perOption: 2 });
    expect([(data["left"] as unknown[]).length, data["leftMore"]]).toEqual([50, 4]);
  });
});
