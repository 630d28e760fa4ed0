import type { Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { formatOption, toLocal, weekdayOf } from "../../src/time/index.ts";
import { ArgumentError, ToolError } from "../errors.ts";
import { formatWhen } from "../output/format.ts";
import { readWrittenDay, type WrittenDay } from "../output/option-lines.ts";

/** The options as lines with their numbers: `2: Mon 2027-03-01 09:00–09:30 -05:00`. */
export function numberOptions(
  options: readonly PollOption[],
  timeZone: string | null,
  positions: readonly number[],
): string[] {
  return options.flatMap((option, index) =>
    positions.includes(index + 1) ? [`${index + 1}: ${formatWhen(option, timeZone)}`] : [],
  );
}

/**
 * Finds the options that a text names, as positions from 1: by number, by date, by start, or by the text of an option as the
 * tools show it. A date names all of its slots. Times are those of `timeZone`, with an offset those of any zone. Throws for a
 * start of several options, and when nothing matches.
 */
export function findOptions(poll: Poll, text: string, timeZone: string | null): number[] {
  const options: PollOption[] = poll.options;
  const number = Number(/^#?(\d{1,3})$/.exec(text.trim())?.[1]);
  if (options[number - 1] !== undefined) return [number];
  const select = (matches: (option: PollOption) => boolean) =>
    options.flatMap((option, index) => (matches(option) ? [index + 1] : []));
  const day = readWrittenDay(text);
  if (day === undefined)
    return refuseEmpty(
      select((option) => isLongText(text, option, timeZone)),
      poll,
      timeZone,
    );
  if (day.times.length === 0 || "date" in (options[0] ?? {}))
    return refuseEmpty(
      select((option) => isOnDay(option, day, timeZone)),
      poll,
      timeZone,
    );
  return day.times.flatMap((time) => {
    const found = refuseEmpty(
      select((option) => isAt(option, day, time, timeZone)),
      poll,
      timeZone,
    );
    if (found.length === 1) return found;
    throw new ToolError(
      `option is ambiguous: it names options ${formatPositions(found)}. Ask the person which one is meant and pass its number.`,
      { options: numberOptions(options, timeZone, found) },
    );
  });
}

function refuseEmpty(positions: number[], { options }: Poll, timeZone: string | null): number[] {
  if (positions.length > 0) return positions;
  const message = `matches no option of this poll: pass a number from 1 to ${options.length}, a date, or a start in ${timeZone ?? "the poll's clock time"}; without option, all are listed`;
  throw new ArgumentError([{ path: "option", message }]);
}

function isOnDay(option: PollOption, { date, weekday, times }: WrittenDay, timeZone: string | null): boolean {
  if (weekday !== undefined && weekday.slice(0, 3).toLowerCase() !== weekdayOf(date)) return false;
  if ("date" in option) return option.date === date && times.length === 0;
  return toLocal(option.startTime, timeZone ?? "UTC").date === date;
}

function isAt(
  option: PollOption,
  day: WrittenDay,
  { start, end }: WrittenDay["times"][number],
  timeZone: string | null,
): boolean {
  if ("date" in option) return false;
  const startMs = Date.parse(option.startTime);
  const isThen = ({ local, offset }: typeof start, instant: number) => {
    // A floating time is no instant.
    if (offset !== undefined) return timeZone !== null && Date.parse(`${local}${offset}`) === instant;
    const { date, time } = toLocal(new Date(instant).toISOString(), timeZone ?? "UTC");
    return `${date}T${time}` === local;
  };
  const isDay = day.weekday === undefined || day.weekday.slice(0, 3).toLowerCase() === weekdayOf(day.date);
  return (
    isDay && isThen(start, startMs) && (end === undefined || isThen(end, startMs + option.duration * 60_000))
  );
}

/** Whether a text is that of an option in a sentence: `Mon, 1 March 2027, 09:00-09:30 (Europe/Berlin, UTC+01:00)`. */
function isLongText(text: string, option: PollOption, timeZone: string | null): boolean {
  const fold = (written: string) =>
    sanitizeLine(written)
      .toLowerCase()
      .replace(/ \(.*$/, "")
      .replace(/^([a-z]{3})[a-z]*/, "$1")
      .replace(/,/g, "")
      .replaceAll("–", "-");
  return fold(text) === fold(formatOption(option, timeZone));
}

/** Formats positions as ranges: `1-3,7`. */
export function formatPositions(positions: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] + 1 === position) last[1] = position;
    else runs.push([position, position]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}
