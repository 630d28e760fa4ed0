import { defineInputFields, type Search } from "zapier-platform-core";
import type { Client, Poll, PollStatus } from "../../src/api/web.ts";
import { foldText } from "../../src/scheduling/index.ts";
import { search } from "../client.ts";
import { type Choice, choice, getChoice } from "../input/choice.ts";
import { type FormValues, getSingle } from "../input/form-values.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPoll } from "../input/poll.ts";
import { pollFields, toPollRecord } from "../output/poll.ts";
import { listNewestPolls, maxPages, readNewestPolls } from "../polls.ts";
import { samplePoll } from "../samples.ts";

/** Maximum matches. Zapier itself goes on with the first. */
const maxMatches = 20;

const statuses: readonly Choice<PollStatus>[] = [
  choice("open", "Open"),
  choice("closed", "Closed"),
  choice("scheduled", "Scheduled"),
  choice("canceled", "Canceled"),
];

const matches = [choice("whole", "The whole title"), choice("part", "Any part of the title")];

const inputFields = defineInputFields([
  text("title", "Upper and lower case, accents and extra spaces make no difference.", {
    placeholder: "Team lunch",
  }),
  text(
    "match",
    "Default: the whole title, newest poll first. Any part of the title also finds longer titles, closest first.",
    { choices: [...matches], default: "whole" },
  ),
  text("status", "Leave empty to find all polls.", { choices: [...statuses] }),
  text("poll", "Pick from the list instead of searching by title.", {
    dynamic: "poll_list.id.name",
    search: "find_poll.id",
  }),
]);

async function searchTitle(client: Client, values: FormValues): Promise<Poll[]> {
  const title = getSingle(values, "title") ?? "";
  const wanted = foldText(title);
  if (wanted === "") throw refuse("title", "is required. Enter a title, or pick a Poll from the list.");
  const status = getChoice(values, "status", statuses);
  const range = { pages: maxPages, status };
  if (getChoice(values, "match", matches) === "part")
    return pickBest(await listNewestPolls(client, range), title);
  // The newest poll of this title is wanted: older pages are not read once it is found.
  for await (const polls of readNewestPolls(client, range)) {
    const found = polls.filter((poll) => foldText(poll.title) === wanted);
    if (found.length > 0) return found;
  }
  return [];
}

/** The search for a poll by its title among the newest 1,000, or by its id. */
export const findPollByTitle = {
  key: "find_poll",
  noun: "Poll",
  display: { label: "Find Poll", description: "Finds a poll by its title, or one picked from the list." },
  operation: {
    perform: search(async ({ client, values }) => {
      const pollId = getPoll(values);
      const polls =
        pollId === undefined ? await searchTitle(client, values) : [(await client.getPoll({ pollId })).data];
      return polls.slice(0, maxMatches).map(toPollRecord);
    }),
    inputFields,
    outputFields: pollFields,
    sample: toPollRecord(samplePoll),
  },
} satisfies Search;

/** How well a title matches a search, the best first; `undefined` when it does not. */
function rankTitle(title: string, wanted: string): number | undefined {
  const [have, want] = [foldText(title), foldText(wanted)];
  if (have === want) return 0;
  if (have.startsWith(want)) return 1;
  if (have.includes(want)) return 2;
  return want.split(" ").every((word) => have.includes(word)) ? 3 : undefined;
}

/** The polls whose titles match, best first; equals keep their order. */
const pickBest = (polls: readonly Poll[], title: string): Poll[] =>
  polls
    .flatMap((poll) => {
      const rank = rankTitle(poll.title, title);
      return rank === undefined ? [] : { poll, rank };
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ poll }) => poll);
