/** Reads options as the tools and steps show them. */
import { isClockTime, nextDay } from "../../time/days.ts";
import { isRealOffset } from "../../time/zones.ts";
import { takeDates } from "./days.ts";
import type { Reading, WrittenMoment, WrittenTime } from "./times.ts";

const day = "(?:[A-Z][a-z]{2} )?\\d{4}-\\d\\d-\\d\\d";
const clock = "(\\d\\d:\\d\\d)(?: ([+-]\\d\\d:\\d\\d))?";
const line = new RegExp(`^(\\d{1,3}: )?(${day})(?: (\\d\\d:\\d\\d.*)|[\u2013-](${day}))?$`);
const range = new RegExp(`^${clock}(?:[\u2013-](?:(${day}) )?${clock})?$`);

/**
 * Reads a line with a day, or with all options of a day: `2: Mon 2027-03-01 09:00–09:30,10:00–10:30 -05:00 | 3 yes`. Undefined for
 * any other text.
 */
export function readOptions(text: string): Reading<WrittenTime[]> {
  const [, number, shown = "", hours, lastDay] = line.exec(text.split(" | ", 1)[0]?.trim() ?? "") ?? [];
  // Without a weekday and a list of times it is a text like that of other programs.
  if (shown === "" || (/^\d/.test(shown) && number === undefined && !hours?.includes(","))) return undefined;
  const days = [shown, lastDay ?? shown].map((day) => takeDates(day.toLowerCase(), {}).dates[0]);
  const [first, last] = days;
  for (const day of days) if (day?.problem) return { problem: day.problem };
  if (!first) return undefined;
  const { date } = first;
  if (hours === undefined)
    return {
      value: [{ start: { date }, ...(last && lastDay !== undefined && { end: { date: last.date } }) }],
    };
  const [, times = hours, shared] = /^(.*\d) ([+-]\d\d:\d\d)$/.exec(hours) ?? [];
  const read: WrittenTime[] = [];
  for (const each of times.split(/, ?/)) {
    const [, from = "", fromOffset = shared, endDay, to, toOffset = shared] = range.exec(each) ?? [];
    const end = endDay === undefined ? undefined : takeDates(endDay.toLowerCase(), {}).dates[0];
    if (end?.problem) return { problem: end.problem };
    if (![fromOffset, toOffset].every((offset) => offset === undefined || isRealOffset(offset)))
      return undefined;
    if (!isClockTime(from)) return undefined;
    const start = toMoment(date, from, fromOffset);
    if (to === undefined) read.push({ start });
    else if (isClockTime(to) || to === "24:00") {
      const isNight = end === undefined && (to === "24:00" || (to === "00:00" && from > to));
      const on = isNight ? nextDay(date) : (end?.date ?? date);
      read.push({ start, end: toMoment(on, to === "24:00" ? "00:00" : to, toOffset) });
    } else return undefined;
  }
  return { value: read };
}

const toMoment = (date: string, clock: string, offset: string | undefined): WrittenMoment => ({
  date,
  clock,
  ...(offset !== undefined && { offset }),
});
