import type { Grid } from "./grid.ts";
import type { RankedOption } from "./order.ts";

/** How many names one sentence holds. */
const NAMES = 4;

/** Something said about an option: `names` one by one, so that each runs in its own direction. */
export interface Remark {
  label: string;
  names: string[];
  /** How many more people it is true of. */
  more: number;
  /** Whether it speaks against the option. */
  bad: boolean;
}

/** How many people the grid counts, named or not. */
export function countPeople(grid: Pick<Grid, "people" | "others">): number {
  return grid.people.length + grid.others.count;
}

/** Why an option stands where it stands, in the order of weight. */
export function explainOption(grid: Grid, ranked: RankedOption): Remark[] {
  const remarks: Remark[] = [];
  const note = (label: string, bad = false) => remarks.push({ label, names: [], more: 0, bad });
  const say = (label: string, people: number[], bad = false) => {
    if (people.length === 0) return;
    const names = people.slice(0, NAMES).map((person) => grid.people[person]?.name ?? "");
    remarks.push({ label, names, more: people.length - names.length, bad });
  };
  if (ranked.past) note("Already past", true);
  if (ranked.tooFew) note(`Fewer than ${grid.minAttendance}`, true);
  say("Required, missing:", ranked.missingRequired, true);
  const everyone = ranked.available === countPeople(grid);
  if (everyone && ranked.available > 0) note("Everyone can make it");
  say(
    "Missing:",
    ranked.missing.filter((person) => !ranked.missingRequired.includes(person)),
  );
  say("Would rather not:", ranked.ifNeedBePeople);
  if (ranked.tied) note("Tied: the earlier goes first");
  return remarks;
}
