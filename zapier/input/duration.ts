import { fold } from "./date-text.ts";
import { type FormValues, getSingle } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";

const number = "(\\d{1,6}(?:[.,]\\d{1,2})?)";
/** What may stand between a number with its unit and the next one. */
const then = "\\.?(?: and |, | |$)?";
const units = new RegExp(
  [
    `^(?:${number} ?w(?:(?:ee)?ks?)?${then})?`,
    `(?:${number} ?d(?:ays?)?${then})?`,
    `(?:${number} ?h(?:(?:ou)?rs?)?${then})?`,
    `(?:${number} ?m(?:in(?:ute)?s?)?${then})?`,
    `(?:${number} ?s(?:ec(?:ond)?s?)?${then})?$`,
  ].join(""),
);
const minutesPer = [10_080, 1440, 60, 1, 1 / 60];

const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/;

/** `1.30 h` may mean 1:30 hours or 1.3 hours. `1.25 h`, `1.5 h` and `1.75 h` are decimals. */
const unclearHours = /(?:^|[^\d.,])\d{1,6}[.,](?!00|25|50)[0-5]\d ?(?:h|hr|hrs|hour|hours)\b/;

/**
 * A length of time as people and programs write it, in minutes: `90`, `45 minutes`, `1.5 h`, `1 h 30 min`, `1h30`, `1:30` (hours
 * and minutes), `a week`, `PT45M`. A number alone counts `unit`. For any other text, what is wrong with it: it is none, has two
 * meanings (`15:00`, `1.30 h`), or is no whole number of minutes.
 */
export function parseMinutes(written: string, unit: "m" | "d" = "m"): number | string {
  const text = fold(written).replace(/^(?:an?|one) /, "1 ");
  const [, hours, minutes, seconds] = clock.exec(text) ?? [];
  // Beyond four hours, two digits on both sides look like a time of day.
  if (hours?.length === 2 && Number(hours) > 4) {
    const rest = Number(minutes) === 0 ? "" : ` ${Number(minutes)} min`;
    const meaning = Number(hours) < 24 ? "a time of day" : "hours or minutes";
    return `could be ${meaning}. Write ${Number(hours)} h${rest} or ${Number(hours)} min.`;
  }
  if (unclearHours.test(text))
    return "could be hours and minutes or a fraction of an hour. Write 1 h 30 min or 1.5 h.";
  const parts =
    hours === undefined ? units.exec(addUnit(text, unit))?.slice(1) : [0, 0, hours, minutes, seconds];
  const sum = minutesPer.reduce((total, per, index) => {
    return total + per * Number(String(parts?.[index] ?? 0).replace(",", "."));
  }, 0);
  const whole = Math.round(sum);
  if (text === "" || parts === undefined || Math.abs(sum - whole) > 1e-6)
    return "is not a duration. Write it in minutes, such as 90, or as 1 h 30 min.";
  return whole;
}

/** A duration of ISO 8601 without its letters. A number alone counts minutes, and so does one behind hours. */
const addUnit = (text: string, unit: string): string =>
  text
    .replace(/^p(?=\d+[dw]|t\d)(\d+[dw])?(?:t(?=\d))?/, "$1")
    .replace(/^[\d.,]+$/, `$& ${unit}`)
    .replace(/h(?:(?:ou)?rs?)?\.?(?: and |, | )?\d{1,2}$/, "$& m");

/** The duration in a field, in minutes, or undefined when it is empty. */
export function getMinutes(values: FormValues, key: string): number | undefined {
  const written = getSingle(values, key);
  const minutes = written === undefined ? undefined : parseMinutes(written);
  if (typeof minutes === "string") throw refuse(key, `${quoteValue(written ?? "")} ${minutes}`);
  return minutes;
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
