import type { Poll, PollOption } from "../../src/api/web.ts";
import type { Ranking } from "../../src/scheduling/index.ts";
import { parseTimestamp } from "../../src/time/days.ts";
import { getOptionStart, getStartDate, type OptionTime } from "../../src/time/option-times.ts";
import { ArgumentError, ToolError } from "../failure.ts";
import type { OptionFormat } from "../output/display.ts";
import { cutList } from "../output/format.ts";
import { writeStart } from "../view/draft.ts";

/** How the options are shown, and the argument that names one. */
interface Where {
  format: OptionFormat;
  path: string;
}

/**
 * Finds the options that a text names, as positions from 1: by number, or by date or start in the zone that is shown. A date names all of
 * its slots. Throws for a start of several options, and when nothing matches.
 */
function findOptions({ options }: Poll, text: string, { format, path }: Where): number[] {
  const { timeZone } = format;
  if (/^\d{1,3}$/.test(text) && options[Number(text) - 1] !== undefined) return [Number(text)];
  const time = parseTimestamp(text);
  const isMeant = (option: OptionTime) => {
    if (time === undefined || "date" in option) return getStartDate(option, timeZone) === text;
    if (time.offset === undefined) return writeStart(option, timeZone).startsWith(time.local);
    return timeZone !== null && Date.parse(time.local + time.offset) === getOptionStart(option);
  };
  const found = options.flatMap((option, index) => (isMeant(option) ? [index + 1] : []));
  if (time !== undefined && found.length > 1)
    throw askWhichOption("start at that time", found, { format, path });
  if (found.length > 0) return found;
  const message = `matches no option of this poll: pass a number from 1 to ${options.length}, a date YYYY-MM-DD, a start YYYY-MM-DDTHH:mm in ${timeZone ?? "the poll's clock time"}, or "best"`;
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
  throw new ToolError({
    what: "The poll has no best option: nobody has answered, no option fits, or every option is in the past.",
    model: "Tell the person, or pass the number of an option.",
    person: "Pass the number of an option.",
  });
}

/** As {@link chooseOptions}. Throws for several options. */
export function chooseOption(...[poll, text, ranking, where]: Parameters<typeof chooseOptions>): number {
  const numbers = chooseOptions(poll, text, ranking, where).flat();
  const [number = 0, another] = numbers;
  if (another === undefined) return number;
  throw askWhichOption(isBest(text) ? "are tied for the best" : "match", numbers, where);
}

/** Maximum number of options in an error. */
const maxListed = 5;

function askWhichOption(why: string, numbers: number[], { format, path }: Where): ArgumentError {
  const options = cutList(numbers.map(format.formatNumber), maxListed).join("; ");
  const message = `${numbers.length} options ${why}: ${options}`;
  return new ArgumentError([{ path, message, ask: "which one is meant, and pass its number" }]);
}
