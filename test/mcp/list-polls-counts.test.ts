/** Totals, filters by words and responses, sorts and cursors of list_polls. */
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { callTool, connectInMemory, failTool, fixedNow, openHost, openSandbox } from "./harness.ts";

interface Row {
  id: string;
  title: string;
  next?: string;
}

const rows = (data: Record<string, unknown>) => data["polls"] as Row[];
const titles = (data: Record<string, unknown>) => rows(data).map(({ title }) => title);

/** A space with these polls, the first one oldest, one created every second. */
async function openSpace(polls: { title: string; dates?: string[]; responses?: number }[]) {
  const sandbox = await openSandbox({ seed: "empty" });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const create = async ({ title, dates = ["2027-03-01"], responses = 0 }: (typeof polls)[number]) => {
    sandbox.advance(1_000);
    const options = dates.map((date) => ({ date }));
    const { data } = await client.createPoll({ title, kind: "date", options });
    for (let voter = 0; voter < responses; voter += 1)
      sandbox.vote(data.id, { name: `Voter ${voter}`, choices: {} });
    return data.id;
  };
  for (const poll of polls) await create(poll);
  const host = await connectInMemory({ client });
  const countRequests = async (args: Record<string, unknown>) => {
    const before = sandbox.requests.length;
    const { data, text } = await callTool(host, "list_polls", args);
    return { data, text, requests: sandbox.requests.length - before };
  };
  return { sandbox, client, host, create, countRequests };
}

const numbered = (count: number, prefix = "Poll") =>
  Array.from({ length: count }, (_, index) => ({ title: `${prefix} ${index + 1}` }));

describe("the totals of list_polls", () => {
  it("count every status of the space in one request, also what is not shown", async () => {
    const { host, sandbox, client } = await openHost();
    const { data } = await callTool(host, "list_polls", { limit: 3 });
    expect(sandbox.requests).toHaveLength(1);
    const counts = { open: 0, closed: 0, scheduled: 0, canceled: 0 };
    for (const status of ["open", "closed", "scheduled", "canceled"] as const)
      counts[status] = (await client.listPolls({ status, limit: 100 })).data.length;
    expect(data["totals"]).toEqual(counts);
    expect(counts.scheduled * counts.canceled).toBeGreaterThan(0);
    expect(rows(data)).toHaveLength(3);
  });

  it("count what matches, and say how many polls were searched", async () => {
    const { countRequests } = await openSpace([...numbered(130), { title: "Lunch" }, { title: "Lunch 2" }]);
    const plain = await countRequests({});
    expect(plain).toMatchObject({
      requests: 1,
      data: { totals: { open: 100 }, searched: 100, hasMore: true },
    });
    expect(plain.text).toBe(
      "Shown: 20 of 100 found, newest first. Searched: the newest 100 polls. There are more: pass nextCursor.",
    );
    const lunch = await countRequests({ query: "lunch" });
    expect(lunch).toMatchObject({
      requests: 2,
      data: { totals: { open: 2 }, searched: 132, hasMore: false },
      text: "Shown: 2 of 2 found, newest first. Searched: all 132 polls.",
    });
    expect((await countRequests({ status: "closed" })).text).toBe(
      "Shown: 0 of 0 found, newest first. Searched: all 0 closed polls.",
    );
  });

  it("are left out with a cursor, since the first call counted these polls", async () => {
    const { countRequests } = await openSpace(numbered(5));
    const { data: first } = await countRequests({ limit: 2 });
    const { data } = await countRequests({ limit: 2, cursor: first["nextCursor"] });
    expect(data).not.toHaveProperty("totals");
    expect(data).toMatchObject({ searched: 3, hasMore: true });
  });
});

