import { isCalendarDate } from "../time/index.ts";
import { quote } from "./plan-error.ts";
import { checkCount, checkEntries, type PlannedOptions } from "./planned-options.ts";
import type { PollWishes } from "./wishes.ts";

/** Plans the days of a date poll. No time zone is ever involved. */
export function planDates(wishes: PollWishes): PlannedOptions<{ date: string }> {
  const planned: PlannedOptions<{ date: string }> = { options: [], notes: [], problems: [] };
  for (const field of ["timeZone", "duration", "times", "windows"] as const) {
    if (wishes[field] === undefined) continue;
    planned.problems.push({
      path: field,
      message: "belongs to a poll of kind time, not to one about whole dates",
    });
  }
  const dates = wishes.dates ?? [];
  if (dates.length === 0) planned.problems.push({ path: "dates", message: "needs at least one date" });
  const tooMany = checkEntries("dates", dates.length);
  if (tooMany.length > 0) return { ...planned, problems: [...planned.problems, ...tooMany] };
  const seen = new Map<string, number>();
  dates.forEach((date, index) => {
    const path = `dates.${index}`;
    const first = seen.get(date);
    if (!isCalendarDate(date)) {
      planned.problems.push({
        path,
        message: `${quote(date)} is not a date that exists, written YYYY-MM-DD`,
      });
    } else if (first !== undefined) {
      planned.notes.push({ path, message: `is the same day as dates.${first}, so it was left out` });
    } else {
      seen.set(date, index);
    }
  });
  planned.problems.push(...checkCount(seen.size, "dates"));
  planned.options = [...seen.keys()].sort().map((date) => ({ date }));
  return planned;
}
