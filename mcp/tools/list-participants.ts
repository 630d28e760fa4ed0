import * as z from "zod";
import type { Participant, Poll } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { keepLastResponses, type VoteName } from "../../src/scheduling/index.ts";
import { chooseDisplayZone } from "../output/format.ts";
import { toName } from "../output/people-output.ts";
import { describePickedTime, pollLinksShape, toPollSummary } from "../output/poll-output.ts";
import { formatPositions, getBestVotes, getVotePositions } from "../output/votes-output.ts";
import { findOptions, numberOptions } from "../polls/find-options.ts";
import { loadPollWith } from "../polls/load-poll.ts";
import { defineTool } from "../tool.ts";
import { listOrText, pollInput, timeZone } from "./fields.ts";

/** Maximum size of the data, in tokens as {@link estimateTokens} counts them. A page ends before it. */
const maxTokens = 4_700;

/** How a sentence names the votes. */
const voteTexts = {
  yes: "yes",
  ifNeedBe: "if need be",
  noOrUnanswered: "no or unanswered",
} satisfies Record<VoteName, string>;
const voteNames = Object.keys(voteTexts) as VoteName[];

// Some hosts send the number of an option as a number.
const toText = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** Lists the people who answered a poll, with their votes. */
export const listParticipants = defineTool({
  name: "list_participants",
  title: "List participants",
  effect: "read",
  description:
    "List the people who answered a poll, with their votes: who can or cannot make which option, everybody or with option and answer only some. For counts use get_poll_results; for one person get_participant; for invited people who have not answered find_missing_people. options is numbered from 1; yes, ifNeedBe and noOrUnanswered hold those numbers as ranges (1-3,7).",
  input: pollInput({
    option: z
      .preprocess(toText, z.string().trim().min(1).max(1_000))
      .optional()
      .describe("Number, start or date (all its slots) of an option"),
    answer: listOrText(z.enum(voteNames), voteNames.length)
      .optional()
      .describe("Only people with this vote for option"),
    timeZone,
    includeEmails: z.boolean().optional().describe("Only when the person needs the emails"),
    limit: z.int().min(1).max(500).optional().describe("Default: as many as fit"),
    offset: z.int().min(0).optional().describe("nextOffset of the previous result"),
  }).refine(({ answer, option }) => answer === undefined || option !== undefined, {
    path: ["option"],
    error: "is missing: answer needs it",
  }),
  output: z.looseObject({
    ...pollLinksShape,
    options: z.array(z.string()),
    participantCount: z.int().describe("People who answered; noOrUnanswered counts are of these"),
    participants: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        email: z.string().optional(),
        vote: z.string().optional().describe("For option; the best of several slots"),
      }),
    ),
    nextOffset: z.int().optional(),
  }),
  async run(input, context) {
    const { client, signal } = context;
    const { poll, data: everyone } = await loadPollWith(input, context, (pollId) =>
      client.listParticipants({ pollId }, { signal }),
    );
    const zone = chooseDisplayZone(poll, input.timeZone, context.now());
    const filter =
      input.option === undefined
        ? null
        : createFilter(poll, everyone, findOptions(poll, input.option, zone.timeZone), input.answer);
    const matching = filter?.people ?? everyone;
    const repeated = findRepeated(everyone);
    const head = {
      ...toPollSummary(poll),
      ...zone.fields,
      options: numberOptions(poll.options, zone.timeZone, filter?.positions),
      participantCount: everyone.length,
      ...(filter === null ? {} : filter.answer ? { matching: matching.length } : { votes: filter.votes }),
    };
    const from = input.offset ?? 0;
    const wanted = matching.slice(from, from + (input.limit ?? matching.length));
    const participants = fitPage(head, wanted, (person) => ({
      id: person.id,
      name: toName(person),
      ...(input.includeEmails && person.email ? { email: sanitizeLine(person.email) } : {}),
      ...(filter === null ? {} : { vote: filter.voteOf(person) }),
      ...(filter?.positions.length === 1 ? {} : listVotes(poll, person, filter?.positions)),
      ...(repeated.has(person) ? { answeredAgain: true } : {}),
    }));
    const next = from + participants.length;
    const hasMore = next < matching.length;
    const repeatedCount = matching.filter((person) => repeated.has(person)).length;
    const withoutEmail = input.includeEmails ? matching.filter(({ email }) => !email).length : 0;
    const sentences = [
      describePeople(poll, everyone.length, filter),
      repeatedCount === 0
        ? ""
        : `answeredAgain marks ${repeatedCount} with a later answer from the same address.`,
      withoutEmail === 0 ? "" : `${withoutEmail} of these gave no email address.`,
      hasMore ? `Shown up to number ${next}: pass offset ${next} for more.` : "",
      describePickedTime(poll),
    ];
    return {
      text: sentences.filter(Boolean).join(" "),
      data: { ...head, participants, hasMore, ...(hasMore ? { nextOffset: next } : {}) },
    };
  },
});

