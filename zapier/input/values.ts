/** Fields with days of the week, lengths of time, numbers of people and time zones. */
import type { Weekday } from "../../src/time/index.ts";
import { labelOf, quoteValue } from "../label.ts";
import { type Choices, findChoice } from "./choice.ts";
import { type FormField, parsed } from "./form.ts";
import { getSingle, readTexts } from "./form-values.ts";
import { refuse, TextError } from "./input-error.ts";
import { unwrap, wordWritten } from "./times.ts";
import { fold, labelZone, newZoneNames, readLength, readTimeZone, readWeekdays } from "./written/index.ts";

/** The days of the week, for a list and in messages. */
export const weekdayNames: Choices<Weekday> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** Days of the week from a list, of single days, of spans, and of "weekdays". */
export const weekdayList = (helpText: string): FormField<Weekday[]> => ({
  input: { helpText, list: true, choices: weekdayNames },
  read: (values, key) =>
    readTexts(values, key, (text) => {
      const days = readWeekdays(text);
      if (days !== undefined) return days;
      throw new TextError("is not a day of the week. Write it as Monday or mon.");
    }),
});

/** A duration, in minutes. */
export const minutes = (helpText: string, placeholder: string) =>
  parsed({ helpText, placeholder }, (text) => unwrap(readLength(text)));

/** A number of people, from 1: `3` or `3 people`. */
export const count = (helpText: string, placeholder: string) =>
  parsed({ helpText, placeholder }, (text) => {
    const [, digits = ""] =
      /^(\d{1,6})(?:\.0{1,6})?(?: (?:people|persons?|responses?))?$/.exec(fold(text)) ?? [];
    if (Number(digits) >= 1) return Number(digits);
    throw new TextError("is not a whole number of people. Write it as 3.");
  });

/** The value of the Time Zone field for a poll without a zone. */
const floating = { floating: "Floating (The Same Clock Time Everywhere)" };

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

/** The time zone of the poll; null for a floating poll. */
export const timeZone: FormField<string | null> = {
  // The choices take 100 ms to build.
  get input() {
    const helpText =
      "Pick it, or map a name such as Europe/Berlin. If it is empty, the zone of your Zapier account is used.";
    return { helpText, choices: listTimeZoneChoices(), placeholder: "Europe/Berlin" };
  },
  read(values, key, { accountZone, notes }) {
    const written = getSingle(values, key);
    const wanted = written ?? accountZone;
    const isFloating = wanted !== null && findChoice(wanted, floating) !== undefined;
    if (wanted === null || isFloating) {
      const reason = isFloating ? "it is floating" : "it is empty, and your Zapier account has none";
      notes.push(
        `${labelOf(key)}: ${reason}, so the poll has no time zone. Everyone sees the same clock times, wherever they are.`,
      );
      return null;
    }
    const zone = readTimeZone(wanted);
    const owner = written === undefined ? ", the time zone of your Zapier account," : "";
    if (zone.problem) throw refuse(key, `${quoteValue(wanted)}${owner} ${wordWritten(zone.problem)}`);
    if (written === undefined)
      notes.push(`${labelOf(key)}: it is empty, so that of your Zapier account was used, ${zone.value}.`);
    return zone.value;
  },
};
