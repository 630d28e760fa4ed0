import type { Poll } from "../../src/api/web.ts";
import { foldText } from "../../src/scheduling/index.ts";
import { formatDate, formatOption, toLocal } from "../../src/time/index.ts";
import { displayTimeZone } from "../../src/time/zones.ts";
import { labelOptions, listOptionKeys } from "../output/response.ts";
import { splitTexts } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";
import { parseTime } from "./time-text.ts";

type VotedPoll = Pick<Poll, "options" | "timeZone">;

/**
 * The positions of the options that a field names, in the poll's order. An option is named by its number, its id, its start, or
 * a label or key that an output of this app has. A day names all options on it, and so does a weekday that only one day of the
 * poll is. Throws `InputError` for any other text.
 */
export function parsePollOptions(value: unknown, poll: VotedPoll): number[] {
  const find = createOptionFinder(poll);
  const chosen = new Set(splitTexts(value, /[;\n\r]/).flatMap((text) => findEach(text, find)));
  return [...chosen].sort((one, other) => one - other);
}

/** The options of a text, or of a list with commas. The labels of options have up to three commas too. */
function findEach(text: string, find: (text: string) => number[]): number[] {
  const whole = find(text);
  if (whole.length > 0) return whole;
  const parts = text.split(",").map((part) => part.trim());
  const found: number[] = [];
  while (parts.length > 0) {
    const runs = [4, 3, 2, 1].map((count) => parts.slice(0, count));
    const run = runs.find((each) => find(each.join(", ")).length > 0);
    if (run === undefined)
      throw refuse(
        "options",
        `${quoteValue(text)} is not an option of this poll. Enter its number, its date or its start, for example: 2, 2027-03-01 or 2027-03-01 09:00.`,
      );
    found.push(...find(run.join(", ")));
    parts.splice(0, run.length);
  }
  return found;
}

/** Returns a function that finds the positions of the options that a text names. */
function createOptionFinder({ options, timeZone }: VotedPoll): (text: string) => number[] {
  const zone = timeZone === null ? null : displayTimeZone(timeZone);
  const labels = labelOptions({ options, timeZone });
  const keys = listOptionKeys(options, "time");
  const names = new Map<string, Set<number>>();
  const days = new Set(options.map((option) => dayOf(option, zone)));
  options.forEach((option, index) => {
    const day = dayOf(option, zone);
    const weekday = weekdayName(day);
    const isOnlyOne = [...days].every((other) => other === day || weekdayName(other) !== weekday);
    const styles = ["long", "short", "iso"] as const;
    const known = [
      `${index + 1}`,
      `Option ${index + 1}`,
      `option_${index + 1}`,
      keys[index] ?? "",
      option.id,
      labels[index] ?? "",
      day,
      formatDate(day),
      ...(isOnlyOne ? [weekday] : []),
      ...styles.map((style) => formatOption(option, zone, { style })),
      "startTime" in option ? `${day} ${toLocal(option.startTime, zone ?? "UTC").time}` : day,
    ];
    for (const name of known.map(foldText)) names.set(name, (names.get(name) ?? new Set()).add(index));
  });
  return (text) => [...(names.get(foldText(text)) ?? findTime(text))];

  /** The options at a time that is written in another way. */
  function findTime(text: string): Iterable<number> {
    const parsed = parseTime(text);
    if (parsed === undefined || !("value" in parsed)) return [];
    const { start, end, timeZone: ownZone, timeProblem } = parsed.value;
    if (end !== undefined || ownZone !== undefined || timeProblem !== undefined) return [];
    const clock = start.time?.slice(0, 5);
    if (start.offset === undefined)
      return names.get(clock === undefined ? start.date : `${start.date} ${clock}`) ?? [];
    const instant = Date.parse(`${start.date}T${clock}${start.offset}`);
    // The event of a webhook has whole days and floating times as instants in UTC.
    const isUtc = /^(?:Z|\+00:00)$/.test(start.offset);
    return options.flatMap((option, index) => {
      if ("date" in option) return isUtc && clock === "00:00" && option.date === start.date ? [index] : [];
      return (zone !== null || isUtc) && Date.parse(option.startTime) === instant ? [index] : [];
    });
  }
}

const dayOf = (option: Poll["options"][number], zone: string | null): string =>
  "date" in option ? option.date : toLocal(option.startTime, zone ?? "UTC").date;

const weekdayName = (day: string): string => formatDate(day).split(",")[0] ?? "";
