import { type Weekday, weekdays } from "../../src/time/index.ts";
import { toList } from "./lists.ts";
import { findWeekday } from "./parse-date.ts";

const names: Record<Weekday, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** The choices of the Weekdays field, in the order of a week. */
export const weekdayChoices = weekdays.map((day) => ({ value: day, sample: day, label: names[day] }));

/** Weekdays from any list of "mon", "Mon" or "Monday"; the texts that are no weekday are given back as unknown. */
export function parseWeekdays(value: unknown): { days: Weekday[]; unknown: string[] } {
  const days = new Set<Weekday>();
  const unknown: string[] = [];
  for (const text of toList(value)) {
    const day = findWeekday(text.toLowerCase().replace(/\.$/, ""));
    if (day === undefined) unknown.push(text);
    else days.add(day);
  }
  return { days: [...days], unknown };
}

/** The name of a day such as "mon", for a message. */
export const findWeekdayName = (day: string): string => names[day as Weekday] ?? day;
