import { describe, expect, it } from "vitest";
import { paginate, UnknownOutcomeError } from "../../src/api/index.ts";
import { readPages } from "../../src/api/paginate.ts";
import { getRejection, poll, reply, scriptClient } from "./scripted.ts";

const page = (ids: string[], nextCursor: string | null) =>
  reply(200, { data: ids.map((id) => ({ ...poll, id })), nextCursor });

async function idsOf(polls: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids = [];
  for await (const { id } of polls) ids.push(id);
  return ids;
}

describe("paginate", () => {
  it("lists every page until the cursor is null, with the same filters", async () => {
    const { client, log } = scriptClient([page(["a", "b"], "c=1"), page([], "c2"), page(["c"], null)]);
    expect(await idsOf(paginate(client, { status: "open", limit: 2 }))).toEqual(["a", "b", "c"]);
    expect(log()).toEqual([
      "GET /v1/polls?status=open&limit=2",
      "GET /v1/polls?status=open&cursor=c%3D1&limit=2",
      "GET /v1/polls?status=open&cursor=c2&limit=2",
    ]);
  });

  it("requests a page only when it is needed", async () => {
    const { client, log } = scriptClient([page(["a", "b"], "c1"), page(["c"], null)]);
    const polls = paginate(client);
    expect(log()).toHaveLength(0);
    await polls.next();
    await polls.next();
    expect(log()).toHaveLength(1);
    expect((await polls.next()).value).toMatchObject({ id: "c" });
    expect(log()).toHaveLength(2);
  });

  it("requests nothing more after its reader stops", async () => {
    const again = scriptClient([page(["a"], "c1")]);
    for await (const _ of paginate(again.client)) break;
    expect(again.log()).toHaveLength(1);
  });

  it.each([
    ["seen before", {}, [page(["a"], "c1"), page(["b"], "c2"), page(["c"], "c1")], "the same cursor twice"],
    ["that was its first", { cursor: "c1" }, [page(["a"], "c1")], "the same cursor twice"],
    ["that is empty", {}, [page(["a"], "c1"), page(["b"], "")], "an empty cursor for the next page"],
  ])("gives the polls it read and then throws for a cursor %s", async (_, input, pages, what) => {
    const { client, log } = scriptClient(pages);
    const ids: string[] = [];
    const reading = async () => {
      for await (const { id } of paginate(client, input)) ids.push(id);
    };
    const error = await getRejection(reading());
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({
      operation: "listPolls",
      attempts: 1,
      message: `The service returned ${what}, so the remaining polls cannot be listed.`,
    });
    expect(ids).toEqual(["a", "b", "c"].slice(0, pages.length));
    expect(log()).toHaveLength(pages.length);
  });

  it("passes the signal on", async () => {
    const { client } = scriptClient(["hang"]);
    const giveUp = new AbortController();
    const reading = getRejection(idsOf(paginate(client, {}, { signal: giveUp.signal })));
    giveUp.abort(new Error("enough"));
    expect(await reading).toMatchObject({ message: "enough" });
  });
});

describe("readPages", () => {
  /** Lists pages with these next cursors, and records the requested cursors. */
  function createListing(nextCursors: (string | null)[]) {
    const asked: (string | undefined)[] = [];
    const list = async (cursor: string | undefined) => {
      asked.push(cursor);
      return { data: [], nextCursor: nextCursors[asked.length - 1] ?? null };
    };
    return { asked, list };
  }

  it.each([
    [1, [undefined]],
    [2, [undefined, "c1"]],
    [9, [undefined, "c1", "c2"]],
  ])("stops after %i pages at most", async (maxPages, expected) => {
    const { asked, list } = createListing(["c1", "c2", null]);
    for await (const _ of readPages(list, { maxPages }));
    expect(asked).toEqual(expected);
  });

  it("ignores the next cursor of the last page of the budget", async () => {
    const { asked, list } = createListing(["c1", ""]);
    for await (const _ of readPages(list, { maxPages: 2 }));
    expect(asked).toEqual([undefined, "c1"]);
  });

  it.each([
    ["", "an empty cursor for the next page"],
    ["c1", "the same cursor twice"],
  ])("reports the problem of the cursor %j to a reader that stops there", async (cursor, problem) => {
    const { list } = createListing(["c1", cursor, "c3"]);
    const problems = [];
    for await (const { cursorProblem } of readPages(list)) {
      problems.push(cursorProblem);
      if (cursorProblem !== null) break;
    }
    expect(problems).toEqual([null, problem]);
  });
});
