import type { Obstacle, RankedVotes, VoteTable } from "../../src/scheduling/rank/ranking.ts";
import type { Grid, GridPerson } from "./grid.ts";
import { say, type Words } from "./words/index.ts";

/** The votes of a grid as the ranker reads them. Of the people beyond the list there are only counts. */
export function readVotes(grid: Grid, required: ReadonlySet<string>): VoteTable<GridPerson> {
  const { people, options, others } = grid;
  const unlisted = Array.from({ length: others.count }, (_, at): GridPerson => {
    // The code of a vote is the number of these groups that it belongs to.
    const groups = [others.available, others.yes];
    const votes = options.map((_, index) => groups.filter((group) => at < (group[index] ?? 0)).length);
    return { id: "", name: "", votes: votes.join("") };
  });
  return {
    ...grid,
    voters: [...people, ...unlisted].map((person) => ({
      person,
      votes: Uint8Array.from(person.votes, Number),
      part: required.has(person.id) ? "required" : person.part === "required" ? undefined : person.part,
    })),
  };
}

/** What speaks against an option: a text, the people it is about, and whether the option does not fit for it. */
export type Remark = [text: string, people: GridPerson[], isObstacle: boolean];

/** The remarks on an option, most important first. */
export function listRemarks(
  ranked: RankedVotes<GridPerson>,
  { minAvailable, minYes, requiredUnknown, people }: Grid,
  { results: words }: Words,
): Remark[] {
  const { obstacles, available, byVote, requiredMissing, optionalPresent } = ranked;
  const isAny = available > 0;
  const has = (obstacle: Obstacle) => obstacles.includes(obstacle);
  const others = byVote.noOrUnanswered.filter((person) => !requiredMissing.includes(person));
  const optional = people.filter((person) => person.part === "optional" && !optionalPresent.includes(person));
  const remarks: (Remark | false | undefined)[] = [
    has("past") && [words.past, [], true],
    requiredUnknown && [words.unknown, [], true],
    isAny && has("too-few") && [say(words.tooFew, minAvailable ?? 1), [], true],
    isAny && has("too-few-yes") && [say(words.tooFewYes, minYes ?? 0), [], true],
    requiredMissing.length > 0 && [words.requiredMissing, requiredMissing, true],
    isAny && others.length > 0 && [words.no, others, false],
    optional.length > 0 && [words.optionalMissing, optional, false],
  ];
  return remarks.filter((remark) => Array.isArray(remark));
}
