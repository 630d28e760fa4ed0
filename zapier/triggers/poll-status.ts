import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import { maxPageSize, type Poll } from "../../src/api/web.ts";
import { openCache } from "../cache.ts";
import { withClient } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { normalizeInput } from "../input/form-values.ts";
import { text } from "../input/labels.ts";
import { pollEventFields, toPollEventRecord } from "../output/poll.ts";
import { limitSize, type OutputRecord } from "../output/table.ts";
import { listNewestPolls, listOpenPolls, runPages } from "../polls.ts";
import { samplePoll } from "../samples.ts";
import { countVisits } from "./memory.ts";

/** More pages when a Zap is switched on, because a later deletion moves older polls into the pages of a check. */
const switchOnPages = 6;

const choices = [choice("closed", "Closed"), choice("scheduled", "Scheduled"), choice("either", "Either")];

const inputFields = defineInputFields([
  text(
    "status",
    "Closed: by hand, or because all options have passed. Scheduled: the organizer picked a time; to learn which one, use a webhook of the space. Default: Closed.",
    { choices },
  ),
]);

const byChange = (one: Poll, other: Poll) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt);

/**
 * The polls of a status, the latest change first. A poll has one id for each time that it came into the status: editing a
 * closed poll does not fire again, and closing it after it was reopened does.
 */
const perform = (z: ZObject, { authData, inputData, meta }: Bundle): Promise<OutputRecord[]> =>
  withClient(z, authData, async (client) => {
    const chosen = getChoice(normalizeInput(inputData), "status", choices) ?? "closed";
    const statuses = chosen === "either" ? (["closed", "scheduled"] as const) : [chosen];
    const pages = meta?.isLoadingSample ? 1 : meta?.isPopulatingDedupe ? switchOnPages : runPages;
    const lists: Poll[][] = [];
    for (const status of statuses) lists.push(await listNewestPolls(client, { status, pages }));
    const polls = lists.flat().sort(byChange);
    if (meta?.isLoadingSample)
      return polls.slice(0, 3).map((poll) => toPollEventRecord(poll, `${poll.id}:${poll.status}`));
    const cache = openCache(z, authData);
    // Of more polls than these pages have, one that is not listed may still have the status.
    const isCut = lists.some(({ length }) => length >= pages * maxPageSize);
    const open = isCut ? new Set((await listOpenPolls(client, cache, false)).map(({ id }) => id)) : undefined;
    const states = new Map(polls.map(({ id, status }): [string, string] => [id, status]));
    const visits = await countVisits(cache, `polls_${chosen}`, states, (id) => open?.has(id) ?? true);
    if (meta?.isPopulatingDedupe) return [...visits.values()].flatMap(({ ids }) => ids.map((id) => ({ id })));
    return limitSize(polls.map((poll) => toPollEventRecord(poll, visits.get(poll.id)?.id ?? poll.id)));
  });

/** The trigger that fires each time a poll is closed or scheduled. */
export const pollStatus = {
  key: "poll_closed_or_scheduled",
  noun: "Poll",
  display: {
    label: "Poll Closed or Scheduled",
    description: "Triggers when a poll is closed, or when its organizer picks a time.",
  },
  operation: {
    type: "polling",
    perform,
    inputFields,
    outputFields: pollEventFields,
    sample: toPollEventRecord({ ...samplePoll, status: "closed" }, `${samplePoll.id}:closed`),
    cleanInputData: false,
  },
} satisfies Trigger;
