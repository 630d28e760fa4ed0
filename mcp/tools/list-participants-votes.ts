import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { buildVoteMatrix, type VoteName, voteCodes } from "../../src/scheduling/index.ts";
import { formatWhen } from "../output/format.ts";
import { formatPositions, numberOption } from "../polls/find-options.ts";

/** How a sentence names the votes, best first. */
const voteTexts = { yes: "yes", ifNeedBe: "if need be", noOrUnanswered: "no or unanswered" } satisfies Record<
  VoteName,
  string
>;

/** The votes, best first. */
export const voteNames = Object.keys(voteTexts) as VoteName[];

/** A person with the numbers of the options by their vote. */
export interface Voter {
  person: Participant;
  positions: Record<VoteName, number[]>;
  /** The best vote for any of these options. */
  best: VoteName;
}

/** Everybody with their votes for the options of these numbers. */
export function listVoters(options: PollOption[], everyone: Participant[], numbers: number[]): Voter[] {
  const matrix = buildVoteMatrix(options, everyone);
  return everyone.map((person, row) => {
    const withVote = (vote: VoteName) =>
      numbers.filter((number) => matrix[row * options.length + number - 1] === voteCodes[vote]);
    const positions = mapVotes(withVote);
    const best = voteNames.find((vote) => positions[vote].length > 0) ?? "noOrUnanswered";
    return { person, positions, best };
  });
}

function mapVotes<Value>(toValue: (vote: VoteName) => Value): Record<VoteName, Value> {
  return Object.fromEntries(voteNames.map((vote) => [vote, toValue(vote)])) as Record<VoteName, Value>;
}

/** An option as a line with its number and counts: `2: Mon 2027-03-01 09:00–09:30 -05:00 | 3 yes, 1 if need be`. */
export function describeOption(
  options: PollOption[],
  number: number,
  voters: Voter[],
  timeZone: string | null,
): string {
  const count = (vote: VoteName) => voters.filter(({ positions }) => positions[vote].includes(number)).length;
  const ifNeedBe = count("ifNeedBe") > 0 ? `, ${count("ifNeedBe")} if need be` : "";
  return `${numberOption(options, number, timeZone)} | ${count("yes")} yes${ifNeedBe}`;
}

/** The numbers of the options by vote, as ranges: `1-3,7`. */
export function rangeVotes(positions: Voter["positions"]): Partial<Record<VoteName, string>> {
  const used = voteNames.filter((vote) => positions[vote].length > 0);
  return Object.fromEntries(used.map((vote) => [vote, formatPositions(positions[vote])]));
}

/** The options by vote, written out. */
export function writeVotes(positions: Voter["positions"], options: PollOption[], timeZone: string | null) {
  const written = options.map((option) => formatWhen(option, timeZone));
  return mapVotes((vote) => positions[vote].map((number) => written[number - 1]));
}

const listCounts = (count: (vote: VoteName) => number) =>
  voteNames.map((vote) => `${count(vote)} ${voteTexts[vote]}`).join(", ");

/** One person's counts in a sentence, without the name. */
export function describePerson(
  { person, earlier }: { person: Participant; earlier: number },
  voter: Voter | undefined,
): string {
  const counts = voter ? listCounts((vote) => voter.positions[vote].length) : "another vote";
  const again = earlier === 0 ? "" : " The same address answered before; this is its last answer.";
  return `Participant ${person.id}: ${counts}.${again}`;
}

/** Who is listed, in a sentence without names. */
export function describePeople(
  { id }: Poll,
  voters: Voter[],
  asked: { chosen: number[] | undefined; answer: VoteName[] | undefined; matching: number },
): string {
  const { chosen, answer, matching } = asked;
  if (chosen === undefined) return `${voters.length} answered poll ${id}, oldest answer first.`;
  const which = formatPositions(chosen);
  const options =
    chosen.length === 1 ? `option ${which}` : `options ${which} (each person's best vote counts)`;
  if (answer !== undefined) {
    const wanted = voteNames.filter((name) => answer.includes(name)).map((name) => `"${voteTexts[name]}"`);
    return `For ${options}: ${matching} of ${voters.length} with ${wanted.join(" or ")}.`;
  }
  const counts = listCounts((vote) => voters.filter(({ best }) => best === vote).length);
  return `${voters.length} answered poll ${id}. For ${options}: ${counts}.`;
}
