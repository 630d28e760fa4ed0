import { expect, it } from "vitest";
import { listNewestPolls } from "../../zapier/list-polls.ts";
import { failure, poll, reply, script } from "../api/scripted.ts";

const page = (ids: string[], nextCursor: string | null) =>
  reply(200, { data: ids.map((id) => ({ ...poll, id })), nextCursor });

it("reads pages until there are enough, each poll once", async () => {
  const { client, log } = script([page(["a", "b"], "c1"), page(["b", "c"], "c2"), page(["d"], null)]);
  expect((await listNewestPolls(client, { pages: 2, limit: 2 })).map(({ id }) => id)).toEqual([
    "a",
    "b",
    "c",
  ]);
  expect(log()).toEqual(["GET /v1/polls?limit=2", "GET /v1/polls?cursor=c1&limit=2"]);
});

it.each(["", "c1"])(
  "does not pass a part off as everything when the next page is %j again",
  async (cursor) => {
    const { client } = script([page(["a"], "c1"), page(["b"], cursor)]);
    const error = await failure(listNewestPolls(client, { pages: 5 }));
    expect(error).toMatchObject({ outcome: "unknown", message: expect.stringContaining("cursor") });
  },
);

it("does not mind what the last page it wants says of a next one", async () => {
  const { client } = script([page(["a"], "c1"), page(["b"], "")]);
  expect(await listNewestPolls(client, { pages: 2 })).toHaveLength(2);
});
