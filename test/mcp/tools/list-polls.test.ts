import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost, toCaller } from "../harness.ts";
import { makePoll, openService, sendJson } from "../service.ts";
import { openSpace } from "../space.ts";
import { openVotes } from "./votes.ts";

interface Row {
  id: string;
  title: string;
  [field: string]: unknown;
}

const rows = (data: Record<string, unknown>) => data["polls"] as Row[];
const titles = (data: Record<string, unknown>) => rows(data).map(({ title }) => title);

/** A service with this many polls, in pages of 100. */
async function openPages(count: number) {
  const service = await openService((response, { url = "" }) => {
    const from = Number(new URL(url, "http://service").searchParams.get("cursor") ?? 0);
    const data = Array.from({ length: Math.min(100, count - from) }, (_, index) =>
      makePoll({ id: `poll${from + index}`, title: `Poll ${from + index}` }),
    );
    sendJson(response, 200, { data, nextCursor: from + 100 < count ? `${from + 100}` : null });
  });
  return { ...(await openHost({ caller: toCaller(service) })), requests: service.requests };
}

describe("list_polls", () => {
  it("has id, status, counts, first time with zone and creation of each poll, without links", async () => {
    const { host, sandbox } = await openHost();
    const { text, data } = await callTool(host, "list_polls", { query: "board meeting" });
    expect(text).toMatch(/^Shown: 1 of 1 found, sorted by newest\. Searched: all \d+ polls\.$/);
    expect(rows(data)).toEqual([
      {
        id: "DemoPoll0005",
        title: "Board meeting",
        status: "closed",
        kind: "time",
        timeZone: "America/New_York",
        optionCount: 4,
        responses: 2,
        first: "Fri 2027-02-26 09:00 -05:00",
        duration: 120,
        last: "2027-02-27",
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
      },
    ]);
    expect(data).toMatchObject({
      totals: { open: 0, closed: 1 },
      hasMore: false,
    });
    expect(sandbox.requests).toHaveLength(1);
  });

  it.each([
    [{ query: "BOARD night" }, ["Board game night"]],
    [{ query: "board game or team offsite" }, ["Team offsite", "Board game night"]],
    [{ query: "board | offsite |", not: "game OR lunch" }, ["Team offsite", "Board meeting"]],
    [{ query: "board, offsite", not: "game, lunch" }, ["Team offsite", "Board meeting"]],
    [{ status: "Scheduled", sort: "next_date" }, ["Team lunch"]],
    [{ minResponses: 30 }, ["All-hands"]],
    [{ query: "board", maxResponses: "0" }, ["Board game night"]],
    [{ query: "花見" }, ["花見の日程"]],
  ])("finds with %j", async (args, expected) => {
    const { host } = await openHost();
    expect(titles((await callTool(host, "list_polls", args)).data)).toEqual(expected);
  });

  it("query-person: says that people are not searched, where nothing is found", async () => {
    const { host } = await openHost();
    const { text } = await callTool(host, "list_polls", { query: "Ada" });
    expect(text).toContain(
      "Titles, descriptions and locations were searched, not people. list_participants finds a person, poll by poll.",
    );
    expect((await callTool(host, "list_polls", { query: "board" })).text).not.toContain("people");
  });

  const lunches = ["Team lunch", "Team offsite", "Lunch with Mia", "Team call", "Budget call", "Sommerfest"];
  it.each<[id: string, args: object, found: string[], says: string]>([
    ["query-no-poll-has-all", { query: "poll about budget" }, ["Budget call"], "query: these have some."],
    ["not-all-words", { query: "team", not: "team lunch" }, ["Team call", "Team offsite"], "by not: 1."],
    ["not-one-word-stays", { query: "team", not: "lunch" }, ["Team call", "Team offsite"], "by not: 2."],
    ["not-or-stays", { query: "team", not: "lunch or offsite" }, ["Team call"], "by not: 3."],
    ["a not that none has", { query: "mia", not: "lunch and call" }, ["Lunch with Mia"], "by not: 0."],
    ["a compound", { query: "fest" }, ["Sommerfest"], "1 of 1 found"],
    ["no part of a short word", { query: "all" }, [], "0 of 0 found"],
  ])(
    "finds what has all words, and leaves out what has all words of not: %s",
    async (_, args, found, says) => {
      const { host } = await openSpace(lunches);
      const { text, data } = await callTool(host, "list_polls", { ...args });
      expect(titles(data)).toEqual(found);
      expect(text).toContain(says);
      expect(text.includes("these have some")).toBe(says.includes("these have some"));
    },
  );

  it("finds polls with an option between two days in the poll's zone", async () => {
    const { host, client } = await openSpace([
      { title: "March", dates: ["2027-03-01"] },
      { title: "April", dates: ["2027-04-01"] },
    ]);
    await client.createPoll({
      title: "Late",
      kind: "time",
      timeZone: "America/Los_Angeles",
      // The evening of 1 April there.
      options: [{ startTime: "2027-04-02T05:00:00Z", duration: 30 }],
    });
    const find = async (args: object) => titles((await callTool(host, "list_polls", { ...args })).data);
    expect(await find({ from: "2027-04-01", to: "2027-04-01" })).toEqual(["Late", "April"]);
    expect(await find({ from: "2027-04-02" })).toEqual([]);
    expect(await find({ to: "2027-03-31" })).toEqual(["March"]);
  });

  it("shows 50 polls and counts all that it searched on every page", async () => {
    const { host } = await openPages(60);
    const first = await callTool(host, "list_polls");
    expect(first.text).toBe(
      "Shown: 50 of 60 found, sorted by newest. Searched: all 60 polls. There are more: pass offset 50, the rest as before.",
    );
    const second = await callTool(host, "list_polls", { offset: first.data["nextOffset"] });
    for (const { data } of [first, second]) expect(data).toMatchObject({ totals: { open: 60 } });
    expect([...titles(first.data), ...titles(second.data)]).toEqual(
      Array.from({ length: 60 }, (_, index) => `Poll ${index}`),
    );
    expect(second.data).toMatchObject({ hasMore: false });
    expect(second.data).not.toHaveProperty("nextOffset");
  });

  it("searches 500 polls in 5 requests with progress, and continues with the next 500", async () => {
    const { host, requests } = await openPages(520);
    const steps: string[] = [];
    const search = ({ nextOffset, nextCursor }: Record<string, unknown> = {}) =>
      host.callTool(
        {
          name: "list_polls",
          arguments: { query: "poll", limit: 100, offset: nextOffset, cursor: nextCursor },
        },
        { onprogress: ({ progress, total, message }) => steps.push(`${progress}/${total} ${message}`) },
      );
    let data = (await search()).structuredContent as Record<string, unknown>;
    expect(requests).toHaveLength(5);
    expect(steps[0]).toBe("1/5 Read 100 polls");
    expect(data).toMatchObject({ totals: { open: 500 }, hasMore: true });
    const seen = titles(data);
    while (data["hasMore"] === true) {
      data = (await search(data)).structuredContent as Record<string, unknown>;
      seen.push(...titles(data));
    }
    expect(new Set(seen).size).toBe(520);
  });

  it("stops reading when the host cancels", async () => {
    const { host, requests } = await openPages(500);
    const controller = new AbortController();
    const cancel = { signal: controller.signal, onprogress: () => controller.abort() };
    await expect(host.callTool({ name: "list_polls", arguments: {} }, cancel)).rejects.toThrow();
    await callTool(host, "list_polls");
    // The second call reads five pages.
    expect(requests.length).toBeLessThanOrEqual(7);
  });

  it.each([
    ["responses", ["Two answers", "One answer", "No answer, soon", "Over"]],
    ["nextDate", ["No answer, soon", "One answer", "Two answers", "Over"]],
  ])("sorts by %s", async (sort, expected) => {
    const ada = ["Ada", "y"] as const;
    const { host } = await openSpace([
      { title: "Over", dates: ["2027-01-01"] },
      { title: "One answer", dates: ["2027-03-01"], votes: [ada] },
      { title: "Two answers", dates: ["2027-04-01"], votes: [ada, ["Ben", "y"]] },
      { title: "No answer, soon", dates: ["2027-02-14"] },
    ]);
    const { data } = await callTool(host, "list_polls", { sort });
    expect(titles(data)).toEqual(expected);
    const next = ["Sun 2027-02-14", "Mon 2027-03-01", "Thu 2027-04-01", undefined];
    if (sort === "nextDate") expect(rows(data).map((row) => row["next"])).toEqual(next);
  });

  it("says once that the picked time of a scheduled poll is not in the API", async () => {
    const { host } = await openHost();
    const { text } = await callTool(host, "list_polls");
    expect(text.match(/does not say which time was picked/g)).toHaveLength(1);
  });

  it.each([
    [{ cursor: "zzz" }, "cursor: is no nextCursor of this space: leave it out", "Correct"],
    [{ minResponses: 3, maxResponses: 2 }, "maxResponses: must be at least minResponses", "Correct"],
    [{ from: "2027-03-02", to: "2027-03-01" }, "to: must be from (2027-03-02) or later", "Correct"],
    [
      { from: "2027-02-30" },
      'from: "2027-02-30" is not a date that exists, written YYYY-MM-DD',
      "Ask the person which day they mean",
    ],
    [{ query: "team -lunch" }, "query: has words to leave out: pass those as not", "Correct"],
    [{ status: "unscheduled" }, "status: must be one of: open, closed", "Correct"],
    [{ limit: 21, best: true }, "limit: must be at most 20 with best", "Correct"],
  ])("refuses %j", async (args, problem, next) => {
    const { host } = await openHost();
    const text = await failTool(host, "list_polls", args);
    expect(text).toContain(problem);
    expect(text).toContain(next);
  });
});

