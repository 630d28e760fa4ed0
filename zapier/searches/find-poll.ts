import type { Poll } from "../../src/api/web.ts";
import { foldText } from "../../src/fold-text.ts";
import { isPollGone, type Run } from "../client.ts";
import { choose, type FormOf, optionalPoll, refuse, single } from "../input/index.ts";
import { describePoll, pollOutputs, samplePoll } from "../output/index.ts";
import { listNewestPolls, maxPages, readNewestPolls, statuses } from "../polls.ts";
import { defineSearch, refuseLost } from "./search.ts";

/** Maximum matches. Zapier itself goes on with the first. */
const maxMatches = 20;

const form = {
  title: single("Upper and lower case, accents and extra spaces make no difference.", "Team lunch"),
  title_match: choose(
    { whole: "The Whole Title", part: "Any Part of the Title" },
    "Default: the whole, newest poll first. Any part also finds longer ones, closest first.",
  ),
  status: choose(
    statuses,
    "Default: Open. To find last week's poll too, which may be closed, choose Any. Without a title, the newest one is found.",
  ),
  poll: optionalPoll("Pick from the list instead of searching."),
};

/** How a title may match, the best first. Both texts are folded. */
const fits: readonly ((title: string, wanted: string) => boolean)[] = [
  (title, wanted) => title === wanted,
  (title, wanted) => title.startsWith(wanted),
  (title, wanted) => title.includes(wanted),
  (title, wanted) => wanted.split(" ").every((word) => title.includes(word)),
];

async function searchPolls(
  run: Run,
  { title, title_match, status: chosen }: FormOf<typeof form>,
): Promise<Poll[]> {
  const { client } = run;
  const wanted = foldText(title ?? "");
  const status = chosen === "any" ? undefined : (chosen ?? "open");
  if (wanted === "") {
    refuseLost(run, "title", "poll");
    if (chosen !== undefined) return listNewestPolls(client, { status, limit: 1, pages: 1 });
    throw refuse("title", "is required. Enter one, choose a Status alone, or pick a Poll from the list.");
  }
  const range = { pages: maxPages, status };
  if (title_match === "part") {
    const polls = await listNewestPolls(client, range);
    const found = fits.flatMap((fit) => polls.filter((poll) => fit(foldText(poll.title), wanted)));
    return [...new Set(found)];
  }
  // The newest poll of this title is wanted: older pages are not read once it is found.
  for await (const { data } of readNewestPolls(client, range)) {
    const found = data.filter((poll) => foldText(poll.title) === wanted);
    if (found.length > 0) return found;
  }
  return [];
}

/** The poll that was picked. Find or Create Poll, whose form has more fields, must not create another one in its place. */
async function readChosen({ client, values }: Run, pollId: string): Promise<Poll> {
  const { data } = await client.getPoll({ pollId }).catch((error: unknown) => {
    if (!isPollGone(error) || values["option_type"] === undefined) throw error;
    throw refuse(
      "poll",
      "the poll that was picked is gone. Pick another one, or clear the field to search by title.",
    );
  });
  return data;
}

export const findPoll = defineSearch({
  key: "find_poll",
  noun: "Poll",
  label: "Find Poll",
  description: "Finds a poll by its title or status, or one picked from the list.",
  form,
  outputs: pollOutputs,
  async find(run, asked) {
    const polls =
      asked.poll === undefined ? await searchPolls(run, asked) : [await readChosen(run, asked.poll)];
    return polls.slice(0, maxMatches).map(describePoll);
  },
  sample: describePoll(samplePoll),
});
