/** Compiles the formats, with the names of months and weekdays that Intl has, and takes them from a text one after the other. */
import { foldText } from "../../../src/fold-text.ts";
import { type Weekday, weekdays } from "../../../src/time/days.ts";
import * as formats from "./formats.ts";

/** Longer than any time with its end. */
const maxLength = 300;

/** A text without capitals, accents, invisible characters and repeated white space. Every dash is "-". Empty if it is too long. */
export function fold(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length > maxLength ? "" : foldText(line).replaceAll("\u2212", "-");
}

/** What Intl writes in the languages: names, the order of a date, and what stands between a day and its time. */
function loadLanguages() {
  const months = new Map<string, Set<number>>();
  const days = new Map<string, Weekday>();
  const [patterns, joins] = [new Set<string>(), new Set(formats.joins)];
  // In Croatian these names are the month before the Polish one.
  for (const [name, month] of Object.entries({ listopad: 10, listopada: 10, lis: 10, lip: 6 }))
    months.set(name, new Set([month]));
  const [day, year] = ["numeric", "numeric"] as const;
  for (const language of formats.languages)
    for (const style of ["long", "short"] as const) {
      const options = {
        day,
        year,
        month: style,
        weekday: style,
        hour: "numeric",
        minute: "2-digit",
        timeZone: "UTC",
      } as const;
      const format = new Intl.DateTimeFormat(language, options);
      const alone = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
      // The first of each month, and a week.
      for (let index = 0; index < 19; index++) {
        const instant = index < 12 ? Date.UTC(2027, index, 1) : Date.UTC(2027, 2, index - 10);
        const month = new Date(instant).getUTCMonth();
        const parts = [...format.formatToParts(instant), ...alone.formatToParts(instant)];
        for (const { type, value } of parts) {
          const name = fold(value).replace(/\.$/, "");
          if (type === "month") months.set(name, (months.get(name) ?? new Set()).add(month + 1));
          if (type === "weekday")
            days.set(name, weekdays[(new Date(instant).getUTCDay() + 6) % 7] as Weekday);
        }
      }
      const styled = (["full", "long", "medium"] as const).map(
        (dateStyle) => new Intl.DateTimeFormat(language, { dateStyle, timeStyle: "short", timeZone: "UTC" }),
      );
      for (const each of [format, ...styled]) {
        const tokens = each.formatToParts(Date.UTC(2027, 2, 1)).map(({ type, value }) => {
          if (type === "literal") return foldText(`x${value}x`).slice(1, -1);
          return (
            { day: "{d}", month: "{month}", year: "{year}", weekday: "{weekday}", hour: "{hour}" }[
              type as string
            ] ?? ""
          );
        });
        const hour = tokens.indexOf("{hour}");
        const end = Math.max(...["{d}", "{year}", "{weekday}"].map((token) => tokens.indexOf(token)));
        if (end > hour || !tokens.includes("{month}")) continue;
        patterns.add(tokens.slice(0, end + 1).join(""));
        joins.add(tokens.slice(end + 1, hour).join(""));
      }
    }
  return { months, days, patterns: [...patterns], joins: [...joins] };
}

