import { voteCodes } from "../../src/scheduling/rank/availability.ts";
import { compareScores, type Obstacle, type Score, sortByFit } from "../../src/scheduling/rank/ranking.ts";
import type { Grid, GridPerson } from "./grid.ts";

/** An option with its votes. */
export interface Ranked extends Score {
  /** Position in `grid.options`. */
  index: number;
  /** Position in the list, from 1. Options without obstacles come first, past ones last. */
  position: number;
  obstacles: Obstacle[];
  /** The required people who are not available. */
  requiredMissing: GridPerson[];
  /** The other counted people who voted no or have not answered. */
  no: GridPerson[];
  ifNeedBe: GridPerson[];
  /** The number of further people who are only counted. */
  more: { no: number; ifNeedBe: number };
  /** Whether all who count are available. */
  isEveryone: boolean;
  /** Whether another option has the same counts. */
  isTied: boolean;
}

/** Ranks the options as `rankOptions` of src/scheduling does, which needs the people whom the grid only counts. */
export function rankGrid(grid: Grid, required: ReadonlySet<string>, now: number): Ranked[] {
  const { people, others } = grid;
  const counted = people.filter(({ part }) => part !== "optional");
  const optional = people.filter(({ part }) => part === "optional");
  const ranked = grid.options.map(({ startsAt }, index) => {
    const voters = (list: GridPerson[], code: number) =>
      list.filter(({ votes }) => Number(votes[index]) === code);
    const [moreYes = 0, moreIfNeedBe = 0] = [others.yes[index], others.ifNeedBe[index]];
    const more = { no: others.count - moreYes - moreIfNeedBe, ifNeedBe: moreIfNeedBe };
    const yes = voters(counted, voteCodes.yes).length + moreYes;
    const ifNeedBe = voters(counted, voteCodes.ifNeedBe);
    const available = yes + ifNeedBe.length + moreIfNeedBe;
    const out = voters(counted, voteCodes.noOrUnanswered);
    const requiredMissing = out.filter(({ id }) => required.has(id));
    const past = startsAt <= now;
    const obstacles: Obstacle[] = [];
    if (past) obstacles.push("past");
    if (requiredMissing.length > 0 || grid.requiredMissing) obstacles.push("required-missing");
    if (available < (grid.minAttendance ?? 1)) obstacles.push("too-few");
    return {
      index,
      past,
      obstacles,
      required: required.size - requiredMissing.length,
      available,
      yes,
      optional: optional.length - voters(optional, voteCodes.noOrUnanswered).length,
      requiredMissing,
      no: out.filter(({ id }) => !required.has(id)),
      ifNeedBe,
      more,
      isEveryone: available > 0 && out.length + more.no === 0,
    };
  });
  const sorted = sortByFit(ranked.sort((one, other) => compareScores(one, other) || one.index - other.index));
  return sorted.map((option, index) => {
    const isTied = ranked.some((other) => other !== option && compareScores(option, other) === 0);
    return { ...option, position: index + 1, isTied: isTied && option.available > 0 };
  });
}

/** Number of people who count. */
export function countPeople({ people, others }: Grid): number {
  return people.filter(({ part }) => part !== "optional").length + others.count;
}

/** Why an option has its place: a text, the people it is about, the number of further ones, and whether it speaks against it. */
export type Remark = [label: string, people: GridPerson[], more: number, isObstacle: boolean];

/** The remarks on an option, most important first. */
export function listRemarks(ranked: Ranked, { minAttendance, requiredMissing }: Grid): Remark[] {
  const { obstacles, available, no, ifNeedBe, more } = ranked;
  const isAny = available > 0;
  const remarks: (Remark | false)[] = [
    obstacles.includes("past") && ["Already past", [], 0, true],
    requiredMissing && ["Somebody who must attend has not answered", [], 0, true],
    !isAny && ["Nobody is available", [], 0, true],
    isAny && obstacles.includes("too-few") && [`Fewer than ${minAttendance} available`, [], 0, true],
    ranked.requiredMissing.length > 0 && ["Must attend, no or unanswered: ", ranked.requiredMissing, 0, true],
    ranked.isEveryone && ["Everyone is available", [], 0, false],
    isAny && no.length + more.no > 0 && ["No or unanswered: ", no, more.no, false],
    ifNeedBe.length + more.ifNeedBe > 0 && ["If need be: ", ifNeedBe, more.ifNeedBe, false],
    ranked.isTied && ["Tied: the earlier comes first", [], 0, false],
  ];
  return remarks.filter((remark) => remark !== false);
}
