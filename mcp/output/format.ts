import type { Participant, Poll, PollOption } from "../../src/api/core.ts";
import { buildVoteMatrix, type VoteName, voteCodes } from "../../src/scheduling/rank/availability.ts";
import {
  displayTimeZone,
  formatOption,
  normalizeTimeZone,
  toLocal,
  weekdayOf,
  weekdays,
} from "../../src/time/index.ts";

/** Maximum number of options shown by default. */
export const MAX_SHOWN_OPTIONS = 20;

/** When an option is, for models: `Mon 2027-03-01 09:00–09:30 -05:00`. */
export function formatWhen(option: OptionTime, timeZone: string | null): string {
  return formatOption(option, timeZone, { style: "iso" });
}

/** How many options begin on each day of the week, where too many to list: `Mon 3, Tue 3, Sat 3`. */
export function countWeekdays(options: readonly OptionTime[], timeZone: string | null): string {
  const begins = options.map((option) =>
    "date" in option ? weekdayOf(option.date) : toLocal(option.startTime, timeZone ?? "UTC").weekday,
  );
  return weekdays
    .map((weekday) => ({ weekday, count: begins.filter((begin) => begin === weekday).length }))
    .filter(({ count }) => count > 0)
    .map(({ weekday, count }) => `${capital(weekday)} ${count}`)
    .join(", ");
}

/** The time it is, in a zone: `Sat 2026-11-21 09:10 +01:00`. */
export function formatNow(now: Date, timeZone: string): string {
  const { weekday, date, time, offset } = toLocal(now.toISOString(), timeZone);
  return `${capital(weekday)} ${date} ${time} ${offset}`;
}

/** What {@link formatWhen} needs of an option. */
export type OptionTime = { date: string } | { startTime: string; duration: number };

/** When an option is over, as an instant; a whole day ends everywhere on earth twelve hours after it does in UTC. */
export function optionEnd(option: OptionTime): number {
  if ("date" in option) return Date.parse(`${option.date}T00:00:00Z`) + 36 * 3_600_000;
  return Date.parse(option.startTime) + option.duration * 60_000;
}

function capital(weekday: string): string {
  return weekday.charAt(0).toUpperCase() + weekday.slice(1);
}

/** A number with its noun: "1 option", "2 options". */
export function pluralize(amount: number, thing: string): string {
  return amount === 1 ? `1 ${thing}` : `${amount} ${thing}s`;
}

/** The zone to show a poll's times in, and the current time there. */
export interface DisplayZone {
  /** `null` for whole days and floating times, which no zone applies to. */
  timeZone: string | null;
  /** For the answer: the zone when it is not the poll's, and the time it is there. */
  shown: { shownIn?: string; now?: string };
}

/** The poll's own zone unless another was asked for; never the server's. */
export function chooseDisplayZone(poll: Poll, asked: string | undefined, now: Date): DisplayZone {
  if (poll.kind === "date") return { timeZone: null, shown: {} };
  if (poll.timeZone === null)
    return { timeZone: null, shown: { shownIn: "floating: the same clock time everywhere" } };
  // A poll may have been made in an abbreviation that IANA keeps, such as EST: then that is its zone.
  const timeZone = normalizeTimeZone(asked ?? poll.timeZone) ?? displayTimeZone(poll.timeZone);
  const shownIn = timeZone === poll.timeZone ? {} : { shownIn: timeZone };
  return { timeZone, shown: { ...shownIn, now: formatNow(now, timeZone) } };
}

/** The positions of the options, from 1, by the person's vote. */
export function votePositions(
  options: readonly PollOption[],
  person: Participant,
): Record<VoteName, number[]> {
  const row = buildVoteMatrix(options, [person]);
  const positionsOf = (vote: VoteName) =>
    options.flatMap((_, index) => (row[index] === voteCodes[vote] ? index + 1 : []));
  return {
    yes: positionsOf("yes"),
    ifNeedBe: positionsOf("ifNeedBe"),
    noOrUnanswered: positionsOf("noOrUnanswered"),
  };
}

/** Positions in few characters: `1-3,7`. */
export function formatPositions(positions: number[]): string {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] + 1 === position) last[1] = position;
    else runs.push([position, position]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}