describe("list_polls with best", () => {
  it("has the option that find_best_times puts first, its counts and whether it is tied, of 10 polls", async () => {
    const { host, sandbox, call } = await openVotes({ Ada: "yyy--", Bob: "?-y--", Cleo: "y-y--" });
    for (let index = 0; index < 12; index += 1)
      await callTool(host, "create_poll", { title: `Empty ${index}`, dates: ["2027-03-01"] });
    const before = sandbox.requests.length;
    const { data, text } = await callTool(host, "list_polls", { query: "budget", best: true });
    expect(text).toContain("It counts people: of somebody who answered twice, the last answer.");
    // Of a poll without answers nothing is read.
    expect(sandbox.requests.length - before).toBe(2);
    const first = ((await call("find_best_times"))["data"]["options"] as object[])[0];
    const best = rows(data)[0]?.["best"];
    expect(best).toEqual({
      number: 3,
      when: "Tue 2027-03-02 14:00–14:30 -05:00",
      yes: 3,
      ifNeedBe: 0,
      noOrUnanswered: 0,
    });
    expect(first).toMatchObject(Object(best));
    const all = await callTool(host, "list_polls", { best: true });
    expect(rows(all.data)).toHaveLength(10);
    expect(all.data).toMatchObject({ hasMore: true });
    expect(rows(all.data)[0]).not.toHaveProperty("best");
  });

  it("says which polls could not be read", async () => {
    const poll = (id: string) => makePoll({ id, participantCount: 1 });
    const [start, end] = ["2027-03-01T00:00:00.000Z", "2027-03-02T00:00:00.000Z"];
    const availability = [{ start, end, allDay: true, modifiers: [] }];
    const person = { id: "p1", name: "Ada", email: null, createdAt: "2027-01-01T00:00:00Z", availability };
    const service = await openService((response, { url = "" }) => {
      if (url.includes("/slow/")) response.destroy();
      else if (url.endsWith("/participants")) sendJson(response, 200, { data: [person] });
      else sendJson(response, 200, { data: [poll("quick"), poll("slow")], nextCursor: null });
    });
    const { host } = await openHost({ caller: toCaller(service) });
    const { text, data } = await callTool(host, "list_polls", { best: true });
    expect(text).toContain("1 poll could not be read in time (unread): call again later for the rest.");
    expect(rows(data)).toMatchObject([
      { id: "quick", best: { number: 1, yes: 1 } },
      { id: "slow", unread: true },
    ]);
  });
});
