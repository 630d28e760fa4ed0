import { type Slot, toLocal } from "../../src/time/index.ts";
import { addMinutes } from "../../src/time/zones.ts";

/** Hours in which people sleep: a slot in them is at night. */
const [nightBegins, nightEnds] = ["22:00", "07:00"];

/** The start of a slot in a zone, whether it is at night there, and the day of a weekend that it touches. */
export function readClock({ startTime, duration }: Slot, timeZone: string) {
  const start = toLocal(startTime, timeZone);
  // The last minute, so that a slot that ends at 22:00 or at midnight is not counted.
  const end = toLocal(addMinutes(startTime, duration - 1), timeZone);
  const isNight = start.time < nightEnds || end.time >= nightBegins || start.date !== end.date;
  const weekend = [start, end].find(({ weekday }) => weekday === "sat" || weekday === "sun")?.weekday;
  return { start, isNight, weekend };
}
