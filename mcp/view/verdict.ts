import type { Grid } from "./grid.ts";
import type { Standing, Voter } from "./standing.ts";

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
export function explainStanding(standing: Standing, minAttendance: number | null): Remark[] {
  const { obstacles, available, cannot, ratherNot, requiredMissing, tie } = standing;
  const remarks: Remark[] = [];
  const note = (label: string, bad = false) => remarks.push({ label, names: [], more: 0, bad });
  const say = (label: string, people: Voter[], bad = false) => {
    if (people.length === 0) return;
    const names = people
      .filter(({ listed }) => listed)
      .slice(0, NAMES)
      .map(({ name }) => name);
    remarks.push({ label, names, more: people.length - names.length, bad });
  };
  if (obstacles.includes("past")) note("Already past", true);
  if (obstacles.includes("too-few"))
    note(available === 0 ? "Nobody can make it" : `Fewer than ${minAttendance}`, true);
  say("Required, missing:", requiredMissing, true);
  if (cannot.length === 0 && available > 0) note("Everyone can make it");
  if (available > 0) {
    const missing = new Set(requiredMissing);
    say(
      "Missing:",
      cannot.filter((person) => !missing.has(person)),
    );
  }
  say("Would rather not:", ratherNot);
  if (tie !== null) note("Tied: the earlier goes first");
  return remarks;
}
