import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client } from "../../src/api/client.ts";
import type { Poll, PollStatus } from "../../src/api/schemas.ts";
import { emptyWhenGone, withClient } from "../connection.ts";
import { type FormValues, readForm } from "../form/blanks.ts";
import { findPoll } from "../form/poll.ts";
import { FormRefusal } from "../form/refusal.ts";
import { readSingle } from "../form/single.ts";
import { pollFields } from "../output/fields.ts";
import { fold, pickBest, rankMatch } from "../output/match.ts";
import { type PollRecord, showPoll } from "../output/poll.ts";
import { listNewestPolls, mostPages } from "../pages.ts";
import { pollSample } from "../samples.ts";

const statuses: readonly PollStatus[] = ["open", "closed", "scheduled", "canceled"];

const choice = (value: string, label: string) => ({ value, sample: value, label });

const inputFields = defineInputFields([
  {
    key: "title",
    label: "Title",
    type: "string",
    placeholder: "Team lunch",
    helpText:
      "All or part of what the poll is called; upper and lower case make no difference. The best match comes first.",
  },
  {
    key: "match",
    label: "Match",
    type: "string",
    choices: [choice("part", "Any part of the title"), choice("whole", "The whole title only")],
    default: "part",
    helpText: "How strict to be. Choose the whole title when a missing poll is to be created.",
  },
  {
    key: "status",
    label: "Status",
    type: "string",
    choices: statuses.map((status) => choice(status, `${status.charAt(0).toUpperCase()}${status.slice(1)}`)),
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

/** One of a field's choices, or `undefined` when it was left empty. */
function readChoice<Choice extends string>(
  values: FormValues,
  [key, label]: readonly [string, string],
  choices: readonly Choice[],
): Choice | undefined {
  const written = readSingle(values, key, label);
  const chosen = choices.find((one) => one === written?.toLowerCase());
  if (written !== undefined && chosen === undefined)
    throw new FormRefusal([{ field: label, message: `"${written}" is not one of the choices.` }]);
  return chosen;
}

async function searchTitle(client: Client, values: FormValues): Promise<Poll[]> {
  const title = readSingle(values, "title", "Title");
  if (title === undefined)
    throw new FormRefusal([{ field: "Title", message: "is needed, unless a Poll is picked from the list." }]);
  const status = readChoice(values, ["status", "Status"], statuses);
  const match = readChoice(values, ["match", "Match"], ["part", "whole"]);
  const polls = await listNewestPolls(client, { pages: mostPages, ...(status !== undefined && { status }) });
  if (match === "whole") return polls.filter((poll) => fold(poll.title) === fold(title));
  return pickBest(polls, (poll) => rankMatch(poll.title, title));
}

async function perform(z: ZObject, { authData, inputData }: Bundle): Promise<PollRecord[]> {
  return withClient(z, authData, async (client) => {
    const values = readForm(inputData);
    const pollId = findPoll(values);
    if (pollId === undefined) return (await searchTitle(client, values)).map(showPoll);
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
