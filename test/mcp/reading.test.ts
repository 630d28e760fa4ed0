import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost } from "./harness.ts";
import { pollId as hostileId, openHostile } from "./hostile-service.ts";

/** A time poll in Berlin with three participants, created in the sandbox. */
async function openAnswered() {
  const opened = await openHost();
  const { data } = await opened.client.createPoll({
    title: "Weekly sync",
    kind: "time",
    timeZone: "Europe/Berlin",
    options: [
      { startTime: "2027-03-01T08:00:00Z", duration: 60 },
      { startTime: "2027-03-02T08:00:00Z", duration: 60 },
      { startTime: "2027-03-02T08:00:00Z", duration: 30 },
      { startTime: "2027-03-29T08:00:00Z", duration: 60 },
    ],
  });
  const [a, b, c, d] = data.options.map(({ id }) => id) as [string, string, string, string];
  const ada = opened.sandbox.vote(data.id, {
    name: "Ada",
    email: "ada@example.com",
    choices: { [a]: "yes", [b]: "yes", [c]: "yes" },
  });
  opened.sandbox.vote(data.id, { name: "Бob", choices: { [b]: "ifNeedBe", [d]: "yes" } });
  opened.sandbox.vote(data.id, { name: "Cleo", choices: { [a]: "no", [b]: "yes" } });
  return { ...opened, pollId: data.id, ada: ada.id };
}

describe("get_poll", () => {
  it("uses the singular for one option", async () => {
    const { host, client, pollId } = await openAnswered();
    const options = [{ date: "2027-03-01" }];
    const { data: one } = await client.createPoll({ title: "Outing", kind: "date", options });
    expect((await callTool(host, "get_poll", { pollId: one.id })).text).toBe(
      `Poll ${one.id} is open: 1 option, 0 answered.`,
    );
    expect((await callTool(host, "get_poll_results", { pollId, limit: 3 })).text).toMatch(
      /\. 1 more option not shown: pass a higher limit\.$/,
    );
    expect((await callTool(host, "list_polls", { query: "outing" })).text).toMatch(/^Shown: 1 of 1 found/);
  });

  it("returns texts, options and links", async () => {
    const { host, pollId } = await openAnswered();
    const { data, text } = await callTool(host, "get_poll", { pollId });
    expect(text).toBe(`Poll ${pollId} is open: 4 options, 3 answered.`);
    expect(data).toMatchObject({
      id: pollId,
      title: "Weekly sync",
      status: "open",
      kind: "time",
      timeZone: "Europe/Berlin",
      now: "Fri 2027-02-12 10:00 +01:00",
      participants: 3,
      optionCount: 4,
      disableComments: true,
      allowTentativeVotes: true,
    });
    for (const absent of ["shownIn", "duration", "requireEmail"]) expect(data).not.toHaveProperty(absent);
    expect([...(data["options"] as string[])].sort()).toEqual([
      "Mon 2027-03-01 09:00–10:00 +01:00",
      "Mon 2027-03-29 10:00–11:00 +02:00",
      expect.stringMatching(/^Tue 2027-03-02 (?:09:00–(?:09:30|10:00),?){2} \+01:00$/),
    ]);
    expect(JSON.stringify(data)).not.toContain("null");
  });

  it("accepts a poll's link as its id", async () => {
    const { host, client, pollId } = await openAnswered();
    const { data: poll } = await client.getPoll({ pollId });
    for (const link of [poll.inviteUrl, `${poll.adminUrl}/`, ` ${poll.inviteUrl}?from=mail `]) {
      expect((await callTool(host, "get_poll", { pollId: link })).data).toMatchObject({ id: pollId });
      expect((await callTool(host, "find_best_times", { pollId: link })).data).toMatchObject({ id: pollId });
    }
  });

  it("shows times in the requested zone", async () => {
    const { host, pollId } = await openAnswered();
    const { data } = await callTool(host, "get_poll", { pollId, timeZone: "Asia/Kolkata" });
    expect(data).toMatchObject({ shownIn: "Asia/Kolkata", now: "Fri 2027-02-12 14:30 +05:30" });
    expect((data["options"] as string[])[0]).toBe("Mon 2027-03-01 13:30–14:30 +05:30");
  });

  it("shows a poll whose zone is EST in that zone", async () => {
    const { host, client } = await openHost();
    const { data: poll } = await client.createPoll({
      title: "Winter all year",
      kind: "time",
      timeZone: "EST",
      options: [{ startTime: "2027-07-01T14:00:00Z", duration: 30 }],
    });
    const { data } = await callTool(host, "get_poll", { pollId: poll.id });
    expect(data).toMatchObject({ timeZone: "EST", duration: 30, options: ["Thu 2027-07-01 09:00 -05:00"] });
    expect(data).not.toHaveProperty("shownIn");
    expect(await failTool(host, "get_poll", { pollId: poll.id, timeZone: "EST" })).toContain("timeZone");
  });

  it("shows all of 100 options, one line for each day", async () => {
    const { host, client } = await openHost();
    const { data } = await callTool(host, "get_poll", { title: "office hours" });
    const { data: poll } = await client.getPoll({ pollId: String(data["id"]) });
    const lines = data["options"] as string[];
    const days = new Set(lines.map((line) => line.slice(0, 14)));
    expect(days.size).toBe(lines.length);
    expect(lines.join("|").match(/\d\d:\d\d(?=[, ])/g)).toHaveLength(poll.options.length);
    expect(data["optionCount"]).toBe(100);
  });

  it("never converts whole days or floating times", async () => {
    const { host } = await openHost();
    const find = async (query: string) => {
      const { data } = await callTool(host, "list_polls", { query });
      const [{ id }] = data["polls"] as [{ id: string }];
      return (await callTool(host, "get_poll", { pollId: id, timeZone: "Pacific/Kiritimati" })).data;
    };
    const days = await find("board game");
    expect(days).not.toHaveProperty("shownIn");
    expect((days["options"] as string[])[0]).toMatch(/^[A-Z][a-z]{2} \d{4}-\d\d-\d\d$/);
    const floating = await find("run along");
    expect(floating).toMatchObject({ timeZone: "floating" });
    expect(floating).not.toHaveProperty("shownIn");
    expect((floating["options"] as string[])[0]).toMatch(/ 07:00–08:00,18:30–19:30$/);
  });

  it("rejects an invalid zone", async () => {
    const { host, pollId } = await openAnswered();
    expect(await failTool(host, "get_poll", { pollId, timeZone: "EST" })).toContain(
      "timeZone: is not an IANA",
    );
  });
});