function compileAll() {
  const { months, days, patterns, joins } = loadLanguages();
  const oneOf = (names: Iterable<string>) =>
    `(?:${[...names]
      .sort((a, b) => b.length - a.length)
      .map(escapeText)
      .join("|")})(?!\\p{L})\\.?`;
  const parts: Record<string, string> = {
    year: "(?<year>\\d{4})(?!\\d)",
    short: "(?<short>\\d\\d)(?!\\d)",
    m: "(?<m>\\d{1,2})(?!\\d)",
    d: "(?<d>\\d{1,2})(?!\\d|:\\d)",
    one: "(?<one>\\d{1,2})(?!\\d)",
    two: "(?<two>\\d{1,2})(?!\\d)",
    yyyymmdd: "(?<year>\\d{4})(?<m>\\d\\d)(?<d>\\d\\d)(?=t\\d{6})",
    hhmmss: "(?<=t)(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)(?!\\d)",
    th: "(?:st|nd|rd|th)",
    month: `(?<month>${oneOf(months.keys())})`,
    weekday: `(?<weekday>${oneOf(days.keys())})`,
    hour: "(?<hour>\\d{1,2})(?!\\d)",
    minute: "(?<minute>\\d\\d)(?!\\.?\\d)",
    second: "(?<second>\\d\\d)(?!\\d)",
    fraction: "[.,](?<fraction>\\d{1,9})(?!\\d)",
    half: "(?<half>[ap])\\.?m(?!\\p{L})\\.?",
    sign: "(?<sign>[+-])",
    h: "(?<hh>\\d{1,2})(?!\\d)",
    hh: "(?<hh>\\d\\d)",
    mm: "(?<mm>\\d\\d)(?![\\d:])",
    gmt: "(?<gmt>gmt|utc)",
    letters: "(?<letters>(?!gmt)[a-z]{1,3}t|[a-z]+ (?:standard|daylight|summer) time)(?!\\p{L})",
    abbreviation: "(?<abbreviation>[a-z]{2,5})(?!\\p{L})",
    any: "(?<any>)",
    t: "(?<t>)",
    seconds: "",
    comment: "\\((?<comment>[\\p{L} .,'\\u2019/_-]+)\\)",
    zone: "(?<zone>[a-z_]+(?:/[a-z0-9_+-]+)+|utc)(?![\\p{L}\\d])",
    offset: "(?<from>[+-]\\d\\d:\\d\\d)",
    last: "(?<last>[+-]\\d\\d:\\d\\d)",
  };
  const compile = (pattern: string) =>
    new RegExp(
      pattern.replace(/\\(.)|\{(\w+)\}|[[\]]|[.*+?^$()|/]/g, (all, literal?: string, name?: string) =>
        literal
          ? `\\${literal}`
          : name
            ? `${parts[name]}`
            : all === "["
              ? "(?:"
              : all === "]"
                ? ")?"
                : `\\${all}`,
      ),
      "yu",
    );
  const named = ([pattern]: formats.Format) => compile(`[{weekday}[.][,] ]${pattern}`);
  return {
    months,
    days,
    day: [...formats.days.map(named), ...formats.refusedDays.map(named), ...patterns.map(compile)],
    clock: formats.clocks.map(([pattern]) => compile(pattern)),
    joined: formats.clocks.flatMap(([pattern]) => joins.map((join) => compile(join + pattern))),
    offset: formats.offsets.map(([pattern, , , behind]) => compile(`${pattern}{${behind}}`)),
    zone: formats.zones.map(([pattern]) => compile(pattern)),
    range: formats.ranges.map(compile),
    lateYear: [compile(" {year}")],
    lateDay: formats.days.flatMap(([pattern]) =>
      [", ", " - "].map((join) => compile(`${join}[{weekday}[.][,] ]${pattern}`)),
    ),
    move: [/ ?(?<direction>[+-]) ?(?<count>\d{1,3}) ?(?<unit>d|w)(?:ays?|eeks?)?(?!\p{L})/uy],
    separator: [/(?:,|;|\t)? ?(?:and |& |or )|[,;] ?/y],
  };
}

const escapeText = (text: string) => text.replace(/[.*+?^$()|/[\]{}\\]/g, "\\$&");

let compiled: ReturnType<typeof compileAll> | undefined;

/** Compiled once. */
export const getFormats = () => (compiled ??= compileAll());

export type Kind = Exclude<keyof ReturnType<typeof compileAll>, "months" | "days">;
export type Groups = Readonly<Partial<Record<string, string>>> & { readonly text: string };

/** A folded text that is read from left to right. */
export class Scanner {
  at = 0;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  get isDone(): boolean {
    return this.at >= this.text.length;
  }
  /** Takes the longest of the formats of a kind that stands here. */
  take(kind: Kind): Groups | undefined {
    let best: RegExpExecArray | undefined;
    for (const pattern of getFormats()[kind]) {
      pattern.lastIndex = this.at;
      const found = pattern.exec(this.text);
      if (found !== null && found[0].length > (best?.[0].length ?? 0)) best = found;
    }
    if (best === undefined) return undefined;
    this.at += best[0].length;
    return { ...best.groups, text: best[0] };
  }
}
