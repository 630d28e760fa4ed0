import type { Trigger } from "zapier-platform-core";
import { maxPageSize } from "../../src/api/send/operations.ts";
import type { Poll } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { formatOption, toLocal } from "../../src/time/index.ts";
import { step } from "../client.ts";
import { listNewestPolls, maxPages, sortOptions, zoneOf } from "../polls.ts";

/** A row with what tells polls of the same title apart: status, first option and day of creation. */
function showChoice(poll: Poll): { id: string; name: string } {
  const { id, title, status, createdAt } = poll;
  const zone = zoneOf(poll);
  const [first] = sortOptions(poll);
  const created = { date: toLocal(createdAt, zone ?? "UTC").date };
  const parts = [
    `${sanitizeLine(title) || id}${status === "open" ? "" : ` (${status})`}`,
    ...(first === undefined ? [] : [`from ${formatOption(first, zone, { style: "short" })}`]),
    `created ${formatOption(created, null, { style: "short" })}`,
  ];
  return { id, name: parts.join(" \u00b7 ") };
}

/** The hidden trigger that fills every dropdown of polls. A page reads those before it again; few people go further than two. */
export const pollList = {
  key: "poll_list",
  noun: "Poll",
  display: {
    label: "List Polls",
    description: "Triggers when a dropdown of polls is opened.",
    hidden: true,
  },
  operation: {
    type: "polling",
    canPaginate: true,
    perform: step(async ({ client, bundle }) => {
      const page = bundle.meta?.page ?? 0;
      // Find Poll finds no older ones either.
      if (page >= maxPages) return [];
      const polls = await listNewestPolls(client, { pages: page + 1 });
      return polls.slice(page * maxPageSize).map(showChoice);
    }),
    inputFields: [],
  },
} satisfies Trigger;
