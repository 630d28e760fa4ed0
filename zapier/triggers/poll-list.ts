import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { maxPageSize, type Poll, readPages } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { displayTimeZone, formatOption, toLocal } from "../../src/time/index.ts";
import { openCache } from "../cache.ts";
import { withClient } from "../client.ts";
import { findFirstOption } from "../polls.ts";

/** How long the cursor of each page is remembered while a person scrolls, in seconds. */
const rememberedSeconds = 600;

/** Limits the requests for one page. Find Poll finds older polls. */
const maxPage = 30;

/** Remembered in place of a cursor when there is no further page. */
const end = "";

/** One page of the dropdown. Uses the cursor that the page before saved; without one it reads from the first page. */
async function perform(z: ZObject, { authData, meta }: Bundle): Promise<{ id: string; name: string }[]> {
  const page = meta?.page ?? 0;
  if (page > maxPage) return [];
  return withClient(z, authData, async (client) => {
    const cache = openCache(z, authData);
    const first = page === 0 ? undefined : await cache.get<string>(`poll_list_${page}`);
    if (first === end) return [];
    let at = first === undefined ? 0 : page;
    const list = (cursor: string | undefined) =>
      client.listPolls({ limit: maxPageSize, ...(cursor !== undefined && { cursor }) });
    for await (const { data, nextCursor, cursorProblem } of readPages(list, { cursor: first })) {
      await cache.set(`poll_list_${at + 1}`, nextCursor ?? end, rememberedSeconds);
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
  const first = findFirstOption(poll);
  const created = formatOption({ date: toLocal(createdAt, timeZone ?? "UTC").date }, null, {
    style: "short",
  });
  const parts = [
    `${sanitizeLine(title) || id}${status === "open" ? "" : ` (${status})`}`,
    ...(first === null ? [] : [`from ${formatOption(first, timeZone, { style: "short" })}`]),
    `created ${created}`,
  ];
  return { id, name: parts.join(" \u00b7 ") };
}

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
