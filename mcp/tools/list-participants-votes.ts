import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { buildVoteMatrix, type VoteName, voteCodes } from "../../src/scheduling/index.ts";
import { formatWhen } from "../output/format.ts";
import { formatPositions, numberOptions } from "../polls/find-options.ts";

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
    const positions: Voter["positions"] = { yes: [], ifNeedBe: [], noOrUnanswered: [] };
    for (const number of numbers) {
      const code = matrix[row * options.length + number - 1];
      positions[voteNames.find((vote) => voteCodes[vote] === code) ?? "noOrUnanswered"].push(number);
    }
    return {
      person,
      positions,
      best: voteNames.find((vote) => positions[vote].length > 0) ?? "noOrUnanswered",
    };
  });
}

/** The options as lines with their numbers and counts: `2: Mon 2027-03-01 09:00–09:30 -05:00 | 3 yes, 1 if need be`. */
export function describeOptions(
  options: PollOption[],
  voters: Voter[],
  numbers: number[],
  timeZone: string | null,
) {
  const count = (vote: VoteName, number: number) =>
    voters.filter(({ positions }) => positions[vote].includes(number)).length;
  return numberOptions(options, timeZone, numbers).map((line, index) => {
    const [yes = 0, ifNeedBe = 0] = (["yes", "ifNeedBe"] as const).map((vote) =>
      count(vote, numbers[index] ?? 0),
    );
    return `${line} | ${yes} yes${ifNeedBe > 0 ? `, ${ifNeedBe} if need be` : ""}`;
  });
}

/** The numbers of the options by vote, as ranges: `1-3,7`. */
export function rangeVotes(positions: Voter["positions"]): Partial<Record<VoteName, string>> {
  const used = voteNames.filter((vote) => positions[vote].length > 0);
  return Object.fromEntries(used.map((vote) => [vote, formatPositions(positions[vote])]));
}

/** The options by vote, written out. */
export function writeVotes(positions: Voter["positions"], options: PollOption[], timeZone: string | null) {
  const written = options.map((option) => formatWhen(option, timeZone));
  const write = (vote: VoteName) => positions[vote].map((number) => written[number - 1]);
  return Object.fromEntries(voteNames.map((vote) => [vote, write(vote)]));
}

/** One person's counts in a sentence, without the name. */
export function describePerson(
  matching: Voter[],
  { person, earlier }: { person: Participant; earlier: number },
): string {
  const counts = matching.flatMap(({ positions }) =>
    voteNames.map((vote) => `${positions[vote].length} ${voteTexts[vote]}`),
  );
  const again = earlier === 0 ? "" : " The same address answered before; this is its last answer.";
  return `Participant ${person.id}: ${counts.join(", ") || "another vote"}.${again}`;
}

/** Who is listed, in a sentence without names. */
export function describePeople(
  { id }: Poll,
  voters: Voter[],
  matching: Voter[],
  chosen: number[] | undefined,
  answer: VoteName[] | undefined,
): string {
  if (chosen === undefined) return `${voters.length} answered poll ${id}, oldest answer first.`;
  const which = formatPositions(chosen);
  const options =
    chosen.length === 1 ? `option ${which}` : `options ${which} (each person's best vote counts)`;
  if (answer !== undefined) {
    const wanted = voteNames.filter((name) => answer.includes(name)).map((name) => `"${voteTexts[name]}"`);
    return `For ${options}: ${matching.length} of ${voters.length} with ${wanted.join(" or ")}.`;
  }
  const count = (vote: VoteName) => voters.filter(({ best }) => best === vote).length;
  const counts = voteNames.map((vote) => `${count(vote)} ${voteTexts[vote]}`);
  return `${voters.length} answered poll ${id}. For ${options}: ${counts.join(", ")}.`;
}
