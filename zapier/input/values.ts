/** Fields with days of the week, lengths of time, numbers of people and time zones. */
import { weekdays } from "../../src/time/days.ts";
import type { Weekday } from "../../src/time/index.ts";
import { quoteValue } from "../label.ts";
import type { Choices } from "./choice.ts";
import { type FormField, parsed } from "./form.ts";
import { getTexts } from "./form-values.ts";
import { readEach, refuse } from "./input-error.ts";
import { wordWritten } from "./times.ts";
import { fold, labelZone, newZoneNames, readLength, readWeekdays } from "./written/index.ts";

const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const weekdayChoices = Object.fromEntries(weekdays.map((day, index) => [day, names[index] ?? day]));

/** The English name of a day such as "mon", for a message. */
export const nameWeekday = (day: string): string => names[weekdays.indexOf(day as Weekday)] ?? day;

/** Days of the week from a list, of single days, of spans, and of "weekdays". */
export const weekdayList = (helpText: string): FormField<Weekday[]> => ({
  input: { helpText, list: true, choices: weekdayChoices },
  read(values, key) {
    const days = readEach(getTexts(values, key), (text) => {
      const found = readWeekdays(text);
      if (found !== undefined) return found;
      throw refuse(key, `${quoteValue(text)} is not a day of the week. Write it as Monday or mon.`);
    });
    return [...new Set(days.flat())];
  },
});

/** A duration, in minutes. */
export const minutes = (helpText: string, placeholder: string) =>
  parsed({ helpText, placeholder }, (text, refuseText) => {
    const { value, problem } = readLength(text);
    if (problem === undefined) return value;
    throw refuseText(wordWritten(problem));
  });

/** A number of people, from 1: `3` or `3 people`. */
export const count = (helpText: string, placeholder: string) =>
  parsed({ helpText, placeholder }, (text, refuseText) => {
    const [, digits = ""] =
      /^(\d{1,6})(?:\.0{1,6})?(?: (?:people|persons?|responses?))?$/.exec(fold(text)) ?? [];
    if (Number(digits) >= 1) return Number(digits);
    throw refuseText("is not a whole number of people. Write it as 3.");
  });

/** The value of the Time Zone field for a poll without a zone. */
export const floating = { floating: "Floating (The Same Clock Time Everywhere)" };

const areas = "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split(" ");

let choices: Choices<string> | undefined;

/** The rows of the Time Zone dropdown. Built once, in about 100 ms. */
export function listTimeZoneChoices(): Choices<string> {
  const zones = Intl.supportedValuesOf("timeZone")
    .map((zone) => newZoneNames[zone] ?? zone)
    .filter((zone) => areas.some((area) => zone.startsWith(`${area}/`)));
  choices ??= {
    ...floating,
    ...Object.fromEntries(["UTC", ...zones.sort()].map((zone) => [zone, labelZone(zone)])),
  };
  return choices;
}
