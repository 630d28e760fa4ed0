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
  /** Whether another option has the same counts. */
  isTied: boolean;
}

/** Ranks the options by the rules of src/scheduling, whose `rankOptions` would bring the lookup of names into the page. */
export function rankGrid(grid: Grid, required: ReadonlySet<string>, now: number): Ranked[] {
  const counted = listCounted(grid);
  const optional = grid.people.filter(({ part }) => part === "optional");
  const ranked = grid.options.map(({ startsAt }, index) => {
    const voters = (people: GridPerson[], code: number) =>
      people.filter(({ votes }) => Number(votes[index]) === code);
    const out = voters(counted, voteCodes.noOrUnanswered);
    const ifNeedBe = voters(counted, voteCodes.ifNeedBe);
    const available = counted.length - out.length;
    const requiredMissing = out.filter(({ id }) => required.has(id));
    const obstacles: Obstacle[] = startsAt <= now ? ["past"] : [];
    if (requiredMissing.length > 0 || grid.requiredMissing) obstacles.push("required-missing");
    if (available < (grid.minAttendance ?? 1)) obstacles.push("too-few");
    return {
      index,
      obstacles,
      required: required.size - requiredMissing.length,
      available,
      yes: available - ifNeedBe.length,
      optional: optional.length - voters(optional, voteCodes.noOrUnanswered).length,
      requiredMissing,
      no: out.filter(({ id }) => !required.has(id)),
      ifNeedBe,
    };
  });
  const sorted = sortByFit(ranked.sort((one, other) => compareScores(one, other) || one.index - other.index));
  return sorted.map((option, index) => {
    const isTied = ranked.some((other) => other !== option && compareScores(option, other) === 0);
    return { ...option, position: index + 1, isTied: isTied && option.available > 0 };
  });
}

/** The people who count: all but the optional ones. Those beyond the list come last, without names. */
export function listCounted({ people, options, others }: Grid): GridPerson[] {
  const unlisted = Array.from({ length: others.count }, (_, at): GridPerson => {
    // The code of a vote is the number of these groups that it belongs to.
    const groups = [others.available, others.yes];
    const votes = options.map((_, index) => groups.filter((group) => at < (group[index] ?? 0)).length);
    return { id: "", name: "", votes: votes.join("") };
  });
  return [...people.filter(({ part }) => part !== "optional"), ...unlisted];
}

/** Why an option has its place: a text, the people it is about, and whether it speaks against the option. */
export type Remark = [text: string, people: GridPerson[], isObstacle: boolean];

/** The remarks on an option, most important first. */
export function listRemarks(ranked: Ranked, { minAttendance, requiredMissing }: Grid): Remark[] {
  const { obstacles, available, no, ifNeedBe } = ranked;
  const isAny = available > 0;
  const isEveryone = isAny && no.length + ranked.requiredMissing.length === 0;
  const remarks: (Remark | false | undefined)[] = [
    obstacles.includes("past") && ["Already past", [], true],
    requiredMissing && ["Somebody who must attend has not answered", [], true],
    !isAny && ["Nobody is available", [], true],
    isAny && obstacles.includes("too-few") && [`Fewer than ${minAttendance} available`, [], true],
    ranked.requiredMissing.length > 0 && ["Must attend, no or unanswered: ", ranked.requiredMissing, true],
    isEveryone && ["Everyone is available", [], false],
    isAny && no.length > 0 && ["No or unanswered: ", no, false],
    ifNeedBe.length > 0 && ["If need be: ", ifNeedBe, false],
    ranked.isTied && ["Tied: the earlier comes first", [], false],
  ];
  return remarks.filter((remark) => Array.isArray(remark));
}
