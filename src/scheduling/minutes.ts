/** Reads lengths of time, and tells ranges of clock times. */
import { foldText } from "../fold-text.ts";
import { describeProblem, type ProblemText } from "../problem.ts";

/** Longer than any length of time. */
const maxLength = 100;

/** The units with their minutes, and what they are called. */
const units: readonly (readonly [minutes: number, names: RegExp])[] = [
  [10_080, /^w(?:(?:ee)?ks?)?$/],
  [1440, /^d(?:ays?)?$/],
  [60, /^h(?:(?:ou)?rs?)?$/],
  [1, /^m(?:in(?:ute)?s?)?$/],
  [1 / 60, /^s(?:ec(?:ond)?s?)?$/],
];
const minutesOf = (name: string) => units.find(([, names]) => names.test(name))?.[0] ?? Number.NaN;

const refuse = (text: string, fix: string): { value?: never; problem: ProblemText } => ({
  problem: { ...describeProblem("length", text), fix },
});

/**
 * A length of time in whole minutes: `90`, `1:30`, `00:45:00`, `1.5 h`, `1h30`, `1 hour and 30 minutes`, `PT45M`. A number alone
 * counts `unit`; with null it is refused. Zaps and tools of assistants read it.
 */
export function readLength(
  text: string,
  unit: "m" | "d" | null = "m",
): { value: number; problem?: never } | { value?: never; problem: ProblemText } {
  const written = text.length > maxLength ? "" : foldText(text.trim());
  const [, hours = "", minutes, seconds = 0] = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(written) ?? [];
  if (hours.length === 2 && Number(hours) > 4) {
    const rest = Number(minutes) === 0 ? "" : ` ${Number(minutes)} min`;
    const meaning = Number(hours) < 24 ? "a time of day" : "hours or minutes";
    return refuse(`could be ${meaning}`, `Write ${hours} h${rest} or ${hours} min.`);
  }
  if (minutes !== undefined) return toWhole(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
  if (unit === null && /^[\d.,]+$/.test(written))
    return refuse("has no unit", "Write it as 2 days or 36 hours.");
  const spelled = written
    .replace(/^[\d.]+$/, `$& ${unit}`)
    .replace(/(h) ?(\d{1,2})$/, "$1 $2 m")
    .replace(/^p(?=\d+[dw]|t\d)|(?<=\d[dw]|^p)t(?=\d)/g, "");
  const parts = [...spelled.matchAll(/(\d{1,6}(?:\.\d{1,2})?) ?([a-z]+)\.?(?: and |, | |(?=\d)|$)/g)];
  if (/\.(?!00|25|50|75|\d\b)\d\d ?h/.test(spelled))
    return refuse("could be hours and minutes or a fraction of an hour", "Write 1 h 30 min or 1.5 h.");
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join("") === spelled;
  const sum = parts.reduce((total, [, count, name = ""]) => total + Number(count) * minutesOf(name), 0);
  return toWhole(isWhole ? sum : Number.NaN);
}

function toWhole(minutes: number) {
  const value = Math.round(minutes);
  return Math.abs(minutes - value) < 1e-6
    ? { value }
    : refuse("is not a duration", "Write it in minutes, such as 90, or as 1 h 30 min.");
}

/** From 13:00 on a clock has 24 hours, so an end before the start is that of a night. In minutes since midnight. */
export const isNight = (from: number, to: number): boolean => from >= 780 && to < from && to + 720 <= from;

/** Whether the minus behind a clock time can as well begin the end of a range: `09:00-10:00`, `22:00-02:00`. In minutes since midnight. */
export const mayBeRange = (from: number, to: number): boolean => to > from || isNight(from, to);
