/** Decides which day a date means. */
import { formatDate, isCalendarDate, weekdayOf } from "../../../src/time/index.ts";
import { type Groups, getFormats } from "./compile.ts";
import { Refused } from "./problem.ts";

/** What decides where a date has two meanings. */
export interface DateRules {
  /** What comes first in 3/4/2027. */
  dateOrder?: "day_first" | "month_first" | undefined;
  /** YYYY-MM-DD: the days of which one is meant. */
  among?: readonly string[] | undefined;
}

const pad = (part: string | number) => String(part).padStart(2, "0");

/** The months and days that the parts of a date may be. */
function listPairs({ m, day = "", one, two = "", month = "" }: Groups, order: DateRules["dateOrder"]) {
  if (one === undefined)
    return (
      m === undefined ? [...(getFormats().months.get(dropDot(month)) ?? [])].sort((a, b) => a - b) : [m]
    ).map((each) => [each, day] as const);
  return [
    ...(order === "month_first" ? [] : [[two, one] as const]),
    ...(order === "day_first" ? [] : [[one, two] as const]),
  ];
}

const dropDot = (name: string) => name.replace(/\.$/, "");

/** The day of the parts of a date. Throws where none or several fit. */
export function decideDay(
  found: Groups,
  year: string | undefined,
  { dateOrder, among = [] }: DateRules,
): string {
  if (found["short"] !== undefined || (year === undefined && among.length === 0))
    throw new Refused("no-year", "has no year with four digits, such as 2027", "Add it.");
  const years = year === undefined ? new Set(among.map((day) => day.slice(0, 4))) : [year];
  const pairs = listPairs(found, dateOrder);
  const all = [...years].flatMap((each) => pairs.map(([month, day]) => `${each}-${pad(month)}-${pad(day)}`));
  const real = [...new Set(all)].filter(isCalendarDate);
  const { one, two, weekday } = found;
  const named = weekday === undefined ? undefined : getFormats().days.get(dropDot(weekday));
  const fitting = real.filter((day) => named === undefined || weekdayOf(day) === named);
  const listed = fitting.filter((day) => among.includes(day));
  const isDecided =
    listed.length === 1 || named !== undefined || one === undefined || one === two || dateOrder !== undefined;
  const [day, other] = listed.length === 1 ? listed : fitting;
  if (day !== undefined && other === undefined && isDecided) return day;
  if (real[0] === undefined) throw new Refused("no-day", "does not exist in the calendar");
  if (day === undefined) {
    const [name] = formatDate(real[0]).split(",");
    throw new Refused(
      "wrong-weekday",
      `names another weekday: ${real[0]} is a ${name}`,
      "Correct the day or the date.",
    );
  }
  const show = (each: string) => formatDate(each).replace(/^\S+ | \d{4}$/g, "");
  throw new Refused(
    "two-days",
    other === undefined ? "has the day and the month as numbers" : `could be ${show(day)} or ${show(other)}`,
    one === undefined
      ? "Write the month as a number, such as 2027-03-01."
      : "Choose under {dateOrder} which of them comes first.",
  );
}
