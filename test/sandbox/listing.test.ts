/** GET /polls: order, filter, pages, and cursors while polls are created and deleted. */
import { beforeEach, expect, it } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { call, create, datePoll, list, openSandbox } from "./request.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});

const fill = async (count: number) => {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.unshift((await create(sandbox, datePoll)).id);
  return ids;
};
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

/** Reads all pages; `between` runs after each page. */
async function readAll(query: string, between: (page: number) => unknown = () => {}): Promise<string[]> {
  const ids: string[] = [];
  let next = "";
  for (let number = 1; number < 50; number++) {
    const { data, nextCursor } = await list(sandbox, query + next);
    ids.push(...data.map(({ id }) => id));
    if (nextCursor === null) return ids;
    next = `&cursor=${encodeURIComponent(nextCursor)}`;
    await between(number);
  }
  throw new Error("the cursors never end");
}

it("polls are listed newest first, 20 by default, with the fields of GET /polls/{pollId}", async () => {
  expect(await list(sandbox)).toEqual({ data: [], nextCursor: null });
  const ids = await fill(21);
  const first = await list(sandbox);
  expect(idsOf(first)).toEqual(ids.slice(0, 20));
  expect(first.data[0]).toEqual((await call(sandbox, "GET", `/polls/${ids[0]}`)).body.data);
  expect(await readAll("limit=20")).toEqual(ids);
  expect((await list(sandbox, "limit=21")).nextCursor).toBeNull();
});

it("pages neither skip nor repeat a poll while polls are created and deleted", async () => {
  const ids = await fill(10);
  const seen = await readAll("limit=3", async (number) => {
    await fill(2);
    // The last poll of the page, and a poll of the next page.
    await call(sandbox, "DELETE", `/polls/${ids[number * 3 - 1]}`);
    await call(sandbox, "DELETE", `/polls/${ids[number * 3 + 1]}`);
  });
  expect(seen).toEqual(ids.filter((_, index) => ![4, 7].includes(index)));
});

it("the status filters the list and its pages", async () => {
  const [open = "", closed = "", scheduled = "", canceled = "", second = ""] = await fill(5);
  sandbox.closePoll(closed);
  sandbox.closePoll(second);
  sandbox.schedulePoll(scheduled, "2027-03-01");
  sandbox.cancelPoll(canceled);
  expect(await readAll("status=open")).toEqual([open]);
  expect(await readAll("status=closed&limit=1")).toEqual([closed, second]);
  expect(await readAll("status=scheduled")).toEqual([scheduled]);
  expect(await readAll("status=canceled")).toEqual([canceled]);
});

it.each([
  ["limit=0", "limit"],
  ["limit=101", "limit"],
  ["limit=1.5", "limit"],
  ["limit=1&limit=2", "limit"],
  ["status=over", "status"],
  ["cursor=", "cursor"],
  ["cursor=abc", "cursor"],
  ["page=2", "page"],
])("?%s is refused, naming %s", async (query, field) => {
  const { status, body } = await call(sandbox, "GET", `/polls?${query}`);
  expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(body.error.message).toMatch(new RegExp(`^${field}: `));
});

it("a list has only polls of the key's space, and takes only its own cursors", async () => {
  await fill(3);
  const key = sandbox.apiKeys.secondSpace;
  const other = await create(sandbox, datePoll, key);
  expect(idsOf(await list(sandbox, "", key))).toEqual([other.id]);
  const { nextCursor } = await list(sandbox, "limit=1&status=open");
  const statusWith = async (query: string, options = {}) =>
    (await call(sandbox, "GET", `/polls?${query}cursor=${nextCursor}`, options)).status;
  expect(await statusWith("")).toBe(400);
  expect(await statusWith("status=open&", { key })).toBe(400);
  expect(await statusWith("status=open&limit=2&")).toBe(200);
});

it("DELETE returns the id once, then 404, and HEAD no body", async () => {
  const [id] = await fill(1);
  expect(await call(sandbox, "HEAD", `/polls/${id}`)).toMatchObject({ status: 200, body: "" });
  expect(await call(sandbox, "DELETE", `/polls/${id}`)).toMatchObject({
    status: 200,
    body: { data: { id, deleted: true } },
  });
  expect((await call(sandbox, "DELETE", `/polls/${id}`)).body.error.code).toBe("POLL_NOT_FOUND");
});
