import { expect, it } from "vitest";
import { failure, poll, reply, script } from "../../test/api/harness.ts";
import { listNewestPolls } from "../../zapier/list-polls.ts";

const page = (ids: string[], nextCursor: string | null) =>
  reply(200, { data: ids.map((id) => ({ ...poll, id })), nextCursor });

it("reads at most the given number of pages, each poll once", async () => {
  const { client, log } = script([page(["a", "b"], "c1"), page(["b", "c"], "c2"), page(["d"], null)]);
  expect((await listNewestPolls(client, { pages: 2, limit: 2 })).map(({ id }) => id)).toEqual([
    "a",
    "b",
    "c",
  ]);
  expect(log()).toEqual(["GET /polls?limit=2", "GET /polls?cursor=c1&limit=2"]);
});

it.each(["", "c1"])(
  "throws when the next cursor is %j, rather than return a part of the polls",
  async (cursor) => {
    const { client } = script([page(["a"], "c1"), page(["b"], cursor)]);
    const error = await failure(listNewestPolls(client, { pages: 5 }));
    expect(error).toMatchObject({ outcome: "unknown", message: expect.stringContaining("cursor") });
  },
);

it("ignores the next cursor of the last page", async () => {
  const { client } = script([page(["a"], "c1"), page(["b"], "")]);
  expect(await listNewestPolls(client, { pages: 2 })).toHaveLength(2);
});
