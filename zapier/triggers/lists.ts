/** The hidden triggers that fill dropdowns. */
import type { Trigger } from "zapier-platform-core";
import { maxPageSize } from "../../src/api/send/operations.ts";
import type { Poll } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { formatOption, toLocal } from "../../src/time/index.ts";
import { type Run, step } from "../client.ts";
import { listNewestPolls, maxPages, sortOptions, zoneOf } from "../polls.ts";

interface Choice {
  id: string;
  name: string;
}

const defineList = (noun: string, list: (run: Run) => Promise<Choice[]>) =>
  ({
    key: `${noun.toLowerCase()}_list`,
    noun,
    display: {
      label: `List ${noun}s`,
      description: `Triggers when a dropdown of ${noun.toLowerCase()}s is opened.`,
      hidden: true,
    },
    operation: { type: "polling", canPaginate: true, perform: step(list), inputFields: [] },
  }) satisfies Trigger;

/** A row with what tells polls of the same title apart: status, first option and day of creation. */
function toChoice(poll: Poll): Choice {
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

/** Polls. A page reads those before it again; few people go further than two. Find Poll finds no older ones either. */
export const pollList = defineList("Poll", async ({ client, bundle }) => {
  const page = bundle.meta?.page ?? 0;
  if (page >= maxPages) return [];
  const polls = await listNewestPolls(client, { pages: page + 1 });
  return polls.slice(page * maxPageSize).map(toChoice);
});

/** The options of the chosen poll, all on one page. */
export const optionList = defineList("Option", async ({ client, bundle, values }) => {
  if ((bundle.meta?.page ?? 0) > 0) return [];
  const { data: poll } = await client.getPoll({ pollId: String(values["poll"]) });
  return poll.options.map((option) => ({ id: option.id, name: formatOption(option, zoneOf(poll)) }));
});