describe("the filters of list_polls", () => {
  const space = [
    { title: "Team lunch", responses: 0 },
    { title: "Team lunch Berlin", responses: 1 },
    { title: "Team dinner", responses: 2 },
    { title: "Budget", responses: 3 },
  ];

  it.each([
    [{ not: "lunch" }, ["Budget", "Team dinner"]],
    [{ query: "team", not: "BERLIN dinner" }, ["Team lunch"]],
    [{ not: " " }, ["Budget", "Team dinner", "Team lunch Berlin", "Team lunch"]],
    [{ minResponses: 2 }, ["Budget", "Team dinner"]],
    [{ maxResponses: 0 }, ["Team lunch"]],
    [{ minResponses: 1, maxResponses: 2 }, ["Team dinner", "Team lunch Berlin"]],
    [{ query: "lunch", minResponses: 1 }, ["Team lunch Berlin"]],
  ])("find with %j", async (args, expected) => {
    const { host } = await openSpace(space);
    expect(titles((await callTool(host, "list_polls", args)).data)).toEqual(expected);
  });

  it("by responses search 500 polls, also when the first page has enough", async () => {
    const { countRequests } = await openSpace([{ title: "Popular", responses: 1 }, ...numbered(120)]);
    const { data, requests } = await countRequests({ maxResponses: 0, limit: 1 });
    expect(requests).toBe(2);
    expect(data).toMatchObject({ totals: { open: 120 }, searched: 121, hasMore: true });
    expect((await countRequests({ minResponses: 1 })).data).toMatchObject({
      polls: [{ title: "Popular", participants: 1 }],
      hasMore: false,
    });
  });

  it("refuse a maximum below the minimum", async () => {
    const { host, sandbox } = await openSpace([]);
    const text = await failTool(host, "list_polls", { minResponses: 3, maxResponses: 2 });
    expect(text).toContain("maxResponses: must be at least minResponses");
    expect(sandbox.requests).toEqual([]);
  });
});

describe("the sorts of list_polls", () => {
  const space = [
    { title: "Two", dates: ["2027-02-20", "2027-04-01"], responses: 2 },
    { title: "Next", dates: ["2027-01-05", "2027-02-14", "2027-05-01"], responses: 0 },
    { title: "Later", dates: ["2027-06-01"], responses: 2 },
    { title: "Three", dates: ["2027-03-01"], responses: 3 },
    { title: "Over", dates: ["2027-01-01"] },
  ];

  it("has the polls with most responses first, of equal ones the newest", async () => {
    const { host } = await openSpace(space);
    const { data, text } = await callTool(host, "list_polls", { sort: "responses", limit: 4 });
    expect(titles(data)).toEqual(["Three", "Later", "Two", "Over"]);
    expect(data).toMatchObject({ hasMore: true });
    expect(data).not.toHaveProperty("nextCursor");
    expect(text).toBe(
      "Shown: 4 of 5 found, most responses first. Searched: all 5 polls. There are more: pass a higher limit.",
    );
  });

  it("has the polls whose next option comes first, with its date, and polls that are over last", async () => {
    const { host } = await openSpace(space);
    const { data, text } = await callTool(host, "list_polls", { sort: "nextDate" });
    expect(rows(data).map(({ title, next }) => [title, next])).toEqual([
      ["Next", "Sun 2027-02-14"],
      ["Two", "Sat 2027-02-20"],
      ["Three", "Mon 2027-03-01"],
      ["Later", "Tue 2027-06-01"],
      ["Over", undefined],
    ]);
    expect(data["now"]).toBe("Fri 2027-02-12 09:00 +00:00");
    expect(text).toBe("Shown: 5 of 5 found, next coming option first. Searched: all 5 polls.");
  });

  it("has no next option for a canceled poll, and the time of one in the poll's zone", async () => {
    const { host, client, sandbox } = await openHost();
    const { data: poll } = await client.createPoll({
      title: "Soon",
      kind: "time",
      timeZone: "Asia/Tokyo",
      options: [{ startTime: "2027-02-12T10:00:00Z", duration: 30 }],
    });
    const next = async () =>
      rows((await callTool(host, "list_polls", { sort: "nextDate", query: "soon" })).data)[0]?.next;
    expect(await next()).toBe("Fri 2027-02-12 19:00–19:30 +09:00");
    sandbox.cancelPoll(poll.id);
    expect(await next()).toBeUndefined();
  });

  it("sorts more than the first page", async () => {
    const { countRequests } = await openSpace([{ title: "Popular", responses: 1 }, ...numbered(100)]);
    const { data, requests } = await countRequests({ sort: "responses", limit: 1 });
    expect(titles(data)).toEqual(["Popular"]);
    expect(requests).toBe(2);
  });

  it("refuses a cursor, because the order may change between two calls", async () => {
    const { host } = await openSpace(numbered(3));
    const { data } = await callTool(host, "list_polls", { limit: 1 });
    const args = { sort: "responses", cursor: data["nextCursor"] };
    expect(await failTool(host, "list_polls", args)).toContain(
      "cursor: cannot be used with sort: pass a limit of up to 100 instead",
    );
    expect(titles((await callTool(host, "list_polls", { ...args, sort: "newest" })).data)).toHaveLength(2);
  });
});

