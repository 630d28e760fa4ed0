import { type LocalTime, type OptionTime, toLocal } from "../../src/time/index.ts";
import { addMinutes } from "../../src/time/zones.ts";
import { capitalize, pluralize } from "./format.ts";

/** Hours in which people sleep: a slot in them is at night. */
const [nightBegins, nightEnds] = ["22:00", "07:00"];

/**
 * Shows slots in a second zone beside the first: one line for each day in the first, such as
 * `Mon 2027-03-01 09:00 = 19:30, 17:00 = Tue 03:30 (night)`, and notes how many are at night, on Saturday or Sunday there.
 */
export function showInSecondZone(
  options: readonly OptionTime[],
  timeZone: string | null,
  second: string | undefined,
): { lines: string[]; notes: string[] } {
  if (second === undefined) return { lines: [], notes: [] };
  const lines = new Map<string, string[]>();
  const counts = { night: 0, weekend: 0 };
  for (const option of options) {
    if ("date" in option || timeZone === null) {
      const which = timeZone === null && !("date" in option) ? "floating times" : "whole days";
      return { lines: [], notes: [`secondTimeZone: ignored, because ${which} have no time zone`] };
    }
    const first = toLocal(option.startTime, timeZone);
    const start = toLocal(option.startTime, second);
    // The last minute, so that a slot that ends at 22:00 or at midnight is not counted.
    const end = toLocal(addMinutes(option.startTime, option.duration - 1), second);
    const isNight = start.time < nightEnds || end.time >= nightBegins || start.date !== end.date;
    const weekend = [start, end].find(({ weekday }) => weekday === "sat" || weekday === "sun");
    if (isNight) counts.night += 1;
    if (weekend !== undefined) counts.weekend += 1;
    const marks = [isNight ? "night" : "", weekend === undefined ? "" : nameDay(weekend)].filter(Boolean);
    const weekday = start.date === first.date ? "" : `${capitalize(start.weekday)} `;
    const day = `${capitalize(first.weekday)} ${first.date}`;
    const shown = `${first.time} = ${weekday}${start.time}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
    lines.set(day, [...(lines.get(day) ?? []), shown]);
  }
  const of = `of ${pluralize(options.length, "option")}`;
  const notes = [
    counts.night > 0 ? `${counts.night} ${of} at night (${nightBegins} to ${nightEnds})` : "",
    counts.weekend > 0 ? `${counts.weekend} ${of} on Saturday or Sunday` : "",
  ].filter(Boolean);
  return {
    lines: [...lines].map(([day, times]) => `${day} ${times.join(", ")}`),
    notes: notes.length > 0 ? [`secondTimeZone: in ${second} ${notes.join(" and ")}`] : [],
  };
}

const nameDay = ({ weekday }: LocalTime) => (weekday === "sat" ? "Saturday" : "Sunday");
