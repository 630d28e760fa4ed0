/** Fields with days of the week, lengths of time, numbers of people and time zones. */
import {
  areas,
  fold,
  nameTime,
  newZoneNames,
  readLength,
  readWeekdays,
} from "../../src/scheduling/written/index.ts";
import { weekdays } from "../../src/time/days.ts";
import type { Weekday } from "../../src/time/index.ts";
import { type Choice, choice } from "./choice.ts";
import { type FormValues, getSingle, getTexts } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";
import { wordWritten } from "./times.ts";

const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const weekdayChoices = weekdays.map((day, index) => choice(day, names[index] ?? day));

/** The English name of a day such as "mon", for a message. */
export const nameWeekday = (day: string): string => names[weekdays.indexOf(day as Weekday)] ?? day;

/** Weekdays from a list, of single days, of spans, and of "weekdays". Throws `InputError`. */
export function getWeekdays(values: FormValues, key: string): Weekday[] {
  const days = getTexts(values, key).flatMap((text) => {
    const found = readWeekdays(text);
    if (found !== undefined) return found;
    throw refuse(key, `${quoteValue(text)} is not a day of the week. Write it as Monday or mon.`);
  });
  return [...new Set(days)];
}

/** The duration in a field, in minutes, or undefined when it is empty. */
export function getMinutes(values: FormValues, key: string): number | undefined {
  const written = getSingle(values, key);
  if (written === undefined) return undefined;
  const read = readLength(written);
  if ("value" in read) return read.value;
  throw refuse(key, `${quoteValue(written)} ${wordWritten(read.problem)}`);
}

/** The number of people in a field, from 1: `3` or `3 people`. Undefined when it is empty. */
export function getCount(values: FormValues, key: string): number | undefined {
  const written = getSingle(values, key);
  if (written === undefined) return undefined;
  const [, digits = ""] =
    /^(\d{1,6})(?:\.0{1,6})?(?: (?:people|persons?|responses?))?$/.exec(fold(written)) ?? [];
  if (Number(digits) >= 1) return Number(digits);
  throw refuse(key, `${quoteValue(written)} is not a whole number of people. Write it as 3.`);
}

/** The value of the Time Zone field for a poll without a zone. */
export const floating = choice("floating", "Floating (the same clock time everywhere)");

let choices: Choice<string>[] | undefined;

/** The rows of the Time Zone dropdown. Built once, in about 100 ms. */
export function listTimeZoneChoices(): Choice<string>[] {
  // "Mountain Time (Canada)" would be brackets in brackets.
  const describe = (zone: string) => nameTime(zone, "longGeneric", Date.now()).replace(/[()]/g, "");
  choices ??= [
    floating,
    choice("UTC", "UTC (Coordinated Universal Time)"),
    ...Intl.supportedValuesOf("timeZone")
      .map((zone) => newZoneNames[zone] ?? zone)
      .filter((zone) => areas.some((area) => zone.startsWith(`${area}/`)))
      .sort()
      .map((zone) => choice(zone, `${zone} (${describe(zone)})`)),
  ];
  return choices;
}
