/** Compiles the formats, and takes them from a text one after the other: nothing is taken back, so each text takes linear time. */
import * as formats from "./formats.ts";
import { loadLanguages } from "./languages.ts";

function compileAll() {
  const { months, days, patterns, joins } = loadLanguages();
  const oneOf = (texts: Iterable<string>) =>
    `(?:${[...texts]
      .sort((a, b) => b.length - a.length)
      .map(escapeText)
      .join("|")})`;
  const name = (names: Iterable<string>) => `${oneOf(names)}(?!\\p{L})\\.?`;
  const parts: Record<string, string> = {
    year: "(?<year>\\d{4})(?!\\d)",
    short: "(?<short>\\d\\d)(?!\\d)",
    m: "(?<m>\\d{1,2})(?!\\d)",
    day: "(?<day>\\d{1,2})(?!\\d|:\\d)",
    one: "(?<one>\\d{1,2})(?!\\d)",
    two: "(?<two>\\d{1,2})(?!\\d)",
    yyyymmdd: "(?<year>\\d{4})(?<m>\\d\\d)(?<day>\\d\\d)(?=t\\d{6})",
    hhmmss: "(?<=t)(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)(?!\\d)",
    th: "(?:st|nd|rd|th)",
    month: `(?<month>${name(months.keys())})`,
    weekday: `(?<weekday>${name(days.keys())})`,
    join: oneOf(joins),
    behind: "(?:, | - )",
    hour: "(?<hour>\\d{1,2})(?!\\d)",
    minute: "(?<minute>\\d\\d)(?!\\.?\\d)",
    minutes: "(?<minute>\\d\\d)",
    second: "(?<second>\\d\\d)(?!\\d)",
    fraction: "[.,](?<fraction>\\d{1,9})(?!\\d)",
    half: "(?<half>[ap])\\.?m(?!\\p{L})\\.?",
    sign: "(?<sign>[+-])",
    h: "(?<hh>\\d{1,2})(?!\\d)",
    hh: "(?<hh>\\d\\d)",
    mm: "(?<mm>\\d\\d)(?![\\d:])",
    gmt: "(?<gmt>gmt|utc)",
    behindSeconds: "(?<=\\d[:.]\\d\\d[:.]\\d\\d(?:[.,]\\d{1,9})?)",
    letters: "(?<letters>[a-z]{1,3}t|[a-z]+ (?:standard|daylight|summer) time)(?!\\p{L})",
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
      pattern.replace(/\\(.)|\{(\w+)\}|[[\]]|[.*+?^$()|/]/g, (all, literal?: string, part?: string) =>
        part ? `${parts[part]}` : all === "[" ? "(?:" : all === "]" ? ")?" : `\\${literal ?? all}`,
      ),
      "yu",
    );
  const named = ([pattern]: formats.Format) => compile(`[{weekday}[.][,] ]${pattern}`);
  return {
    months,
    days,
    day: [...formats.days.map(named), ...formats.refusedDays.map(named), ...patterns.map(compile)],
    clock: formats.clocks.map(([pattern]) => compile(pattern)),
    joined: formats.clocks.map(([pattern]) => compile(`{join}${pattern}`)),
    offset: formats.offsets.map(([pattern, , , behind]) => compile(`${pattern}{${behind}}`)),
    zone: formats.zones.map(([pattern]) => compile(pattern)),
    range: formats.ranges.map(([pattern]) => compile(pattern)),
    lateYear: [compile(" {year}")],
    lateDay: formats.days.map(([pattern]) => compile(`{behind}[{weekday}[.][,] ]${pattern}`)),
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