describe("get_poll_results", () => {
  it("counts votes, best option first, and marks the leaders", async () => {
    const { host, pollId } = await openAnswered();
    const { data, text } = await callTool(host, "get_poll_results", { pollId, limit: 2 });
    expect(text).toBe(
      `Poll ${pollId} is open: 3 answered, one option leads. 2 more options not shown: pass a higher limit.`,
    );
    expect(data).toMatchObject({ participants: 3, optionCount: 4 });
    expect((data["options"] as object[])[0]).toEqual({
      when: "Tue 2027-03-02 09:00–10:00 +01:00",
      top: true,
      votes: { yes: 2, ifNeedBe: 1, noOrUnanswered: 0 },
    });
  });

  it("counts people who voted no with those who left the option open", async () => {
    const { host, pollId } = await openAnswered();
    const { data } = await callTool(host, "get_poll_results", { pollId });
    const options = data["options"] as { when: string; votes: object }[];
    // Ada voted yes, Cleo no, and Bob left it open.
    expect(options.find(({ when }) => when.startsWith("Mon 2027-03-01"))?.votes).toEqual({
      yes: 1,
      ifNeedBe: 0,
      noOrUnanswered: 2,
    });
  });

  it("lists votes of an unknown type as they come", async () => {
    const host = await openHostile("perhaps");
    const { data } = await callTool(host, "get_poll_results", { pollId: hostileId });
    expect(data["options"]).toMatchObject([{ votes: { yes: 1, perhaps: 1, noOrUnanswered: 0 } }]);
  });

  it("counts no yes votes when the service lists none", async () => {
    const { host, client, pollId } = await openAnswered();
    const { data: results } = await client.getPollResults({ pollId });
    const options = results.options.map((option) => ({ ...option, votes: [{ type: "ifNeedBe", count: 1 }] }));
    client.getPollResults = async () => ({ data: { ...results, options } as typeof results });
    const { data } = await callTool(host, "get_poll_results", { pollId, limit: 1 });
    expect(data["options"]).toMatchObject([{ votes: { yes: 0, ifNeedBe: 1, noOrUnanswered: 2 } }]);
  });

  it("has no ifNeedBe when the poll does not offer it", async () => {
    const { host, client, sandbox } = await openHost();
    const { data: poll } = await client.createPoll({
      title: "Strict",
      kind: "date",
      allowTentativeVotes: false,
      options: [{ date: "2027-03-01" }],
    });
    sandbox.vote(poll.id, { name: "Ada", choices: {} });
    const { data } = await callTool(host, "get_poll_results", { pollId: poll.id });
    expect((data["options"] as { votes: object }[])[0]?.votes).toEqual({ yes: 0, noOrUnanswered: 1 });
  });

  it("reports a poll without votes", async () => {
    const { host } = await openHost();
    const { data: found } = await callTool(host, "list_polls", { query: "board game" });
    const [{ id: pollId }] = found["polls"] as [{ id: string }];
    const { data, text } = await callTool(host, "get_poll_results", { pollId });
    expect(text).toContain("0 answered, no option leads yet");
    expect(JSON.stringify(data)).not.toContain("top");
  });
});

