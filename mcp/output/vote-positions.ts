import type { Participant, PollOption } from "../../src/api/schemas.ts";
import { buildVoteMatrix, votes } from "../../src/scheduling/rank/availability.ts";

/** Which options a person can make, as positions in the poll's list counted from 1. */
export function votePositions(
  options: readonly PollOption[],
  person: Participant,
): { can: number[]; ifNeedBe: number[] } {
  const row = buildVoteMatrix(options, [person]);
  const positionsOf = (answer: number) =>
    options.flatMap((_, index) => (row[index] === answer ? index + 1 : []));
  return { can: positionsOf(votes.yes), ifNeedBe: positionsOf(votes.ifNeedBe) };
}

/** Positions in few characters: `1-3,7`. */
export function formatPositions(positions: number[]): string {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] + 1 === position) last[1] = position;
    else runs.push([position, position]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}
