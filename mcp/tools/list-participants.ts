import * as z from "zod";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  buildVoteMatrix,
  findPeople,
  keepLastResponses,
  rankOptions,
  type VoteName,
  voteCodes,
} from "../../src/scheduling/index.ts";
import { ToolError } from "../errors.ts";
import {
  chooseDisplayZone,
  type DisplayZone,
  formatInstant,
  formatWhen,
  pluralize,
} from "../output/format.ts";
import { listNames, toCandidates, toName } from "../output/people-output.ts";
import { describePickedTime, pollLinksShape, toPollSummary } from "../output/poll-output.ts";
import { findOptions, formatPositions, numberOptions } from "../polls/find-options.ts";
import { loadVotes } from "../polls/find-poll.ts";
import { defineTool, type ToolContext } from "../tool.ts";
import { pollInput, timeZone } from "./fields.ts";

/** Maximum size of the data, in tokens as {@link estimateTokens} counts them. A page ends before it. */
const maxTokens = 4_700;

/** Maximum number of names of people who can make nothing. The rest is counted. */
const maxNames = 20;

/** How a sentence names the votes, best first. */
const voteTexts = { yes: "yes", ifNeedBe: "if need be", noOrUnanswered: "no or unanswered" } satisfies Record<
  VoteName,
  string
>;
const voteNames = Object.keys(voteTexts) as VoteName[];

const inputSchema = pollInput({
  person: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe("Only this one: name, email or participant id"),
  option: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Number, start, date (all its slots), or "best"'),
  answer: z
    .array(z.enum(voteNames))
    .min(1)
    .max(3)
    .optional()
    .describe("Only people with this vote for option"),
  timeZone,
  includeEmails: z.boolean().optional().describe("Only when the person needs the emails"),
  limit: z.int().min(1).max(500).optional().describe("Default: as many as fit"),
  offset: z.int().min(0).optional().describe("nextOffset of the previous result"),
}).refine(({ answer, option }) => answer === undefined || option !== undefined, {
  path: ["option"],
  error: "is missing: answer needs it",
});

type Arguments = z.infer<typeof inputSchema>;

/** Lists the people who answered a poll, with their votes, or one of them. */
export const listParticipants = defineTool({
  name: "list_participants",
  title: "List participants",
  description:
    "List the people who answered a poll, with their votes: who can or cannot make which option, everybody or with option and answer only some; with person one of them, each option written out. Use find_missing_people for invited people who have not answered. options is numbered from 1, with its counts; yes, ifNeedBe (possible, not preferred) and noOrUnanswered (the service does not tell these apart) hold those numbers as ranges (1-3,7).",
  input: inputSchema,
  output: z.looseObject({
    ...pollLinksShape,
    options: z.array(z.string()).optional(),
    participantCount: z.int().describe("People who answered"),
    canMakeNothing: z.array(z.string()).optional(),
    participants: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        email: z.string().optional(),
        answeredAt: z.string(),
        vote: z.string().optional().describe("For option; the best of several slots"),
      }),
    ),
    nextOffset: z.int().optional(),
  }),
  effect: "read",
  async run(input, context) {
    const { poll, participants: everyone } = await loadVotes(input, context);
    const zone = chooseDisplayZone(poll, input.timeZone, context.now());
    const options: PollOption[] = poll.options;
    const chosen =
      input.option === undefined ? undefined : chooseOptions(poll, everyone, input.option, zone, context);
    const voters = listVoters(options, everyone, chosen);
    const person = input.person === undefined ? undefined : findPerson(everyone, poll, input, zone);
    const { answer } = input;
    const matching = voters.filter(
      (voter) =>
        (person === undefined || voter.person === person.person) &&
        (answer === undefined || answer.includes(voter.best)),
    );
    const isWhole = chosen === undefined && person === undefined;
    const unable = isWhole
      ? keepLastResponses(voters.filter(({ best }) => best === "noOrUnanswered").map(({ person }) => person))
      : [];
    const head = {
      ...toPollSummary(poll),
      ...zone.fields,
      ...(person === undefined && { options: describeOptions(options, voters, zone, chosen) }),
      participantCount: everyone.length,
      ...(answer && { matching: matching.length }),
      ...(chosen && !answer && !person && { votes: countBest(voters) }),
      ...(unable.length > 0 && { canMakeNothing: listNames(unable, maxNames) }),
      ...(person && person.earlier > 0 && { earlierAnswers: person.earlier }),
    };
    const last = new Set(keepLastResponses(everyone));
    const from = input.offset ?? 0;
    const wanted = matching.slice(from, from + (input.limit ?? matching.length));
    const rows = fitPage(head, wanted, ({ person: each, best, positions }) => ({
      id: each.id,
      name: toName(each),
      ...(input.includeEmails && each.email ? { email: sanitizeLine(each.email) } : {}),
      answeredAt: formatInstant(new Date(each.createdAt), zone.timeZone ?? "UTC"),
      ...(chosen && { vote: best }),
      ...(person ? writeVotes(positions, options, zone) : chosen?.length === 1 ? {} : rangeVotes(positions)),
      ...(last.has(each) ? {} : { answeredAgain: true }),
    }));
    const next = from + rows.length;
    const hasMore = next < matching.length;
    const again = person ? 0 : matching.filter((voter) => !last.has(voter.person)).length;
    const withoutEmail = input.includeEmails ? matching.filter(({ person }) => !person.email).length : 0;
    const sentences = [
      person ? describePerson(voters, person) : describePeople(poll, voters, matching, chosen, answer),
      again === 0 ? "" : `answeredAgain marks ${again} with a later answer from the same address.`,
      unable.length === 0 ? "" : `${unable.length} of them can make nothing.`,
      withoutEmail === 0 ? "" : `${withoutEmail} of these gave no email address.`,
      hasMore ? `Shown up to number ${next}: pass offset ${next} for more.` : "",
      describePickedTime(poll),
    ];
    return {
      text: sentences.filter(Boolean).join(" "),
      data: { ...head, participants: rows, hasMore, ...(hasMore ? { nextOffset: next } : {}) },
    };
  },
});

