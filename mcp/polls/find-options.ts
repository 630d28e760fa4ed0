import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { rankOptions } from "../../src/scheduling/index.ts";
import { toLocal } from "../../src/time/index.ts";
import { ArgumentError, ToolError } from "../errors.ts";
import { formatWhen } from "../output/format.ts";
import { readWrittenDay, type WrittenDay } from "../output/option-lines.ts";
import { getStartDate } from "../output/poll-output.ts";

/** An option as a line with its number: `2: Mon 2027-03-01 09:00–09:30 -05:00`. */
export function numberOption(
  options: readonly PollOption[],
  number: number,
  timeZone: string | null,
): string {
  const option = options[number - 1];
  return option === undefined ? "" : `${number}: ${formatWhen(option, timeZone)}`;
}

/**
 * Finds the options that a text names, as positions from 1: by number, by date, by start, or by the text of an option as the
 * tools show it. A date names all of its slots. Times are those of `timeZone`, with an offset those of any zone. Throws for a
 * start of several options, and when nothing matches.
 */
export function findOptions(poll: Poll, text: string, timeZone: string | null): number[] {
  const options: PollOption[] = poll.options;
  const number = Number(/^#?(\d{1,3})$/.exec(text)?.[1]);
  if (options[number - 1] !== undefined) return [number];
  const select = (matches: (option: PollOption) => boolean) =>
    options.flatMap((option, index) => (matches(option) ? [index + 1] : []));
  const read = readWrittenDay(text);
  const day = read?.wrongWeekday === undefined ? read : undefined;
  const times = day?.times ?? [];
  const found = times.map((time) => select((option) => isAt(option, time, timeZone)));
  if (day && times.length === 0) found.push(select((option) => getStartDate(option, timeZone) === day.date));
  const ambiguous = times.length > 0 && found.find((positions) => positions.length > 1);
  if (ambiguous)
    throw new ToolError(
      `option is ambiguous: it names options ${formatPositions(ambiguous)}. Ask the person which one is meant and pass its number.`,
      { options: ambiguous.map((number) => numberOption(options, number, timeZone)) },
    );
  if (found.length > 0 && found.every((positions) => positions.length > 0))
    return found.flat().sort((one, other) => one - other);
  const message = `matches no option of this poll: pass a number from 1 to ${options.length}, a date, or a start in ${timeZone ?? "the poll's clock time"}; without option, all are listed`;
  throw new ArgumentError([{ path: "option", message }]);
}

/** The best option of a poll by its votes. Throws when it has none. */
export function findBestOption(poll: Poll, participants: Participant[], now: Date) {
  const { best } = rankOptions({ poll, participants, now: now.getTime() });
  if (best !== null) return best;
  throw new ToolError(
    "The poll has no best option: nobody has answered, nobody is available, or every option is in the past. Tell the person, or pass another option.",
  );
}

function isAt(
  option: PollOption,
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
  return isThen(start, startMs) && (end === undefined || isThen(end, startMs + option.duration * 60_000));
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
