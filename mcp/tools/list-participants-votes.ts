import type { Participant, PollOption } from "../../src/api/web.ts";
import type { VoteName } from "../../src/scheduling/index.ts";
import { createVoteReader, voteNames as votesByCode } from "../../src/scheduling/rank/availability.ts";
import type { OptionFormat } from "../output/display.ts";
import { cutList } from "../output/format.ts";

/** How a sentence names the votes, and a row writes them, best first. */
const voteTexts = {
  yes: { name: "yes", letter: "y" },
  ifNeedBe: { name: "if need be", letter: "i" },
  noOrUnanswered: { name: "no or unanswered", letter: "n" },
} satisfies Record<VoteName, object>;

/** The votes, best first. */
export const voteNames = Object.keys(voteTexts) as VoteName[];

/** A person with their votes for some options. */
export interface Voter {
  person: Participant;
  /** The vote for each of the options. */
  votes: VoteName[];
  /** The best vote for any of them. */
  best: VoteName;
}

/** Everybody with their votes for the options of these numbers. */
export function listVoters(options: PollOption[], everyone: Participant[], numbers: number[]): Voter[] {
  const readVotes = createVoteReader(options);
  return everyone.map((person) => {
    const codes = readVotes(person.availability);
    const votes = numbers.map((number) => votesByCode[codes[number - 1] ?? 0] ?? "noOrUnanswered");
    return { person, votes, best: voteNames.find((vote) => votes.includes(vote)) ?? "noOrUnanswered" };
  });
}

/** An option as a line with its number and counts: `2: Mon 2027-03-01 09:00 -05:00 | 3 yes, 1 if need be`. */
export function describeOption(number: number, voters: Voter[], format: OptionFormat): string {
  const [yes, ifNeedBe] = (["yes", "ifNeedBe"] as const).map(
    (vote) => voters.filter(({ votes }) => votes[number - 1] === vote).length,
  );
  return `${format.formatNumber(number)} | ${yes} yes${ifNeedBe ? `, ${ifNeedBe} if need be` : ""}`;
}

/** All votes of a person as letters in tens, each with the number of its first option: `1:yynynnyyny 11:ynn`. */
export function writeLetters({ votes }: Voter): string {
  const letters = votes.map((vote) => voteTexts[vote].letter).join("");
  return (letters.match(/.{1,10}/g) ?? []).map((ten, index) => `${index * 10 + 1}:${ten}`).join(" ");
}

/** All options by a person's vote, written out. */
export function writeVotes({ votes }: Voter, options: PollOption[], { format }: OptionFormat) {
  const written = options.map(format);
  const list = (vote: VoteName) => written.filter((_, index) => votes[index] === vote);
  return Object.fromEntries(voteNames.map((vote) => [vote, list(vote)]));
}

/** `2 yes, 1 if need be, 3 no or unanswered`. */
export const listCounts = (votes: readonly VoteName[]) =>
  voteNames
    .map((name) => `${votes.filter((vote) => vote === name).length} ${voteTexts[name].name}`)
    .join(", ");

/** Maximum number of options that a sentence names. */
const maxNumbers = 10;

/** Who is listed for some options, in a sentence without names. */
export function describeGroup(numbers: number[], voters: Voter[], answer: VoteName[] | undefined): string {
  const which = cutList(numbers, maxNumbers).join(", ");
  const options =
    numbers.length === 1 ? `option ${which}` : `options ${which} (each person's best vote counts)`;
  const all = voters.map(({ best }) => best);
  if (answer === undefined) return `For ${options}: ${listCounts(all)}.`;
  const wanted = voteNames.filter((name) => answer.includes(name));
  const matching = all.filter((vote) => wanted.includes(vote)).length;
  const names = wanted.map((name) => `"${voteTexts[name].name}"`).join(" or ");
  return `For ${options}: ${matching} of ${voters.length} with ${names}.`;
}

/** What the letters mean. */
export const letterKey = Object.values(voteTexts)
  .map(({ name, letter }) => `${letter} ${name}`)
  .join(", ");
