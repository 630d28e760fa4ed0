/** What Intl writes in the languages: names, the order of a date, and what stands between a day and its time. */
import { foldText } from "../../../src/fold-text.ts";
import { type Weekday, weekdayOf } from "../../../src/time/index.ts";
import { fold } from "./clean.ts";
import { joins, languages, rivals } from "./formats.ts";

const styles = ["long", "short"] as const;
const timeZone = "UTC";
const dateAndTime = {
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone,
} as const;

/** A date with its time in a style of names. */
const formatNamed = (language: string, style: "long" | "short") =>
  new Intl.DateTimeFormat(language, { ...dateAndTime, month: style, weekday: style });

/** The first of each month, and a week. */
const samples = [
  ...Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 1)),
  ...Array.from({ length: 7 }, (_, day) => Date.UTC(2027, 2, 1 + day)),
];

/** The names of a language with an instant of each. In a date a month may have another form than alone. */
const listNames = (language: string) =>
  styles
    .flatMap((month) => [
      formatNamed(language, month),
      new Intl.DateTimeFormat(language, { month, timeZone }),
    ])
    .flatMap((format) =>
      samples.flatMap((instant) =>
        format.formatToParts(instant).map(({ type, value }) => ({
          type,
          name: fold(value).replace(/\.$/, ""),
          date: new Date(instant).toISOString().slice(0, 10),
        })),
      ),
    );

/** The day before a time, and what stands between them, as Intl writes them. Nothing where the time comes first, or no name of a month. */
function splitFormat(format: Intl.DateTimeFormat): [day: string, join: string] | undefined {
  const parts = format
    .formatToParts(0)
    .map(({ type, value }) => (type === "literal" ? foldText(`x${value}x`).slice(1, -1) : `{${type}}`));
  const hour = parts.indexOf("{hour}");
  const end = Math.max(...["{day}", "{year}", "{weekday}"].map((part) => parts.indexOf(part))) + 1;
  if (end > hour || !parts.includes("{month}")) return undefined;
  return [parts.slice(0, end).join(""), parts.slice(end, hour).join("")];
}

/** All names, patterns of days, and joins. A name may be that of several months. */
export function loadLanguages() {
  const months = new Map<string, Set<number>>();
  const days = new Map<string, Weekday>();
  for (const { type, name, date } of languages.flatMap(listNames)) {
    if (type === "month") months.set(name, (months.get(name) ?? new Set()).add(Number(date.slice(5, 7))));
    if (type === "weekday") days.set(name, weekdayOf(date));
  }
  for (const { type, name, date } of rivals.flatMap(listNames))
    if (type === "month") months.get(name)?.add(Number(date.slice(5, 7)));
  const found = languages.flatMap((language) => {
    const written = (["full", "long", "medium"] as const).map(
      (dateStyle) => new Intl.DateTimeFormat(language, { dateStyle, timeStyle: "short", timeZone }),
    );
    const all = [...styles.map((style) => formatNamed(language, style)), ...written];
    return all.map(splitFormat).filter((split) => split !== undefined);
  });
  return {
    months,
    days,
    patterns: [...new Set(found.map(([day]) => day))],
    joins: [...new Set([...joins.map(([join]) => join), ...found.map(([, join]) => join)])],
  };
}
