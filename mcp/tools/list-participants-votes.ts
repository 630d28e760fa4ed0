import type { Participant, Poll } from "../../src/api/web.ts";
import type { VoteName, Voter } from "../../src/scheduling/index.ts";
import {
  createVoteReader,
  voteNames as namesByCode,
  voteCodes,
} from "../../src/scheduling/rank/availability.ts";
import type { OptionFormat } from "../output/display.ts";
import { cutList } from "../output/format.ts";

/** How a sentence names the votes, and a row writes them. */
const voteTexts = {
  yes: { name: "yes", letter: "y" },
  ifNeedBe: { name: "if need be", letter: "i" },
  noOrUnanswered: { name: "no or unanswered", letter: "n" },
} satisfies Record<VoteName, object>;

/** The votes, best first. */
export const voteNames = Object.keys(voteTexts) as VoteName[];

type Votes = Pick<Voter<unknown>, "votes">;

/** The best vote of a person for any of the options. */
export const findBest = ({ votes }: Votes, numbers: readonly number[]): VoteName =>
  namesByCode[Math.max(0, ...numbers.map((number) => votes[number - 1] ?? 0))] ?? "noOrUnanswered";

/** The vote of a person for each option. */
const readVotes = (voter: Votes): VoteName[] => Array.from(voter.votes, (_, at) => findBest(voter, [at + 1]));

/** An option as a line with its number and counts: `2: Mon 2027-03-01 09:00 -05:00 | 3 yes, 1 if need be`. */
export function describeOption(number: number, voters: readonly Votes[], format: OptionFormat): string {
  const count = (code: number) => voters.filter(({ votes }) => votes[number - 1] === code).length;
  const ifNeedBe = count(voteCodes.ifNeedBe);
  const more = ifNeedBe > 0 ? `, ${ifNeedBe} if need be` : "";
  return `${format.formatNumber(number)} | ${count(voteCodes.yes)} yes${more}`;
}

/** All votes of a person as letters in tens, each with the number of its first option: `1:yynynnyyny 11:ynn`. */
export function writeLetters(voter: Votes): string {
  const letters = readVotes(voter)
    .map((vote) => voteTexts[vote].letter)
    .join("");
  return (letters.match(/.{1,10}/g) ?? []).map((ten, index) => `${index * 10 + 1}:${ten}`).join(" ");
}

/** Returns a function that reads a person's votes as letters: people of one name are told apart by them. */
export function createVoteWriter({ options }: Poll) {
  const read = createVoteReader(options);
  return ({ availability }: Participant) => ({ votes: writeLetters({ votes: read(availability) }) });
}

/** All options by a person's vote, written out. */
export function writeVotes(voter: Votes, { options }: Poll, { format }: OptionFormat) {
  const votes = readVotes(voter);
  const written = options.map((option) => format(option));
  const list = (vote: VoteName) => written.filter((_, at) => votes[at] === vote);
  return Object.fromEntries(voteNames.map((vote) => [vote, list(vote)]));
}

/** `2 yes, 1 if need be, 3 no or unanswered`. */
const listCounts = (votes: readonly VoteName[]) =>
  voteNames
    .map((name) => `${votes.filter((vote) => vote === name).length} ${voteTexts[name].name}`)
    .join(", ");

/** The votes of a person for all options, counted. */
export const countVotes = (voter: Votes): string => listCounts(readVotes(voter));

/** Maximum number of options that a sentence names. */
const maxNumbers = 10;

/** How people voted for some options, by the best vote of each. */
export function describeGroup(numbers: number[], voters: readonly { best: VoteName }[]): string {
  const which = cutList(numbers, maxNumbers).join(", ");
  const options =
    numbers.length === 1 ? `option ${which}` : `options ${which} (each person's best vote counts)`;
  return `For ${options}: ${listCounts(voters.map(({ best }) => best))}.`;
}

/** What the letters mean. */
export const letterKey = Object.values(voteTexts)
  .map(({ name, letter }) => `${letter} ${name}`)
  .join(", ");
