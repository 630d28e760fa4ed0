/** Reads days and times of the formats of `formats.ts`. What has two meanings, or is in no format, gives a problem. */
import { isSameZone } from "../../../src/time/zones.ts";
import { cleanText, dropNumber, fold, listItems, unquote } from "./clean.ts";
import { Scanner } from "./compile.ts";
import { type DateRules, decideDay } from "./day.ts";
import { joinSides, type WrittenTime, writeClock } from "./join.ts";
import { guard, problem, type Read } from "./problem.ts";
import { dayMinutes, isZoned, type Side, takeSide } from "./side.ts";
import { readZone } from "./zones.ts";

/** Takes a time: a start, perhaps an end, and what stands behind them and counts for both. */
function takeTime(scan: Scanner, rules: DateRules): { start: Side; end?: Side | undefined } | undefined {
  const start = takeSide(scan, rules);
  if (start === undefined) return undefined;
  const { at } = scan;
  let end = scan.take("range") && takeSide(scan, rules, true);
  if (end === undefined) scan.at = at;
  // 9:00 am - Monday, March 1, 2027
  if (start.date === undefined && end?.date !== undefined && end.minutes === undefined) {
    start.date = end.date;
    end = undefined;
  } else if (start.date === undefined && start.minutes !== undefined) {
    const late = scan.take("lateDay");
    if (late) start.date = decideDay(late, late["year"], rules);
  }
  const zone = start.minutes === undefined ? undefined : scan.take("zone");
  if (zone) {
    const { zone: name = "", from, last = from } = zone;
    start.zone = readZone(name);
    start.offset ??= from;
    start.isProgram ||= isSameZone(start.zone, "UTC");
    if (end) Object.assign(end, { zone: start.zone, offset: end.offset ?? last });
  }
  const move = scan.take("move");
  if (move) start.move = Number(`${move["direction"]}${move["count"]}`) * (move["unit"] === "w" ? 7 : 1);
  return { start, end };
}

/** A time at the start of what is left, or the whole of it. */
function takeWhole(scan: Scanner, rules: DateRules, isAll = false): WrittenTime | undefined {
  const time = takeTime(scan, rules);
  return time && (scan.isDone || !isAll) ? joinSides(time.start, time.end) : undefined;
}

/** Reads a text that is one side and nothing else: a cell of a row. */
export const readCell = (text: string, rules: DateRules): Read<Side | undefined> =>
  guard(() => {
    const scan = new Scanner(fold(unquote(text)));
    const time = takeTime(scan, rules);
    return time?.end === undefined && scan.isDone ? time?.start : undefined;
  });

/** A start and an end that stand in cells of their own. */
export const joinCells = (start: Side, end?: Side): Read<WrittenTime> =>
  guard(() => joinSides(start, end, true));

/** Reads one day or time, with or without the number of its item in a list. */
export function readTime(text: string, rules: DateRules = {}): Read<WrittenTime | undefined> {
  const whole = readWhole(text, rules);
  if (whole.value) return whole;
  const item = readWhole(dropNumber(text), rules);
  return item.value || !whole.problem ? item : whole;
}

const readWhole = (text: string, rules: DateRules) =>
  guard(() => takeWhole(new Scanner(fold(unquote(text))), rules, true));

/** One day or time of a list: its text, and what was read. */
export interface ReadItem {
  text: string;
  read: Read<WrittenTime | undefined>;
}

/** The days or times in texts, each of which may be a list, also with commas or "and" between its items. Repeats are dropped. */
export function readTimes(texts: readonly string[], rules: DateRules): ReadItem[] {
  const lines = texts.flatMap(listItems).map((line) => line.replace(/^\[(.*)\]$/s, "$1"));
  const items = lines.filter((line) => /[^\s,;]/.test(line)).flatMap((line) => readLine(line, rules));
  return [...new Map(items.map(({ text, read }) => [text, read]))].map(([text, read]) => ({ text, read }));
}

/** The items of a line, or the line as one item if it is no list. */
function readLine(line: string, rules: DateRules): ReadItem[] {
  const read = readTime(line, rules);
  const whole = [{ text: line, read }];
  if (read.value || !/[,;\t]| (?:and|or|&) /.test(line)) return whole;
  const plain = line
    .replace(/["'\u2018\u2019\u201c\u201d]/g, "")
    .replaceAll("\t", ", ")
    .replace(/\s+/gu, " ");
  const scan = new Scanner(fold(plain));
  const items: ReadItem[] = [];
  do {
    const from = scan.at;
    const item = guard(() => takeWhole(scan, rules));
    if (scan.at === from) return whole;
    items.push({ text: sliceFolded(plain, from, scan.at), read: item });
  } while (!scan.isDone && scan.take("separator"));
  if (!scan.isDone) return whole;
  const zoned = items.filter(({ read }) => read.value && isZoned(read.value.start));
  if (zoned.length === 0 || zoned.length === items.length) return items;
  return [
    {
      text: line,
      read: { problem: problem("offset", "has a zone on some of its times", "Write it on each.") },
    },
  ];
}

/** The part of a text between two places of the folded text. */
function sliceFolded(text: string, from: number, to: number): string {
  const place = (length: number) => {
    let at = 0;
    while (at < text.length && fold(text.slice(0, at)).length < length) at++;
    return at;
  };
  return text.slice(place(from + 1) - 1, place(to));
}

/** A text that is a time of day and nothing else, as HH:mm. `end`: midnight is 24:00. */
export function readClock(text: string, end = false): Read<string | undefined> {
  const read = readCell(cleanText(text), {});
  if (read.problem) return read;
  const { date, minutes, second = "00", offset, zone, zoneName, move }: Side = read.value ?? {};
  if (date !== undefined)
    return { problem: problem("no-clock", "has a date", "Enter only the time of day.") };
  if (minutes === undefined || second !== "00" || (offset ?? zone ?? zoneName ?? move) !== undefined)
    return { value: undefined };
  if (minutes % dayMinutes === 0 && end) return { value: "24:00" };
  return { value: minutes === dayMinutes ? undefined : writeClock(minutes) };
}
