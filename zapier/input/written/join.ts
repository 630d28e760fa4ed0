/** Joins what is read of a start and an end to one time. */

import { isNight } from "../../../src/scheduling/minutes.ts";
import { addDays } from "../../../src/time/index.ts";
import { Refused } from "./problem.ts";
import { dayMinutes, type Side, type Zoned } from "./side.ts";

/** A day and perhaps a time of day, as a wall clock shows them. */
export type WrittenMoment = Zoned & {
  date: string;
  /** HH:mm, with seconds when they are not zero. */
  clock?: string | undefined;
};

/** A day, a time, or a time with its end. */
export interface WrittenTime {
  start: WrittenMoment;
  end?: WrittenMoment | undefined;
  /** The end is on the next day although no date says so. */
  overnight?: boolean;
  /** The start is an instant of a program, with Z or +00:00. */
  instant?: boolean | undefined;
}

const noon = dayMinutes / 2;
const pad = (part: number) => String(part).padStart(2, "0");

/** HH:mm, with seconds when they are not zero. */
export const writeClock = (minutes: number, second = "00"): string =>
  `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}${second === "00" ? "" : `:${second}`}`;

/** A start and an end as one time. `isApart`: they stand in cells of their own. */
export function joinSides(start: Side, end?: Side, isApart = false): WrittenTime {
  const { date } = start;
  if (date === undefined) throw new Refused("no-date", "has no date", "Add it.");
  if (start.minutes === undefined) {
    if (end?.minutes !== undefined)
      throw new Refused("no-clock", "has a start without a time of day", "Add it.");
    return {
      start: { date: addDays(date, start.move ?? 0) },
      end: end?.date === undefined ? undefined : { date: end.date },
    };
  }
  if (start.minutes === dayMinutes)
    throw new Refused("wrong-clock", "starts at 24:00", "Write 00:00 for the start of a day.");
  const instant = start.isProgram;
  if (end === undefined) return { start: toMoment(date, start.minutes, start), instant };
  if (end.minutes === undefined) throw new Refused("end", "has an end without a time of day", "Add it.");
  const [first, last] = isApart ? [start, end] : shareZone(start, end);
  const [from, to] = [findStart(start, end), end.minutes];
  const isOneDay = end.date === undefined && first.offset === last.offset;
  if (isOneDay && to === from) throw new Refused("end", "ends when it starts", "Write a later end.");
  const overnight = isOneDay && to < from;
  if (overnight && !(isNight(from, to) && (end.half !== undefined || end.isTwoDigit)))
    throw new Refused(
      "end",
      "ends before it starts",
      "Write am and pm, use the 24-hour clock, or add the date of the end.",
    );
  return {
    start: toMoment(date, from, first),
    end: toMoment(addDays(end.date ?? date, overnight ? 1 : 0), to, last),
    overnight,
    instant,
  };
}

/** The sides of one text: what stands behind the end counts for the start, too, and the other way round. */
function shareZone(start: Side, end: Side): [Side, Side] {
  if ((start.offset === undefined) !== (end.offset === undefined) && !end.isTrailing)
    throw new Refused("offset", "has an offset on one side only", "Write it on both sides.");
  const [offset, zoneName] = [start.offset ?? end.offset, start.zoneName ?? end.zoneName];
  return [
    { ...start, offset, zoneName },
    {
      ...end,
      offset: end.offset ?? offset,
      zone: end.zone ?? start.zone,
      zoneName: end.zoneName ?? zoneName,
      move: end.move ?? start.move,
    },
  ];
}

/** The minutes of the start, with the am or pm of the end for 9:00 - 10:30 AM, as English programs write it. */
function findStart(start: Side, end: Side): number {
  const { minutes = 0 } = start;
  if ((start.half === undefined) === (end.half === undefined)) return minutes;
  const from = (minutes % noon) + (end.half === "p" ? noon : 0);
  const isShared = end.half !== undefined && minutes >= 60 && minutes < 13 * 60 && !start.isTwoDigit;
  if (isShared && from < (end.minutes ?? 0)) return from;
  throw new Refused("half-day", "has am or pm on one side only", "Write it on both sides.");
}

/** Days are added at once, or by the clock of the poll's zone if this is that of another. */
function toMoment(
  day: string,
  minutes: number,
  { second, offset, zone, zoneName, offsetName, move }: Side,
): WrittenMoment {
  const date = minutes === dayMinutes ? addDays(day, 1) : day;
  const isOther = (offset ?? zone) !== undefined;
  return {
    date: isOther ? date : addDays(date, move ?? 0),
    clock: writeClock(minutes % dayMinutes, second),
    offset,
    zone,
    zoneName,
    offsetName,
    move: isOther ? move : undefined,
  };
}
