import type { Poll, PollOption } from "../../src/api/web.ts";
import type { Ranking } from "../../src/scheduling/index.ts";
import { isAt, readWeekdays } from "../../src/scheduling/written/index.ts";
import { weekdayOf } from "../../src/time/index.ts";
import { getStartDate } from "../../src/time/options.ts";
import { ArgumentError, ToolError } from "../failure.ts";
import type { OptionFormat } from "../output/display.ts";
import { cutList } from "../output/format.ts";
import { readTimes } from "./written.ts";

/** How the options are shown, and the argument that names one. */
interface Where {
  format: OptionFormat;
  path: string;
}

/**
 * Finds the options that a text names, as positions from 1: by number (`2`, `option 2`), by date, by start, or by the text of an option as the
 * tools show it. A date names all of its slots. Times are those of the zone that is shown, with an offset those of any zone. Throws for a
 * start of several options, and when nothing matches.
 */
function findOptions(poll: Poll, text: string, { format, path }: Where): number[] {
  const { timeZone } = format;
  const options: PollOption[] = poll.options;
  const number = Number(/^(?:option )?#?(\d{1,3})[.)]?$/i.exec(text)?.[1]);
  if (options[number - 1] !== undefined) return [number];
  const select = (matches: (option: PollOption) => boolean) =>
    options.flatMap((option, index) => (matches(option) ? [index + 1] : []));
  const dayOf = (option: PollOption) => getStartDate(option, timeZone);
  const named = readWeekdays(text) ?? [];
  const onDays = select((option) => named.includes(weekdayOf(dayOf(option))));
  if (onDays.length > 0) return onDays;
  const among = [...new Set(options.map(dayOf))];
  const times = readTimes(text, { timeZone, among, seconds: true }) ?? [];
  if ("message" in times) throw new ArgumentError([{ path, ...times }]);
  const found = times.map((time) =>
    select((option) =>
      time.start ? isAt(option, { ...time, start: time.start }, timeZone) : dayOf(option) === time.date,
    ),
  );
  const several = found.find((numbers, index) => times[index]?.start !== undefined && numbers.length > 1);
  if (several) throw askWhichOption("start at that time", several, format);
  if (found.length > 0 && found.every((positions) => positions.length > 0))
    return found.flat().sort((one, other) => one - other);
  const message = `matches no option of this poll: pass a number from 1 to ${options.length}, a date, a start in ${timeZone ?? "the poll's clock time"}, or "best"`;
  throw new ArgumentError([{ path, message }]);
}

/** Whether a text is the word for the best option, which is accepted wherever a number is. */
const isBest = (text: string) => text.toLowerCase() === "best";

/** As {@link findOptions} in one group, and for `best` a group for each option that is tied. Throws when there is none. */
export function chooseOptions(
  poll: Poll,
  text: string,
  { winners }: Pick<Ranking<PollOption, unknown>, "winners">,
  where: Where,
): number[][] {
  if (!isBest(text)) return [findOptions(poll, text, where)];
  if (winners.length > 0) return winners.map(({ number }) => [number]);
  throw new ToolError(
    "The poll has no best option: nobody has answered, no option fits, or every option is in the past. Tell the person, or pass the number of an option.",
  );
}

/** As {@link chooseOptions}. Throws for several options. */
export function chooseOption(...[poll, text, ranking, where]: Parameters<typeof chooseOptions>): number {
  const numbers = chooseOptions(poll, text, ranking, where).flat();
  const [number = 0, another] = numbers;
  if (another === undefined) return number;
  const why = isBest(text) ? "are tied for the best" : "match";
  throw askWhichOption(why, numbers, where.format);
}

/** Maximum number of options in an error. */
const maxListed = 10;

function askWhichOption(why: string, numbers: number[], format: OptionFormat): ToolError {
  const lines = cutList(numbers.map(format.formatNumber), maxListed).map((line) => `- ${line}`);
  const each = format.duration === undefined ? "" : `, each ${format.duration} minutes`;
  return new ToolError(
    `${numbers.length} options ${why}${each}:\n${lines.join("\n")}\nAsk the person which one is meant, and pass its number.`,
  );
}
