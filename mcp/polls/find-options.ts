import type { Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { formatOption, toLocal } from "../../src/time/index.ts";
import { ArgumentError, ToolError } from "../errors.ts";
import { formatWhen } from "../output/format.ts";
import { formatPositions } from "../output/votes-output.ts";

type TimeOption = Extract<PollOption, { startTime: string }>;

/** Maximum length of a text, in characters: of a day with many times. */
const maxLength = 1_000;

/** A folded date and time with an offset. */
const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d ?(?:z|[+-]\d\d:\d\d)$/;

const toMilliseconds = (folded: string) =>
  Date.parse(folded.toUpperCase().replace(" ", "T").replace(" ", ""));

/** The options as lines with their numbers: `2: Mon 2027-03-01 09:00–09:30 -05:00`. Only those at `positions`, if given. */
export function numberOptions(
  options: readonly PollOption[],
  timeZone: string | null,
  positions?: readonly number[],
): string[] {
  return options.flatMap((option, index) =>
    positions === undefined || positions.includes(index + 1)
      ? [`${index + 1}: ${formatWhen(option, timeZone)}`]
      : [],
  );
}

/** A day with several times, as get_poll shows it: `Mon 2027-03-01 09:00,10:30 -05:00`. */
const dayLine = /^(.*\d{4}-\d\d-\d\d) ([\d:–-]+(?:, ?[\d:–-]+)+)( [+-]\d\d:\d\d)?$/;

/**
 * Finds the options that a text names, as positions from 1: by number, by date, by start, or by the text of an option as the
 * tools show it. A date names all of its slots. Times are those of `timeZone`; a text with an offset can also be of the poll's
 * own zone. Throws for a start of several options, and when nothing matches.
 */
export function findOptions(poll: Poll, text: string, timeZone: string | null): number[] {
  const [, day, times = "", offset = ""] = dayLine.exec(sanitizeLine(text, maxLength)) ?? [];
  if (day === undefined) return findNamed(poll, text, timeZone);
  return times.split(",").flatMap((time) => findNamed(poll, `${day} ${time}${offset}`, timeZone));
}

function findNamed(poll: Poll, text: string, timeZone: string | null): number[] {
  const options: PollOption[] = poll.options;
  const positions = options.map((_, index) => index + 1);
  const wanted = fold(text);
  if (/^#?\d{1,3}$/.test(wanted)) {
    const position = Number(wanted.replace("#", ""));
    if (positions.includes(position)) return [position];
  }
  const select = (matches: (option: PollOption) => boolean) =>
    positions.filter((position) => matches(options[position - 1] as PollOption));
  const slots = select(
    (option) => "startTime" in option && namesSlot(wanted, option, timeZone, poll.timeZone),
  );
  if (slots.length > 1)
    throw new ToolError(
      `option is ambiguous: it names options ${formatPositions(slots)}. Ask the person which one is meant and pass its number.`,
      { options: numberOptions(options, timeZone, slots) },
    );
  const found =
    slots.length > 0 ? slots : select((option) => listDayTexts(option, timeZone).includes(wanted));
  if (found.length > 0) return found;
  const message = `matches no option of this poll: pass a number from 1 to ${options.length}, a date, or a start in ${timeZone ?? "the poll's clock time"}; without option, all are listed`;
  throw new ArgumentError([{ path: "option", message }]);
}

function namesSlot(
  wanted: string,
  option: TimeOption,
  timeZone: string | null,
  pollZone: string | null,
): boolean {
  if (timeZone === null) return listSlotTexts(option, null).includes(wanted);
  // With an offset the time is the same in every zone.
  if (instant.test(wanted) && toMilliseconds(wanted) === Date.parse(option.startTime)) return true;
  if (listSlotTexts(option, timeZone).includes(wanted)) return true;
  return pollZone !== null && withWeekday(formatWhen(option, pollZone)).includes(wanted);
}

/** Start, start and end, each with and without offset and zone. */
function listSlotTexts(option: TimeOption, timeZone: string | null): string[] {
  const { date, time, offset } = toLocal(option.startTime, timeZone ?? "UTC");
  const day = formatWhen({ date }, null);
  const whole = formatWhen(option, timeZone);
  const long = formatOption(option, timeZone);
  return [
    `${day} ${time}`,
    ...(timeZone === null ? [] : [`${day} ${time} ${offset}`]),
    whole,
    whole.replace(/ [+-]\d\d:\d\d$/, ""),
    long,
    long.replace(/ \([^)]*\)$/, ""),
  ].flatMap(withWeekday);
}

function listDayTexts(option: PollOption, timeZone: string | null): string[] {
  const date = "date" in option ? option.date : toLocal(option.startTime, timeZone ?? "UTC").date;
  return [formatWhen({ date }, null), formatOption({ date }, null)].flatMap(withWeekday);
}

/** A text that begins with a weekday, and the same without it. */
function withWeekday(text: string): string[] {
  const folded = fold(text);
  return [folded, folded.replace(/^[a-z]+ /, "")];
}

/** Makes the texts of tools and of people comparable: number, case, commas, dashes, "T", seconds and full weekdays do not count. */
function fold(text: string): string {
  return sanitizeLine(text, maxLength)
    .toLowerCase()
    .replace(/^\d{1,3}: /, "")
    .replace(/,/g, "")
    .replace(/ ?[–—] ?| - /g, "-")
    .replace(/(\d{4}-\d\d-\d\d)t(?=\d)/g, "$1 ")
    .replace(/(\d\d:\d\d):00(?:\.0+)?/g, "$1")
    .replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*/, "$1")
    .trim();
}
