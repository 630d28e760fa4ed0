import type { Poll, PollOption } from "../../src/api/web.ts";
import {
  isAt,
  isWholeDay,
  type Reading,
  readTime,
  readWeekdays,
  settleTime,
  type WrittenTime,
} from "../../src/scheduling/written/index.ts";
import { weekdayOf } from "../../src/time/index.ts";
import { getStartDate } from "../../src/time/options.ts";
import { quoteValue } from "../label.ts";
import { zoneOf } from "../polls.ts";
import type { FormField } from "./form.ts";
import { splitTexts } from "./form-values.ts";
import { readEach, refuse } from "./input-error.ts";
import { splitTimes } from "./times.ts";

/**
 * The options that a field names: their positions, in the poll's order, by number, by id, by weekday, by a date or time as
 * Create Poll reads them, or by a time of day that one option has. A day names all options on it. The reader throws `InputError`
 * for each other text, and for one that has numbers and dates.
 */
export const pollOptions = (helpText: string): FormField<(poll: Poll) => number[]> => ({
  input: { helpText, list: true, placeholder: "2027-03-01 09:00" },
  read: (values, key) => (poll) => {
    const texts = splitTexts(values[key], /[;\n\r]/);
    const chosen = readEach(texts, (text) => findOptions(text, key, poll)).flat();
    return [...new Set(chosen)].sort((one, other) => one - other);
  },
});

function findOptions(text: string, key: string, poll: Poll): number[] {
  const timeZone = zoneOf(poll);
  const options: readonly PollOption[] = poll.options;
  const select = (matches: (option: PollOption) => boolean): number[] =>
    options.flatMap((option, index) => (matches(option) ? [index] : []));
  const dayOf = (option: PollOption) => getStartDate(option, timeZone);
  const rules = { among: [...new Set(options.map(dayOf))] };
  const findName = (name: string): number[] => {
    const [, from, to = from] =
      /^(?:option[ _])?#?(\d{1,3})(?: ?(?:-|\u2013|to) ?(\d{1,3}))?[.)]?$/i.exec(name) ?? [];
    const numbered = [...options.keys()].slice(Number(from) - 1, Number(to));
    const named = readWeekdays(name) ?? [];
    const found = select((option) => option.id === name || named.includes(weekdayOf(dayOf(option))));
    return Number(from) > 0 && Number(to) <= options.length ? numbered : found;
  };
  const findTime = (time: WrittenTime): number[] => {
    const { start, end, instant } = time;
    const isDay = isWholeDay(time);
    if (isDay && end !== undefined) return [];
    // The event of a webhook has whole days and floating times as instants in UTC.
    const isMidnight = instant && start.clock === "00:00" && options.every((option) => "date" in option);
    if (isDay || isMidnight) return select((option) => dayOf(option) === start.date);
    const bare = instant && timeZone === null ? { ...time, start: { ...start, offset: undefined } } : time;
    const settled = settleTime(bare, { timeZone });
    return settled.problem ? [] : select((option) => isAt(option, settled, timeZone));
  };
  const find = (part: string, read: Reading<WrittenTime>) => {
    const named = findName(part);
    if (named.length > 0) return { isTime: false, found: named };
    if (read?.value) return { isTime: true, found: findTime(read.value) };
    if (read?.problem.code === "two-days")
      throw refuse(
        key,
        `${quoteValue(part)} ${read.problem.message}. Enter its number, or write 2027-03-01.`,
      );
    // A time of day, also with a weekday, is the one option that it fits.
    const fitting = rules.among.flatMap((day) => {
      const onDay = /\D/.test(part) ? readTime(`${day} ${part}`, rules) : undefined;
      return onDay?.value ? findTime(onDay.value) : [];
    });
    const found = [...new Set(fitting)];
    if (found.length <= 1) return { isTime: true, found };
    throw refuse(key, `${quoteValue(part)} fits several options of this poll. ${hint}`);
  };
  const whole = findName(text);
  if (whole.length > 0) return whole;
  const found = splitTimes(text, key, rules).flatMap(({ text: item, read }) =>
    read?.value
      ? [find(item, read)]
      : item.split(/ ?, ?| (?:and|&) /).map((part) => find(part, readTime(part, rules))),
  );
  const isMixed = new Set(found.map(({ isTime }) => isTime)).size > 1;
  if (found.length > 0 && !isMixed && found.every((each) => each.found.length > 0))
    return found.flatMap((each) => each.found);
  throw refuse(key, `${quoteValue(text)} is not an option of this poll. ${hint}`);
}

const hint = "Enter its number, its date or its start, for example: 2, 2027-03-01 or 2027-03-01 09:00.";