describe("list_participants", () => {
  it("lists votes by option number, without email addresses", async () => {
    const { host, pollId, ada } = await openAnswered();
    const { data } = await callTool(host, "list_participants", { pollId });
    expect(data).toMatchObject({ participantCount: 3, hasMore: false });
    expect(data["options"]).toHaveLength(4);
    expect(data["participants"]).toEqual([
      { id: ada, name: "Ada", yes: "1-3", noOrUnanswered: "4" },
      {
        id: expect.any(String),
        name: "Бob",
        yes: "4",
        ifNeedBe: expect.stringMatching(/^[23]$/),
        noOrUnanswered: expect.stringMatching(/^1,?-?[23]$/),
      },
      {
        id: expect.any(String),
        name: "Cleo",
        yes: expect.stringMatching(/^[23]$/),
        noOrUnanswered: expect.stringMatching(/^1(?:,3-4|-2,4)$/),
      },
    ]);
    expect(JSON.stringify(data)).not.toContain("@");
  });

  it("returns email addresses with includeEmails", async () => {
    const { host, pollId } = await openAnswered();
    const { data } = await callTool(host, "list_participants", { pollId, includeEmails: true });
    const people = data["participants"] as { email?: string }[];
    expect(people.map(({ email }) => email)).toEqual(["ada@example.com", undefined, undefined]);
  });

  it("continues with nextOffset", async () => {
    const { host, pollId } = await openAnswered();
    const first = await callTool(host, "list_participants", { pollId, limit: 2 });
    expect(first.data).toMatchObject({ hasMore: true, nextOffset: 2 });
    expect(first.text).toContain("pass offset 2");
    const rest = await callTool(host, "list_participants", { pollId, limit: 2, offset: 2 });
    expect(rest.data).toMatchObject({ hasMore: false, participants: [{ name: "Cleo" }] });
  });
});

describe("get_participant", () => {
  it("lists every option of one person", async () => {
    const { host, pollId, ada } = await openAnswered();
    const { data, text } = await callTool(host, "get_participant", {
      pollId,
      participantId: ada,
      timeZone: "UTC",
    });
    expect(text).toBe(`Participant ${ada}, of 4 options: 3 yes, 0 if need be, 1 no or unanswered.`);
    expect(data).toMatchObject({ id: pollId, participantId: ada, name: "Ada", shownIn: "UTC", ifNeedBe: [] });
    expect(data["noOrUnanswered"]).toEqual(["Mon 2027-03-29 08:00–09:00 +00:00"]);
    expect(data["yes"]).toHaveLength(3);
    expect(data).not.toHaveProperty("email");
    const asked = await callTool(host, "get_participant", { pollId, participantId: ada, includeEmail: true });
    expect(asked.data).toMatchObject({ email: "ada@example.com" });
  });
});
