import { describe, expect, it } from "vitest";
import { paginate, UnknownOutcomeError } from "../../src/api/index.ts";
import { failure, poll, reply, script } from "./scripted.ts";

const page = (ids: string[], nextCursor: string | null) =>
  reply(200, { data: ids.map((id) => ({ ...poll, id })), nextCursor });

async function idsOf(polls: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids = [];
  for await (const { id } of polls) ids.push(id);
  return ids;
}

describe("paginate", () => {
  it("goes through every page until the cursor is null, keeping the filters", async () => {
    const { client, log } = script([page(["a", "b"], "c=1"), page([], "c2"), page(["c"], null)]);
    expect(await idsOf(paginate(client, "listPolls", { status: "open", limit: 2 }))).toEqual(["a", "b", "c"]);
    expect(log()).toEqual([
      "GET /v1/polls?status=open&limit=2",
      "GET /v1/polls?status=open&cursor=c%3D1&limit=2",
      "GET /v1/polls?status=open&cursor=c2&limit=2",
    ]);
  });

  it("asks for a page only when it is needed", async () => {
    const { client, log } = script([page(["a", "b"], "c1"), page(["c"], null)]);
    const polls = paginate(client, "listPolls");
    expect(log()).toHaveLength(0);
    await polls.next();
    await polls.next();
    expect(log()).toHaveLength(1);
    expect((await polls.next()).value).toMatchObject({ id: "c" });
    expect(log()).toHaveLength(2);
  });

  it("asks for nothing more once its reader has enough", async () => {
    const again = script([page(["a"], "c1")]);
    for await (const _ of paginate(again.client, "listPolls")) break;
    expect(again.log()).toHaveLength(1);
  });

  it.each([
    ["seen before", {}, [page(["a"], "c1"), page(["b"], "c2"), page(["c"], "c1")], "a cursor twice"],
    ["that it began with", { cursor: "c1" }, [page(["a"], "c1")], "a cursor twice"],
    ["that is empty", {}, [page(["a"], "c1"), page(["b"], "")], "an empty cursor for the next page"],
  ])(
    "gives the polls there are and then blames the service for a cursor %s",
    async (_, input, pages, what) => {
      const { client, log } = script(pages);
      const ids: string[] = [];
      const reading = async () => {
        for await (const { id } of paginate(client, "listPolls", input)) ids.push(id);
      };
      const error = await failure(reading());
      expect(error).toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({
        operation: "listPolls",
        attempts: 1,
        message: `listPolls: the service gave ${what}, so the rest cannot be read`,
      });
      expect(ids).toEqual(["a", "b", "c"].slice(0, pages.length));
      expect(log()).toHaveLength(pages.length);
    },
  );

  it("passes the signal on", async () => {
    const { client } = script(["hang"]);
    const giveUp = new AbortController();
    const reading = failure(idsOf(paginate(client, "listPolls", {}, { signal: giveUp.signal })));
    giveUp.abort(new Error("enough"));
    expect(await reading).toMatchObject({ message: "enough" });
  });
});
