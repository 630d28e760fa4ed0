import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { maxPageSize, type Poll, readPages } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { displayTimeZone, formatOption, toLocal } from "../../src/time/index.ts";
import { getApiKey, withClient } from "../client.ts";

/** How long the cursor of each page is remembered while a person scrolls, in seconds. */
const rememberedSeconds = 600;

/** Limits the requests for one page. Find Poll finds older polls. */
const maxPage = 30;

/** Remembered in place of a cursor when there is no further page. */
const end = "";

/** The cache key of a cursor. A cursor belongs to one space. */
const keyOf = (space: string, page: number) => `poll_list_${space}_${page}`;

/** One page of the dropdown. Uses the cursor that the page before saved; without one it reads from the first page. */
async function perform(z: ZObject, { authData, meta }: Bundle): Promise<{ id: string; name: string }[]> {
  const page = meta?.page ?? 0;
  if (page > maxPage) return [];
  return withClient(z, authData, async (client) => {
    const space = z.hash("sha256", getApiKey(authData));
    const remembered: unknown = page === 0 ? null : await z.cache.get(keyOf(space, page));
    if (remembered === end) return [];
    const first = typeof remembered === "string" ? remembered : undefined;
    let at = first === undefined ? 0 : page;
    const list = (cursor: string | undefined) =>
      client.listPolls({ limit: maxPageSize, ...(cursor !== undefined && { cursor }) });
    for await (const { data, nextCursor, cursorProblem } of readPages(list, { cursor: first })) {
      await z.cache.set(keyOf(space, at + 1), nextCursor ?? end, rememberedSeconds);
      if (at === page) return data.map(showChoice);
      if (cursorProblem !== null) break;
      at += 1;
    }
    return [];
  });
}

/** A row with what tells polls of the same title apart: status, first option and day of creation. */
function showChoice(poll: Poll): { id: string; name: string } {
  const { id, title, status, createdAt } = poll;
  const timeZone = poll.timeZone === null ? null : displayTimeZone(poll.timeZone);
  const options: readonly Poll["options"][number][] = poll.options;
  const [first] = [...options].sort((one, other) => startOf(one) - startOf(other));
  const created = formatOption({ date: toLocal(createdAt, timeZone ?? "UTC").date }, null, {
    style: "short",
  });
  const parts = [
    `${sanitizeLine(title) || id}${status === "open" ? "" : ` (${status})`}`,
    ...(first === undefined ? [] : [`from ${formatOption(first, timeZone, { style: "short" })}`]),
    `created ${created}`,
  ];
  return { id, name: parts.join(" \u00b7 ") };
}

const startOf = (option: Poll["options"][number]): number =>
  Date.parse("date" in option ? option.date : option.startTime);

/** The hidden trigger that fills every dropdown of polls. */
export const pollList = {
  key: "poll_list",
  noun: "Poll",
  display: {
    label: "List Polls",
    description: "Triggers when a dropdown of polls is opened.",
    hidden: true,
  },
  operation: { type: "polling", canPaginate: true, perform, inputFields: [], cleanInputData: false },
} satisfies Trigger;
