import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client } from "../../src/api/client.ts";
import type { Poll, PollStatus } from "../../src/api/schemas.ts";
import { foldText } from "../../src/scheduling/index.ts";
import { emptyWhenGone, withClient } from "../connection.ts";
import { type FormValues, readForm } from "../form/blanks.ts";
import { type Choice, choice, readChoice } from "../form/choice.ts";
import { findPoll } from "../form/poll.ts";
import { FormRefusal } from "../form/refusal.ts";
import { readSingle } from "../form/single.ts";
import { pollFields } from "../output/fields.ts";
import { type PollRecord, showPoll } from "../output/poll.ts";
import { listNewestPolls, maxMatches, mostPages, type PollRange, readPages } from "../pages.ts";
import { pollSample } from "../samples.ts";
import { pickBest, rankTitle } from "./title-match.ts";

const statuses: readonly Choice<PollStatus>[] = [
  choice("open", "Open"),
  choice("closed", "Closed"),
  choice("scheduled", "Scheduled"),
  choice("canceled", "Canceled"),
];

const matches = [choice("whole", "The whole title"), choice("part", "Any part of the title")];

const inputFields = defineInputFields([
  {
    key: "title",
    label: "Title",
    type: "string",
    placeholder: "Team lunch",
    helpText: "What the poll is called. Upper and lower case, accents and extra spaces make no difference.",
  },
  {
    key: "match",
    label: "Match",
    type: "string",
    choices: [...matches],
    default: "whole",
    helpText:
      "How strict to be. By default only a poll with exactly this name is found, the newest first. A part also finds longer names, the best one first.",
  },
  {
    key: "status",
    label: "Status",
    type: "string",
    choices: [...statuses],
    helpText: "Search among these polls only; among all when empty.",
  },
  {
    key: "poll",
    label: "Poll",
    type: "string",
    dynamic: "poll_list.id.name",
    search: "find_poll.id",
    helpText: "Instead of searching by title, pick from the list.",
  },
]);

async function searchTitle(client: Client, values: FormValues): Promise<Poll[]> {
  const title = readSingle(values, "title", "Title") ?? "";
  const wanted = foldText(title);
  if (wanted === "")
    throw new FormRefusal([{ field: "Title", message: "is needed, unless a Poll is picked from the list." }]);
  const status = readChoice(values, "status", "Status", statuses);
  const range: PollRange = { pages: mostPages, ...(status !== undefined && { status }) };
  if (readChoice(values, "match", "Match", matches) === "part")
    return pickBest(await listNewestPolls(client, range), (poll) => rankTitle(poll.title, title));
  // The newest poll of this title is wanted: older pages are not read once it is found.
  for await (const polls of readPages(client, range)) {
    const found = polls.filter((poll) => foldText(poll.title) === wanted);
    if (found.length > 0) return found;
  }
  return [];
}

async function perform(z: ZObject, { authData, inputData }: Bundle): Promise<PollRecord[]> {
  return withClient(z, authData, async (client) => {
    const values = readForm(inputData);
    const pollId = findPoll(values);
    if (pollId === undefined) return (await searchTitle(client, values)).slice(0, maxMatches).map(showPoll);
    return emptyWhenGone(async () => [showPoll((await client.getPoll({ pollId })).data)]);
  });
}

/** Finds a poll by its title among the newest thousand, or the one picked from the list. */
export const findPollByTitle = {
  key: "find_poll",
  noun: "Poll",
  display: { label: "Find Poll", description: "Finds a poll by its title, or one picked from the list." },
  operation: { perform, inputFields, outputFields: pollFields, sample: pollSample, cleanInputData: false },
} satisfies Search;
