import type { Participant, PollOption } from "../../src/api/web.ts";
import { buildVoteMatrix, type VoteName, voteCodes } from "../../src/scheduling/index.ts";

/** The positions of the options, from 1, by the person's vote. */
export function getVotePositions(
  options: readonly PollOption[],
  person: Participant,
): Record<VoteName, number[]> {
  const row = buildVoteMatrix(options, [person]);
  const positionsOf = (vote: VoteName) =>
    options.flatMap((_, index) => (row[index] === voteCodes[vote] ? index + 1 : []));
  return {
    yes: positionsOf("yes"),
    ifNeedBe: positionsOf("ifNeedBe"),
    noOrUnanswered: positionsOf("noOrUnanswered"),
  };
}

/** Each person's best vote for any of the options: yes, else if need be. */
export function getBestVotes(options: readonly PollOption[], people: readonly Participant[]): VoteName[] {
  const matrix = buildVoteMatrix(options, people);
  return people.map((_, row) => {
    const votes = matrix.subarray(row * options.length, (row + 1) * options.length);
    if (votes.includes(voteCodes.yes)) return "yes";
    return votes.includes(voteCodes.ifNeedBe) ? "ifNeedBe" : "noOrUnanswered";
  });
}

/** Formats positions as ranges: `1-3,7`. */
export function formatPositions(positions: number[]): string {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] + 1 === position) last[1] = position;
    else runs.push([position, position]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}
