import type { Poll } from "../../src/api/web.ts";
import { foldText } from "../../src/fold-text.ts";
import { isPollGone, type Run } from "../client.ts";
import { choose, defineForm, type FormOf, optionalPoll, refuse, single } from "../input/index.ts";
import { describePoll, pollOutputs, samplePoll } from "../output/index.ts";
import { maxPages, readNewestPolls, statuses } from "../polls.ts";
import { defineSearch, refuseLost } from "./search.ts";

const fields = {
  title: single(
    "The complete title. Upper and lower case, accents and extra spaces make no difference. The newest poll is found.",
    "Team lunch",
  ),
  status: choose(
    statuses,
    "Default: Open. Choose Any to find also polls that have ended, such as last week's. Without a title, the newest is found.",
  ),
  poll: optionalPoll("Pick from the list instead of searching."),
};

async function searchPolls(run: Run, { title, status }: FormOf<typeof fields>): Promise<Poll[]> {
  if (title === undefined) refuseLost(run, "title", "poll");
  if (title === undefined && status === undefined)
    throw refuse("title", "is required. Enter one, choose a Status alone, or pick a Poll from the list.");
  const range = { pages: maxPages, status: status ?? "open" };
  // The newest poll of this title is wanted: older pages are not read once it is found.
  for await (const { data } of readNewestPolls(run.client, range)) {
    const found = data.filter((poll) => title === undefined || foldText(poll.title) === foldText(title));
    if (found.length > 0) return found.slice(0, title === undefined ? 1 : 20);
  }
  return [];
}

/** The poll that was picked. Find or Create Poll, whose form has more fields, must not create another one in its place. */
async function readChosen({ client, values }: Run, pollId: string): Promise<Poll[]> {
  const { data } = await client.getPoll({ pollId }).catch((error: unknown) => {
    if (!isPollGone(error) || values["option_type"] === undefined) throw error;
    throw refuse(
      "poll",
      "the poll that was picked is gone. Pick another one, or clear the field to search by title.",
    );
  });
  return [data];
}

export const findPoll = defineSearch({
  key: "find_poll",
  noun: "Poll",
  label: "Find Poll",
  description: "Finds a poll by its title or status, or one picked from the list.",
  form: defineForm(fields),
  outputs: pollOutputs,
  find: async (run, asked) =>
    (asked.poll === undefined ? await searchPolls(run, asked) : await readChosen(run, asked.poll)).map(
      describePoll,
    ),
  sample: describePoll(samplePoll),
});