/** The votes of all people for the chosen options, and the people with one of the wanted votes. */
interface Filter {
  /** The chosen options, from 1. */
  positions: number[];
  answer: VoteName[] | undefined;
  people: Participant[];
  votes: Record<VoteName, number>;
  voteOf(person: Participant): VoteName;
}

// Of several slots the best vote counts: a person who can make one slot of a day can make the day.
function createFilter(
  poll: Poll,
  everyone: Participant[],
  positions: number[],
  answer: VoteName[] | undefined,
): Filter {
  const options = positions.flatMap((position) => poll.options[position - 1] ?? []);
  const votes = getBestVotes(options, everyone);
  const byPerson = new Map(everyone.map((person, index) => [person, votes[index]]));
  const voteOf = (person: Participant) => byPerson.get(person) ?? "noOrUnanswered";
  const count = (name: VoteName) => votes.filter((vote) => vote === name).length;
  return {
    positions,
    answer,
    people: answer === undefined ? everyone : everyone.filter((person) => answer.includes(voteOf(person))),
    votes: { yes: count("yes"), ifNeedBe: count("ifNeedBe"), noOrUnanswered: count("noOrUnanswered") },
    voteOf,
  };
}

/** The responses that have a later one with the same email. The service counts all of them. */
function findRepeated(everyone: readonly Participant[]): Set<Participant> {
  const last = new Set(keepLastResponses(everyone));
  return new Set(everyone.filter((person) => !last.has(person)));
}

/** The numbers of the options by the person's vote, as ranges. */
function listVotes(poll: Poll, person: Participant, chosen?: readonly number[]) {
  const positions = getVotePositions(poll.options, person);
  const format = (vote: VoteName) =>
    formatPositions(positions[vote].filter((position) => chosen === undefined || chosen.includes(position)));
  return Object.fromEntries(
    voteNames.map((vote) => [vote, format(vote)]).filter(([, numbers]) => numbers !== ""),
  );
}

function describePeople({ id }: Poll, total: number, filter: Filter | null): string {
  if (filter === null) return `${total} answered poll ${id}, oldest answer first.`;
  const { positions, answer, people, votes } = filter;
  const options =
    positions.length === 1
      ? `option ${positions[0]}`
      : `options ${formatPositions(positions)} (each person's best vote counts)`;
  if (answer === undefined)
    return `${total} answered poll ${id}. For ${options}: ${votes.yes} yes, ${votes.ifNeedBe} if need be, ${votes.noOrUnanswered} no or unanswered.`;
  const wanted = voteNames.filter((name) => answer.includes(name)).map((name) => `"${voteTexts[name]}"`);
  return `For ${options}: ${people.length} of ${total} with ${wanted.join(" or ")}.`;
}

/** The rows of the first people that fit into the rest of the result: of one at least. */
function fitPage<Row extends object>(
  head: object,
  people: readonly Participant[],
  toRow: (person: Participant) => Row,
): Row[] {
  const rows: Row[] = [];
  let left = maxTokens - estimateTokens(head);
  for (const person of people) {
    const row = toRow(person);
    left -= estimateTokens(row);
    if (left < 0 && rows.length > 0) break;
    rows.push(row);
  }
  return rows;
}

/** Estimates the tokens of a value as JSON: pieces of words and numbers, pairs of signs, and other characters one by one. */
function estimateTokens(value: object): number {
  const pieces = /[A-Za-z]{1,4}|\d{1,3}|[^A-Za-z\d\s\x80-\uffff]{1,2}|[\x80-\uffff]/g;
  return JSON.stringify(value).match(pieces)?.length ?? 0;
}