/** A person with the numbers of the options, chosen ones if there are, by their vote. */
interface Voter {
  person: Participant;
  positions: Record<VoteName, number[]>;
  /** The best vote for any of these options. */
  best: VoteName;
}

function listVoters(options: PollOption[], everyone: Participant[], chosen: number[] | undefined): Voter[] {
  const matrix = buildVoteMatrix(options, everyone);
  const numbers = chosen ?? options.map((_, index) => index + 1);
  return everyone.map((person, row) => {
    const listed = (vote: VoteName) =>
      numbers.filter((number) => matrix[row * options.length + number - 1] === voteCodes[vote]);
    const positions = {
      yes: listed("yes"),
      ifNeedBe: listed("ifNeedBe"),
      noOrUnanswered: listed("noOrUnanswered"),
    };
    return {
      person,
      positions,
      best: voteNames.find((vote) => positions[vote].length > 0) ?? "noOrUnanswered",
    };
  });
}

/** The numbers of the options that the argument names. */
function chooseOptions(
  poll: Poll,
  participants: Participant[],
  text: string,
  zone: DisplayZone,
  { now }: ToolContext,
): number[] {
  if (text.toLowerCase() !== "best") return findOptions(poll, text, zone.timeZone);
  const options: PollOption[] = poll.options;
  const { best } = rankOptions({
    poll: { options, timeZone: poll.timeZone },
    participants,
    now: now().getTime(),
  });
  if (best !== null) return [best.index + 1];
  throw new ToolError(
    "The poll has no best option: nobody has answered, nobody is available, or every option is in the past. Tell the person, or pass another option.",
  );
}

/** The options as lines with their numbers and counts: `2: Mon 2027-03-01 09:00–09:30 -05:00 | 3 yes, 1 if need be`. */
function describeOptions(
  options: PollOption[],
  voters: Voter[],
  zone: DisplayZone,
  chosen: number[] | undefined,
) {
  const numbers = chosen ?? options.map((_, index) => index + 1);
  const lines = numberOptions(options, zone.timeZone, numbers);
  const [yes, ifNeedBe] = [tally(voters, "yes"), tally(voters, "ifNeedBe")];
  return numbers
    .toSorted((one, other) => one - other)
    .map((number, index) => {
      const maybe = ifNeedBe.get(number) ?? 0;
      return `${lines[index]} | ${yes.get(number) ?? 0} yes${maybe > 0 ? `, ${maybe} if need be` : ""}`;
    });
}

