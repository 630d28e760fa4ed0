import { type FormValues, getSingle } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";

const minutesPer: Record<string, number> = { d: 1440, h: 60, m: 1, s: 1 / 60 };
const order = Object.keys(minutesPer);

const units = new Map(
  Object.entries({
    d: ["d", "day", "days"],
    h: ["h", "hr", "hrs", "hour", "hours"],
    m: ["m", "min", "mins", "minute", "minutes"],
    s: ["s", "sec", "secs", "second", "seconds"],
  }).flatMap(([unit, names]) => names.map((name) => [name, unit] as const)),
);

const iso = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4}(?:\.\d{1,3})?)H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/i;
const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/;
const piece = /(\d{1,6}(?:[.,]\d{1,2})?) ?([a-z]*)\.?(?: and | |, |$)?/gy;

/** `1.30 h` may mean 1:30 hours or 1.3 hours. `1.25 h`, `1.5 h` and `1.75 h` are decimals. */
const unclearHours = /(?:^|[^\d.,])\d{1,6}[.,](?!00|25|50)[0-5]\d ?(?:h|hr|hrs|hour|hours)\b/;

/** With more hours than this, two digits on both sides look like a time of day. */
const maxClockHours = 4;

/** Longer than any duration. */
const maxLength = 60;

/**
 * A length of time as people and programs write it, in minutes: `90`, `45 minutes`, `1.5 h`, `1 h 30 min`,
 * `1h30`, `1:30` (hours and minutes), `PT45M`. `undefined` when it is none, has two meanings (`15:00`, `1.30
 * h`), or is no whole number of minutes.
 */
export function parseMinutes(written: string): number | undefined {
  const text = written.trim().toLowerCase();
  if (text === "" || text.length > maxLength || unclearHours.test(text)) return undefined;
  const minutes = parseIso(text) ?? parseClockLike(text) ?? parseUnits(text.replace(/\s+/g, " "));
  if (minutes === undefined) return undefined;
  const whole = Math.round(minutes);
  return Math.abs(minutes - whole) < 1e-6 ? whole : undefined;
}

function parseIso(text: string): number | undefined {
  const [, ...parts] = iso.exec(text) ?? [];
  if (parts.every((part) => part === undefined)) return undefined;
  return order.reduce((sum, unit, index) => sum + Number(parts[index] ?? 0) * (minutesPer[unit] ?? 0), 0);
}

function parseClockLike(text: string): number | undefined {
  const [, hours, minutes, seconds = "0"] = clock.exec(text) ?? [];
  if (hours === undefined || isTimeOfDay(hours)) return undefined;
  return Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
}

const isTimeOfDay = (hours: string): boolean => hours.length === 2 && Number(hours) > maxClockHours;

/**
 * Numbers with units, the larger unit first; a number alone counts minutes, or what follows its unit
 * (`1h30`).
 */
function parseUnits(text: string): number | undefined {
  let sum = 0;
  let last = -1;
  let end = 0;
  for (const [whole, number = "", name = ""] of text.matchAll(piece)) {
    end += whole.length;
    const unit = name === "" ? (last < 0 ? "m" : order[last + 1]) : units.get(name);
    const place = unit === undefined ? -1 : order.indexOf(unit);
    if (unit === undefined || place <= last || (name === "" && last >= 0 && order[last] !== "h"))
      return undefined;
    sum += Number(number.replace(",", ".")) * (minutesPer[unit] ?? 0);
    last = place;
    if (name === "" && end < text.length) return undefined;
  }
  return end === text.length && last >= 0 ? sum : undefined;
}

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
