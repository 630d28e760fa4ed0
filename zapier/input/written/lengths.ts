/** Reads lengths of time. */
import { fold } from "./compile.ts";
import { problem, type Read } from "./problem.ts";

/** The units with their minutes, and what they are called. */
const units: readonly (readonly [minutes: number, names: RegExp])[] = [
  [10_080, /^w(?:(?:ee)?ks?)?$/],
  [1440, /^d(?:ays?)?$/],
  [60, /^h(?:(?:ou)?rs?)?$/],
  [1, /^m(?:in(?:ute)?s?)?$/],
  [1 / 60, /^s(?:ec(?:ond)?s?)?$/],
];
const minutesOf = (name: string) => units.find(([, names]) => names.test(name))?.[0];
const unread = problem("length", "is not a duration", "Write it in minutes, such as 90, or as 1 h 30 min.");

/** A length of time in minutes: `90`, `1:30`, `00:45:00`, `1.5 h`, `1 hour and 30 minutes`, `PT45M`. A number alone counts `unit`; with null it is refused. */
export function readLength(text: string, unit: "m" | "d" | null = "m"): Read<number> {
  const written = fold(text);
  const [, hours = "", minutes, seconds = 0] = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(written) ?? [];
  if (hours.length === 2 && Number(hours) > 4) {
    const rest = Number(minutes) === 0 ? "" : ` ${Number(minutes)} min`;
    const meaning = Number(hours) < 24 ? "a time of day" : "hours or minutes";
    const fix = `Write ${hours} h${rest} or ${hours} min.`;
    return { problem: problem("length", `could be ${meaning}`, fix) };
  }
  if (unit === null && /^[\d.,]+$/.test(written))
    return { problem: problem("length", "has no unit", "Write it as 2 days or 36 hours.") };
  const spelled = written
    .replace(/^[\d.]+$/, `$& ${unit}`)
    .replace(/^p(?=\d+[dw]|t\d)|(?<=\d[dw]|^p)t(?=\d)/g, "");
  const parts = [...spelled.matchAll(/(\d{1,6}(?:\.\d{1,2})?) ?([a-z]+)\.?(?: and |, | |(?=\d)|$)/g)];
  const isWhole = parts.map(([part]) => part).join("") === spelled;
  if (/\.(?!00|25|50|75|\d\b)\d\d ?h/.test(spelled))
    return {
      problem: problem(
        "length",
        "could be hours and minutes or a fraction of an hour",
        "Write 1 h 30 min or 1.5 h.",
      ),
    };
  const sum =
    minutes === undefined
      ? parts.reduce(
          (total, [, count, name = ""]) => total + Number(count) * (minutesOf(name) ?? Number.NaN),
          0,
        )
      : Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  const whole = Math.round(sum);
  return written === "" ||
    (minutes === undefined && (!isWhole || parts.length === 0)) ||
    !(Math.abs(sum - whole) < 1e-6)
    ? { problem: unread }
    : { value: whole };
}
