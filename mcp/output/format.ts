import { toLocal } from "../../src/time/index.ts";

/** Formats an instant in a zone: `Sat 2026-11-21 09:10 +01:00`. */
export function formatInstant(instant: Date, timeZone: string): string {
  const minute = new Date(Math.floor(instant.getTime() / 60_000) * 60_000);
  const { weekday, date, time, offset } = toLocal(minute.toISOString(), timeZone);
  return `${capitalize(weekday)} ${date} ${time} ${offset}`;
}

/** The name of a weekday as shown: "mon" gives "Mon". */
export function capitalize(weekday: string): string {
  return weekday.charAt(0).toUpperCase() + weekday.slice(1);
}

export function pluralize(amount: number, thing: string, things = `${thing}s`): string {
  return amount === 1 ? `1 ${thing}` : `${amount} ${things}`;
}

/** The first items of a list, and how many more there are. */
export function cutList<Item>(items: readonly Item[], max: number): (Item | string)[] {
  const more = items.length - max;
  return more > 0 ? [...items.slice(0, max), `and ${more} more`] : [...items];
}

/** The first rows of a list as a field, and with a field `…More` how many were cut: rows stay of one shape. */
export function cutRows<Row extends object>(name: string, rows: readonly Row[], max: number) {
  const more = rows.length - max;
  return { [name]: rows.slice(0, max), ...(more > 0 && { [`${name}More`]: more }) };
}
