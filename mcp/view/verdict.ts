import type { Grid } from "./grid.ts";
import type { RankedOption } from "./order.ts";
import { listNames } from "./words.ts";

/** How many names one sentence holds. */
const NAMES = 4;

/** Something said about an option; `bad` is worth a colour and a symbol. */
export interface Remark {
  label: string;
  names: string;
  bad: boolean;
}

/** How many people the grid counts, named or not. */
export function countPeople(grid: Pick<Grid, "people" | "others">): number {
  return grid.people.length + grid.others.count;
}

/** Why an option stands where it stands, in the order of weight. */
export function explainOption(grid: Grid, ranked: RankedOption): Remark[] {
  const remarks: Remark[] = [];
  const nameAll = (people: number[]) => people.map((person) => grid.people[person]?.name ?? "");
  const say = (label: string, people: number[], bad: boolean) => {
    if (people.length > 0) remarks.push({ label, names: listNames(nameAll(people), NAMES), bad });
  };
  if (ranked.past) remarks.push({ label: "Already past", names: "", bad: true });
  if (ranked.tooFew) remarks.push({ label: `Fewer than ${grid.minAttendance}`, names: "", bad: true });
  say("Required, missing:", ranked.missingRequired, true);
  const everyone = ranked.available === countPeople(grid);
  if (everyone && ranked.available > 0)
    remarks.push({ label: "Everyone can make it", names: "", bad: false });
  say(
    "Missing:",
    ranked.missing.filter((person) => !ranked.missingRequired.includes(person)),
    false,
  );
  say("Would rather not:", ranked.ifNeedBePeople, false);
  if (ranked.tied) remarks.push({ label: "Tied: the earlier goes first", names: "", bad: false });
  return remarks;
}
