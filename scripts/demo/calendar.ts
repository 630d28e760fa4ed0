/** The demo's days: a working week in March of next year, so that nothing in it is ever in the past. */
import { addDays, weekdayOf } from "../../src/time/index.ts";

/** The first Monday of next year's March. */
export function findMonday(today = new Date()): string {
  let day = `${today.getUTCFullYear() + 1}-03-01`;
  while (weekdayOf(day) !== "mon") day = addDays(day, 1);
  return day;
}

/** Consecutive days. */
export function listDays(from: string, count: number): string[] {
  return Array.from({ length: count }, (_, day) => addDays(from, day));
}
