import { defineInputFields, type Search } from "zapier-platform-core";
import type { Client, Poll, PollStatus } from "../../src/api/web.ts";
import { foldText } from "../../src/scheduling/index.ts";
import { search } from "../client.ts";
import { type Choice, choice, getChoice } from "../input/choice.ts";
import { type FormValues, getSingle } from "../input/form-values.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
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
  { ...optionalPollField, helpText: "Pick from the list instead of searching by title." },
]);

/** How a title may match, the best first. Both texts are folded. */
const fits: readonly ((title: string, wanted: string) => boolean)[] = [
  (title, wanted) => title === wanted,
  (title, wanted) => title.startsWith(wanted),
  (title, wanted) => title.includes(wanted),
  (title, wanted) => wanted.split(" ").every((word) => title.includes(word)),
];

async function searchTitle(client: Client, values: FormValues): Promise<Poll[]> {
  const wanted = foldText(getSingle(values, "title") ?? "");
  if (wanted === "") throw refuse("title", "is required. Enter a title, or pick a Poll from the list.");
  const range = { pages: maxPages, status: getChoice(values, "status", statuses) };
  if (getChoice(values, "match", matches) === "part") {
    const polls = await listNewestPolls(client, range);
    const found = fits.flatMap((fit) => polls.filter(({ title }) => fit(foldText(title), wanted)));
    return [...new Set(found)];
  }
  // The newest poll of this title is wanted: older pages are not read once it is found.
  for await (const { data } of readNewestPolls(client, range)) {
    const found = data.filter(({ title }) => foldText(title) === wanted);
    if (found.length > 0) return found;
  }
  return [];
}

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
