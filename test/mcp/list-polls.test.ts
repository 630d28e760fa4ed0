import { describe, expect, it } from "vitest";
import { maxPages } from "../../mcp/polls/search-polls.ts";
import { createClient } from "../../src/api/index.ts";
import { callTool, connectInMemory, failTool, openHost, openSandbox } from "./harness.ts";

/** A space with numbered polls, every tenth of them about lunch. */
async function openMany(count: number) {
  const sandbox = await openSandbox({ seed: "empty" });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  for (let number = 1; number <= count; number += 1) {
    const about = number % 10 === 0 ? "Lunch" : "Meeting";
    await client.createPoll({ title: `${about} ${number}`, kind: "date", options: [{ date: "2027-03-01" }] });
  }
  const host = await connectInMemory({ client });
  return { sandbox, host, client };
}

const titles = (data: Record<string, unknown>) =>
  (data["polls"] as { title: string }[]).map(({ title }) => title);

describe("list_polls", () => {
  it("lists the newest first and continues with its cursor", async () => {
    const { host } = await openMany(5);
    const first = await callTool(host, "list_polls", { limit: 3 });
    expect(titles(first.data)).toEqual(["Meeting 5", "Meeting 4", "Meeting 3"]);
    expect(first.data).toMatchObject({ hasMore: true });
    expect(first.text).toBe(
      "Shown: 3 of 5 found, newest first. Searched: all 5 polls. There are more: pass nextCursor.",
    );
    const rest = await callTool(host, "list_polls", { limit: 3, cursor: first.data["nextCursor"] });
    expect(titles(rest.data)).toEqual(["Meeting 2", "Meeting 1"]);
    expect(rest.data).toMatchObject({ hasMore: false });
    expect(rest.data).not.toHaveProperty("nextCursor");
    expect(rest.text).toBe("Shown: 2 of 2 found, newest first. Searched: the last 2 polls.");
  });

  it("has id, status, link, counts and dates of each poll", async () => {
    const { host } = await openHost();
    const { data } = await callTool(host, "list_polls", { query: "LÜNCH" });
    expect(data["polls"]).toEqual([
      {
        id: expect.any(String),
        title: "Team lunch",
        status: "scheduled",
        adminUrl: expect.stringMatching(/^http.*\/poll\//),
        options: 3,
        participants: 3,
        first: "2027-02-15",
        last: "2027-02-17",
        created: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ]);
  });

  it("has the dates in the poll's zone, whatever the order of its options", async () => {
    const { host, client } = await openHost();
    const starts = ["2027-03-09T12:30:00Z", "2027-03-01T15:30:00Z", "2027-03-05T10:00:00Z"];
    const dates = async (timeZone: string | undefined) => {
      const { data: poll } = await client.createPoll({
        title: "Far away",
        kind: "time",
        ...(timeZone && { timeZone }),
        duration: 60,
        options: starts.map((startTime) => ({ startTime: timeZone ? startTime : startTime.slice(0, 16) })),
      });
      const { data } = await callTool(host, "list_polls", { query: "far away", limit: 1 });
      const [row] = data["polls"] as { id: string; first: string; last: string }[];
      return [row?.id === poll.id, row?.first, row?.last];
    };
    expect(await dates("Pacific/Auckland")).toEqual([true, "2027-03-02", "2027-03-10"]);
    expect(await dates("America/New_York")).toEqual([true, "2027-03-01", "2027-03-09"]);
    expect(await dates(undefined)).toEqual([true, "2027-03-01", "2027-03-09"]);
  });

  it("searches words in any order, field and script", async () => {
    const { host } = await openHost();
    expect(titles((await callTool(host, "list_polls", { query: "game board" })).data)).toEqual([
      "Board game night",
    ]);
    expect(titles((await callTool(host, "list_polls", { query: "canteen" })).data)).toEqual(["Team lunch"]);
    expect(titles((await callTool(host, "list_polls", { query: "花見" })).data)).toEqual(["花見の日程"]);
    expect(titles((await callTool(host, "list_polls", { query: "no such thing" })).data)).toEqual([]);
  });

  it("sends the status filter to the service", async () => {
    const { host, sandbox } = await openHost();
    const { data } = await callTool(host, "list_polls", { status: "canceled" });
    expect(titles(data)).toEqual(["Summer party (called off)"]);
    expect(sandbox.requests.at(-1)?.path).toContain("status=canceled");
  });

  it("neither skips nor repeats polls when a page is split and polls are created meanwhile", async () => {
    const { host, client } = await openMany(100);
    const found: string[] = [];
    let cursor: unknown;
    do {
      const { data } = await callTool(host, "list_polls", {
        query: "lunch",
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      found.push(...titles(data));
      cursor = data["nextCursor"];
      await client.createPoll({ title: "Noise", kind: "date", options: [{ date: "2027-03-01" }] });
    } while (cursor !== undefined);
    expect(found).toEqual([100, 90, 80, 70, 60, 50, 40, 30, 20, 10].map((number) => `Lunch ${number}`));
  });

  it("reads a bounded number of pages, then returns a cursor", async () => {
    const pages: string[] = [];
    const client = createClient({
      apiKey: "sk_test_12345678",
      baseUrl: "http://127.0.0.1:9/v1",
      transport: async ({ url }) => {
        pages.push(String(url));
        return {
          status: 200,
          headers: {},
          text: JSON.stringify({ data: [], nextCursor: `page-${pages.length}` }),
        };
      },
    });
    const host = await connectInMemory({ client });
    const { data } = await callTool(host, "list_polls", { query: "lunch" });
    expect(pages).toHaveLength(maxPages);
    expect(data).toMatchObject({ polls: [], hasMore: true });
    await callTool(host, "list_polls", { query: "lunch", cursor: data["nextCursor"] });
    expect(pages[maxPages]).toContain(`cursor=page-${maxPages}`);
  });

  describe.each(["", "page-1"])("with the next cursor always %j,", (nextCursor) => {
    /** A service whose every page is the same: as many of the seeded polls as were asked for. */
    async function openLooping() {
      const sandbox = await openSandbox();
      const seeded = await createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url }).listPolls({
        limit: 100,
      });
      let pages = 0;
      const client = createClient({
        apiKey: "sk_test_12345678",
        baseUrl: "http://127.0.0.1:9/v1",
        transport: async ({ url }) => {
          pages += 1;
          const data = seeded.data.slice(0, Number(new URL(url).searchParams.get("limit")));
          return { status: 200, headers: {}, text: JSON.stringify({ data, nextCursor }) };
        },
      });
      return { host: await connectInMemory({ client }), seeded: seeded.data, countPages: () => pages };
    }

    it("returns what it read, with a note that there may be more", async () => {
      const { host, seeded, countPages } = await openLooping();
      const { data, text } = await callTool(host, "list_polls", { query: "lunch" });
      const note = "There may be more polls: the service returned an invalid cursor for the next page.";
      expect(new Set(titles(data))).toEqual(new Set(["Team lunch"]));
      expect(text).toMatch(/newest first\. Searched: the newest \d+ polls\. There may be more polls/);
      expect(data).toMatchObject({ hasMore: true, note });
      expect(data).not.toHaveProperty("nextCursor");
      expect(countPages()).toBeLessThan(maxPages);
      const one = await callTool(host, "list_polls", { limit: 1 });
      expect(titles(one.data)).toEqual([seeded[0]?.title]);
    });

    it("reports that nothing matches and the rest cannot be read", async () => {
      const { host, countPages } = await openLooping();
      for (const [tool, args] of [
        ["list_polls", { query: "no such thing" }],
        ["find_best_times", { title: "no such thing" }],
      ] as const) {
        const text = await failTool(host, tool, args);
        expect(text).toMatch(/^None of the first \d+ polls matches, and the others could not be read/);
        expect(text).toMatch(/Do not call again\. Ask the person for the poll's link/);
      }
      expect(countPages()).toBeLessThan(2 * maxPages);
    });
  });

  it("rejects an invalid cursor", async () => {
    const { host, sandbox } = await openHost();
    expect(await failTool(host, "list_polls", { cursor: "abc" })).toContain(
      "cursor: is not a cursor of list_polls",
    );
    expect(sandbox.requests).toEqual([]);
  });
});
