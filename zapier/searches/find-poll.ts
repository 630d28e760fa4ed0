import { defineInputFields, type Search } from "zapier-platform-core";
import type { Poll, PollStatus } from "../../src/api/web.ts";
import { foldText } from "../../src/fold-text.ts";
import { isPollGone, type Run } from "../client.ts";
import { type Choice, choice, getChoice } from "../input/choice.ts";
import { getSingle } from "../input/form-values.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { pollFields, toPollRecord } from "../output/poll.ts";
import { listNewestPolls, maxPages, readNewestPolls } from "../polls.ts";
import { samplePoll } from "../samples.ts";
import { search } from "./search.ts";

/** Maximum matches. Zapier itself goes on with the first. */
const maxMatches = 20;

export const statuses: readonly Choice<PollStatus | "any">[] = [
  choice("any", "Any"),
  choice("open", "Open"),
  choice("closed", "Closed"),
  choice("scheduled", "Scheduled"),
  choice("canceled", "Canceled"),
];

const matches = [choice("whole", "The Whole Title"), choice("part", "Any Part of the Title")];

const inputFields = defineInputFields([
  text("title", "Upper and lower case, accents and extra spaces make no difference.", {
    placeholder: "Team lunch",
  }),
  text(
    "title_match",
    "Default: the whole, newest poll first. Any part also finds longer ones, closest first.",
    { choices: [...matches] },
  ),
  text(
    "status",
    "Default: Open. To find last week's poll too, which may be closed, choose Any. Without a title, the newest one is found.",
    { choices: [...statuses] },
  ),
  { ...optionalPollField, helpText: "Pick from the list instead of searching." },
]);

/** How a title may match, the best first. Both texts are folded. */
const fits: readonly ((title: string, wanted: string) => boolean)[] = [
  (title, wanted) => title === wanted,
  (title, wanted) => title.startsWith(wanted),
  (title, wanted) => title.includes(wanted),
  (title, wanted) => wanted.split(" ").every((word) => title.includes(word)),
];

async function searchPolls({ client, values, bundle }: Run): Promise<Poll[]> {
  const title = getSingle(values, "title");
  const wanted = foldText(title ?? "");
  const chosen = getChoice(values, "status", statuses);
  // A mapped title that is empty today must not find any poll.
  const isMapped = String(bundle.inputDataRaw?.["title"] ?? "") !== "";
  if (wanted === "" && (title !== undefined || isMapped || chosen === undefined))
    throw refuse("title", "is required. Enter one, choose a Status alone, or pick a Poll from the list.");
  const status = chosen === "any" ? undefined : (chosen ?? "open");
  if (wanted === "") return listNewestPolls(client, { status, limit: 1, pages: 1 });
  const range = { pages: maxPages, status };
  if (getChoice(values, "title_match", matches) === "part") {
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

export const findPoll = {
  key: "find_poll",
  noun: "Poll",
  display: {
    label: "Find Poll",
    description: "Finds a poll by its title or status, or one picked from the list.",
  },
  operation: {
    perform: search(async (run) => {
      const pollId = getPoll(run.values);
      const polls = pollId === undefined ? await searchPolls(run) : [await readChosen(run, pollId)];
      return polls.slice(0, maxMatches).map(toPollRecord);
    }),
    inputFields,
    outputFields: pollFields,
    sample: toPollRecord(samplePoll),
  },
} satisfies Search;
