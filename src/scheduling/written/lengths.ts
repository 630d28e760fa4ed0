/** Reads lengths of time. */
import { fold } from "./clean.ts";
import { problem, type Read } from "./problem.ts";

const number = "(\\d{1,6}(?:[.,]\\d{1,2})?)";
/** What may stand between a number with its unit and the next one. */
const then = "\\.?(?: and | und |, | |$)?";
const hours = "h(?:(?:ou)?rs?|eures?|oras?)?|st(?:d|unden?)|or[ae]|uur|tim(?:er?|m(?:e|ar))";
const units = new RegExp(
  [
    `^(?:${number} ?(?:w(?:(?:ee)?ks?|ochen?)?|sema(?:ine|na)s?)${then})?`,
    `(?:${number} ?(?:d(?:ays?|ias?)?|tage?n?|jours?)${then})?`,
    `(?:${number} ?(?:${hours})${then})?`,
    `(?:${number} ?m(?:in(?:ut[eo]n?s?|s)?)?${then})?`,
    `(?:${number} ?s(?:ec(?:ond)?s?|ekunden?)?${then})?$`,
  ].join(""),
);
const counts = ["one", "two", "three", "four", "five", "six"];
const minutesPer = [10_080, 1440, 60, 1, 1 / 60];

const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?: ?h(?:(?:ou)?rs?)?)?$/;

/** `1.30 h` may mean 1:30 hours or 1.3 hours. `1.25 h`, `1.5 h` and `1.75 h` are decimals. */
const unclearHours = new RegExp(`(?:^|[^\\d.,])\\d{1,6}[.,](?!00|25|50)[0-5]\\d ?(?:${hours})\\b`);

const unread = problem("length", "is not a duration", "Write it in minutes, such as 90, or as 1 h 30 min.");

/**
 * A length of time as people and programs write it, in minutes: `90`, `45 minutes`, `1.5 h`, `1 h 30 min`, `1h30`, `1:30` (hours
 * and minutes), `a week`, `PT45M`. A number alone counts `unit`; with null it is refused. For any other text a problem: it is none,
 * has two meanings (`15:00`, `1.30 h`), or is no whole number of minutes.
 */
export function readLength(written: string, unit: "m" | "d" | null = "m"): Read<number> {
  const text = fold(written)
    .replace(/^(?:an?|eine?|une?) /, "one ")
    .replace(/^[a-z]+(?= )/, (word) => (counts.includes(word) ? `${counts.indexOf(word) + 1}` : word));
  const [, hour, minutes, seconds] = clock.exec(text) ?? [];
  // Beyond four hours, two digits on both sides look like a time of day.
  if (hour?.length === 2 && Number(hour) > 4) {
    const rest = Number(minutes) === 0 ? "" : ` ${Number(minutes)} min`;
    const meaning = Number(hour) < 24 ? "a time of day" : "hours or minutes";
    const fix = `Write ${Number(hour)} h${rest} or ${Number(hour)} min.`;
    return { problem: problem("length", `could be ${meaning}`, fix) };
  }
  if (unclearHours.test(text)) {
    const message = "could be hours and minutes or a fraction of an hour";
    return { problem: problem("length", message, "Write 1 h 30 min or 1.5 h.") };
  }
  if (unit === null && /^[\d.,]+$/.test(text))
    return { problem: problem("length", "has no unit", "Write it as 2 days or 36 hours.") };
  const parts =
    hour === undefined ? units.exec(addUnit(text, unit ?? "m"))?.slice(1) : [0, 0, hour, minutes, seconds];
  const sum = minutesPer.reduce((total, per, index) => {
    return total + per * Number(String(parts?.[index] ?? 0).replace(",", "."));
  }, 0);
  const whole = Math.round(sum);
  return text === "" || parts === undefined || Math.abs(sum - whole) > 1e-6
    ? { problem: unread }
    : { value: whole };
}

/** A duration of ISO 8601 without its letters. A number alone counts the unit, and behind hours it counts minutes. */
const addUnit = (text: string, unit: string): string =>
  text
    .replace(/^p(?=\d+[dw]|t\d)(\d+[dw])?(?:t(?=\d))?/, "$1")
    .replace(/^[\d.,]+$/, `$& ${unit}`)
    .replace(/h(?:(?:ou)?rs?)?\.?(?: and |, | )?\d{1,2}$/, "$& m");
