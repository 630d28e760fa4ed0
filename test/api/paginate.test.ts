import { describe, expect, it } from "vitest";
import { paginate, RalllyError } from "../../src/api/index.ts";
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
    ["seen before", {}, [page(["a"], "c1"), page(["b"], "c2"), page(["c"], "c1")], 3],
    ["that it began with", { cursor: "c1" }, [page(["a"], "c1")], 1],
  ])("refuses a cursor %s", async (_, input, pages, requests) => {
    const { client, log } = script(pages);
    const error = await failure(idsOf(paginate(client, "listPolls", input)));
    expect(error).toBeInstanceOf(RalllyError);
    expect(error).toMatchObject({ operation: "listPolls", message: expect.stringContaining("cursor") });
    expect(log()).toHaveLength(requests);
  });

  it("passes the signal on", async () => {
    const { client } = script(["hang"]);
    const giveUp = new AbortController();
    const reading = failure(idsOf(paginate(client, "listPolls", {}, { signal: giveUp.signal })));
    giveUp.abort(new Error("enough"));
    expect(await reading).toMatchObject({ message: "enough" });
  });
});
