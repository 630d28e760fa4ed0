/** GET /polls: order, filter, pages, and cursors while polls are created and deleted. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { call, create, datePoll, list, start } from "./request.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

const fill = async (count: number) => {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    ids.unshift((await create(sandbox, { ...datePoll, title: `Poll ${made + 1}` })).id);
  }
  return ids;
};
const page = (query: string) => list(sandbox, query);
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

/** Reads all pages; `between` runs after each page. */
async function readAll(query: string, between: (page: number) => unknown = () => {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let number = 1; number < 50; number++) {
    const response = await page(cursor === null ? query : `${query}&cursor=${encodeURIComponent(cursor)}`);
    ids.push(...idsOf(response));
    cursor = response.nextCursor;
    if (cursor === null) return ids;
    await between(number);
  }
  throw new Error("the cursors never end");
}

describe("GET /polls", () => {
  it("returns the newest first, 20 by default, with the fields of GET /polls/{pollId}", async () => {
    const ids = await fill(21);
    const first = await page("");
    expect(idsOf(first)).toEqual(ids.slice(0, 20));
    expect(first.data[0]).toEqual((await call(sandbox, "GET", `/polls/${ids[0]}`)).body.data);
    expect(await readAll("")).toEqual(ids);
  });

  it("ends with a null cursor, also on an empty list and a full last page", async () => {
    expect(await page("")).toEqual({ data: [], nextCursor: null });
    await fill(4);
    expect((await page("limit=4")).nextCursor).toBeNull();
    expect((await page("limit=3")).nextCursor).toEqual(expect.any(String));
  });

  it("returns only polls of the key's space", async () => {
    await fill(1);
    const other = await create(sandbox, datePoll, sandbox.apiKeys.secondSpace);
    expect(idsOf(await list(sandbox, "", sandbox.apiKeys.secondSpace))).toEqual([other.id]);
  });

  it("neither skips nor repeats a poll while polls are created and deleted", async () => {
    const ids = await fill(10);
    const seen = await readAll("limit=3", async (number) => {
      await fill(2);
      // The last poll of the page, and a poll of the next page.
      await call(sandbox, "DELETE", `/polls/${ids[number * 3 - 1]}`);
      await call(sandbox, "DELETE", `/polls/${ids[number * 3 + 1]}`);
    });
    expect(seen).toEqual(ids.filter((_, index) => ![4, 7].includes(index)));
  });

  it("filters by status", async () => {
    const [open, closed, scheduled, canceled] = await fill(4);
    sandbox.closePoll(closed ?? "");
    sandbox.schedulePoll(scheduled ?? "", "2027-03-01");
    sandbox.cancelPoll(canceled ?? "");
    for (const [status, id] of Object.entries({ open, closed, scheduled, canceled })) {
      expect(idsOf(await page(`status=${status}`))).toEqual([id]);
    }
  });

  it("continues a filtered list", async () => {
    const ids = await fill(6);
    for (const id of ids.filter((_, index) => index % 2 === 0)) sandbox.closePoll(id);
    expect(await readAll("status=closed&limit=1")).toEqual(ids.filter((_, index) => index % 2 === 0));
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["limit=1.5", "limit"],
    ["limit=", "limit"],
    ["limit=1&limit=2", "limit"],
    ["status=over", "status"],
    ["cursor=", "cursor"],
    ["cursor=abc", "cursor"],
    ["cursor=MTIuYWJj", "cursor"],
    ["page=2", "page"],
  ])("rejects ?%s and names %s", async (query, field) => {
    const { status, body } = await call(sandbox, "GET", `/polls?${query}`);
    expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.error.message).toMatch(new RegExp(`^${field}: `));
  });

  it("rejects a cursor of another filter or another space", async () => {
    await fill(3);
    const { nextCursor } = await page("limit=1&status=open");
    expect((await call(sandbox, "GET", `/polls?cursor=${nextCursor}`)).status).toBe(400);
    const key = sandbox.apiKeys.secondSpace;
    expect((await call(sandbox, "GET", `/polls?status=open&cursor=${nextCursor}`, { key })).status).toBe(400);
    expect((await call(sandbox, "GET", `/polls?status=open&limit=2&cursor=${nextCursor}`)).status).toBe(200);
  });
});

describe("DELETE and HEAD", () => {
  it("return the deleted id once, then 404", async () => {
    const [id] = await fill(1);
    const { status, body } = await call(sandbox, "DELETE", `/polls/${id}`);
    expect([status, body]).toEqual([200, { data: { id, deleted: true } }]);
    expect((await call(sandbox, "DELETE", `/polls/${id}`)).body.error.code).toBe("POLL_NOT_FOUND");
    expect((await call(sandbox, "GET", `/polls/${id}`)).status).toBe(404);
  });

  it("return the headers of GET without the body for HEAD", async () => {
    const [id] = await fill(1);
    const { status, body } = await call(sandbox, "HEAD", `/polls/${id}`);
    expect([status, body]).toEqual([200, ""]);
  });
});
