import { describe, expect, it } from "vitest";
import { paginate } from "../../src/api/web.ts";
import { errorReply, failure, poll, reply, script } from "./harness.ts";

const page = (ids: string[], nextCursor: string | null) =>
  reply(200, { data: ids.map((id) => ({ ...poll, id })), nextCursor });

async function collect(polls: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of polls) ids.push(id);
  return ids;
}

describe("paginate", () => {
  it("yields every poll, and sends each cursor as it came", async () => {
    const { client, log } = script([page(["a", "b"], "x+/="), page([], "y"), page(["c"], null)]);
    expect(await collect(paginate(client, { status: "open", limit: 2 }))).toEqual(["a", "b", "c"]);
    expect(log()).toEqual([
      "GET /polls?status=open&limit=2",
      "GET /polls?status=open&cursor=x%2B%2F%3D&limit=2",
      "GET /polls?status=open&cursor=y&limit=2",
    ]);
  });

  it("reads 100 polls a page unless the input says otherwise", async () => {
    const { client, log } = script([page(["a"], "x"), page(["b"], null)]);
    await collect(paginate(client));
    expect(log()).toEqual(["GET /polls?limit=100", "GET /polls?cursor=x&limit=100"]);
  });

  it("requests a page only when it is needed", async () => {
    const { client, requests } = script([page(["a", "b"], "x"), page(["c"], null)]);
    for await (const { id } of paginate(client)) if (id === "b") break;
    expect(requests.length).toBe(1);
  });

  it.each([
    ["repeats", ["x", "y", "x"]],
    ["is the same again", ["x", "x"]],
    ["is empty", [""]],
  ])("stops with an error when a cursor %s", async (_, cursors) => {
    const { client, requests } = script(cursors.map((cursor) => page(["a"], cursor)));
    const error = await failure(collect(paginate(client)));
    expect(error).toMatchObject({ operation: "listPolls", outcome: "unknown", code: "INVALID_RESPONSE" });
    expect(requests.length).toBe(cursors.length);
  });

  it.each([
    [{ maxPages: 2 }, "maxPages"],
    [null, "options"],
    [new AbortController(), "abort"],
  ])("refuses the options %j before it sends anything, and names %s", async (options, path) => {
    const { client, requests } = script([page(["a"], null)]);
    const error = await failure(collect(paginate(client, {}, options as object)));
    expect(error).toMatchObject({ code: "INVALID_OPTIONS", outcome: "not-sent", problems: [{ path }] });
    expect(requests).toEqual([]);
  });

  it("stops with an error when the pages never end", async () => {
    let pages = 0;
    const listPolls = async () => ({ data: [], nextCursor: `cursor ${pages++}` });
    const error = await failure(collect(paginate({ listPolls })));
    expect(error).toMatchObject({ operation: "listPolls", outcome: "unknown", code: "INVALID_RESPONSE" });
    expect(pages).toBe(5000);
  });

  it("begins at a cursor, and rejects with the client's error", async () => {
    const { client, log } = script([errorReply(401, "UNAUTHORIZED")]);
    expect((await failure(collect(paginate(client, { cursor: "c1" })))).code).toBe("UNAUTHORIZED");
    expect(log()).toEqual(["GET /polls?cursor=c1&limit=100"]);
  });

  it("ends when the signal aborts", async () => {
    const { client } = script([page(["a"], "x")]);
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    await expect(collect(paginate(client, {}, { signal }))).rejects.toBe(reason);
  });
});
