import type { Search } from "zapier-platform-core";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { foldText } from "../../src/fold-text.ts";
import { type RankedOption, rankOptions } from "../../src/scheduling/index.ts";
import type { Run } from "../client.ts";
import { choose, defineForm, note, single } from "../input/index.ts";
import {
  type Column,
  column,
  headColumns,
  lineItems,
  listFields,
  localDate,
  type OutputRecord,
  sampleParticipant,
  samplePoll,
  toRecord,
  toWhen,
} from "../output/index.ts";
import { listNewestPolls, maxPages, statuses } from "../polls.ts";
import { search } from "./search.ts";

/** Maximum line items. Each poll with responses costs a request, of which a space has 60 a minute. */
const maxLineItems = 25;

const form = defineForm({
  note: note(
    `One result lists the newest polls, up to ${maxLineItems}, for a digest: add a Schedule trigger before it. Match Count has all.`,
  ),
  status: choose(statuses, "Which ones are listed. Default: Open."),
  title: single(
    "Only polls with these words, in any order. Upper and lower case make no difference.",
    "Team",
  ),
});

interface Listed {
  poll: Poll;
  /** The option that most people can attend, unless nobody responded or all have passed. */
  leading: RankedOption<PollOption, Participant> | null;
}

const nameLeading = ({ poll, leading }: Listed): string | null =>
  leading && toWhen(leading.option, poll.timeZone).text;

const itemColumns: Column<Listed>[] = [
  ...headColumns,
  column("created_text", "Created (Text)", ({ poll }) => localDate(poll.createdAt, poll.timeZone)),
  column("leading_time", "Leading Time", nameLeading),
  column("leading_count", "Leading Count", ({ leading }) => leading?.available ?? 0, "integer"),
];

interface Digest {
  id: string;
  /** The number of all that match. */
  matches: number;
  polls: readonly Listed[];
}

const columns: Column<Digest>[] = [
  column("id", "ID", ({ id }) => id),
  column("match_count", "Match Count", ({ matches }) => matches, "integer"),
  column("polls_text", "Polls (Text)", ({ polls }) => polls.map(describe).join("\n")),
  lineItems("polls", "Polls", itemColumns, ({ polls }) => polls),
];

/** A line for a message. */
function describe(listed: Listed): string {
  const { poll, leading } = listed;
  const { title, status, participantCount: count } = poll;
  const time = leading === null ? "" : `, most can come on ${nameLeading(listed)} (${leading.available})`;
  return `${title} (${status}): ${count} ${count === 1 ? "response" : "responses"}${time}. ${poll.inviteUrl}`;
}

const toListed = (poll: Poll, participants: readonly Participant[]): Listed => ({
  poll: { ...poll, participantCount: participants.length },
  leading: rankOptions({ poll, participants, now: Date.now() }).best,
});

async function perform({ client, values }: Run): Promise<OutputRecord[]> {
  const { status = "open", title: wanted } = form.read(values);
  const words = foldText(wanted ?? "").split(" ");
  const pages = wanted === undefined ? 1 : maxPages;
  const polls = await listNewestPolls(client, { status: status === "any" ? undefined : status, pages });
  const found = polls.filter(({ title }) => words.every((word) => foldText(title).includes(word)));
  const listed: Listed[] = [];
  for (const poll of found.slice(0, maxLineItems)) {
    const people =
      poll.participantCount === 0 ? [] : (await client.listParticipants({ pollId: poll.id })).data;
    listed.push(toListed(poll, people));
  }
  const [first] = found;
  if (first === undefined) return [];
  return [toRecord(columns, { id: `${first.id}:${found.length}`, matches: found.length, polls: listed })];
}

export const findPolls = {
  key: "find_polls",
  noun: "Poll",
  display: {
    label: "Find Polls",
    description:
      "Finds several polls, each with its responses, its links and the time that most people can attend.",
  },
  operation: {
    perform: search(perform),
    inputFields: form.inputFields,
    outputFields: listFields(columns),
    sample: toRecord(columns, {
      id: `${samplePoll.id}:1`,
      matches: 1,
      polls: [
        {
          poll: samplePoll,
          leading: rankOptions({ poll: samplePoll, participants: [sampleParticipant], now: 0 }).best,
        },
      ],
    }),
  },
} satisfies Search;