/** The number of people with a vote, by the number of the option. */
function tally(voters: Voter[], vote: VoteName): Map<number, number> {
  const counts = new Map<number, number>();
  for (const number of voters.flatMap(({ positions }) => positions[vote]))
    counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

const countBest = (voters: Voter[]) =>
  Object.fromEntries(voteNames.map((vote) => [vote, voters.filter(({ best }) => best === vote).length]));

function rangeVotes(positions: Voter["positions"]): Partial<Record<VoteName, string>> {
  const used = voteNames.filter((vote) => positions[vote].length > 0);
  return Object.fromEntries(used.map((vote) => [vote, formatPositions(positions[vote])]));
}

function writeVotes(positions: Voter["positions"], options: PollOption[], zone: DisplayZone) {
  const write = (number: number) =>
    options.slice(number - 1, number).map((option) => formatWhen(option, zone.timeZone));
  return Object.fromEntries(voteNames.map((vote) => [vote, positions[vote].flatMap(write)]));
}

/** The only person whom a text names, and the number of their earlier answers. Throws when none or several match. */
function findPerson(
  everyone: Participant[],
  { id }: Poll,
  { person = "", includeEmails }: Arguments,
  zone: DisplayZone,
) {
  const [match] = findPeople([person], everyone);
  if (match?.kind === "found") return { person: match.person, earlier: match.responses.length - 1 };
  const candidates = match?.candidates ?? [];
  const data = {
    candidates: toCandidates(candidates).map((candidate, index) => ({
      ...candidate,
      ...(includeEmails && candidates[index]?.email ? { email: sanitizeLine(candidates[index].email) } : {}),
      answeredAt: formatInstant(new Date(candidates[index]?.createdAt ?? 0), zone.timeZone ?? "UTC"),
    })),
  };
  if (match?.kind === "ambiguous")
    throw new ToolError(
      `${candidates.length} people who answered poll ${id} match. Ask the person which one is meant and pass the id as person.`,
      data,
    );
  const unknown = `None of the ${everyone.length} people who answered poll ${id} matches. The service knows only people who answered.`;
  if (candidates.length === 0)
    throw new ToolError(`${unknown} Tell the person: no answer under that name or address.`);
  throw new ToolError(
    `${unknown} Ask the person whether somebody with a similar name is meant, and pass the id as person.`,
    data,
  );
}

function describePerson(
  voters: Voter[],
  { person, earlier }: { person: Participant; earlier: number },
): string {
  const positions = voters.find((voter) => voter.person === person)?.positions;
  const counts = voteNames.map((vote) => `${positions?.[vote].length ?? 0} ${voteTexts[vote]}`);
  const total = voteNames.reduce((sum, vote) => sum + (positions?.[vote].length ?? 0), 0);
  const again = earlier === 0 ? "" : " The same address answered before; this is its last answer.";
  return `Participant ${person.id}, of ${pluralize(total, "option")}: ${counts.join(", ")}.${again}`;
}

function describePeople(
  { id }: Poll,
  voters: Voter[],
  matching: Voter[],
  chosen: number[] | undefined,
  answer: VoteName[] | undefined,
): string {
  if (chosen === undefined) return `${voters.length} answered poll ${id}, oldest answer first.`;
  const options =
    chosen.length === 1
      ? `option ${chosen[0]}`
      : `options ${formatPositions(chosen)} (each person's best vote counts)`;
  const count = (vote: VoteName) => voters.filter(({ best }) => best === vote).length;
  if (answer === undefined)
    return `${voters.length} answered poll ${id}. For ${options}: ${voteNames.map((vote) => `${count(vote)} ${voteTexts[vote]}`).join(", ")}.`;
  const wanted = voteNames.filter((name) => answer.includes(name)).map((name) => `"${voteTexts[name]}"`);
  return `For ${options}: ${matching.length} of ${voters.length} with ${wanted.join(" or ")}.`;
}

/** The rows of the first people that fit into the rest of the result: of one at least. */
function fitPage<Row extends object>(
  head: object,
  voters: readonly Voter[],
  toRow: (voter: Voter) => Row,
): Row[] {
  const rows: Row[] = [];
  let left = maxTokens - estimateTokens(head);
  for (const voter of voters) {
    const row = toRow(voter);
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
