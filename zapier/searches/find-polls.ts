import type { Poll } from "../../src/api/web.ts";
import { beginsWord, readSearched, splitWords } from "../../src/searched.ts";
import { choose, defineForm, note, quoteValue, refuse, single } from "../input/index.ts";
import { headOutputs, integer, lineItems, localDate, type Outputs, samplePoll } from "../output/index.ts";
import { listNewestPolls, maxPages, statuses } from "../polls.ts";
import { defineSearch, refuseLost } from "./search.ts";

const maxLineItems = 100;

interface Digest {
  id: string;
  polls: readonly Poll[];
}

const itemOutputs: Outputs<{ poll: Poll }> = {
  ...headOutputs,
  created_text: ({ poll }) => localDate(poll.createdAt, poll),
};

const outputs: Outputs<Digest> = {
  id: ({ id }) => id,
  match_count: integer(({ polls }) => polls.length),
  polls_text: ({ polls }) => polls.slice(0, maxLineItems).map(describe).join("\n"),
  polls: lineItems(itemOutputs, ({ polls }) => polls.slice(0, maxLineItems).map((poll) => ({ poll }))),
};

/** A line for a message. */
function describe({ title, status, participantCount: count, inviteUrl }: Poll): string {
  return `${title} (${status}): ${count} ${count === 1 ? "response" : "responses"}. ${inviteUrl}`;
}

export const findPolls = defineSearch({
  key: "find_polls",
  noun: "Poll",
  label: "Find Polls",
  description: "Finds several polls, each with its number of responses and its links.",
  form: defineForm({
    note: note(
      `One result lists the newest polls, up to ${maxLineItems}, for a digest: add a Schedule trigger before it. Match Count has all. For the best time of each, loop over Find Best Time.`,
    ),
    status: choose(statuses, "Which ones are listed. Default: Open."),
    title: single(
      "Words of the title, in any order. The beginning of a word is enough: Plan finds Team planning too.",
      "Team",
    ),
  }),
  outputs,
  async find(run, { status = "open", title }) {
    refuseLost(run, "title");
    const words = splitWords(title ?? "");
    if (title !== undefined && words.length === 0)
      throw refuse("title", `${quoteValue(title)} has no word. Enter one, or clear the field.`);
    const range = { status, pages: title === undefined ? 1 : maxPages };
    const polls = (await listNewestPolls(run.client, range)).filter((poll) => {
      const searched = readSearched(poll.title);
      return words.every((word) => beginsWord(searched, word));
    });
    const [first] = polls;
    return first === undefined ? [] : [{ id: `${first.id}:${polls.length}`, polls }];
  },
  sample: { id: `${samplePoll.id}:1`, polls: [samplePoll] },
});