describe("a cursor of list_polls", () => {
  /** Lists everything, three polls at a time, and changes the space between the calls. */
  async function readAll(
    host: Client,
    args: Record<string, unknown>,
    change: (shown: Row[]) => Promise<unknown>,
  ) {
    const found: Row[] = [];
    for (let cursor: unknown = null; ; ) {
      const { data } = await callTool(host, "list_polls", { limit: 3, ...args, cursor });
      found.push(...rows(data));
      if (!("nextCursor" in data)) return found.map(({ title }) => title);
      cursor = data["nextCursor"];
      await change(rows(data));
    }
  }
  const newestFirst = (count: number) =>
    numbered(count)
      .map(({ title }) => title)
      .reverse();

  it("neither skips nor repeats a poll while others are created", async () => {
    const { host, create } = await openSpace(numbered(10));
    const created = await readAll(host, {}, () => create({ title: "New" }));
    expect(created).toEqual(newestFirst(10));
  });

  it("neither skips nor repeats a poll when more than a page of others is created", async () => {
    const { host, create } = await openSpace(numbered(10));
    let isFirst = true;
    const change = async () => {
      for (let count = 0; isFirst && count < 105; count += 1) await create({ title: "New" });
      isFirst = false;
    };
    expect(await readAll(host, {}, change)).toEqual(newestFirst(10));
  });

  it("neither skips nor repeats a poll while those that were shown are deleted", async () => {
    const { host, client } = await openSpace(numbered(10));
    const change = async (shown: Row[]) => {
      for (const { id: pollId } of shown) await client.deletePoll({ pollId });
    };
    expect(await readAll(host, { maxResponses: 0 }, change)).toEqual(newestFirst(10));
  });

  it.each([
    [{ query: "poll" }, {}],
    [{}, { query: "poll" }],
    [{ status: "open" }, {}],
    [{ not: "x" }, { not: "y" }],
    [{ minResponses: 0 }, {}],
    [{ maxResponses: 5 }, { maxResponses: 4 }],
  ])("of a call with %j is refused with %j", async (args, other) => {
    const { host } = await openSpace(numbered(4));
    const { data } = await callTool(host, "list_polls", { ...args, limit: 2 });
    const cursor = data["nextCursor"];
    expect(await failTool(host, "list_polls", { ...other, cursor })).toContain(
      "cursor: belongs to a call with other arguments: repeat those, or leave it out to start over",
    );
    expect(titles((await callTool(host, "list_polls", { ...args, limit: 1, cursor })).data)).toEqual([
      "Poll 2",
    ]);
  });
});

it("20 usual polls take at most 5,000 characters in all texts", async () => {
  const { host, client, sandbox } = await openHost();
  const subjects = [
    "Quarterly planning",
    "Interview with candidate",
    "Team lunch in Berlin",
    "Board meeting prep",
  ];
  for (let number = 0; number < 20; number += 1) {
    const { data } = await client.createPoll({
      title: `${subjects[number % 4]} ${2030 + number}`,
      kind: "time",
      timeZone: "America/New_York",
      duration: 45,
      options: Array.from({ length: 12 }, (_, hour) => ({
        startTime: new Date(Date.parse(fixedNow) + (number * 24 + hour * 20) * 3_600_000).toISOString(),
      })),
    });
    for (let voter = 0; voter < 11; voter += 1)
      sandbox.vote(data.id, { name: `Voter ${voter}`, choices: {} });
  }
  const { content, structuredContent } = await host.callTool({ name: "list_polls", arguments: {} });
  expect(structuredContent).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
  const polls = rows(structuredContent as Record<string, unknown>);
  expect(polls).toHaveLength(20);
  const titleLength = polls.reduce((sum, { title }) => sum + title.length, 0) / 20;
  expect(titleLength).toBeGreaterThan(24);
  const texts = content.map((block) => (block.type === "text" ? block.text : ""));
  expect(texts.join("\n").length).toBeLessThanOrEqual(5_000);
});
