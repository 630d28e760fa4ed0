import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { type RankedOption, rankOptions } from "../../src/scheduling/index.ts";
import { beginsWord, readSearched, splitWords } from "../../src/searched.ts";
import { choose, note, quoteValue, refuse, single } from "../input/index.ts";
import {
  headOutputs,
  integer,
  lineItems,
  localDate,
  type Outputs,
  sampleParticipant,
  samplePoll,
  toWhen,
} from "../output/index.ts";
import { listNewestPolls, maxPages, statuses } from "../polls.ts";
import { defineSearch, refuseLost } from "./search.ts";

/** Maximum line items. Each poll with responses costs a request, of which a space has 60 a minute. */
const maxLineItems = 25;

interface Listed {
  poll: Poll;
  /** The option that most people can attend, unless nobody responded or all have passed. */
  leading: RankedOption<PollOption, Participant> | null;
}

const nameLeading = ({ poll, leading }: Listed): string | null =>
  leading && toWhen(leading.option, poll).date_and_time;

const itemOutputs: Outputs<Listed> = {
  ...headOutputs,
  created_text: ({ poll }) => localDate(poll.createdAt, poll),
  leading_time: nameLeading,
  leading_count: integer(({ leading }) => leading?.available ?? 0),
};

interface Digest {
  id: string;
  /** The number of all that match. */
  matches: number;
  polls: readonly Listed[];
}

const outputs: Outputs<Digest> = {
  id: ({ id }) => id,
  match_count: integer(({ matches }) => matches),
  polls_text: ({ polls }) => polls.map(describe).join("\n"),
  polls: lineItems(itemOutputs, ({ polls }) => polls),
};

/** A line for a message. */
function describe(listed: Listed): string {
  const { poll, leading } = listed;
  const { title, status, participantCount: count } = poll;
  const time = leading === null ? "" : `, most can come on ${nameLeading(listed)} (${leading.available})`;
  return `${title} (${status}): ${count} ${count === 1 ? "response" : "responses"}${time}. ${poll.inviteUrl}`;
}

const toListed = (poll: Poll, participants: readonly Participant[], now: number): Listed => ({
  poll: { ...poll, participantCount: participants.length },
  leading: rankOptions({ poll, participants, now }).best,
});

export const findPolls = defineSearch({
  key: "find_polls",
  noun: "Poll",
  label: "Find Polls",
  description:
    "Finds several polls, each with its responses, its links and the time that most people can attend.",
  form: {
    note: note(
      `One result lists the newest polls, up to ${maxLineItems}, for a digest: add a Schedule trigger before it. Match Count has all.`,
    ),
    status: choose(statuses, "Which ones are listed. Default: Open."),
    title: single(
      "Only polls with words that begin so, in any order. Upper and lower case make no difference.",
      "Team",
    ),
  },
  outputs,
  async find(run, { status = "open", title: wanted }) {
    const { client } = run;
    refuseLost(run, "title");
    const words = splitWords(wanted ?? "");
    if (wanted !== undefined && words.length === 0)
      throw refuse("title", `${quoteValue(wanted)} has no word. Enter one, or clear the field.`);
    const pages = wanted === undefined ? 1 : maxPages;
    const listed = await listNewestPolls(client, { status: status === "any" ? undefined : status, pages });
    const found = listed.filter(({ title }) => {
      const searched = readSearched(title);
      return words.every((word) => beginsWord(searched, word));
    });
    const polls: Listed[] = [];
    for (const poll of found.slice(0, maxLineItems)) {
      const isEmpty = poll.participantCount === 0;
      const people = isEmpty ? [] : (await client.listParticipants({ pollId: poll.id })).data;
      polls.push(toListed(poll, people, Date.now()));
    }
    const [first] = found;
    return first === undefined ? [] : [{ id: `${first.id}:${found.length}`, matches: found.length, polls }];
  },
  sample: { id: `${samplePoll.id}:1`, matches: 1, polls: [toListed(samplePoll, [sampleParticipant], 0)] },
});
