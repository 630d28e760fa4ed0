import { type OptionTime, type Slot, toLocal } from "../../src/time/index.ts";
import { addMinutes } from "../../src/time/zones.ts";
import { formatWhen } from "./display.ts";
import { capitalize, pluralize } from "./format.ts";

/** Hours in which people sleep: a slot in them is at night. */
const [nightBegins, nightEnds] = ["22:00", "07:00"];

/**
 * Shows slots in further zones: for each of them one line for each day of the poll's zone, such as
 * `Mon 2027-03-01 09:00 = 19:30, 17:00 = Tue 03:30 (night)`. Notes count the slots at night and on Saturday or Sunday there.
 */
export function showInSecondZones(
  options: readonly OptionTime[],
  timeZone: string | null,
  zones: readonly string[] = [],
): { lines?: Record<string, string[]>; notes: string[] } {
  const slots = options.filter((option) => "startTime" in option);
  if (zones.length === 0) return { notes: [] };
  if (timeZone === null) {
    const which = slots.length > 0 ? "floating times" : "whole days";
    return { notes: [`secondTimeZone: ignored, because ${which} have no time zone`] };
  }
  const lines: Record<string, string[]> = {};
  const notes: string[] = [];
  for (const zone of zones) {
    const shown = slots.map((slot) => showSlot(slot, timeZone, zone));
    const days = Map.groupBy(shown, ({ day }) => day);
    lines[zone] = [...days].map(([day, each]) => `${day} ${each.map(({ text }) => text).join(", ")}`);
    const of = `of ${pluralize(slots.length, "option")}`;
    const nights = shown.filter(({ isNight }) => isNight).length;
    const weekends = shown.filter(({ weekend }) => weekend).length;
    const counts = [
      nights > 0 && `${nights} ${of} at night (${nightBegins} to ${nightEnds})`,
      weekends > 0 && `${weekends} ${of} on Saturday or Sunday`,
    ].filter(Boolean);
    if (counts.length > 0) notes.push(`secondTimeZone: in ${zone} ${counts.join(" and ")}`);
  }
  return { lines, notes };
}

/** The start of a slot in a zone, whether it is at night there, and the day of a weekend that it touches. */
export function readClock({ startTime, duration }: Slot, timeZone: string) {
  const start = toLocal(startTime, timeZone);
  // The last minute, so that a slot that ends at 22:00 or at midnight is not counted.
  const end = toLocal(addMinutes(startTime, duration - 1), timeZone);
  const isNight = start.time < nightEnds || end.time >= nightBegins || start.date !== end.date;
  const weekend = [start, end].find(({ weekday }) => weekday === "sat" || weekday === "sun")?.weekday;
  return { start, isNight, weekend };
}

function showSlot(slot: Slot, timeZone: string, zone: string) {
  const first = toLocal(slot.startTime, timeZone);
  const { start, isNight, weekend } = readClock(slot, zone);
  const names = [isNight && "night", weekend === "sat" && "Saturday", weekend === "sun" && "Sunday"];
  const marks = names.filter(Boolean);
  const weekday = start.date === first.date ? "" : `${capitalize(start.weekday)} `;
  const suffix = marks.length > 0 ? ` (${marks.join(", ")})` : "";
  return {
    day: formatWhen({ date: first.date }, null),
    text: `${first.time} = ${weekday}${start.time}${suffix}`,
    ...{ isNight, weekend },
  };
}
