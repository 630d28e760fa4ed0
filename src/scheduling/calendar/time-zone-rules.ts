import { listOffsetChanges, type OffsetChange, toLocal, weekdayOf } from "../../time/index.ts";

/** A yearly recurrence: `weekday` of a month, for a calendar file. */
export interface YearlyRule {
  /** 1 to 12. */
  month: number;
  /** Such as `-1SU` (the last Sunday), `2SU` (the second), or `SU` with `days`. */
  weekday: string;
  /** The days of the month that `weekday` is limited to. */
  days?: number[];
}

/** A period with one UTC offset, as in the definition of a time zone in a calendar file. */
export interface Observance {
  kind: "standard" | "daylight";
  /** The wall-clock time of its start, on the clock before it. */
  start: string;
  before: string;
  after: string;
  /** When it starts again, each year. */
  rule?: YearlyRule;
}

const yearMs = 365.25 * 86_400_000;

/** Years before the event. Some clients are wrong in the first year of a yearly rule. */
const earlierYears = 3;

/** After 12 years every date has been every weekday, except around the year 2100. */
const ruleYears = 13;

/** Years after the event for which changes without a yearly rule are listed. */
const listedYears = 5;

/** Minimum number of years that confirm a yearly rule. */
const confirmingYears = 11;

/**
 * The observances of a zone around an instant: yearly rules where the real changes of the next years follow them, else every
 * change from three years before the instant to five years after it. Throws RangeError if the zone is unknown.
 */
export function listObservances(timeZone: string, instant: string): Observance[] {
  const around = Date.parse(instant);
  const shift = (years: number) => new Date(around + years * yearMs).toISOString();
  const changes = listOffsetChanges(timeZone, shift(-earlierYears), shift(ruleYears));
  const observances =
    findYearlyRules(changes, shift(ruleYears - 1)) ?? listChanges(changes, shift(listedYears));
  const [first] = changes;
  if (first !== undefined && first.instant < shift(-1)) return observances;
  const { offset } = toLocal(shift(-earlierYears), timeZone);
  // Clients need an observance that starts before the event.
  const start = "1970-01-01T00:00:00";
  return [{ kind: "standard", start, before: offset, after: offset }, ...observances];
}

function listChanges(changes: OffsetChange[], until: string): Observance[] {
  return changes.filter(({ instant }) => instant < until).map((change) => toObservance(change, changes));
}

/** The changes as one observance per pair of offsets, each with a yearly rule. Null unless all changes follow such rules. */
function findYearlyRules(changes: OffsetChange[], until: string): Observance[] | null {
  const groups = new Map<string, OffsetChange[]>();
  for (const change of changes) {
    const key = change.before + change.after;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  const observances: Observance[] = [];
  for (const group of groups.values()) {
    const rule = findYearlyRule(group);
    const [first, last] = [group[0], group.at(-1)];
    if (rule === null || first === undefined || last === undefined || last.instant < until) return null;
    observances.push({ ...toObservance(first, changes), rule });
  }
  return observances;
}

function findYearlyRule(group: OffsetChange[]): YearlyRule | null {
  const dates = group.map(({ local }) => ({
    year: Number(local.slice(0, 4)),
    month: Number(local.slice(5, 7)),
    day: Number(local.slice(8, 10)),
    rest: `${weekdayOf(local.slice(0, 10))} ${local.slice(5, 7)} ${local.slice(11)}`,
  }));
  const [first] = dates;
  if (first === undefined || dates.length < confirmingYears) return null;
  const isYearly = dates.every(({ year, rest }, index) => year === first.year + index && rest === first.rest);
  if (!isYearly) return null;
  const days = dates.map(({ day }) => day);
  const [earliest, latest] = [Math.min(...days), Math.max(...days)];
  if (latest - earliest !== 6) return null;
  const { month } = first;
  const weekday = first.rest.slice(0, 2).toUpperCase();
  if (month !== 2 && latest === new Date(Date.UTC(2001, month, 0)).getUTCDate())
    return { month, weekday: `-1${weekday}` };
  if (latest % 7 === 0) return { month, weekday: `${latest / 7}${weekday}` };
  return { month, weekday, days: Array.from({ length: 7 }, (_, index) => earliest + index) };
}

function toObservance(change: OffsetChange, changes: OffsetChange[]): Observance {
  const { local: start, before, after } = change;
  const next = changes[changes.indexOf(change) + 1];
  return { kind: isDaylight(change, next) ? "daylight" : "standard", start, before, after };
}

/** Whether the clocks go forward, and back within about a year. */
function isDaylight({ instant, before, after }: OffsetChange, next: OffsetChange | undefined): boolean {
  if (next === undefined || toMinutes(after) < toMinutes(before)) return false;
  const length = Date.parse(next.instant) - Date.parse(instant);
  return length < 1.1 * yearMs && toMinutes(next.after) < toMinutes(after);
}

function toMinutes(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return offset.startsWith("-") ? -minutes : minutes;
}
