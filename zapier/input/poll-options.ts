import type { Poll, PollOption } from "../../src/api/web.ts";
import {
  isAt,
  readTime,
  readWeekdays,
  settleTime,
  type WrittenTime,
} from "../../src/scheduling/written/index.ts";
import { weekdayOf } from "../../src/time/index.ts";
import { getStartDate } from "../../src/time/options.ts";
import { zoneOf } from "../polls.ts";
import type { FormField } from "./form.ts";
import { splitTexts } from "./form-values.ts";
import { quoteValue, readEach, refuse } from "./input-error.ts";
import { splitTimes } from "./times.ts";

/**
 * The options that a field names: their positions, in the poll's order, by number, by id, by weekday, or by a date or time as
 * Create Poll reads them. A day names all options on it. The reader throws `InputError` for each other text, and for one that has
 * numbers and dates.
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
  const days = [...new Set(options.map(dayOf))];
  const findName = (name: string): number[] => {
    const number = Number(/^(?:option[ _])?#?(\d{1,3})[.)]?$/i.exec(name)?.[1]);
    const named = readWeekdays(name) ?? [];
    const found = select((option) => option.id === name || named.includes(weekdayOf(dayOf(option))));
    return options[number - 1] === undefined ? found : [number - 1];
  };
  const findTime = (time: WrittenTime): number[] => {
    const { start, end, instant, doubt } = time;
    const isDay = start.clock === undefined && doubt === undefined;
    if (isDay && end !== undefined) return [];
    // The event of a webhook has whole days and floating times as instants in UTC.
    const isMidnight = instant && start.clock === "00:00" && options.every((option) => "date" in option);
    if (isDay || isMidnight) return select((option) => dayOf(option) === start.date);
    const bare = instant && timeZone === null ? { ...time, start: { ...start, offset: undefined } } : time;
    const settled = settleTime(bare, { timeZone });
    return "problem" in settled ? [] : select((option) => isAt(option, settled, timeZone));
  };
  const whole = findName(text);
  if (whole.length > 0) return whole;
  const items = splitTimes(text, key, { among: days });
  const found = items.flatMap(({ text: item, read }) => {
    if (read !== undefined && "value" in read) return [{ isTime: true, found: findTime(read.value) }];
    if (read?.problem.code === "two-days")
      throw refuse(
        key,
        `${quoteValue(item)} ${read.problem.message}. Enter its number, or write 2027-03-01.`,
      );
    if (read !== undefined) return [{ isTime: true, found: [] }];
    const names = item.split(/ ?, ?| (?:and|&) /);
    return names.map((name) => ({ isTime: false, found: findName(name) }));
  });
  const isMixed = new Set(found.map(({ isTime }) => isTime)).size > 1;
  if (found.length > 0 && !isMixed && found.every((each) => each.found.length > 0))
    return found.flatMap((each) => each.found);
  // A time of day, also with a weekday, is the one option that it fits.
  const fitting = /\D/.test(text) ? days.map((day) => readTime(`${day} ${text}`, { among: days })) : [];
  const [only, ...others] = new Set(
    fitting.flatMap((read) => (read !== undefined && "value" in read ? findTime(read.value) : [])),
  );
  if (only !== undefined && others.length === 0) return [only];
  throw refuse(
    key,
    `${quoteValue(text)} ${only === undefined ? "is not an option" : "fits several options"} of this poll. Enter its number, its date or its start, for example: 2, 2027-03-01 or 2027-03-01 09:00.`,
  );
}
