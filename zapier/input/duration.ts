import { type FormValues, getSingle } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";

const number = "(\\d{1,6}(?:[.,]\\d{1,2})?)";
/** What may stand between a number with its unit and the next one. */
const then = "\\.?(?: and |, | |$)?";
const units = new RegExp(
  [
    `^(?:${number} ?d(?:ays?)?${then})?`,
    `(?:${number} ?h(?:(?:ou)?rs?)?${then})?`,
    `(?:${number} ?m(?:in(?:ute)?s?)?${then})?`,
    `(?:${number} ?s(?:ec(?:ond)?s?)?${then})?$`,
  ].join(""),
);
const minutesPer = [1440, 60, 1, 1 / 60];

const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/;

/** `1.30 h` may mean 1:30 hours or 1.3 hours. `1.25 h`, `1.5 h` and `1.75 h` are decimals. */
const unclearHours = /(?:^|[^\d.,])\d{1,6}[.,](?!00|25|50)[0-5]\d ?(?:h|hr|hrs|hour|hours)\b/;

/** With more hours than this, two digits on both sides look like a time of day. */
const maxClockHours = 4;

const isTimeOfDay = (hours: string): boolean => hours.length === 2 && Number(hours) > maxClockHours;

/** Longer than any duration. */
const maxLength = 60;

/**
 * A length of time as people and programs write it, in minutes: `90`, `45 minutes`, `1.5 h`, `1 h 30 min`,
 * `1h30`, `1:30` (hours and minutes), `PT45M`. `undefined` when it is none, has two meanings (`15:00`, `1.30
 * h`), or is no whole number of minutes.
 */
export function parseMinutes(written: string): number | undefined {
  const text = written.trim().toLowerCase().replace(/\s+/g, " ");
  if (text === "" || written.length > maxLength || unclearHours.test(text)) return undefined;
  const [, hours, minutes, seconds] = clock.exec(text) ?? [];
  if (hours !== undefined && isTimeOfDay(hours)) return undefined;
  const parts = hours === undefined ? units.exec(addUnit(text))?.slice(1) : [0, hours, minutes, seconds];
  if (parts === undefined) return undefined;
  const sum = minutesPer.reduce((total, per, index) => {
    return total + per * Number(String(parts[index] ?? 0).replace(",", "."));
  }, 0);
  const whole = Math.round(sum);
  return Math.abs(sum - whole) < 1e-6 ? whole : undefined;
}

/** A duration of ISO 8601 without its letters. A number alone counts minutes, and so does one behind hours. */
const addUnit = (text: string): string =>
  text
    .replace(/^p(?=\d+d|t\d)(\d+d)?(?:t(?=\d))?/, "$1")
    .replace(/^[\d.,]+$/, "$& m")
    .replace(/h(?:(?:ou)?rs?)?\.?(?: and |, | )?\d{1,2}$/, "$& m");

/** Why `parseMinutes` does not accept a text, and how to write it. */
export function explainMinutes(written: string): string {
  const text = written.length > maxLength ? "" : written.trim().toLowerCase();
  const [, hours = "", minutes] = clock.exec(text) ?? [];
  if (isTimeOfDay(hours)) {
    const count = Number(hours);
    const rest = Number(minutes) === 0 ? "" : ` ${Number(minutes)} min`;
    const meaning = count < 24 ? "a time of day" : "hours or minutes";
    return `could be ${meaning}. Write ${count} h${rest} or ${count} min.`;
  }
  if (unclearHours.test(text))
    return "could be hours and minutes or a fraction of an hour. Write 1 h 30 min or 1.5 h.";
  return "is not a duration. Write it in minutes, such as 90, or as 1 h 30 min.";
}

/**
 * The duration in a field, in minutes, or undefined when it is empty. Throws `InputError` for any other text.
 */
export function getMinutes(values: FormValues, key: string): number | undefined {
  const written = getSingle(values, key);
  if (written === undefined) return undefined;
  const minutes = parseMinutes(written);
  if (minutes === undefined) throw refuse(key, `${quoteValue(written)} ${explainMinutes(written)}`);
  return minutes;
}

/**
 * The number of people in a field, from 1: `3` or `3 people`. Undefined when it is empty. Throws `InputError`
 * for any other text.
 */
export function getCount(values: FormValues, key: string): number | undefined {
  const written = getSingle(values, key);
  if (written === undefined) return undefined;
  const [, digits = ""] = /^(\d{1,6})(?:\.0{1,6})?(?: (?:people|persons?|responses?))?$/i.exec(written) ?? [];
  if (Number(digits) >= 1) return Number(digits);
  throw refuse(key, `${quoteValue(written)} is not a whole number of people. Write it as 3.`);
}
